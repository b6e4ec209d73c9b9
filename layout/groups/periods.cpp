#include "layout/groups/periods.h"

#include "model/support/hash.h"

#include <algorithm>
#include <unordered_map>

namespace layout::groups {
namespace {

using support::mixed;

constexpr std::uint32_t window = 6;
constexpr std::uint32_t shortestPeriod = 8;
constexpr int maxRounds = 8;
constexpr std::size_t maxPeriods = 12; ///< largest number of periods tried in a round

/// `length` items from `begin` on equal those `period` items later.
struct Run {
    std::uint32_t period = 0;
    std::uint32_t begin = 0;
    std::uint32_t length = 0;

    /// Returns the number of items in complete blocks.
    std::uint32_t covered() const
    {
        return period == 0 || length < period ? 0 : (length + period) / period * period;
    }
};

class PeriodSearch {
public:
    PeriodSearch(std::span<const std::uint64_t> items, std::span<const std::uint32_t> alive)
        : m_items(items)
        , m_alive(alive)
        , m_isTaken(items.size(), 0)
    {
    }

    std::vector<Period> run()
    {
        for (int round = 0; round < maxRounds; ++round) {
            Run best;
            for (const auto period : candidates()) {
                const auto found = longestRun(period);
                if (found.covered() > best.covered())
                    best = found;
            }
            if (best.covered() == 0)
                break;
            take(best);
        }
        std::ranges::sort(m_found, {}, &Period::begin);
        return std::move(m_found);
    }

private:
    std::uint32_t size() const { return static_cast<std::uint32_t>(m_items.size()); }

    std::uint64_t windowAt(std::uint32_t begin) const
    {
        std::uint64_t hash = 0;
        for (std::uint32_t i = begin; i < begin + window; ++i) {
            if (m_isTaken[i] != 0)
                return 0;
            hash = mixed(hash, m_items[i]);
        }
        return hash;
    }

    /// Returns the periods with most votes; with equal votes the shorter first.
    std::vector<std::uint32_t> candidates() const
    {
        std::vector<std::uint32_t> votes(m_items.size(), 0);
        std::unordered_map<std::uint64_t, std::uint32_t> last;
        last.reserve(m_items.size());
        for (std::uint32_t i = 0; i + window <= size(); ++i) {
            const auto hash = windowAt(i);
            if (hash == 0)
                continue;
            const auto [place, isNew] = last.try_emplace(hash, i);
            if (!isNew)
                ++votes[i - place->second];
            place->second = i;
        }
        std::vector<std::uint32_t> periods;
        for (std::uint32_t period = shortestPeriod; period < size(); ++period) {
            if (votes[period] >= period)
                periods.push_back(period);
        }
        std::ranges::stable_sort(
            periods, std::greater<> {}, [&](std::uint32_t period) { return votes[period]; });
        periods.resize(std::min(periods.size(), maxPeriods));
        return periods;
    }

    Run longestRun(std::uint32_t period) const
    {
        Run best { period };
        Run run { period };
        for (std::uint32_t i = 0; i + period < size(); ++i) {
            const bool isEqual = m_isTaken[i] == 0 && m_isTaken[i + period] == 0
                && m_items[i] == m_items[i + period];
            if (!isEqual)
                run = { period, i + 1, 0 };
            else if (++run.length > best.length)
                best = run;
        }
        return best;
    }

    /// Adds the blocks of a run, cut where the fewest values pass from one block to the next.
    void take(const Run& run)
    {
        const auto all = run.length + run.period;
        Period best;
        double fewest = 0;
        for (std::uint32_t shift = 0; shift < run.period; ++shift) {
            const Period period { run.begin + shift, run.period, (all - shift) / run.period };
            if (period.count < 2)
                break;
            const auto handed = averageAlive(period);
            const bool isBetter = best.count == 0 || handed < fewest
                || (handed == fewest && period.count > best.count);
            if (isBetter) {
                best = period;
                fewest = handed;
            }
        }
        std::fill_n(m_isTaken.begin() + run.begin, all, std::uint8_t { 1 });
        m_found.push_back(best);
    }

    double averageAlive(const Period& period) const
    {
        double sum = 0;
        for (std::uint32_t block = 1; block < period.count; ++block)
            sum += m_alive[period.begin + block * period.length];
        return sum / (period.count - 1);
    }

    std::span<const std::uint64_t> m_items;
    std::span<const std::uint32_t> m_alive;
    std::vector<std::uint8_t> m_isTaken;
    std::vector<Period> m_found;
};

}

std::vector<Period> findPeriods(
    std::span<const std::uint64_t> items, std::span<const std::uint32_t> alive)
{
    return PeriodSearch(items, alive).run();
}

}
