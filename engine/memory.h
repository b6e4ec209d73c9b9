#pragma once

#include "engine/tensor.h"
#include "model/support/result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

namespace engine {

/// Bytes of this machine's memory that nobody uses now.
std::uint64_t availableMemory();

/// Where a pool's blocks come from, when not from the host.
class MemorySource {
public:
    virtual ~MemorySource() = default;
    /// At least 64-byte aligned, uninitialised; null if there is none.
    virtual std::byte* take(std::uint64_t bytes) = 0;
    virtual void giveBack(std::byte* memory) = 0;
};

/// Memory for everything a run needs besides mapped weights: arena, dynamic values, outputs, own
/// copies of weights. Freed blocks are kept for the next run. Blocks keep their pool alive and may
/// be freed on any thread; allocation is for one thread.
class MemoryPool {
public:
    /// `limit` in bytes; 0 = three quarters of the memory that is available now.
    static std::shared_ptr<MemoryPool> create(std::uint64_t limit = 0);
    /// Blocks of another source than the host. Its tensors must not be read here.
    static std::shared_ptr<MemoryPool> create(
        std::uint64_t limit, std::shared_ptr<MemorySource> source);

    struct Block {
        std::byte* data = nullptr;
        std::shared_ptr<void> owner;
    };
    /// 64-byte aligned, uninitialised; blocks of 4 MiB and more lie on huge pages where the system
    /// has them. Fails (ErrorKind::Resource) with what was wanted, what is in use and what is
    /// allowed.
    support::Result<Block> allocate(std::uint64_t bytes);
    /// A tensor with memory of its own. Fails also if a dimension is negative or the size
    /// overflows.
    support::Result<Tensor> allocate(ElementType element, std::span<const std::int64_t> dims);

    std::uint64_t liveBytes() const;
    std::uint64_t peakBytes() const;
    std::uint64_t limitBytes() const;

private:
    struct State;
    explicit MemoryPool(std::shared_ptr<State> state);
    std::shared_ptr<State> m_state;
};

/// Bytes that a tensor takes in engine memory; nothing if a dimension is negative or it does not
/// fit 63 bits. 0 for strings.
std::optional<std::uint64_t> tensorBytes(ElementType element, std::span<const std::int64_t> dims);

} // namespace engine
