#include "engine/run/executor.h"

#include "engine/device/device_observer.h"
#include "engine/device/graph_replays.h"
#include "engine/device/hosted_kernel.h"
#include "engine/kernel/copy_kernel.h"
#include "engine/kernel/growing_cache.h"
#include "engine/kernel/step_context.h"
#include "engine/plan/setting_names.h"
#include "engine/program/facts.h"
#include "engine/run/control_flow.h"
#include "engine/run/work_scope.h"
#include "engine/verify/step_interceptor.h"
#include "model/support/catch_exceptions.h"
#include "model/support/text.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <iterator>

namespace engine {

using support::ErrorKind;
using support::failAs;

namespace {

/// Whether an operator is GroupQueryAttention and the value its total_sequence_length.
bool isTotalLength(const PlanStep& step, const OpNode& node, ProgramValueId id)
{
    constexpr std::size_t total = 6;
    return node.domain == "com.microsoft" && node.type == "GroupQueryAttention"
        && step.inputs.size() > total && step.inputs[total] == id;
}

bool isBorrowed(const RuntimeValue& value)
{
    return value.isTensor() && value.tensor().owner == nullptr && value.tensor().data != nullptr;
}

bool isGrowing(const RuntimeValue& value)
{
    return value.isTensor() && value.tensor().growing != nullptr;
}

Result<Tensor> copied(const Tensor& tensor, MemoryPool& pool)
{
    auto copy = TRY(pool.allocate(tensor.element(), tensor.dims()));
    if (tensor.type.bytes() > 0)
        std::memcpy(copy.data, tensor.data, tensor.type.bytes());
    return copy;
}

std::string stepName(const Op& op) { return op.node.type + " '" + op.node.label + "'"; }

/// Reports begin and end of a block; the end also when a step fails.
class BlockSpan {
public:
    explicit BlockSpan(Observer* observer)
        : m_observer(observer)
    {
        if (m_observer != nullptr)
            m_observer->beginBlock();
    }
    BlockSpan(const BlockSpan&) = delete;
    BlockSpan& operator=(const BlockSpan&) = delete;
    ~BlockSpan()
    {
        if (m_observer != nullptr)
            m_observer->endBlock();
    }

private:
    Observer* m_observer;
};

} // namespace

Executor::Executor(const Plan::State& plan, MemoryPool& pool)
    : m_plan(plan)
    , m_pool(pool)
    , m_slots(plan.program.values.size())
{
    for (std::size_t i = 0; i < m_slots.size(); ++i) {
        const auto& value = plan.program.values[i];
        if (value.constant && value.device == DeviceKind::Cpu)
            m_slots[i] = { RuntimeValue { *value.constant }, true };
        else if (value.constant)
            m_slots[i] = { RuntimeValue { plan.deviceConstants[i] }, true };
    }
}

const RuntimeValue& Executor::value(ProgramValueId id) const
{
    static const RuntimeValue absent;
    return id.isValid() ? m_slots[id.value()].value : absent;
}

bool Executor::isAsPlanned(ProgramValueId id, const RuntimeValue& value) const
{
    const auto& placement = m_plan.placements[id.value()];
    return value.isTensor() ? placement.isTyped && placement.type == value.tensor().type
                            : m_plan.facts.inputType(id).has_value();
}

void Executor::set(ProgramValueId id, RuntimeValue value)
{
    if (!id.isValid())
        return;
    auto& slot = m_slots[id.value()];
    slot.isAsPlanned = isAsPlanned(id, value);
    m_hasGrowing = m_hasGrowing || isGrowing(value);
    slot.value = std::move(value);
}

void Executor::copyIn(ProgramValueId id, const RuntimeValue& value)
{
    auto& slot = m_slots[id.value()];
    slot.isAsPlanned = isAsPlanned(id, value);
    slot.value = value;
    m_hasGrowing = m_hasGrowing || isGrowing(value);
}

Result<RuntimeValue> Executor::takeOut(ProgramValueId id)
{
    auto& slot = m_slots[id.value()];
    if (m_plan.program.isConstant(id))
        return owned(slot.value);
    const bool mayMove = slot.value.isTensor() && !isBorrowed(slot.value);
    auto value = mayMove ? Result<RuntimeValue>(std::move(slot.value)) : owned(slot.value);
    slot.value.content = std::monostate();
    return value;
}

Result<RuntimeValue> Executor::owned(const RuntimeValue& value)
{
    if (isBorrowed(value))
        return RuntimeValue { TRY(copied(value.tensor(), pool())) };
    if (isGrowing(value))
        return RuntimeValue { TRY(packed(value.tensor(), pool())) };
    const auto* sequence = std::get_if<std::shared_ptr<const ValueSequence>>(&value.content);
    if (sequence == nullptr || *sequence == nullptr || std::ranges::none_of(**sequence, isBorrowed))
        return value;
    auto copy = std::make_shared<ValueSequence>(**sequence);
    for (auto& element : *copy) {
        if (isBorrowed(element))
            element.content = TRY(copied(element.tensor(), pool()));
    }
    return RuntimeValue { std::shared_ptr<const ValueSequence>(std::move(copy)) };
}

Result<std::span<std::byte>> Executor::scratch(const PlanStep& step, std::size_t bytes)
{
    auto block = TRY(poolFor(step).allocate(bytes));
    m_scratch.push_back(block.owner);
    return std::span(block.data, bytes);
}

void Executor::listen(Listeners listeners)
{
    m_listeners = std::move(listeners);
    m_mayUseOther = true;
    m_wantsPhases = m_listeners.observer != nullptr && m_listeners.observer->wantsPhases();
    auto* const work = dynamic_cast<WorkObserver*>(m_listeners.observer);
    m_workObserver = work != nullptr && work->wantsWork() ? work : nullptr;
    m_deviceObserver
        = m_plan.deviceMemory.backend != nullptr ? deviceObserver(m_listeners.observer) : nullptr;
}

void Executor::reportMemory()
{
    m_mayUseOther = false;
    const auto live = m_pool.liveBytes();
    const auto told = live > m_listeners.baseBytes ? live - m_listeners.baseBytes : 0;
    if (told == m_reportedBytes)
        return;
    m_reportedBytes = told;
    m_listeners.observer->memory(told);
}

Result<void> Executor::runBlock(BlockId block, std::byte* arena)
{
    const BlockSpan span(m_listeners.observer);
    const auto& steps = m_plan.blocks[block.value()].steps;
    auto* const replays = block.value() == 0 ? m_listeners.replays : nullptr;
    for (std::size_t i = 0; i < steps.size();) {
        if (m_listeners.stop.stop_requested())
            return failAs(ErrorKind::Cancelled, "stopped");
        const auto replayed
            = replays != nullptr ? TRY(replays->runAt(i, *this, arena)) : std::size_t(0);
        if (replayed == 0)
            TRY(runOne(steps[i], arena));
        i += std::max<std::size_t>(replayed, 1);
    }
    return {};
}

Result<void> Executor::runOne(const PlanStep& step, std::byte* arena)
{
    auto* const observer = m_listeners.observer;
    if (m_listeners.stop.stop_requested())
        return failAs(ErrorKind::Cancelled, "stopped");
    const bool isTold = m_deviceObserver != nullptr && asksDevice(step);
    if (isTold)
        m_deviceObserver->beginDeviceStep(step.id);
    auto result = runStep(step, arena);
    if (isTold)
        m_deviceObserver->endDeviceStep();
    if (step.device != DeviceKind::Cpu && result)
        result = waitForObserver();
    if (m_listeners.interceptor != nullptr && result)
        result = m_listeners.interceptor->afterStep(*this, step);
    if (observer != nullptr && m_mayUseOther)
        reportMemory();
    for (const auto id : step.releases)
        m_slots[id.value()].value = {};
    m_mayUseOther = m_mayUseOther || !step.releases.empty();
    if (observer != nullptr)
        observer->endStep(step.id);
    if (!result)
        return std::move(result).error().within(stepName(m_plan.program.op(step.op)));
    return {};
}

bool Executor::mayGrow(ProgramValueId id) const
{
    return std::ranges::find(m_plan.growing, id) != m_plan.growing.end();
}

/// Replaces inputs in growing memory by dense copies, where the kernel cannot read them. Without
/// kernel: all of them.
Result<void> Executor::packGrowing(const PlanStep& step, const Kernel* kernel)
{
    const auto& node = m_plan.program.op(step.op).node;
    const bool isShape = node.domain.empty() && (node.type == "Shape" || node.type == "Size");
    for (std::size_t i = 0; i < step.inputs.size() && !isShape; ++i) {
        const bool isDense = !step.inputs[i].isValid() || !isGrowing(value(step.inputs[i]));
        if (isDense || (kernel != nullptr && kernel->takesGrowing(i)))
            continue;
        if (auto* observer = phaseObserver())
            observer->beginPhase(step.id, Phase::Reorder);
        auto dense = packed(value(step.inputs[i]).tensor(), pool());
        if (auto* observer = phaseObserver())
            observer->endPhase(step.id, Phase::Reorder);
        set(step.inputs[i], RuntimeValue { TRY(std::move(dense)) });
    }
    return {};
}

/// Whether the step uses the device; copies that end on the host do. Control flow does not: the
/// steps of its bodies are reported one by one.
bool Executor::asksDevice(const PlanStep& step) const
{
    return step.device != DeviceKind::Cpu || isCopy(m_plan.program.op(step.op).node);
}

/// Waits for the device if an observer measures on the host: for it a step ends when the device
/// is done.
Result<void> Executor::waitForObserver()
{
    if (m_listeners.observer == nullptr || m_deviceObserver != nullptr || m_recorded != nullptr)
        return {};
    return m_plan.deviceMemory.backend->synchronise();
}

Result<void> Executor::launch(CapturedWork& work, StepId step)
{
    if (m_deviceObserver != nullptr)
        m_deviceObserver->beginReplay();
    auto result = work.launch();
    if (m_deviceObserver != nullptr)
        m_deviceObserver->endReplay();
    if (result)
        result = waitForObserver();
    if (m_listeners.observer != nullptr)
        m_listeners.observer->endStep(step);
    return result;
}

Result<void> Executor::runStep(const PlanStep& step, std::byte* arena)
{
    const WorkScope work(m_workObserver, step.id);
    if (step.controlFlow != ControlFlow::None && m_hasGrowing)
        TRY(packGrowing(step, nullptr));
    if (step.controlFlow != ControlFlow::None)
        return runControlFlow(*this, step, arena + step.bodyArenaOffset);
    auto result = runKernel(step, arena);
    if (m_recorded != nullptr)
        std::ranges::move(m_scratch, std::back_inserter(*m_recorded));
    m_scratch.clear();
    for (const auto& view : step.views) {
        if (result)
            result = makeView(view);
    }
    return result;
}

Result<void> Executor::makeView(const StepView& view)
{
    const auto& source = m_slots[view.of.value()];
    if (!source.isAsPlanned) {
        return fail("'", m_plan.program.value(view.of).name, "' has the shape ",
            source.value.tensor().dims(), ", planned was ",
            m_plan.placements[view.of.value()].type.dims);
    }
    auto* const data = source.value.tensor().data;
    auto& slot = m_slots[view.value.value()];
    const bool isHeld = slot.isAsPlanned && slot.value.tensor().data == data;
    if (!isHeld) {
        slot.value.content
            = Tensor { m_plan.placements[view.value.value()].type, data, nullptr, nullptr };
        slot.isAsPlanned = true;
    }
    return {};
}

bool Executor::isAsPlanned(const PlanStep& step) const
{
    return step.kernel != nullptr && std::ranges::all_of(step.inputs, [this](ProgramValueId id) {
        return !id.isValid() || m_slots[id.value()].isAsPlanned;
    });
}

Result<void> Executor::runKernel(const PlanStep& step, std::byte* arena)
{
    auto* kernel = step.kernel.get();
    if (!isAsPlanned(step))
        kernel = TRY(runtimeKernel(step));
    if (m_hasGrowing)
        TRY(packGrowing(step, kernel));
    if (step.device != DeviceKind::Cpu && !isCopy(m_plan.program.op(step.op).node))
        m_plan.deviceMemory.backend->beginStep(m_plan.descriptions[step.id.value()].implementation,
            m_plan.program.op(step.op).node.label);
    StepContext context(
        *this, step, step.device == DeviceKind::Cpu ? arena : m_listeners.deviceArena);
    const PhaseSpan span(context, Phase::Kernel);
    return support::catchExceptions("the kernel", [&] { return kernel->run(context); });
}

std::vector<InputType> Executor::outputTypes(
    const Op& op, const PlanStep& step, std::span<const InputType> inputs) const
{
    std::vector<model::InferenceArgument> arguments;
    for (std::size_t i = 0; i < step.inputs.size(); ++i) {
        const bool isTensor = inputs[i].kind == InputType::Kind::Tensor;
        auto type = isTensor        ? valueTypeOf(inputs[i].tensor)
            : inputs[i].isPresent() ? m_plan.facts.type(step.inputs[i])
                                    : model::ValueType();
        // Contents that decide the output's shape are known now, but most kernels are kept for
        // other contents too. Only contents that the kernel is prepared for are used.
        arguments.push_back(argumentOf(std::move(type), inputs[i].constant));
        arguments.back().isPresent = inputs[i].isPresent();
    }
    std::vector<InputType> outputs;
    for (const auto& type : inferOutputs(op.node, arguments, op.outputs.size()))
        outputs.push_back(inputTypeOf(type).value_or(InputType()));
    return outputs;
}

/// Whether an input of a device's step is on the host. The kernel reads such inputs when it is
/// prepared, so it is made for their contents.
bool Executor::isReadOnHost(const PlanStep& step, ProgramValueId id) const
{
    return step.device != DeviceKind::Cpu && id.isValid() && value(id).isTensor()
        && m_plan.program.value(id).device == DeviceKind::Cpu
        && value(id).tensor().element() != ElementType::String
        && !isCopy(m_plan.program.op(step.op).node);
}

/// Whether the kernel is prepared with the contents of an input that is no constant: on a device,
/// and for sizes of the output in a plan that leaves sizes open, without which fast kernels refuse.
bool Executor::isPreparedWith(const PlanStep& step, ProgramValueId id) const
{
    constexpr std::array sized { std::string_view("Expand"), std::string_view("Slice"),
        std::string_view("Tile"), std::string_view("Pad") };
    constexpr std::int64_t mostSizes = 16;
    if (isReadOnHost(step, id))
        return true;
    const auto& node = m_plan.program.op(step.op).node;
    if (!m_plan.hasOpenSizes() || step.device != DeviceKind::Cpu || !id.isValid())
        return false;
    if (isTotalLength(step, node, id))
        return value(id).isTensor() && value(id).tensor().count() == 1;
    return node.domain.empty() && std::ranges::find(sized, node.type) != sized.end()
        && value(id).isTensor() && value(id).tensor().element() == ElementType::Int64
        && value(id).tensor().rank() <= 1 && value(id).tensor().count() <= mostSizes;
}

KernelChoice Executor::runtimeChoice(const PlanStep& step, std::span<const InputType> inputs) const
{
    const auto& op = m_plan.program.op(step.op);
    if (isCopy(op.node))
        return { makeCopyKernel(m_plan.deviceMemory.backend, step.device), Tier::Native, {} };
    auto outputs = outputTypes(op, step, inputs);
    KernelRequest request { op.node, inputs, { step.outputsUsed.get(), step.outputs.size() },
        outputs, m_plan.program.model->store.get(), m_plan.settings,
        step.device == DeviceKind::Cpu ? nullptr : m_plan.deviceMemory.backend.get() };
    if (m_plan.hasOpenSizes() && step.device == DeviceKind::Cpu)
        return choiceForOpenSizes(step, request);
    auto choice = chooseKernel(request, step.device, m_plan.tiers);
    if (choice.kernel || step.device == DeviceKind::Cpu)
        return choice;
    request.backend = nullptr;
    auto hosted = chooseKernel(request, DeviceKind::Cpu, m_plan.tiers);
    if (hosted.error)
        return hosted;
    if (!hosted.kernel) {
        choice.refusals.insert(
            choice.refusals.end(), hosted.refusals.begin(), hosted.refusals.end());
        return choice;
    }
    std::vector<bool> isOnDevice;
    for (const auto id : step.inputs)
        isOnDevice.push_back(id.isValid() && m_plan.program.value(id).device != DeviceKind::Cpu);
    hosted.kernel = hostedKernel(std::move(hosted.kernel), m_plan.deviceMemory, m_plan.pool,
        std::move(isOnDevice),
        std::string(deviceName(step.device)) + " " + support::joined(choice.refusals, "; "));
    return hosted;
}

/// Kernels of the library take longer to prepare than such a step takes to run, and these are
/// prepared for each new size. They are asked last.
KernelChoice Executor::choiceForOpenSizes(const PlanStep& step, const KernelRequest& request) const
{
    if (step.late->chosen != nullptr) {
        if (auto kernel = prepareAgain(*step.late->chosen, request))
            return { std::move(kernel), step.late->chosen->tier, step.late->chosen, {}, {} };
    }
    auto tiers = m_plan.tiers;
    std::erase(tiers, Tier::Library);
    auto choice = chooseKernel(request, DeviceKind::Cpu, tiers);
    if (!choice.kernel && !choice.error)
        choice = chooseKernel(request, DeviceKind::Cpu, m_plan.tiers);
    step.late->chosen = choice.entry;
    return choice;
}

Result<Kernel*> Executor::runtimeKernel(const PlanStep& step)
{
    std::vector<InputType> inputs;
    KernelCache::Contents contents(step.inputs.size());
    for (const auto id : step.inputs) {
        inputs.push_back(id.isValid() ? typeOf(value(id)) : InputType());
        if (id.isValid() && m_plan.program.isConstant(id))
            inputs.back().constant = &*m_plan.program.value(id).constant;
        else if (isPreparedWith(step, id))
            inputs.back().constant = &value(id).tensor();
        // Layouts were chosen for the planned types. A value of another type has no valid layout.
        if (id.isValid() && m_plan.program.value(id).layout != Layout::Plain)
            return fail("a value in channels-last order has another shape than planned");
        if (inputs.back().constant != nullptr && inputs.back().constant->data == nullptr
            && inputs.back().constant->strings == nullptr && inputs.back().constant->count() > 0)
            return fail("a value beside packed weights has another shape than planned");
    }
    if (auto* kernel = step.late->find(inputs))
        return kernel;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const auto id = step.inputs[i];
        if (m_plan.program.isConstant(id) || !isPreparedWith(step, id))
            continue;
        contents[i] = std::make_shared<const Tensor>(TRY(copied(value(id).tensor(), *m_plan.pool)));
        inputs[i].constant = contents[i].get();
    }
    auto choice = runtimeChoice(step, inputs);
    if (choice.error)
        return std::move(*choice.error);
    if (!choice.kernel)
        return failAs(ErrorKind::Unsupported,
            "no kernel takes these inputs: ", support::joined(choice.refusals, "; "));
    return step.late->add(std::move(inputs), std::move(contents), std::move(choice.kernel));
}

Result<std::vector<RuntimeValue>> Executor::runBody(
    BlockId body, std::vector<RuntimeValue> inputs, std::byte* arena)
{
    const auto& block = m_plan.program.block(body);
    if (inputs.size() != block.inputs.size())
        return failAs(ErrorKind::File, "the body takes ", block.inputs.size(),
            " inputs, it is given ", inputs.size());
    for (std::size_t i = 0; i < inputs.size(); ++i)
        set(block.inputs[i], std::move(inputs[i]));
    TRY(runBlock(body, arena));
    std::vector<RuntimeValue> outputs;
    for (const auto output : block.outputs)
        outputs.push_back(TRY(owned(value(output))));
    return outputs;
}

} // namespace engine
