#pragma once

#include "model/support/result.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>

namespace profiler::cupti {

/// Buffers that CUPTI writes its records into.
///
/// CUPTI requests an empty buffer and returns it full. Both calls may come on any thread, also on
/// one that launches kernels. So both only change the state of a slot:
///
///     free --request()--> lent --complete()--> full --takeFull()--> free
///
/// All buffers lie in one reservation of address space. Free buffers use no memory, except the
/// first four. The system fills new pages with zeros. CUPTI needs zeroed buffers; otherwise it
/// would clear them itself on the launching thread. If no buffer is free, a request gets null, and
/// CUPTI drops and counts the records that it cannot write.
class BufferPool {
public:
    static constexpr std::size_t bufferBytes = std::size_t(4) << 20;

    /// Reserves as many buffers as fit in `maxBytes`, at least one. Fails without address space.
    static support::Result<std::unique_ptr<BufferPool>> create(std::uint64_t maxBytes);
    ~BufferPool();
    BufferPool(const BufferPool&) = delete;
    BufferPool& operator=(const BufferPool&) = delete;

    /// Lends a buffer of bufferBytes zeros; null if none is free. Any thread.
    std::byte* request();
    /// Takes back a lent buffer. Other pointers are ignored. Any thread.
    void complete(std::byte* buffer, std::size_t validBytes);

    /// Calls `read` with the valid bytes of each full buffer, in the order of complete(), and frees
    /// the buffer. One thread at a time.
    void takeFull(const std::function<void(std::span<const std::byte>)>& read);

    std::uint64_t fullBytes() const { return m_fullBytes.load(std::memory_order_relaxed); }
    /// Number of requests so far that got null.
    std::uint64_t refused() const { return m_refused.load(std::memory_order_relaxed); }

private:
    enum class State : std::uint8_t { Free, Lent, Full };
    struct Slot {
        std::atomic<State> state { State::Free };
        std::size_t validBytes = 0; ///< valid only in state Full
        std::uint64_t order = 0; ///< position in the order of complete()
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
