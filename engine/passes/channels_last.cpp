#include "engine/passes/channels_last.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <unordered_set>

namespace engine {

namespace {

constexpr std::int64_t minMultiplyAdds = 200'000; // below, a reorder costs more than it saves

enum class Carrier {
    Unary, ///< only the first input is an image
    Binary,
    Concat,
};

/// Operators that keep the layout of their image. Older versions have another meaning (broadcasting
/// by flag, training by default, an axis that may be missing).
struct CarrierRow {
    std::string_view type;
    Carrier carrier = Carrier::Unary;
    int minVersion = 1;
    std::string_view domain = {};
};
constexpr std::array carriers {
    CarrierRow { "Relu" },
    CarrierRow { "LeakyRelu" },
    CarrierRow { "Sigmoid" },
    CarrierRow { "Tanh" },
    CarrierRow { "Elu" },
    CarrierRow { "HardSwish" },
    CarrierRow { "MaxPool" },
    CarrierRow { "AveragePool" },
    CarrierRow { "GlobalAveragePool" },
    CarrierRow { "GlobalMaxPool" },
    CarrierRow { "Pad", Carrier::Unary, 2 },
    CarrierRow { "BatchNormalization", Carrier::Unary, 7 },
    CarrierRow { "InstanceNormalization", Carrier::Unary, 6 },
    CarrierRow { "ConvTranspose" },
    CarrierRow { "Add", Carrier::Binary, 7 },
    CarrierRow { "Sub", Carrier::Binary, 7 },
    CarrierRow { "Mul", Carrier::Binary, 7 },
    CarrierRow { "Concat", Carrier::Concat, 4 },
    CarrierRow { "QuantizeLinear" },
    CarrierRow { "DequantizeLinear" },
    CarrierRow { "QLinearGlobalAveragePool", Carrier::Unary, 1, "com.microsoft" },
    CarrierRow { "QLinearAdd", Carrier::Binary, 1, "com.microsoft" },
    CarrierRow { "QLinearMul", Carrier::Binary, 1, "com.microsoft" },
    CarrierRow { "QLinearConcat", Carrier::Concat, 1, "com.microsoft" },
};

/// Index of the first image among the inputs of a carrier, and the distance to the next one: each
/// quantised image is followed by its scale and zero point.
struct ImageInputs {
    std::size_t first = 0;
    std::size_t step = 1;
};
ImageInputs imagesOf(const CarrierRow& row)
{
    if (row.domain.empty())
        return {};
    return { row.carrier == Carrier::Concat ? 2u : 0u, 3 };
}

/// Index of the weights of a convolution; none for other operators.
std::optional<std::size_t> weightsOf(const OpNode& node)
{
    if ((node.type == "Conv" && node.domain.empty())
        || (node.type == "FusedConv" && node.domain == "com.microsoft"))
        return 1;
    const bool isQuantised = (node.type == "QLinearConv" && !node.flag("channels_last"))
        || (node.type == "FusedQLinearConv" && node.domain == "opscope");
    return isQuantised ? std::optional<std::size_t>(3) : std::nullopt;
}

class LayoutPlacement {
public:
    LayoutPlacement(
        Program& program, const PassContext& context, const std::unordered_set<OpId>& refused)
        : m_program(program)
        , m_facts(context.facts)
        , m_refused(refused)
    {
        findFixed(context.request);
    }

    void run()
    {
        // No reference into the program's tables is kept: adding a Reorder moves them.
        const auto ops = m_program.main().ops;
        for (const auto id : ops) {
            if (m_program.op(id).isRemoved)
                continue;
            if (isConv(id) || carries(id))
                place(id);
            else
                replaceInputs(
                    m_program, id, [this](ProgramValueId input) { return plainOf(input); });
            m_ops.push_back(id);
        }
        auto outputs = m_program.main().outputs;
        for (auto& output : outputs)
            output = plainOf(output);
        m_program.block(BlockId(0u)).outputs = std::move(outputs);
        m_program.block(BlockId(0u)).ops = std::move(m_ops);
    }

private:
    /// Finds the values that must stay plain: those seen outside, or read inside bodies.
    void findFixed(const RunRequest& request)
    {
        for (std::size_t i = 0; i < m_program.values.size() && !request.keep.empty(); ++i) {
            if (std::ranges::find(request.keep, m_program.values[i].name) != request.keep.end())
                m_fixed.emplace(i);
        }
        m_fixed.insert(m_program.main().outputs.begin(), m_program.main().outputs.end());
        for (const auto id : m_program.main().ops) {
            for (const auto& body : m_program.op(id).bodies) {
                const auto captured = capturesOf(m_program, body.block);
                m_fixed.insert(captured.begin(), captured.end());
            }
        }
    }

    std::optional<TensorType> imageType(ProgramValueId id) const
    {
        auto type = m_facts.tensorType(id);
        const bool isFloat = type && type->element == ElementType::Float;
        const bool isByte
            = type && (type->element == ElementType::Uint8 || type->element == ElementType::Int8);
        const auto rank = type ? type->dims.size() : 0;
        const bool isImage = ((isFloat && (rank == 4 || rank == 5)) || (isByte && rank == 4))
            && type->count() > 0;
        return isImage ? std::move(type) : std::nullopt;
    }

    bool isLast(ProgramValueId id) const
    {
        return id.isValid() && m_program.value(id).layout == Layout::ChannelsLast;
    }

