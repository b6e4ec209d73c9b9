#include "engine/passes/place_on_device.h"

#include "engine/kernel/copy_kernel.h"
#include "engine/plan/placement.h"

#include <algorithm>

namespace engine {

namespace {

/// Up to this count integers are computed on the CPU: a launch costs more than they do.
constexpr std::int64_t fewIntegers = 1024;

/// An iteration of a body costs tens of microseconds of launches, copies and waiting. From this
/// tensor size on, the CPU takes longer than that.
constexpr std::int64_t elementsWorthATurn = 32 * 1024;

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

    DeviceRefusals run()
    {
        placeBlock(BlockId(0u), Bodies::MayMove);
        return std::move(m_stays);
    }

private:
    /// Whether operators of a block may go to the device.
    enum class Bodies { MayMove, StayOnHost };

    /// Recursion is bounded by maxBodyDepth (program_builder.h). No reference into the program's
    /// tables is kept: adding a Copy moves them.
    void placeBlock(BlockId block, Bodies mode)
    {
        m_ops[block];
        const auto ops = m_program.block(block).ops;
        for (const auto id : ops) {
            if (m_program.op(id).isRemoved)
                continue;
            const auto* entry = mode == Bodies::MayMove ? entryFor(id) : nullptr;
            if (entry != nullptr)
                readOnDevice(id, entry->hostInputs);
            else
                readOnHost(id);
            const auto bodies = m_program.op(id).bodies;
            for (const auto& body : bodies)
                placeBlock(body.block, modeOf(id, body.block, mode));
            m_ops[block].push_back(id);
            bringKeptBack(id);
        }
        auto outputs = m_program.block(block).outputs;
        for (auto& output : outputs)
            output = valueOn(DeviceKind::Cpu, output);
        m_program.block(block).outputs = std::move(outputs);
        m_program.block(block).ops = std::move(m_ops[block]);
    }

    /// Returns whether the operators of a body may go to the device. Inputs and outputs of a body
    /// are copied, so a body that runs many times must have enough work.
    Bodies modeOf(OpId owner, BlockId body, Bodies outside) const
    {
        const auto& node = m_program.op(owner).node;
        const bool runsOnce = node.type == "If";
        const bool repeats
            = node.type == "Loop" || node.type == "Scan" || node.type == "SequenceMap";
        if (outside == Bodies::StayOnHost || !node.domain.empty() || (!runsOnce && !repeats))
            return Bodies::StayOnHost;
        const bool alwaysMoves = m_request.optimisation == Optimisation::None || runsOnce;
        return alwaysMoves || hasMuchWork(body) ? Bodies::MayMove : Bodies::StayOnHost;
    }

    /// Whether an operator of a body reads or makes a tensor that costs more than a launch and the
    /// copies of an iteration.
    bool hasMuchWork(BlockId body) const
    {
        const auto isLarge = [this](ProgramValueId id) {
            const auto type = m_facts.tensorType(id);
            return type && type->count() >= elementsWorthATurn;
        };
        return std::ranges::any_of(m_program.block(body).ops, [&](OpId id) {
            const auto& op = m_program.op(id);
            return !op.isRemoved
                && (std::ranges::any_of(op.inputs, isLarge)
                    || std::ranges::any_of(op.outputs, isLarge)
                    || std::ranges::any_of(op.bodies,
                        [this](const Op::Body& inner) { return hasMuchWork(inner.block); }));
        });
    }

    bool isOnDevice(ProgramValueId id) const
    {
        return id.isValid() && m_program.value(id).device != DeviceKind::Cpu;
    }

    /// Whether all are tensors of numbers. Shapes may be unknown: kernels for shapes that are known
    /// only at run time are prepared then.
    bool areNumbers(const std::vector<ProgramValueId>& ids) const
    {
        return std::ranges::all_of(ids, [this](ProgramValueId id) {
            if (!id.isValid())
                return true;
            const auto& type = m_facts.type(id);
            return type.isTensor() && type.element != ElementType::Undefined
                && type.element != ElementType::String;
        });
    }

