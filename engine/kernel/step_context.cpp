#include "engine/kernel/step_context.h"

#include "engine/kernel/growing_cache.h"
#include "engine/program/dims_limit.h"

#include <algorithm>
#include <cstring>

namespace engine {

namespace {

bool isType(const TensorType& type, ElementType element, std::span<const std::int64_t> dims)
{
    return type.element == element && std::ranges::equal(type.dims, dims);
}

} // namespace

const RuntimeValue& StepContext::input(std::size_t i) const
{
    static const RuntimeValue absent;
    return i < m_step.inputs.size() ? m_executor.value(m_step.inputs[i]) : absent;
}

bool StepContext::hasOutput(std::size_t i) const
{
    return i < m_step.outputs.size() && m_step.outputs[i].isValid();
}

Result<Tensor*> StepContext::output(
    std::size_t i, ElementType element, std::span<const std::int64_t> dims)
{
    if (!hasOutput(i)) {
        m_unwanted.push_front(TRY(m_executor.poolFor(m_step).allocate(element, dims)));
        return &m_unwanted.front();
    }
    const auto id = m_step.outputs[i];
    const auto& placement = m_executor.plan().placements[id.value()];
    auto& slot = m_executor.slot(id);
    slot.isAsPlanned = placement.isTyped && isType(placement.type, element, dims);
    if (placement.kind != Placement::Kind::Arena || !slot.isAsPlanned) {
        slot.value.content = TRY(m_executor.poolFor(m_step).allocate(element, dims));
        return &slot.value.tensor();
    }
    auto* place = m_arena + placement.offset;
    const bool isHeld = slot.value.isTensor() && slot.value.tensor().data == place
        && slot.value.tensor().type == placement.type;
    if (!isHeld)
        slot.value.content = Tensor { placement.type, place, nullptr, nullptr };
    return &slot.value.tensor();
}

Result<Tensor*> StepContext::grow(
    std::size_t i, std::size_t from, std::span<const std::int64_t> dims, std::size_t axis)
{
    if (!hasOutput(i) || !m_executor.mayGrow(m_step.outputs[i]))
        return output(i, tensor(from).element(), dims);
    TRY(checkDims(dims));
    auto grown = TRY(
        grownFrom(tensor(from), dims, axis, m_executor.pool(), m_executor.plan().growing.size()));
    m_executor.set(m_step.outputs[i], RuntimeValue { std::move(grown) });
    return &m_executor.slot(m_step.outputs[i]).value.tensor();
}

Result<void> StepContext::forward(
    std::size_t i, std::size_t from, std::span<const std::int64_t> dims)
{
    if (!hasOutput(i))
        return {};
    const auto& source = input(from);
    if (!source.isTensor())
        return setOutput(i, source);
    const auto id = m_step.outputs[i];
    const auto& placement = m_executor.plan().placements[id.value()];
    const bool isAsPlanned
        = placement.isTyped && isType(placement.type, source.tensor().element(), dims);
    if (!isAsPlanned)
        TRY(checkDims(dims)); // those of the plan are checked
    if (elementCount(dims) != source.tensor().count())
        return fail("cannot give ", source.tensor().dims(), " the shape ", dims);
    // Memory without an owner is in the arena: it may be shared only where the plan keeps it alive
    // for the view.
    const bool mayShare = source.tensor().owner != nullptr || source.tensor().data == nullptr
        || placement.kind == Placement::Kind::View;
    if (!mayShare) {
        const auto bytes = source.tensor().type.bytes();
        const auto* data = source.tensor().data;
        auto* target = TRY(output(i, source.tensor().element(), dims));
        if (m_step.device != DeviceKind::Cpu)
            return m_executor.plan().deviceMemory.backend->copy(target->data, data, bytes);
        std::memcpy(target->data, data, bytes);
        return {};
    }
    Tensor view = source.tensor();
    view.type.dims.assign(dims.begin(), dims.end());
    auto& slot = m_executor.slot(id);
    slot.isAsPlanned = isAsPlanned;
    slot.value.content = std::move(view);
    return {};
}

Result<void> StepContext::setOutput(std::size_t i, RuntimeValue value)
{
    if (hasOutput(i))
        m_executor.set(m_step.outputs[i], TRY(m_executor.owned(value)));
    return {};
}

} // namespace engine
