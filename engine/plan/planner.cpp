#include "engine/plan/planner.h"

#include "engine/device/graph_replays.h"
#include "engine/kernel/copy_kernel.h"
#include "engine/kernel/elementwise_chain.h"
#include "engine/plan/copied_weights.h"
#include "engine/plan/kernel_choice.h"
#include "engine/plan/placement.h"
#include "engine/plan/plan_state.h"
#include "engine/plan/setting_names.h"
#include "engine/program/coverage.h"
#include "engine/program/node_check.h"
#include "engine/program/view_steps.h"
#include "model/inference/cost_context.h"
#include "model/tensor_store.h"

#include <algorithm>

namespace engine {

namespace {

struct ControlFlowName {
    std::string_view type;
    ControlFlow controlFlow;
    std::string_view domain = {};
};
constexpr std::array controlFlowNames {
    ControlFlowName { "If", ControlFlow::If },
    ControlFlowName { "Loop", ControlFlow::Loop },
    ControlFlowName { "Scan", ControlFlow::Scan },
    ControlFlowName { "SequenceMap", ControlFlow::SequenceMap },
    ControlFlowName { "BeamSearch", ControlFlow::Generation, "com.microsoft" },
    ControlFlowName { "GreedySearch", ControlFlow::Generation, "com.microsoft" },
    ControlFlowName { "Sampling", ControlFlow::Generation, "com.microsoft" },
    ControlFlowName { "FlexAttention", ControlFlow::FlexAttention, "ai.onnx.preview" },
};

ControlFlow controlFlowNamed(std::string_view domain, std::string_view type)
{
    const auto found = std::ranges::find_if(controlFlowNames,
        [&](const auto& row) { return row.type == type && row.domain == domain; });
    return found == controlFlowNames.end() ? ControlFlow::None : found->controlFlow;
}

ControlFlow controlFlowOf(const Op& op)
{
    return op.bodies.empty() ? ControlFlow::None : controlFlowNamed(op.node.domain, op.node.type);
}

void note(std::vector<UnsupportedOperator>& list, const Op& op, std::vector<std::string> reasons)
{
    auto& row = rowOf(list, op.node.domain, op.node.type, op.node.version);
    row.nodes.push_back(op.origins.empty() ? model::NodeId() : op.origins.front());
    row.labels.push_back(op.node.label);
    for (auto& reason : reasons) {
        if (std::ranges::find(row.reasons, reason) == row.reasons.end())
            row.reasons.push_back(std::move(reason));
    }
}

StepKind kindOf(const Op& op, ControlFlow controlFlow, Placement::Kind output)
{
    if (controlFlow != ControlFlow::None)
        return StepKind::ControlFlow;
    if (output == Placement::Kind::View)
        return StepKind::View;
    if (isCopy(op.node))
        return StepKind::Copy;
    return op.node.type == "Reorder" && op.node.domain == "opscope" ? StepKind::Reorder
                                                                    : StepKind::Operator;
}

Result<Tensor> uploaded(const Tensor& tensor, const DeviceMemory& device)
{
    auto copy = TRY(device.pool->allocate(tensor.element(), tensor.dims()));
    if (tensor.type.bytes() > 0)
        TRY(device.backend->toDevice(copy.data, tensor.data, tensor.type.bytes()));
    return copy;
}

class Planner {
public:
    explicit Planner(PlanRequest request)
        : m_request(request.request)
        , m_refused(request.refused)
        , m_variants(request.variants)
        , m_ownWeights(request.ownWeights)
        , m_state(std::make_unique<Plan::State>())
    {
        auto& state = *m_state;
        state.deviceMemory = std::move(request.device);
        state.settings = settingsOf(m_request);
        state.device = m_request.device;
        state.tiers = m_request.tiers;
        state.pool = std::move(request.pool);
        state.request = m_request;
        state.program = std::move(request.program);
        state.facts
            = findFacts(state.program, request.inputs, { .settings = state.settings }, *state.pool);
        state.blocks.resize(state.program.blocks.size());
        nameInputsAndOutputs(request.inputs);
        const auto uses = countUses(state.program);
        const bool mayGrow = m_request.optimisation != Optimisation::None;
        for (const auto output : request.growing) {
            const auto id = state.program.main().outputs[output];
            // No step reads it, and it is no other output.
            if (mayGrow && id.isValid() && uses[id.value()] == 1)
                state.growing.push_back(id);
        }
        findKept();
        typeValues();
    }

