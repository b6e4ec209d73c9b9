#include "engine/passes/channels_last.h"

#include "engine/program/node_check.h"
#include "engine/program/shapes.h"

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
    CarrierRow { "Resize", Carrier::Unary, 10 },
    CarrierRow { "Add", Carrier::Binary, 7 },
    CarrierRow { "Sub", Carrier::Binary, 7 },
    CarrierRow { "Mul", Carrier::Binary, 7 },
    CarrierRow { "Concat", Carrier::Concat, 4 },
    CarrierRow { "QuantizeLinear" },
    CarrierRow { "DequantizeLinear" },
    CarrierRow { "QLinearGlobalAveragePool", Carrier::Unary, 1, "com.microsoft" },
    CarrierRow { "QLinearSigmoid", Carrier::Unary, 1, "com.microsoft" },
    CarrierRow { "QLinearLeakyRelu", Carrier::Unary, 1, "com.microsoft" },
    CarrierRow { "QLinearAdd", Carrier::Binary, 1, "com.microsoft" },
    CarrierRow { "QLinearMul", Carrier::Binary, 1, "com.microsoft" },
    CarrierRow { "QLinearConcat", Carrier::Concat, 1, "com.microsoft" },
};

/// Returns the row of a carrier; null for other operators and older versions.
const CarrierRow* carrierOf(const OpNode& node)
{
    const auto row = std::ranges::find(carriers, node.type, &CarrierRow::type);
    const bool isIt
        = row != carriers.end() && node.domain == row->domain && node.version >= row->minVersion;
    return isIt ? &*row : nullptr;
}

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
    const bool isLowered = node.domain == passDomain;
    if ((node.type == "Conv" && (node.domain.empty() || isLowered))
        || (node.type == "FusedConv" && (node.domain == "com.microsoft" || isLowered)))
        return 1;
    const bool isQuantised = (node.type == "QLinearConv" && !node.flag("channels_last"))
        || (node.type == "FusedQLinearConv" && node.domain == "opscope");
    return isQuantised ? std::optional<std::size_t>(3) : std::nullopt;
}