    /// Whether a value has few elements and no floats. Integers of unknown number count as few:
    /// they are indices and shapes that the run computes.
    bool isFewIntegers(ProgramValueId id) const
    {
        if (!id.isValid())
            return true;
        const auto& type = m_facts.type(id);
        const auto known = inputTypeOf(type);
        return !model::isFloating(type.element) && (!known || known->tensor.count() <= fewIntegers);
    }

    const KernelEntry* stays(OpId id, const char* why)
    {
        m_stays[id] = { why };
        return nullptr;
    }

    /// Returns the device's kernel for an operator; null if the operator stays on the CPU.
    const KernelEntry* entryFor(OpId id)
    {
        const auto& op = m_program.op(id);
        // Control flow itself runs on the host; its bodies may run on the device.
        if (!op.bodies.empty() || m_refused.contains(id) || readsOnlyShape(op.node))
            return nullptr;
        if (!areNumbers(op.inputs) || !areNumbers(op.outputs))
            return stays(id, "has inputs or outputs that are not tensors of numbers");
        if (isViewOperator(op.node) && (op.inputs.empty() || !isOnDevice(op.inputs[0])))
            return nullptr;
        const bool readsDevice = std::ranges::any_of(
            op.inputs, [this](ProgramValueId input) { return isOnDevice(input); });
        // Without optimisation each operator is on the device if possible, so that kernels can be
        // tested alone.
        if (!readsDevice && m_request.optimisation != Optimisation::None
            && std::ranges::all_of(
                op.outputs, [this](ProgramValueId output) { return isFewIntegers(output); }))
            return nullptr;
        const auto entries
            = KernelRegistry::instance().find(op.node.domain, op.node.type, m_request.device);
        const auto entry = std::ranges::find_if(entries, [this](const KernelEntry* candidate) {
            return std::ranges::find(m_request.tiers, candidate->tier) != m_request.tiers.end();
        });
        if (entry != entries.end())
            return *entry;
        return stays(id,
            entries.empty() ? "has no kernel for this operator"
                            : "has only kernels of tiers that this run does not allow");
    }

    void readOnDevice(OpId id, std::uint32_t hostInputs)
    {
        auto inputs = m_program.op(id).inputs;
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            const bool isOnHost = i < 32 && ((hostInputs >> i) & 1u) != 0;
            inputs[i] = valueOn(isOnHost ? DeviceKind::Cpu : m_request.device, inputs[i]);
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
            return; // dims are on the host in any case
        replaceInputs(m_program, id,
            [this](ProgramValueId input) { return valueOn(DeviceKind::Cpu, input); });
    }

    void bringKeptBack(OpId id)
    {
        const auto outputs = m_program.op(id).outputs;
        for (const auto output : outputs) {
            if (isOnDevice(output)
                && std::ranges::find(m_request.keep, m_program.value(output).name)
                    != m_request.keep.end())
                valueOn(DeviceKind::Cpu, output);
        }
    }

    /// Returns the value on that device: itself, or a copy. The copy is made once, in the block
    /// that defines the value, before its first reader or the operator whose body reads it.
    ProgramValueId valueOn(DeviceKind device, ProgramValueId id)
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
        auto op = ownOperator(copyOperator, id, twin);
        op.node.label = (device == DeviceKind::Cpu ? "to the CPU: " : "to the device: ")
            + m_program.value(id).name;
        const auto definedIn = m_program.value(id).definedIn;
        op.block = definedIn.isValid() ? definedIn : BlockId(0u);
        op.device = device;
        const auto block = op.block;
        m_ops[block].push_back(m_program.addOp(std::move(op)));
        return twin;
    }

    Program& m_program;
    const Facts& m_facts;
    const RunRequest& m_request;
    const DeviceRefusals& m_refused;
    std::unordered_map<ProgramValueId, ProgramValueId> m_twins;
    std::unordered_map<BlockId, std::vector<OpId>> m_ops; ///< of blocks that are being placed
    DeviceRefusals m_stays;
};

} // namespace

DeviceRefusals placeOnDevice(
    Program& program, const PassContext& context, const DeviceRefusals& refused)
{
    return context.request.device == DeviceKind::Cpu
        ? DeviceRefusals()
        : DevicePlacement(program, context, refused).run();
}

} // namespace engine
