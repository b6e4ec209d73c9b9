#include "engine/plan/memory_plan.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <queue>

namespace engine {

namespace {

constexpr std::size_t maxForGreedy = 4000;

bool overlap(const LiveRange& a, const LiveRange& b)
{
    return a.first <= b.last && b.first <= a.last;
}

ArenaPlan planBySize(std::span<const LiveRange> ranges)
{
    std::vector<std::size_t> order(ranges.size());
    std::iota(order.begin(), order.end(), std::size_t { 0 });
    std::ranges::stable_sort(
        order, std::ranges::greater(), [&](std::size_t i) { return ranges[i].bytes; });

    ArenaPlan plan { std::vector<std::uint64_t>(ranges.size()), 0 };
    std::vector<std::size_t> placed; // sorted by offset
    for (const auto i : order) {
        std::uint64_t offset = 0;
        for (const auto other : placed) {
            if (!overlap(ranges[i], ranges[other]))
                continue;
            if (offset + ranges[i].bytes <= plan.offsets[other])
                break;
            offset = std::max(offset, plan.offsets[other] + ranges[other].bytes);
        }
        plan.offsets[i] = offset;
        plan.bytes = std::max(plan.bytes, offset + ranges[i].bytes);
        placed.insert(std::ranges::upper_bound(
                          placed, offset, {}, [&](std::size_t p) { return plan.offsets[p]; }),
            i);
    }
    return plan;
}

/// Free gaps of the arena, by offset. giveBack merges neighbours.
class Gaps {
public:
    std::uint64_t take(std::uint64_t bytes)
    {
        auto best = m_gaps.end();
        for (auto gap = m_gaps.begin(); gap != m_gaps.end(); ++gap) {
            if (gap->second >= bytes && (best == m_gaps.end() || gap->second < best->second))
                best = gap;
        }
        if (best == m_gaps.end()) {
            const auto offset = m_end;
            m_end += bytes;
            return offset;
        }
        const auto [offset, size] = *best;
        m_gaps.erase(best);
        if (size > bytes)
            m_gaps.emplace(offset + bytes, size - bytes);
        return offset;
    }

    void giveBack(std::uint64_t offset, std::uint64_t bytes)
    {
        auto next = m_gaps.lower_bound(offset);
        if (next != m_gaps.end() && next->first == offset + bytes) {
            bytes += next->second;
            next = m_gaps.erase(next);
        }
        if (next != m_gaps.begin()) {
            const auto before = std::prev(next);
            if (before->first + before->second == offset) {
                before->second += bytes;
                return;
            }
        }
        m_gaps.emplace(offset, bytes);
    }

    std::uint64_t end() const { return m_end; }

private:
    std::map<std::uint64_t, std::uint64_t> m_gaps; // offset -> bytes
    std::uint64_t m_end = 0;
};

ArenaPlan planByTime(std::span<const LiveRange> ranges)
{
    std::vector<std::size_t> order(ranges.size());
    std::iota(order.begin(), order.end(), std::size_t { 0 });
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return ranges[i].first; });

    ArenaPlan plan { std::vector<std::uint64_t>(ranges.size()), 0 };
    Gaps gaps;
    const auto diesLater
        = [&](std::size_t a, std::size_t b) { return ranges[a].last > ranges[b].last; };
    std::priority_queue<std::size_t, std::vector<std::size_t>, decltype(diesLater)> alive(
        diesLater);
    for (const auto i : order) {
        while (!alive.empty() && ranges[alive.top()].last < ranges[i].first) {
            gaps.giveBack(plan.offsets[alive.top()], ranges[alive.top()].bytes);
            alive.pop();
        }
        plan.offsets[i] = gaps.take(ranges[i].bytes);
        alive.push(i);
    }
    plan.bytes = gaps.end();
    return plan;
}

} // namespace

ArenaPlan planArena(std::span<const LiveRange> ranges, std::uint64_t alignment)
{
    std::vector<LiveRange> aligned(ranges.begin(), ranges.end());
    for (auto& range : aligned)
        range.bytes
            = (std::max<std::uint64_t>(range.bytes, 1) + alignment - 1) / alignment * alignment;
    std::uint64_t all = 0;
    for (const auto& range : aligned) {
        if (range.bytes > maxArenaBytes - all)
            return { std::vector<std::uint64_t>(ranges.size()), maxArenaBytes };
        all += range.bytes;
    }
    return aligned.size() <= maxForGreedy ? planBySize(aligned) : planByTime(aligned);
}

} // namespace engine
