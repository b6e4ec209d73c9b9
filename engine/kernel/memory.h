#pragma once

#include "engine/kernel/tensor.h"
#include "model/support/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace engine {

/// Memory that this process may still take, and the limit that decides it.
struct AvailableMemory {
    std::uint64_t bytes = 0;
    std::string limitedBy; ///< `this machine`, `the control group /app (memory.max)`, …
};

/// Returns the smallest of what the machine has available, what the control groups (version 1 and
/// 2) of the process leave, and what its own limits (RLIMIT_AS, RLIMIT_DATA) leave. `root` is the
/// folder that contains proc and sys.
AvailableMemory availableMemory(const std::filesystem::path& root = "/");

/// Limits the heap of this process (RLIMIT_DATA) to what a run with this memory limit (0 = the
/// default) needs: the bytes in use, the limit, and half of the limit or 512 MiB, whichever is
/// larger. A kernel that takes more than planned then fails with an Error, before the system kills
/// a process. For programs that do one run.
void limitHeap(std::uint64_t memoryLimit);

/// Source of a pool's blocks if they do not come from the host.
class MemorySource {
public:
    virtual ~MemorySource() = default;
    /// Returns at least 64-byte aligned, uninitialised memory; null if there is none.
    virtual std::byte* take(std::uint64_t bytes) = 0;
    virtual void giveBack(std::byte* memory) = 0;
};

/// Memory for everything a run needs besides mapped weights: arena, dynamic values, outputs, own
/// copies of weights. Freed blocks are kept for the next run. Blocks keep their pool alive. Several
/// threads may allocate and free at once, as sessions of several streams do.
class MemoryPool {
public:
    /// `limit` in bytes; 0 = three quarters of availableMemory().
    static std::shared_ptr<MemoryPool> create(std::uint64_t limit = 0);
    /// Creates a pool with blocks of `source`. The host must not read its tensors.
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

    std::uint64_t limitBytes() const;
    std::uint64_t liveBytes() const;
    std::uint64_t peakBytes() const;

private:
    struct State;
    explicit MemoryPool(std::shared_ptr<State> state);
    std::shared_ptr<State> m_state;
};

/// Sets the pool of this thread until the end of the scope: makeTensor takes memory from it. What
/// kernels keep when they are prepared (packed weights, tables) then counts under its limit and in
/// its peak.
class MemoryScope {
public:
    explicit MemoryScope(std::shared_ptr<MemoryPool> pool);
    MemoryScope(const MemoryScope&) = delete;
    MemoryScope& operator=(const MemoryScope&) = delete;
    ~MemoryScope();

private:
    std::shared_ptr<MemoryPool> m_before;
};

/// The pool of the innermost MemoryScope on this thread; null outside of all.
const std::shared_ptr<MemoryPool>& poolInForce();
/// The same, or a new pool outside of all scopes.
std::shared_ptr<MemoryPool> currentPoolOrNew();

/// Returns the bytes that a tensor takes in engine memory; nothing if a dimension is negative or
/// the size does not fit 63 bits. 0 for strings.
std::optional<std::uint64_t> tensorBytes(ElementType element, std::span<const std::int64_t> dims);

} // namespace engine
