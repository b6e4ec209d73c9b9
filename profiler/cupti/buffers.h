#pragma once

#include "model/support/result.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>

namespace profiler::cupti {

/// Memory that the tracer writes records into.
///
/// CUPTI asks for a buffer and gives it back full, both on whichever thread it likes, also on one
/// that launches kernels. So both only move a mark:
///
///     free --request()--> lent --complete()--> full --takeFull()--> free
///
/// All buffers lie in one reservation of address space. What was never lent, and what came back,
/// costs no memory, and the system hands it out as zeros, as CUPTI wants it (else it would clear
/// buffers itself, in the thread that launches). When all are lent or full a request gets nothing,
/// and CUPTI drops and counts what it cannot write.
class BufferPool {
public:
    static constexpr std::size_t bufferBytes = std::size_t(4) << 20;

    /// At least one buffer.
    static support::Result<std::unique_ptr<BufferPool>> create(std::uint64_t mostBytes);
    ~BufferPool();
    BufferPool(const BufferPool&) = delete;
    BufferPool& operator=(const BufferPool&) = delete;

    /// bufferBytes of zeros; null if there is none. Any thread.
    std::byte* request();
    /// What lies in no buffer of this pool is ignored. Any thread.
    void complete(std::byte* buffer, std::size_t validBytes);

    /// Calls `read` with the valid bytes of each full buffer, in the order in which they came, and
    /// frees it. One thread.
    void takeFull(const std::function<void(std::span<const std::byte>)>& read);

    std::size_t count() const { return m_count; }
    std::uint64_t mostBytes() const { return m_count * bufferBytes; }
    std::uint64_t fullBytes() const { return m_fullBytes.load(std::memory_order_relaxed); }
    /// Requests that got nothing so far.
    std::uint64_t refused() const { return m_refused.load(std::memory_order_relaxed); }

private:
    enum class State : std::uint8_t { Free, Lent, Full };
    struct Slot {
        std::atomic<State> state { State::Free };
        std::size_t validBytes = 0; ///< of a full one
        std::uint64_t order = 0; ///< in which it came back
    };
    BufferPool(std::byte* memory, std::size_t count);
    void free(std::size_t slot);

    std::byte* m_memory;
    std::size_t m_count;
    std::unique_ptr<Slot[]> m_slots;
    std::atomic<std::uint64_t> m_order { 0 };
    std::atomic<std::uint64_t> m_refused { 0 };
    std::atomic<std::uint64_t> m_fullBytes { 0 };
};

} // namespace profiler::cupti
