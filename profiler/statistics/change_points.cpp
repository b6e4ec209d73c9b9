#include "profiler/statistics/change_points.h"

#include "profiler/statistics/rank_statistics.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace profiler {

namespace {

constexpr double almostAsGood = 0.95;
constexpr double rounding = 1e-9; ///< sums of the same distances in another order differ by this

double pairsOf(std::size_t values)
{
    return static_cast<double>(values) * static_cast<double>(values - 1) / 2;
}

/// The statistic Q of all pairs of parts of one segment.
class EnergyScan {
public:
    explicit EnergyScan(std::span<const double> values)
        : m_values(values)
        , m_toEarlier(values.size())
        , m_toFirst(values.size())
    {
        for (std::size_t b = 0; b < values.size(); ++b)
            for (std::size_t a = 0; a < b; ++a)
                m_toEarlier[b] += std::abs(values[a] - values[b]);
    }

    /// Calls `use(at, end, Q)` for X = [0, at) and each Y = [at, end), where both have the shortest
    /// length.
    template <typename Use>
    void forSplits(std::size_t shortest, Use use)
    {
        double withinX = 0;
        for (std::size_t at = 1; at + shortest <= m_values.size(); ++at) {
            withinX += m_toEarlier[at - 1];
            for (std::size_t b = 0; b < m_values.size(); ++b)
                m_toFirst[b] += std::abs(m_values[at - 1] - m_values[b]);
            if (at < shortest)
                continue;
            double between = 0;
            double withinY = 0;
            for (std::size_t b = at; b < m_values.size(); ++b) {
                between += m_toFirst[b];
                withinY += m_toEarlier[b] - m_toFirst[b];
                const auto m = b + 1 - at;
                if (m < shortest)
                    continue;
                const auto product = static_cast<double>(at) * static_cast<double>(m);
                const auto energy
                    = 2 * between / product - withinX / pairsOf(at) - withinY / pairsOf(m);
                use(at, b + 1, product / static_cast<double>(b + 1) * energy);
            }
        }
    }

private:
    std::span<const double> m_values;
    std::vector<double> m_toEarlier; ///< sum of distances to all values before
    std::vector<double> m_toFirst; ///< sum of distances to the values of X
};

/// Segments between the borders, and their splits.
class Division {
public:
    Division(std::span<const double> logs, const ChangePointOptions& options)
        : m_logs(logs)
        , m_options(options)
        , m_random(options.seed)
        , m_borders { 0, logs.size() }
    {
    }

    /// Splits until no split passes the test.
    void divide()
    {
        for (auto best = bestOf(m_logs); best.at > 0; best = bestOf(m_logs)) {
            const auto p = probabilityOf(best.statistic);
            if (p > m_options.probability)
                return;
            m_borders.insert(std::ranges::upper_bound(m_borders, best.at), best.at);
            ChangePoint change;
            change.at = best.at;
            change.p = p;
            m_found.push_back(change);
        }
    }

    /// Removes the smallest changes below the limit, one by one, because each removal joins two
    /// segments.
    void removeSmall()
    {
        while (!m_found.empty()) {
            for (auto& change : m_found)
                measure(change);
            const auto smallest = std::ranges::min_element(m_found, {},
                [](const ChangePoint& change) { return std::abs(std::log1p(change.ratio)); });
            if (std::abs(smallest->ratio) >= m_options.smallestChange)
                return;
            std::erase(m_borders, smallest->at);
            m_found.erase(smallest);
        }
    }

    std::vector<ChangePoint> changes()
    {
        std::ranges::sort(m_found, {}, &ChangePoint::at);
        for (auto& change : m_found)
            locate(change);
        return m_found;
    }

private:
    struct Segments {
        std::span<const double> before;
        std::span<const double> after;
        std::size_t begin = 0;
    };
    Segments around(std::size_t at) const
    {
        const auto border = std::ranges::find(m_borders, at);
        const auto begin = *std::prev(border);
        return { m_logs.subspan(begin, at - begin), m_logs.subspan(at, *std::next(border) - at),
            begin };
    }

