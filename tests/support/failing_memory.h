#pragma once

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <limits>
#include <mutex>
#include <new>

/// Replaces the operators new and delete of a test program, to test behaviour when memory is short.
/// May be included by only one source file of a program.
namespace testing {

struct FailingMemory {
    std::mutex mutex; // guards working and failing
    long working = 0;
    long failing = 0;
    std::atomic<std::size_t> least { 0 };
    std::atomic<long> failed { 0 };
    std::atomic<bool> failsInOtherThreads { false };
};
inline FailingMemory failingMemory;
inline thread_local bool failsInThisThread = false; ///< allocations of this thread may fail
/// Those of this thread never fail, when those of all others may.
inline thread_local bool isExempt = false;

/// Selects which allocations fail.
struct Failing {
    /// Here: those of this thread; Elsewhere: those of all other threads.
    enum class Where { Here, Elsewhere };
    Where where = Where::Here;
    long working = 0; ///< number of allocations that succeed first
    long failing = std::numeric_limits<long>::max(); ///< number of allocations that fail then
    std::size_t least = 0; ///< in bytes; smaller allocations are not counted and succeed
};

/// While it exists, the selected allocations throw std::bad_alloc. Only one may exist at a time.
class FailAllocations {
public:
    explicit FailAllocations(const Failing& which)
    {
        auto& memory = failingMemory;
        {
            const std::scoped_lock lock(memory.mutex);
            memory.working = which.working;
            memory.failing = which.failing;
        }
        memory.failed = 0;
        memory.least = which.least;
        isExempt = true;
        failsInThisThread = which.where == Failing::Where::Here;
        memory.failsInOtherThreads = which.where == Failing::Where::Elsewhere;
    }
    FailAllocations(const FailAllocations&) = delete;
    FailAllocations& operator=(const FailAllocations&) = delete;
    ~FailAllocations()
    {
        failsInThisThread = false;
        failingMemory.failsInOtherThreads = false;
    }
    long failed() const { return failingMemory.failed; }
    /// Blocks until at least one allocation has failed.
    void waitForOne() const { failingMemory.failed.wait(0); }
};

inline bool failsNow(std::size_t bytes)
{
    auto& memory = failingMemory;
    if ((!failsInThisThread && (!memory.failsInOtherThreads || isExempt)) || bytes < memory.least)
        return false;
    const std::scoped_lock lock(memory.mutex);
    if (memory.working > 0) {
        --memory.working;
        return false;
    }
    return memory.failing > 0 && memory.failing-- > 0;
}

inline void* allocated(std::size_t bytes, std::size_t alignment)
{
    if (failsNow(bytes)) {
        ++failingMemory.failed;
        failingMemory.failed.notify_all();
        throw std::bad_alloc();
    }
    const auto size = (bytes + alignment - 1) / alignment * alignment;
    if (auto* place = std::aligned_alloc(alignment, size == 0 ? alignment : size))
        return place;
    throw std::bad_alloc();
}

} // namespace testing

void* operator new(std::size_t bytes)
{
    return testing::allocated(bytes, alignof(std::max_align_t));
}
void* operator new[](std::size_t bytes)
{
    return testing::allocated(bytes, alignof(std::max_align_t));
}
void* operator new(std::size_t bytes, std::align_val_t alignment)
{
    return testing::allocated(bytes, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t bytes, std::align_val_t alignment)
{
    return testing::allocated(bytes, static_cast<std::size_t>(alignment));
}
void operator delete(void* place) noexcept { std::free(place); }
void operator delete[](void* place) noexcept { std::free(place); }
void operator delete(void* place, std::size_t) noexcept { std::free(place); }
void operator delete[](void* place, std::size_t) noexcept { std::free(place); }
void operator delete(void* place, std::align_val_t) noexcept { std::free(place); }
void operator delete[](void* place, std::align_val_t) noexcept { std::free(place); }
void operator delete(void* place, std::size_t, std::align_val_t) noexcept { std::free(place); }
void operator delete[](void* place, std::size_t, std::align_val_t) noexcept { std::free(place); }