    bool isConv(OpId id) const
    {
        const auto& op = m_program.op(id);
        const auto place = weightsOf(op.node);
        if (!place || op.inputs.size() <= *place || op.outputs.size() != 1
            || !m_program.isConstant(op.inputs[*place]) || m_fixed.contains(op.outputs[0])
            || m_refused.contains(id))
            return false;
        const auto output = imageType(op.outputs[0]);
        const auto weights = imageType(op.inputs[*place]);
        if (!imageType(op.inputs[0]) || !output || !weights)
            return false;
        return elementCount(std::array { output->count(), weights->count() / weights->dims[0] })
            >= minMultiplyAdds;
    }

    bool carries(OpId id) const
    {
        const auto& op = m_program.op(id);
        const auto row = std::ranges::find(carriers, op.node.type, &CarrierRow::type);
        const bool isCarrier = row != carriers.end() && op.node.domain == row->domain
            && op.node.version >= row->minVersion && !m_refused.contains(id);
        const auto images = isCarrier ? imagesOf(*row) : ImageInputs();
        if (!isCarrier || op.outputs.size() != 1 || op.inputs.size() <= images.first
            || !isLast(op.inputs[images.first]) || m_fixed.contains(op.outputs[0])
            || !imageType(op.outputs[0]))
            return false;
        if (row->carrier == Carrier::Binary)
            return op.inputs.size() > images.step
                && carriesBinary(op.inputs[0], op.inputs[images.step]);
        if (row->carrier == Carrier::Unary)
            return true;
        for (auto i = images.first; i < op.inputs.size(); i += images.step) {
            if (!isLast(op.inputs[i]))
                return false;
        }
        return op.inputs.size() <= 30 * images.step;
    }

    /// Whether both operands have one shape and are channels last, or the second one has one number
    /// per channel (the same bytes in either layout).
    bool carriesBinary(ProgramValueId a, ProgramValueId b) const
    {
        const auto first = imageType(a);
        const auto second = imageType(b);
        if (!first || !second)
            return false;
        if (first->dims == second->dims)
            return isLast(b);
        return second->dims.size() == first->dims.size()
            && elementCount(std::span(second->dims).subspan(2)) == 1
            && second->dims[1] == first->dims[1]
            && (second->dims[0] == 1 || second->dims[0] == first->dims[0]);
    }

    /// Makes the operator read the image (and the tensor a FusedConv adds) channels last and write
    /// its output so. The second operand of Binary and the parts of Concat stay as they are, see
    /// carries. Other inputs (weights, bias, scale) are read in plain order.
    void place(OpId id)
    {
        auto inputs = m_program.op(id).inputs;
        const auto output = m_program.op(id).outputs[0];
        const auto type
            = m_program.op(id).node.type; // a copy: adding a Reorder moves the operators
        const auto row = std::ranges::find(carriers, type, &CarrierRow::type);
        const bool keepsOthers = row != carriers.end() && row->carrier != Carrier::Unary;
        const bool addsTensor = type == "FusedConv";
        if (!keepsOthers)
            inputs[0] = lastOf(inputs[0]);
        for (std::size_t i = 1; i < inputs.size() && !keepsOthers; ++i)
            inputs[i] = addsTensor && i == 3 ? lastOf(inputs[i]) : plainOf(inputs[i]);
        m_program.op(id).inputs = std::move(inputs);
        m_program.value(output).layout = Layout::ChannelsLast;
    }

    ProgramValueId lastOf(ProgramValueId id)
    {
        return !id.isValid() || isLast(id) ? id : copyOf(id, Layout::ChannelsLast);
    }
    ProgramValueId plainOf(ProgramValueId id)
    {
        return isLast(id) ? copyOf(id, Layout::Plain) : id;
    }

    /// Returns the value in the other layout. A Reorder before its first reader makes it, once.
    ProgramValueId copyOf(ProgramValueId id, Layout layout)
    {
        if (const auto found = m_copies.find(id); found != m_copies.end())
            return found->second;
        auto value = m_program.value(id);
        value.layout = layout;
        value.constant.reset();
        const auto copy = m_program.addValue(std::move(value));
        auto op = ownOperator("Reorder", id, copy);
        op.node.label = (layout == Layout::ChannelsLast ? "to channels last: " : "to plain: ")
            + m_program.value(id).name;
        m_ops.push_back(m_program.addOp(std::move(op)));
        m_copies.emplace(id, copy);
        return copy;
    }

    Program& m_program;
    const Facts& m_facts;
    const std::unordered_set<OpId>& m_refused;
    std::unordered_set<ProgramValueId> m_fixed;
    std::unordered_map<ProgramValueId, ProgramValueId> m_copies;
    std::vector<OpId> m_ops;
};

bool hasReorder() { return KernelRegistry::instance().has("opscope", "Reorder", DeviceKind::Cpu); }

} // namespace

void placeChannelsLast(
    Program& program, const PassContext& context, const std::unordered_set<OpId>& refused)
{
    const auto& request = context.request;
    const bool isAllowed = request.device == DeviceKind::Cpu
        && request.optimisation == Optimisation::Full
        && std::ranges::find(request.tiers, Tier::Library) != request.tiers.end();
    if (isAllowed && hasReorder())
        LayoutPlacement(program, context, refused).run();
}

} // namespace engine