    PlannedOrUnsupported run()
    {
        planBlock(BlockId(0u), StepId(), {});
        if (m_result.error || !m_result.unsupported.empty())
            return std::move(m_result);
        if (auto error = uploadConstants()) {
            m_result.error = std::move(error);
            return std::move(m_result);
        }
        if (m_request.optimisation != Optimisation::None)
            dropViewSteps(*m_state);
        m_state->memory.arenaBytes = m_state->blocks.front().arenaBytes;
        m_state->memory.deviceArenaBytes = m_state->blocks.front().deviceArenaBytes;
        describeValues();
        describeCapturedSequences();
        m_state->program.model->store->forgetPages();
        freeCopiedWeights(*m_state, m_ownWeights);
        m_result.plan = std::make_shared<const Plan>(std::move(m_state));
        return std::move(m_result);
    }

private:
    void nameInputsAndOutputs(std::span<const model::ValueType> inputs)
    {
        auto& state = *m_state;
        for (const auto& input : inputs)
            state.inputTypes.push_back(inputTypeOf(input).value_or(InputType()).tensor);
        const bool isOpen = std::ranges::any_of(inputs,
            [](const model::ValueType& input) { return input.isTensor() && !inputTypeOf(input); });
        if (isOpen)
            state.openTypes.assign(inputs.begin(), inputs.end());
        for (const auto input : state.program.main().inputs)
            state.inputNames.push_back(state.program.value(input).name);
        for (const auto output : state.program.model->main().outputs)
            state.outputNames.push_back(state.program.model->value(output).name);
        const auto& outputs = state.program.main().outputs;
        for (auto i = state.outputNames.size(); i < outputs.size(); ++i)
            state.outputNames.push_back(state.program.value(outputs[i]).name);
    }

    void findKept()
    {
        for (std::size_t i = 0; i < m_state->program.values.size() && !m_request.keep.empty();
             ++i) {
            // A value of the device has a copy of the same name on the CPU: that one is kept.
            const auto& value = m_state->program.values[i];
            if (value.device == DeviceKind::Cpu
                && std::ranges::find(m_request.keep, value.name) != m_request.keep.end())
                m_state->kept.emplace_back(i);
        }
    }

    void typeValues()
    {
        auto& state = *m_state;
        state.placements.resize(state.program.values.size());
        for (std::size_t i = 0; i < state.placements.size(); ++i) {
            auto& placement = state.placements[i];
            const auto type = state.facts.inputType(ProgramValueId(i));
            placement.isTyped = type && type->kind == InputType::Kind::Tensor;
            if (placement.isTyped)
                placement.type = type->tensor;
            if (!state.program.values[i].constant)
                continue;
            placement.kind = Placement::Kind::Constant;
            const bool isOnHost = state.program.values[i].device == DeviceKind::Cpu;
            (isOnHost ? state.memory.weightBytes : state.memory.deviceWeightBytes)
                += state.program.values[i].constant->type.bytes();
        }
    }

    /// Recursion is bounded by maxBodyDepth (program_builder.h).
    void planBlock(BlockId block, StepId parent, const std::string& body)
    {
        for (const auto id : m_state->program.block(block).ops) {
            if (!m_state->program.op(id).isRemoved && !m_result.error)
                addStep(block, id, parent, body);
        }
        if (!m_result.error)
            placeBlock(*m_state, block);
    }

