#include "profiler/cupti/buffers.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <vector>

namespace profiler::cupti {

using support::ErrorKind;
using support::failAs;

namespace {

/// The first buffers keep their memory, so a recording that needs no more has no page faults.
constexpr std::size_t warmBuffers = 4;

} // namespace

support::Result<std::unique_ptr<BufferPool>> BufferPool::create(std::uint64_t maxBytes)
{
    const auto count = std::max<std::size_t>(1, maxBytes / bufferBytes);
    void* const memory = ::mmap(nullptr, count * bufferBytes, PROT_READ | PROT_WRITE,
        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        return failAs(ErrorKind::Resource, "no room for ", count, " buffers of 4 MB for records");
    auto* const bytes = static_cast<std::byte*>(memory);
    std::memset(bytes, 0, std::min(count, warmBuffers) * bufferBytes);
    return std::unique_ptr<BufferPool>(new BufferPool(bytes, count));
}

BufferPool::BufferPool(std::byte* memory, std::size_t count)
    : m_memory(memory)
    , m_count(count)
    , m_slots(std::make_unique<Slot[]>(count))
{
}

BufferPool::~BufferPool() { ::munmap(m_memory, m_count * bufferBytes); }

std::byte* BufferPool::request()
{
    for (std::size_t i = 0; i < m_count; ++i) {
        auto expected = State::Free;
        if (m_slots[i].state.load(std::memory_order_relaxed) == State::Free
            && m_slots[i].state.compare_exchange_strong(
                expected, State::Lent, std::memory_order_acquire, std::memory_order_relaxed))
            return m_memory + i * bufferBytes;
    }
    m_refused.fetch_add(1, std::memory_order_relaxed);
    return nullptr;
}

void BufferPool::complete(std::byte* buffer, std::size_t validBytes)
{
    const auto offset
        = reinterpret_cast<std::uintptr_t>(buffer) - reinterpret_cast<std::uintptr_t>(m_memory);
    const auto i = offset / bufferBytes;
    if (offset % bufferBytes != 0 || i >= m_count
        || m_slots[i].state.load(std::memory_order_acquire) != State::Lent)
        return;
    auto& slot = m_slots[i];
    slot.validBytes = std::min(validBytes, bufferBytes);
    slot.order = m_order.fetch_add(1, std::memory_order_relaxed);
    m_fullBytes.fetch_add(slot.validBytes, std::memory_order_relaxed);
    slot.state.store(State::Full, std::memory_order_release);
}

void BufferPool::free(std::size_t slot)
{
    auto* const memory = m_memory + slot * bufferBytes;
    // CUPTI may have written past the valid bytes, so the complete buffer has to be zeros again.
    if (slot < warmBuffers || ::madvise(memory, bufferBytes, MADV_DONTNEED) != 0)
        std::memset(memory, 0, bufferBytes);
    m_fullBytes.fetch_sub(m_slots[slot].validBytes, std::memory_order_relaxed);
    m_slots[slot].state.store(State::Free, std::memory_order_release);
}

void BufferPool::takeFull(const std::function<void(std::span<const std::byte>)>& read)
{
    std::vector<std::size_t> full;
    for (std::size_t i = 0; i < m_count; ++i) {
        if (m_slots[i].state.load(std::memory_order_acquire) == State::Full)
            full.push_back(i);
    }
    std::ranges::sort(full, {}, [this](std::size_t i) { return m_slots[i].order; });
    for (const auto i : full) {
        if (m_slots[i].validBytes > 0)
            read({ m_memory + i * bufferBytes, m_slots[i].validBytes });
        free(i);
    }
}

} // namespace profiler::cupti