/// Permutation of the axes of channels-last images to those of plain ones: 0 3 1 2.
std::vector<std::int64_t> channelsToFront(std::size_t rank)
{
    auto axes = countUp(rank);
    if (rank > 1)
        std::rotate(axes.begin() + 1, axes.end() - 1, axes.end());
    return axes;
}
/// The reverse: 0 2 3 1.
std::vector<std::int64_t> channelsToEnd(std::size_t rank)
{
    auto axes = countUp(rank);
    if (rank > 1)
        std::rotate(axes.begin() + 1, axes.begin() + 2, axes.end());
    return axes;
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
            else if (readsEitherLayout(id))
                replaceOtherInputs(id);
            else if (const auto layout = layoutOfView(id))
                m_program.value(m_program.op(id).outputs[0]).layout = *layout;
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
    /// Finds the readers of values, and the values that must stay plain: those seen outside, or
    /// read inside bodies.
    void findFixed(const RunRequest& request)
    {
        for (std::size_t i = 0; i < m_program.values.size() && !request.keep.empty(); ++i) {
            if (std::ranges::find(request.keep, m_program.values[i].name) != request.keep.end())
                m_fixed.emplace(i);
        }
        m_fixed.insert(m_program.main().outputs.begin(), m_program.main().outputs.end());
        for (const auto id : m_program.main().ops) {
            for (const auto input : m_program.op(id).inputs) {
                if (input.isValid() && !m_program.op(id).isRemoved)
                    m_readers[input].push_back(id);
            }
            for (const auto& body : m_program.op(id).bodies) {
                const auto captured = capturesOf(m_program, body.block);
                m_fixed.insert(captured.begin(), captured.end());
            }
        }
    }

    std::optional<TensorType> imageType(ProgramValueId id) const
    {
        auto type = m_facts.tensorType(id);
        const bool isFloat = type
            && (type->element == ElementType::Float || type->element == ElementType::Bfloat16);
        const bool isByte
            = type && (type->element == ElementType::Uint8 || type->element == ElementType::Int8);
        const auto rank = type ? type->dims.size() : 0;
        const bool isImage
            = ((isFloat && (rank == 4 || rank == 5)) || (isByte && rank == 4)) && type->count() > 0;
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
        const auto* const row = carrierOf(op.node);
        if (row == nullptr || m_refused.contains(id))
            return false;
        const auto images = imagesOf(*row);
        if (op.outputs.size() != 1 || op.inputs.size() <= images.first
            || m_fixed.contains(op.outputs[0]) || !imageType(op.outputs[0]))
            return false;
        if (row->carrier == Carrier::Binary)
            return op.inputs.size() > images.step && carriesBinary(op, op.inputs[images.step]);
        if (row->carrier == Carrier::Unary)
            return isLast(op.inputs[images.first]);
        for (auto i = images.first; i < op.inputs.size(); i += images.step) {
            if (!isLast(op.inputs[i]))
                return false;
        }
        return op.inputs.size() <= 30 * images.step;
    }

    /// Whether a kernel reads the image in either layout and writes no image.
    bool readsEitherLayout(OpId id) const
    {
        const auto& node = m_program.op(id).node;
        return node.type == "RoiAlign" && node.domain.empty() && !m_refused.contains(id);
    }
    /// Makes the operator read all inputs but the image in plain order.
    void replaceOtherInputs(OpId id)
    {
        const auto image = m_program.op(id).inputs[0];
        replaceInputs(m_program, id,
            [&](ProgramValueId input) { return input == image ? input : plainOf(input); });
    }

    /// Whether a value has one number per channel of `image`: the same bytes in either layout.
    bool isPerChannel(ProgramValueId id, const TensorType& image) const
    {
        const auto type = m_facts.tensorType(id);
        const auto rank = image.dims.size();
        if (!type || type->element != image.element || type->dims.size() > rank
            || type->dims.size() + 1 < rank)
            return false;
        const std::span dims(type->dims);
        const auto spatial = rank - 2;
        const bool isBatch = dims.size() < rank || dims[0] == 1 || dims[0] == image.dims[0];
        return isBatch && dims[dims.size() - spatial - 1] == image.dims[1]
            && elementCount(dims.last(spatial)) == 1;
    }

    /// Whether both operands have one shape and are channels last, or one of them has one number
    /// per channel. That is the second one, unless they can be exchanged.
    bool carriesBinary(const Op& op, ProgramValueId second) const
    {
        const bool isFirst = isLast(op.inputs[0]);
        const bool isExchanged = !isFirst && isLast(second) && op.node.domain.empty()
            && (op.node.type == "Add" || op.node.type == "Mul");
        const auto image = imageType(isFirst ? op.inputs[0] : second);
        const auto other = isFirst ? second : op.inputs[0];
        if (!image || !(isFirst || isExchanged))
            return false;
        const auto otherImage = imageType(other);
        if (otherImage && otherImage->dims == image->dims)
            return isFirst && isLast(other);
        return isPerChannel(other, *image);
    }

    /// Returns the layout of the output with which a Transpose moves no bytes: channels-last images
    /// whose channels become the last axis, and the reverse where an operator reads the output
    /// channels last.
    std::optional<Layout> layoutOfView(OpId id) const
    {
        const auto& op = m_program.op(id);
        if (op.node.type != "Transpose" || !op.node.domain.empty() || m_refused.contains(id)
            || !imageType(op.inputs[0]) || !imageType(op.outputs[0]))
            return std::nullopt;
        const auto permutation = op.node.integers("perm").value_or(std::vector<std::int64_t> {});
        if (isLast(op.inputs[0]))
            return permutation == channelsToEnd(permutation.size()) ? std::optional(Layout::Plain)
                                                                    : std::nullopt;
        const bool isView = permutation == channelsToFront(permutation.size())
            && !m_fixed.contains(op.outputs[0]) && isReadLast(op.outputs[0], 2);
        return isView ? std::optional(Layout::ChannelsLast) : std::nullopt;
    }

    /// Whether an operator takes this value channels last, as far as layouts are known. Looks
    /// through `depth` carriers.
    bool isReadLast(ProgramValueId value, int depth) const
    {
        const auto found = m_readers.find(value);
        return found != m_readers.end() && std::ranges::any_of(found->second, [&](OpId id) {
            return readsLast(id, value, depth);
        });
    }
    bool readsLast(OpId id, ProgramValueId value, int depth) const
    {
        const auto& op = m_program.op(id);
        if (isConv(id))
            return op.inputs[0] == value;
        const auto* const row = carrierOf(op.node);
        if (row == nullptr || op.outputs.size() != 1 || m_refused.contains(id))
            return false;
        if (row->carrier != Carrier::Binary)
            return depth > 0 && (row->carrier == Carrier::Concat || op.inputs[0] == value)
                && isReadLast(op.outputs[0], depth - 1);
        if (op.inputs.size() != 2)
            return false;
        const auto other = op.inputs[op.inputs[0] == value ? 1 : 0];
        const auto image = imageType(value);
        return isLast(other)
            || (depth > 0 && image && isPerChannel(other, *image)
                && isReadLast(op.outputs[0], depth - 1));
    }

    /// Makes the operator read the image (and the tensor a FusedConv adds) channels last and write
    /// its output so. The second operand of Binary and the parts of Concat stay as they are, see
    /// carries. Other inputs (weights, bias, scale) are read in plain order.
    void place(OpId id)
    {
        auto inputs = m_program.op(id).inputs;
        const auto output = m_program.op(id).outputs[0];
        const auto* const row = carrierOf(m_program.op(id).node);
        const bool keepsOthers = row != nullptr && row->carrier != Carrier::Unary;
        const bool addsTensor = m_program.op(id).node.type == "FusedConv";
        if (row != nullptr && row->carrier == Carrier::Binary && !isLast(inputs[0]))
            std::swap(inputs[0], inputs[1]);
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
    std::unordered_map<ProgramValueId, std::vector<OpId>> m_readers;
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
