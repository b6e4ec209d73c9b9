#include "engine/tuning/timing_context.h"

namespace engine {

const RuntimeValue& TimingContext::input(std::size_t i) const
{
    return i < m_inputs.size() ? m_inputs[i] : m_none;
}

Result<Tensor*> TimingContext::output(
    std::size_t i, ElementType element, std::span<const std::int64_t> dims)
{
    if (i > 0)
        return fail("more than one output where a kernel is timed");
    if (m_output.data == nullptr) {
        m_output.type = { element, Dims(dims.begin(), dims.end()) };
        m_output.data = TRY(m_allocate(m_output.type.bytes())).data();
    }
    return &m_output;
}

Result<void> TimingContext::forward(std::size_t, std::size_t, std::span<const std::int64_t>)
{
    return fail("an input as the output where a kernel is timed");
}

Result<void> TimingContext::setOutput(std::size_t, RuntimeValue)
{
    return fail("an output of its own where a kernel is timed");
}

Result<std::span<std::byte>> TimingContext::scratch(std::size_t bytes)
{
    // Candidates with different sizes use the same blocks one after the other.
    if (m_next == m_blocks.size())
        m_blocks.push_back(TRY(m_allocate(bytes)));
    auto& block = m_blocks[m_next++];
    if (block.size() < bytes)
        block = TRY(m_allocate(bytes));
    return block.first(bytes);
}

} // namespace engine