    void addStep(BlockId block, OpId id, StepId parent, const std::string& body)
    {
        const auto& op = m_state->program.op(id);
        PlanStep step;
        step.id = StepId(m_state->descriptions.size());
        step.op = id;
        step.controlFlow = controlFlowOf(op);
        step.device = op.device;
        step.inputs = op.inputs;
        step.outputs = op.outputs;
        step.outputsUsed = std::make_unique<bool[]>(op.outputs.size());
        for (std::size_t i = 0; i < op.outputs.size(); ++i)
            step.outputsUsed[i] = op.outputs[i].isValid();
        step.late = std::make_unique<KernelCache>();
        if (m_state->hasOpenSizes())
            step.late->capacity = 2; // sizes that change with each run do not come back soon
        describe(op, parent, body);
        if (step.controlFlow == ControlFlow::None) {
            const auto before = m_state->pool->liveBytes();
            chooseFor(step, op);
            const auto after = m_state->pool->liveBytes();
            m_state->memory.weightBytes += after > before ? after - before : 0;
        }
        forgetReadWeights(op);
        const auto stepId = step.id;
        m_state->blocks[block.value()].steps.push_back(std::move(step));
        for (const auto& inner : op.bodies)
            planBlock(inner.block, stepId, inner.attribute);
    }

    /// Kernels pack weights, and read them no more. So a plan needs the memory of the packed ones
    /// and of a few of the file.
    void forgetReadWeights(const Op& op)
    {
        constexpr std::uint64_t mostBytes = std::uint64_t(8) << 20;
        for (const auto input : op.inputs) {
            if (m_state->program.isConstant(input))
                m_readBytes += m_state->program.value(input).constant->type.bytes();
        }
        if (m_readBytes <= mostBytes)
            return;
        m_state->program.model->store->forgetPages();
        m_readBytes = 0;
    }

    void describe(const Op& op, StepId parent, const std::string& body)
    {
        StepDescription description;
        description.id = StepId(m_state->descriptions.size());
        description.label = op.node.label;
        description.opType = op.node.type;
        description.domain = op.node.domain;
        description.version = op.node.version;
        description.device = op.device;
        description.origins = op.origins;
        description.calls = op.calls;
        description.parent = parent;
        description.body = body;
        m_state->descriptions.push_back(std::move(description));
    }

    void chooseFor(PlanStep& step, const Op& op)
    {
        std::vector<InputType> inputs;
        for (const auto input : op.inputs) {
            auto type = m_state->facts.inputType(input);
            if (!type)
                return; // prepared when it runs
            if (input.isValid())
                type->layout = m_state->program.value(input).layout;
            inputs.push_back(std::move(*type));
        }
        std::vector<InputType> outputs;
        for (const auto output : op.outputs) {
            outputs.push_back(m_state->facts.inputType(output).value_or(InputType()));
            if (output.isValid())
                outputs.back().layout = m_state->program.value(output).layout;
        }
        const bool isOnDevice = op.device != DeviceKind::Cpu;
        const KernelRequest request { op.node, inputs,
            { step.outputsUsed.get(), op.outputs.size() }, outputs,
            m_state->program.model->store.get(), m_state->settings,
            isOnDevice ? m_state->deviceMemory.backend.get() : nullptr,
            isOnDevice ? nullptr : m_variants };
        auto choice
            = isCopy(op.node) ? copyChoice(op) : chooseKernel(request, op.device, m_state->tiers);
        if (choice.error) {
            m_result.error
                = std::move(*choice.error).within(op.node.type + " '" + op.node.label + "'");
            return;
        }
        auto& description = m_state->descriptions[step.id.value()];
        description.refusals = refusedByDevice(step.op);
        description.refusals.insert(
            description.refusals.end(), choice.refusals.begin(), choice.refusals.end());
        if (choice.kernel) {
            description.implementation = choice.kernel->implementation();
            step.workspaceBytes = choice.kernel->workspaceBytes();
            std::ranges::move(choice.kernel->notTaken(), std::back_inserter(description.refusals));
            if (!isCopy(op.node))
                description.tier = choice.tier;
            step.kernel = std::move(choice.kernel);
            return;
        }
        // A branch of an If that does not fit these shapes may never run. It fails only if it runs.
        const bool isInBody = op.block.value() != 0
            && KernelRegistry::instance().has(op.node.domain, op.node.type, op.device);
        if (isOnDevice ? decidesWhenItRuns(op, inputs) : isInBody)
            return;
        if (isOnDevice)
            m_result.refusedByDevice.emplace(step.op, choice.refusals);
        note(m_result.unsupported, op, std::move(choice.refusals));
        m_result.refusedOps.push_back(step.op);
    }

