#include "engine/kernel/weight_store.h"

#include "engine/kernel/memory.h"
#include "model/support/hash.h"
#include "model/support/mapped_file.h"

#include <map>
#include <mutex>
#include <tuple>

namespace engine {

namespace {

/// Identity of packed weights. The contents are hashed, not the address: constants that a pass
/// makes are at another address in each plan.
struct WeightKey {
    const MemoryPool* pool = nullptr; ///< alive as long as its weights
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    std::uint64_t bytes = 0;
    std::string format;

    auto operator<=>(const WeightKey&) const = default;
};

support::Hash128 hashOf(std::span<const std::byte> bytes)
{
    support::ContentHash hash;
    support::visitPieces(bytes, [&](std::span<const std::byte> part) {
        hash.add(part);
        return true;
    });
    return hash.value();
}

class WeightStore {
public:
    /// Kernels of static objects may outlive any static store, so it is never destroyed.
    static WeightStore& instance()
    {
        static auto* const store = new WeightStore;
        return *store;
    }

    std::shared_ptr<const void> find(const WeightKey& key)
    {
        const std::lock_guard lock(m_mutex);
        const auto found = m_entries.find(key);
        auto weights = found != m_entries.end() ? found->second.lock() : nullptr;
        m_counts.shared += weights != nullptr ? 1 : 0;
        return weights;
    }

    /// Returns what the store has under this key by now, or `weights`.
    std::shared_ptr<const void> add(WeightKey key, std::shared_ptr<const void> weights)
    {
        const std::lock_guard lock(m_mutex);
        ++m_counts.packed;
        if (m_entries.size() >= m_sweepAt) {
            std::erase_if(m_entries, [](const auto& entry) { return entry.second.expired(); });
            m_sweepAt = 2 * m_entries.size() + fewest;
        }
        auto& entry = m_entries[std::move(key)];
        if (auto other = entry.lock())
            return other;
        entry = weights;
        return weights;
    }

    WeightStoreCounts counts()
    {
        const std::lock_guard lock(m_mutex);
        return m_counts;
    }

private:
    static constexpr std::size_t fewest = 256;
    std::mutex m_mutex;
    std::map<WeightKey, std::weak_ptr<const void>> m_entries;
    std::size_t m_sweepAt = fewest; ///< number of entries at which expired ones are removed
    WeightStoreCounts m_counts;
};

} // namespace

std::shared_ptr<const void> sharedWeights(const Tensor& source, std::string_view format,
    const std::function<std::shared_ptr<const void>()>& pack)
{
    const auto bytes = source.type.bytes();
    const auto hash = hashOf({ source.data, bytes });
    WeightKey key { poolInForce().get(), hash.low, hash.high, bytes, std::string(format) };
    auto& store = WeightStore::instance();
    if (auto weights = store.find(key))
        return weights;
    return store.add(std::move(key), pack());
}

WeightStoreCounts weightStoreCounts() { return WeightStore::instance().counts(); }

} // namespace engine
