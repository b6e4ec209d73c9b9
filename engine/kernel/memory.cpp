#include "engine/kernel/memory.h"

#include "engine/kernel/reporting_memory.h"
#include "engine/program/dims_limit.h"
#include "model/support/text.h"

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdlib>
#include <limits>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

namespace engine {

using support::bytesText;

namespace {

constexpr std::uint64_t blockAlignment = 64;
constexpr std::uint64_t hugePage = 2u << 20;
constexpr std::uint64_t hugeFrom = 4u << 20;
/// Freed blocks are kept up to the peak of the bytes in use, or up to this if the peak is lower.
constexpr std::uint64_t keptAtLeast = 64u << 20;

/// Rounds up so that blocks of similar size can serve each other: eight classes between powers of
/// two.
std::uint64_t sizeClass(std::uint64_t bytes)
{
    const auto wanted = std::max(bytes, blockAlignment);
    const auto step = std::max(blockAlignment, std::bit_floor(wanted) / 8);
    return (wanted + step - 1) / step * step;
}

std::byte* take(std::uint64_t bytes)
{
    const bool huge = bytes >= hugeFrom;
    const auto alignment = huge ? hugePage : blockAlignment;
    const auto rounded = (bytes + alignment - 1) / alignment * alignment;
    auto* memory = static_cast<std::byte*>(std::aligned_alloc(alignment, rounded));
    if (memory != nullptr && huge)
        ::madvise(memory, rounded, MADV_HUGEPAGE); // advice only: a failure does no harm
    return memory;
}

} // namespace

std::optional<std::uint64_t> tensorBytes(ElementType element, std::span<const std::int64_t> dims)
{
    constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    bool isEmpty = false;
    std::uint64_t count = 1;
    bool overflows = false;
    for (const auto dim : dims) {
        if (dim < 0)
            return std::nullopt;
        isEmpty = isEmpty || dim == 0;
        overflows = overflows || (dim > 0 && count > most / static_cast<std::uint64_t>(dim));
        count = overflows ? most : count * static_cast<std::uint64_t>(dim);
    }
    if (isEmpty)
        return 0;
    const std::uint64_t width = elementBytes(element);
    if (overflows || (width > 0 && count > most / width))
        return std::nullopt;
    return count * width;
}

struct MemoryPool::State {
    std::uint64_t limit = 0;
    std::string limitedBy; ///< empty if the creator of the pool set the limit
    std::atomic<std::uint64_t> live = 0; // written under the mutex, read also without it
    mutable std::mutex mutex; // guards all below: blocks may be freed on another thread
    std::uint64_t peak = 0;
    std::uint64_t kept = 0;
    std::multimap<std::uint64_t, std::byte*> free; // by size class
    std::shared_ptr<MemorySource> source; // null: the host

    ~State() { release(); }

    void release()
    {
        for (const auto& [bytes, memory] : free)
            drop(memory);
        free.clear();
        kept = 0;
    }

    std::byte* take(std::uint64_t bytes)
    {
        return source ? source->take(bytes) : engine::take(bytes);
    }

    void drop(std::byte* memory)
    {
        if (source)
            source->giveBack(memory);
        else
            std::free(memory);
    }

    /// A block of sizeClass(bytes).
    support::Result<std::byte*> give(std::uint64_t bytes)
    {
        const std::lock_guard lock(mutex);
        auto* const telling = dynamic_cast<ReportingMemorySource*>(source.get());
        if (bytes > limit || live > limit - bytes) {
            if (const auto shortage = telling != nullptr ? telling->shortage(bytes) : std::string();
                !shortage.empty())
                return support::failAs(support::ErrorKind::Resource, shortage);
            return support::failAs(support::ErrorKind::Resource, "memory limit: ", bytesText(bytes),
                " wanted, ", bytesText(live.load()), " in use, ", bytesText(limit), " allowed",
                limitedBy);
        }
        const auto rounded = sizeClass(bytes);
        std::byte* memory = nullptr;
        if (const auto found = free.find(rounded); found != free.end()) {
            memory = found->second;
            free.erase(found);
            kept -= rounded;
        } else {
            if (kept + live + rounded > limit)
                release();
            memory = take(rounded);
        }
        if (memory == nullptr) {
            if (telling != nullptr)
                return support::failAs(support::ErrorKind::Resource, telling->failure());
            return support::failAs(support::ErrorKind::Resource,
                source ? "the device" : "the system", " gave no memory for ", bytesText(bytes),
                ", ", bytesText(live.load()), " are in use");
        }
        live += rounded;
        peak = std::max(peak, live.load());
        return memory;
    }

