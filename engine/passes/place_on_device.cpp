#include "engine/passes/place_on_device.h"

#include "engine/copy_kernel.h"
#include "engine/placement.h"

#include <algorithm>

namespace engine {

namespace {

/// Integers up to this count are worked with where they are: a launch costs more than they do.
constexpr std::int64_t fewIntegers = 1024;

bool readsOnlyShape(const OpNode& node)
{
    return node.domain.empty() && (node.type == "Shape" || node.type == "Size");
}

class DevicePlacement {
public:
    DevicePlacement(Program& program, const PassContext& context, const DeviceRefusals& refused)
        : m_program(program)
        , m_facts(context.facts)
        , m_request(context.request)
        , m_refused(refused)
    {
    }

    void run()
    {
        // No reference into the program's tables is kept: adding a Copy moves them.
        const auto ops = m_program.main().ops;
        for (const auto id : ops) {
            if (m_program.op(id).isRemoved)
                continue;
            if (const auto* entry = entryFor(id))
                readOnDevice(id, entry->hostInputs);
            else
                readOnHost(id);
            m_ops.push_back(id);
            bringKeptBack(id);
        }
        auto outputs = m_program.main().outputs;
        for (auto& output : outputs)
            output = twinOn(DeviceKind::Cpu, output);
        m_program.block(BlockId(0u)).outputs = std::move(outputs);
        m_program.block(BlockId(0u)).ops = std::move(m_ops);
    }

private:
    bool isOnDevice(ProgramValueId id) const
    {
        return id.isValid() && m_program.value(id).device != DeviceKind::Cpu;
    }

    std::optional<TensorType> tensorType(ProgramValueId id) const
    {
        auto type = m_facts.inputType(id);
        const bool isPlain = type && type->kind == InputType::Kind::Tensor
            && type->tensor.element != ElementType::String;
        return isPlain ? std::optional(std::move(type->tensor)) : std::nullopt;
    }

    bool isTyped(const std::vector<ProgramValueId>& ids) const
    {
        return std::ranges::all_of(
            ids, [this](ProgramValueId id) { return !id.isValid() || tensorType(id); });
    }

    bool isFewIntegers(ProgramValueId id) const
    {
        if (!id.isValid())
            return true;
        const auto type = tensorType(id);
        return type && type->count() <= fewIntegers && !model::isFloating(type->element);
    }

    /// What the device shall do; null if the operator stays on the CPU.
    const KernelEntry* entryFor(OpId id) const
    {
        const auto& op = m_program.op(id);
        if (!op.bodies.empty() || m_refused.contains(id) || readsOnlyShape(op.node)
            || !isTyped(op.inputs) || !isTyped(op.outputs))
            return nullptr;
        if (isViewOperator(op.node) && (op.inputs.empty() || !isOnDevice(op.inputs[0])))
            return nullptr;
        const bool readsDevice = std::ranges::any_of(
            op.inputs, [this](ProgramValueId input) { return isOnDevice(input); });
        // Without optimisation each operator is where it can be, so that kernels can be looked at
        // alone.
        if (!readsDevice && m_request.optimisation != Optimisation::None
            && std::ranges::all_of(
                op.outputs, [this](ProgramValueId output) { return isFewIntegers(output); }))
            return nullptr;
        const auto entries
            = KernelRegistry::instance().find(op.node.domain, op.node.type, m_request.device);
        const auto entry = std::ranges::find_if(entries, [this](const KernelEntry* candidate) {
            return std::ranges::find(m_request.tiers, candidate->tier) != m_request.tiers.end();
        });
        return entry == entries.end() ? nullptr : *entry;
    }

    void readOnDevice(OpId id, std::uint32_t hostInputs)
    {
        auto inputs = m_program.op(id).inputs;
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            const bool isOnHost = i < 32 && ((hostInputs >> i) & 1u) != 0;
            inputs[i] = isOnHost ? inputs[i] : twinOn(m_request.device, inputs[i]);
        }
        auto& op = m_program.op(id);
        op.inputs = std::move(inputs);
        op.device = m_request.device;
        for (const auto output : op.outputs) {
            if (output.isValid())
                m_program.value(output).device = m_request.device;
        }
    }

    void readOnHost(OpId id)
    {
        if (readsOnlyShape(m_program.op(id).node))
            return; // dims lie on the host wherever the data are
        auto inputs = m_program.op(id).inputs;
        for (auto& input : inputs)
            input = twinOn(DeviceKind::Cpu, input);
        m_program.op(id).inputs = std::move(inputs);
        const auto bodies = m_program.op(id).bodies;
        for (const auto& body : bodies) {
            for (const auto captured : capturesOf(m_program, body.block)) {
                if (isOnDevice(captured))
                    replaceInside(body.block, captured, twinOn(DeviceKind::Cpu, captured));
            }
        }
    }

    /// Recursion is bounded by deepestBody (program_builder.h).
    void replaceInside(BlockId block, ProgramValueId from, ProgramValueId to)
    {
        std::ranges::replace(m_program.block(block).outputs, from, to);
        for (const auto id : m_program.block(block).ops) {
            std::ranges::replace(m_program.op(id).inputs, from, to);
            for (const auto& body : m_program.op(id).bodies)
                replaceInside(body.block, from, to);
        }
    }

    void bringKeptBack(OpId id)
    {
        const auto outputs = m_program.op(id).outputs;
        for (const auto output : outputs) {
            if (isOnDevice(output)
                && std::ranges::find(m_request.keep, m_program.value(output).name)
                    != m_request.keep.end())
                twinOn(DeviceKind::Cpu, output);
        }
    }

    /// The value on that device: itself, or made once, before its first reader there.
    ProgramValueId twinOn(DeviceKind device, ProgramValueId id)
    {
        if (!id.isValid() || m_program.value(id).device == device)
            return id;
        if (const auto found = m_twins.find(id); found != m_twins.end())
            return found->second;
        auto value = m_program.value(id);
        value.device = device;
        value.producer = {};
        const bool isConstant = value.constant.has_value();
        const auto twin = m_program.addValue(std::move(value));
        m_twins.emplace(id, twin);
        if (isConstant)
            return twin;
        Op op;
        op.node.type = copyOperator;
        op.node.domain = "opscope";
        op.node.version = 1;
        op.node.label = (device == DeviceKind::Cpu ? "to the CPU: " : "to the device: ")
            + m_program.value(id).name;
        op.inputs = { id };
        op.outputs = { twin };
        op.block = BlockId(0u);
        op.device = device;
        m_ops.push_back(m_program.addOp(std::move(op)));
        return twin;
    }

    Program& m_program;
    const Facts& m_facts;
    const RunRequest& m_request;
    const DeviceRefusals& m_refused;
    std::unordered_map<ProgramValueId, ProgramValueId> m_twins;
    std::vector<OpId> m_ops;
};

} // namespace

void placeOnDevice(Program& program, const PassContext& context, const DeviceRefusals& refused)
{
    if (context.request.device != DeviceKind::Cpu)
        DevicePlacement(program, context, refused).run();
}

} // namespace engine