    /// Whether a host input with which a device kernel is prepared is known only when the step
    /// runs.
    bool decidesWhenItRuns(const Op& op, std::span<const InputType> inputs) const
    {
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            if (op.inputs[i].isValid() && inputs[i].constant == nullptr
                && m_state->program.value(op.inputs[i]).device == DeviceKind::Cpu)
                return true;
        }
        return false;
    }

    KernelChoice copyChoice(const Op& op) const
    {
        return { makeCopyKernel(m_state->deviceMemory.backend, op.device), Tier::Native, {} };
    }

    /// Returns refusals with the device's name in front: `cuda native: takes fp32, not fp64`.
    std::vector<std::string> refusedByDevice(OpId op) const
    {
        std::vector<std::string> refusals;
        if (m_refused == nullptr || !m_refused->contains(op))
            return refusals;
        for (const auto& refusal : m_refused->at(op))
            refusals.push_back(std::string(deviceName(m_state->device)) + " " + refusal);
        return refusals;
    }

    std::optional<support::Error> uploadConstants()
    {
        auto& state = *m_state;
        if (state.device == DeviceKind::Cpu)
            return std::nullopt;
        state.deviceConstants.resize(state.program.values.size());
        for (std::size_t i = 0; i < state.program.values.size(); ++i) {
            const auto& value = state.program.values[i];
            if (!value.constant || value.device == DeviceKind::Cpu)
                continue;
            auto tensor = uploaded(*value.constant, state.deviceMemory)
                              .within("weight '" + value.name + "'");
            if (!tensor)
                return std::move(tensor).error();
            state.deviceConstants[i] = std::move(*tensor);
        }
        return std::nullopt;
    }

    model::Cost costOfStep(const PlanStep& step) const
    {
        const auto& node = m_state->program.op(step.op).node;
        if (isChain(node))
            return costOfChain(step, node);
        if (node.schema == nullptr)
            return { .reason = "unknown operator" };
        const auto typesOf = [this](const std::vector<ProgramValueId>& ids) {
            std::vector<model::ValueType> types;
            for (const auto id : ids)
                types.push_back(id.isValid() ? m_state->facts.type(id) : model::ValueType());
            return types;
        };
        return model::costOf(
            *node.schema, node.attributes, typesOf(step.inputs), typesOf(step.outputs));
    }

    /// Adds a step description for each captured sequence. Observers see its graph launch as one
    /// step.
    void describeCapturedSequences()
    {
        auto& state = *m_state;
        if (state.device == DeviceKind::Cpu || m_request.cudaGraph != CudaGraph::On
            || state.deviceMemory.backend->capture() == nullptr)
            return;
        state.capturedSequences = findCapturedSequences(state);
        for (auto& sequence : state.capturedSequences) {
            StepDescription description;
            description.id = sequence.step = StepId(state.descriptions.size());
            description.label = "graph of " + std::to_string(sequence.count) + " steps";
            description.opType = "Replay";
            description.domain = "opscope";
            description.version = 1;
            description.implementation = "captured steps, launched as one graph";
            description.device = state.device;
            description.cost.reason = "see the costs of its steps";
            state.descriptions.push_back(std::move(description));
        }
    }