    void giveBack(std::byte* memory, std::uint64_t bytes)
    {
        const std::lock_guard lock(mutex);
        live -= bytes;
        if (kept + bytes > std::max(peak, keptAtLeast)) {
            drop(memory);
            return;
        }
        try {
            free.emplace(bytes, memory);
            kept += bytes;
        } catch (const std::bad_alloc&) { // called by destructors, which may not throw
            drop(memory);
        }
    }
};

MemoryPool::MemoryPool(std::shared_ptr<State> state)
    : m_state(std::move(state))
{
}

std::shared_ptr<MemoryPool> MemoryPool::create(std::uint64_t limit)
{
    auto state = std::make_shared<State>();
    state->limit = limit;
    if (limit == 0) {
        auto available = availableMemory();
        state->limit = available.bytes / 4 * 3;
        state->limitedBy = " (three quarters of what " + available.limitedBy + " leaves)";
    }
    return std::shared_ptr<MemoryPool>(new MemoryPool(std::move(state)));
}

std::shared_ptr<MemoryPool> MemoryPool::create(
    std::uint64_t limit, std::shared_ptr<MemorySource> source)
{
    auto pool = create(limit);
    pool->m_state->source = std::move(source);
    return pool;
}

support::Result<MemoryPool::Block> MemoryPool::allocate(std::uint64_t bytes)
{
    auto* const memory = TRY(m_state->give(bytes));
    // Without the lock: a pointer that cannot be made gives the block back at once.
    return Block { memory,
        std::shared_ptr<void>(memory, [keep = m_state, rounded = sizeClass(bytes)](void* p) {
            keep->giveBack(static_cast<std::byte*>(p), rounded);
        }) };
}

support::Result<Tensor> MemoryPool::allocate(
    ElementType element, std::span<const std::int64_t> dims)
{
    TRY(checkDims(dims));
    if (elementBytes(element) == 0 && element != ElementType::String)
        return support::failAs(support::ErrorKind::Unsupported, "nothing can be computed with ",
            model::name(element), ", an element type that is not known here");
    const auto bytes = tensorBytes(element, dims);
    if (!bytes)
        return support::failAs(support::ErrorKind::Resource, "a tensor of ", dimsText(dims), " ",
            model::name(element), " does not fit any memory");
    Tensor tensor { { element, Dims(dims.begin(), dims.end()) }, nullptr, nullptr, nullptr };
    if (element == ElementType::String) {
        // Only the handles of strings are checked against the limit; their text is not counted.
        const auto count = static_cast<std::uint64_t>(tensor.count());
        if (count > std::numeric_limits<std::uint64_t>::max() / sizeof(std::string))
            return support::failAs(support::ErrorKind::Resource, "a tensor of ", dimsText(dims),
                " texts does not fit any memory");
        const auto handles = TRY(allocate(count * sizeof(std::string)));
        tensor.strings = std::make_shared<std::vector<std::string>>(tensor.count());
        return tensor;
    }
    auto block = TRY(allocate(*bytes));
    tensor.data = block.data;
    tensor.owner = std::move(block.owner);
    return tensor;
}

std::uint64_t MemoryPool::limitBytes() const { return m_state->limit; }

std::uint64_t MemoryPool::liveBytes() const
{
    return m_state->live.load(std::memory_order_relaxed);
}

std::uint64_t MemoryPool::peakBytes() const
{
    const std::lock_guard lock(m_state->mutex);
    return m_state->peak;
}

namespace {

std::shared_ptr<MemoryPool>& currentPool()
{
    thread_local std::shared_ptr<MemoryPool> pool;
    return pool;
}

} // namespace

MemoryScope::MemoryScope(std::shared_ptr<MemoryPool> pool)
    : m_before(std::exchange(currentPool(), std::move(pool)))
{
}

MemoryScope::~MemoryScope() { currentPool() = std::move(m_before); }

const std::shared_ptr<MemoryPool>& poolInForce() { return currentPool(); }

std::shared_ptr<MemoryPool> currentPoolOrNew()
{
    return currentPool() ? currentPool() : MemoryPool::create();
}

} // namespace engine