    EnergySplit bestOf(std::span<const double> logs) const
    {
        EnergySplit best;
        for (std::size_t i = 0; i + 1 < m_borders.size(); ++i) {
            const auto begin = m_borders[i];
            auto split = bestEnergySplit(
                logs.subspan(begin, m_borders[i + 1] - begin), m_options.shortestSegment);
            if (split.at > 0 && (best.at == 0 || split.statistic > best.statistic))
                best = { begin + split.at, split.statistic };
        }
        return best;
    }

    /// Returns the share of random orders, the given one included, whose best split is as good.
    /// Ends as soon as it is known to be above the limit; then the share is that of the orders so
    /// far.
    double probabilityOf(double statistic)
    {
        std::vector<double> shuffled(m_logs.begin(), m_logs.end());
        double asGood = 1;
        for (std::uint32_t i = 0; i < m_options.permutations; ++i) {
            shuffle(shuffled);
            if (bestOf(shuffled).statistic >= statistic - rounding)
                ++asGood;
            if (asGood > m_options.probability * (m_options.permutations + 1.0))
                return asGood / (i + 2.0);
        }
        return asGood / (m_options.permutations + 1.0);
    }

    /// Shuffles the values of each segment. Not std::shuffle, whose order depends on the library.
    void shuffle(std::vector<double>& logs)
    {
        for (std::size_t i = 0; i + 1 < m_borders.size(); ++i)
            for (auto last = m_borders[i + 1] - 1; last > m_borders[i]; --last)
                std::swap(logs[last], logs[m_borders[i] + m_random() % (last - m_borders[i] + 1)]);
    }

    void measure(ChangePoint& change) const
    {
        const auto [before, after, begin] = around(change.at);
        const auto shift = hodgesLehmann(before, after);
        change.ratio = std::expm1(shift.value);
        if (shift.interval)
            change.interval
                = Interval { std::expm1(shift.interval->low), std::expm1(shift.interval->high) };
        change.before = std::exp(medianOf(before));
        change.after = std::exp(medianOf(after));
    }

    void locate(ChangePoint& change) const
    {
        const auto [before, after, begin] = around(change.at);
        const auto joined = m_logs.subspan(begin, before.size() + after.size());
        std::vector<double> statistics(joined.size());
        EnergyScan(joined).forSplits(
            m_options.shortestSegment, [&](std::size_t at, std::size_t end, double statistic) {
                if (end == joined.size())
                    statistics[at] = statistic;
            });
        const auto limit = almostAsGood * std::ranges::max(statistics);
        change.first = change.last = change.at;
        for (std::size_t at = 1; at < statistics.size(); ++at) {
            if (statistics[at] < limit || statistics[at] <= 0)
                continue;
            change.first = std::min(change.first, begin + at);
            change.last = std::max(change.last, begin + at);
        }
    }

    std::span<const double> m_logs;
    const ChangePointOptions& m_options;
    std::mt19937_64 m_random;
    std::vector<std::size_t> m_borders; ///< ascending, with both ends
    std::vector<ChangePoint> m_found;
};

} // namespace

std::vector<ChangePoint> changePoints(
    std::span<const double> values, const ChangePointOptions& options)
{
    std::vector<double> logs;
    for (const auto value : values)
        logs.push_back(std::log(value));
    Division division(logs, options);
    division.divide();
    division.removeSmall();
    return division.changes();
}

EnergySplit bestEnergySplit(std::span<const double> values, std::size_t shortestSegment)
{
    EnergySplit best;
    if (values.size() < 2 * shortestSegment)
        return best;
    EnergyScan(values).forSplits(
        shortestSegment, [&](std::size_t at, std::size_t, double statistic) {
            if (best.at == 0 || statistic > best.statistic)
                best = { at, statistic };
        });
    return best;
}

} // namespace profiler