    /// Returns the work of the chain's operators and the bytes that the chain itself reads and
    /// writes.
    model::Cost costOfChain(const PlanStep& step, const OpNode& node) const
    {
        const auto work = node.integers("work");
        if (!work || work->size() != 3)
            return { .reason = "the work of the fused chain is unknown" };
        model::Cost cost { .isKnown = true };
        cost.multiplyAdds = static_cast<std::uint64_t>((*work)[0]);
        cost.otherFlops = static_cast<std::uint64_t>((*work)[1]);
        cost.transcendental = static_cast<std::uint64_t>((*work)[2]);
        const auto bytesOf = [this](ProgramValueId id) {
            const auto type = m_state->facts.inputType(id);
            return type ? std::uint64_t(type->tensor.bytes()) : 0;
        };
        for (const auto input : step.inputs)
            cost.readBytes += bytesOf(input);
        for (const auto output : step.outputs)
            cost.writtenBytes += bytesOf(output);
        return cost;
    }

    void describeValues()
    {
        auto& state = *m_state;
        const auto text = [&](ProgramValueId id) {
            if (!id.isValid())
                return std::string("–");
            const bool isLast = state.program.value(id).layout == Layout::ChannelsLast;
            return model::typeText(state.facts.type(id)) + (isLast ? " channels last" : "");
        };
        for (const auto& block : state.blocks) {
            for (const auto& step : block.steps) {
                auto& description = state.descriptions[step.id.value()];
                for (const auto input : step.inputs)
                    description.inputTypes.push_back(text(input));
                for (const auto output : step.outputs)
                    description.outputTypes.push_back(text(output));
                description.cost = costOfStep(step);
                const auto output = step.outputs.empty() || !step.outputs.front().isValid()
                    ? Placement::Kind::Dynamic
                    : state.placements[step.outputs.front().value()].kind;
                description.kind = kindOf(state.program.op(step.op), step.controlFlow, output);
            }
        }
        std::ranges::stable_sort(state.memory.values, {}, &PlannedValue::first);
        std::ranges::stable_sort(state.memory.deviceValues, {}, &PlannedValue::first);
    }

    const RunRequest& m_request;
    const DeviceRefusals* m_refused = nullptr;
    VariantChooser* m_variants = nullptr;
    std::span<const ProgramValueId> m_ownWeights;
    std::unique_ptr<Plan::State> m_state;
    std::uint64_t m_readBytes = 0; ///< of weights since pages were forgotten
    PlannedOrUnsupported m_result;
};

} // namespace

bool isControlFlow(std::string_view domain, std::string_view type)
{
    return controlFlowNamed(domain, type) != ControlFlow::None;
}

std::optional<std::string> unsupportedReason(const Program& program, OpId id, DeviceKind device)
{
    const auto& op = program.op(id);
    if (op.isRemoved)
        return std::nullopt;
    if (op.node.domain == passDomain)
        return "a model cannot use the domain opscope, whose operators only the engine makes";
    if (const auto checked = checkNode(op); !checked)
        return checked.error().message();
    const auto& kernels = KernelRegistry::instance();
    if (controlFlowOf(op) != ControlFlow::None || kernels.has(op.node.domain, op.node.type, device)
        || kernels.has(op.node.domain, op.node.type, DeviceKind::Cpu))
        return std::nullopt;
    return op.node.schema != nullptr ? "no kernel for this operator" : "unknown operator";
}

std::vector<UnsupportedOperator> findUnsupported(const Program& program, DeviceKind device)
{
    std::vector<UnsupportedOperator> list;
    for (const auto& block : program.blocks)
        for (const auto id : block.ops)
            if (auto reason = unsupportedReason(program, id, device))
                note(list, program.op(id), { *std::move(reason) });
    return list;
}

PlannedOrUnsupported makePlan(PlanRequest request) { return Planner(std::move(request)).run(); }

} // namespace engine
