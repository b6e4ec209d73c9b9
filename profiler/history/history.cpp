#include "profiler/history/history.h"

#include "model/support/text.h"
#include "profiler/comparison/comparison.h"
#include "profiler/statistics/rank_statistics.h"
#include "profiler/statistics/statistics.h"
#include "profiler/tables/commit.h"
#include "profiler/tables/utc_time.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace profiler {

using support::ErrorKind;
using support::failAs;
using support::Result;

namespace {

constexpr std::size_t shownOfCommit = 10;

/// Returns the operators of a profile by name and type. Steps that come from no node share the
/// empty name.
std::vector<OperatorMedian> operatorsOf(const Profile& profile, const Statistics& statistics)
{
    std::map<std::string, OperatorMedian> byName;
    for (const auto& row : statistics.steps) {
        if (row.time.samples == 0)
            continue;
        const auto& step = profile.step(row.step);
        const auto name = step.isInserted() ? std::string() : std::string(profile.text(step.label));
        auto& time = byName[name];
        if (time.medianNs == 0) {
            time.name = name;
            time.type = step.isInserted() ? "reorders, copies" : profile.text(step.opType);
            time.implementation = profile.text(step.implementation);
        }
        time.medianNs += row.time.median * row.inRuns;
    }
    std::vector<OperatorMedian> result;
    for (auto& [name, time] : byName)
        result.push_back(std::move(time));
    return result;
}

/// Joins the profiles of one commit, which are neighbours in order.
class SeriesMaker {
public:
    SeriesMaker(std::span<const MeasuredProfile* const> ordered, const HistoryOptions& options)
        : m_options(options)
    {
        m_series.setup = ordered.front()->setup;
        for (const auto* profile : ordered) {
            if (m_groups.empty() || profile->commit.empty()
                || m_groups.back().front()->commit != profile->commit)
                m_groups.emplace_back();
            m_groups.back().push_back(profile);
        }
        if (m_groups.size() > options.mostPoints)
            m_groups.erase(
                m_groups.begin(), m_groups.end() - static_cast<std::ptrdiff_t>(options.mostPoints));
        for (const auto& group : m_groups)
            m_series.points.push_back(pointOf(group));
    }

    Result<HistorySeries> search(const std::stop_token& stop)
    {
        std::vector<double> walls;
        double halves = 0;
        for (const auto& point : m_series.points) {
            walls.push_back(point.wallNs);
            if (point.interval)
                halves += point.interval->half() / point.wallNs;
        }
        // A change smaller than the errors of the points is not worth a message.
        m_series.smallestChange
            = std::max(m_options.test.smallestChange, halves / static_cast<double>(walls.size()));
        auto test = m_options.test;
        test.smallestChange = m_series.smallestChange;
        m_series.changes = changePoints(walls, test);
        addOperators();
        for (auto& row : m_series.operators) {
            if (stop.stop_requested())
                return failAs(ErrorKind::Cancelled, "the search for changes was stopped");
            searchOperator(row);
        }
        return std::move(m_series);
    }

private:
    using Group = std::vector<const MeasuredProfile*>;

    static HistoryPoint pointOf(const Group& group)
    {
        HistoryPoint point { group.front()->commit, group.front()->label, group.front()->timeNs, {},
            0, {} };
        std::vector<double> walls;
        std::vector<double> lows;
        std::vector<double> highs;
        for (const auto* profile : group) {
            point.files.push_back(profile->file);
            walls.push_back(profile->wallNs);
            if (profile->interval) {
                lows.push_back(profile->interval->low);
                highs.push_back(profile->interval->high);
            }
        }
        point.wallNs = medianOf(walls);
        if (!lows.empty())
            point.interval = Interval { std::min(medianOf(lows), point.wallNs),
                std::max(medianOf(highs), point.wallNs) };
        return point;
    }

    void addOperators()
    {
        std::map<std::string, OperatorHistory> byName;
        for (std::size_t i = 0; i < m_groups.size(); ++i) {
            std::map<std::string, std::vector<double>> times;
            for (const auto* profile : m_groups[i]) {
                for (const auto& time : profile->operators) {
                    times[time.name].push_back(time.medianNs);
                    auto& row = byName[time.name];
                    row.medianNs.resize(m_groups.size());
                    row.implementations.resize(m_groups.size());
                    row.name = time.name;
                    row.type = time.type;
                    row.implementations[i] = time.implementation;
                }
            }
            for (const auto& [name, values] : times) {
                const auto median = medianOf(values);
                byName[name].medianNs[i] = median;
                byName[name].share
                    = std::max(byName[name].share, median / m_series.points[i].wallNs);
            }
        }
        for (auto& [name, row] : byName) {
            if (row.share >= m_options.smallestShare)
                m_series.operators.push_back(std::move(row));
            else
                ++m_series.untested;
        }
        std::ranges::sort(m_series.operators, std::ranges::greater(), &OperatorHistory::share);
    }

    void searchOperator(OperatorHistory& row) const
    {
        std::vector<std::size_t> places;
        std::vector<double> times;
        for (std::size_t i = 0; i < row.medianNs.size(); ++i) {
            if (row.medianNs[i].value_or(0) > 0) {
                places.push_back(i);
                times.push_back(*row.medianNs[i]);
            }
        }
        auto test = m_options.test;
        test.smallestChange = m_series.smallestChange;
        test.probability /= static_cast<double>(m_series.operators.size());
        // Enough orders that the two best of them reach the level, as 199 do for 0.01.
        test.permutations = std::max(
            test.permutations, static_cast<std::uint32_t>(std::ceil(2 / test.probability)) - 1);
        row.changes = changePoints(times, test);
        for (auto& change : row.changes) {
            change.at = places[change.at];
            change.first = places[change.first];
            change.last = places[change.last];
        }
    }

    const HistoryOptions& m_options;
    std::vector<Group> m_groups; ///< by point
    HistorySeries m_series;
};

/// Text by which profiles of one setup are together.
std::string seriesKey(const Setup& setup)
{
    return setup.model + "\n" + factsText(setup.machine) + "\n" + factsText(setup.settings);
}

} // namespace

std::string HistoryPoint::name() const
{
    if (!commit.empty())
        return commit.substr(0, shownOfCommit);
    return label.empty() ? files.front() : label;
}

std::size_t HistorySeries::tooNew() const
{
    return std::min(points.size(), ChangePointOptions().shortestSegment - 1);
}

bool HistorySeries::isSearched() const
{
    return points.size() >= 2 * ChangePointOptions().shortestSegment;
}

std::string OperatorChange::name() const { return row->name.empty() ? row->type : row->name; }

std::vector<OperatorChange> operatorChanges(const HistorySeries& series)
{
    std::vector<OperatorChange> all;
    for (const auto& row : series.operators) {
        for (const auto& change : row.changes) {
            OperatorChange entry { &row, &change, {} };
            const auto& after = row.implementations[change.at];
            std::string before;
            for (auto i = change.at; i-- > 0 && before.empty();)
                before = row.implementations[i];
            if (before != after)
                entry.implementation = before + " → " + after;
            all.push_back(std::move(entry));
        }
    }
    std::ranges::stable_sort(all, std::ranges::greater(),
        [](const OperatorChange& entry) { return std::abs(entry.differenceNs()); });
    return all;
}

std::string placeText(const HistorySeries& series, const ChangePoint& change)
{
    const auto first = series.points[change.first].name();
    return change.first == change.last ? first : first + " … " + series.points[change.last].name();
}

std::string changeText(const HistorySeries& series, const ChangePoint& change)
{
    return (change.ratio > 0 ? "▲ " : "▼ ") + ratioText(change.ratio) + " at "
        + series.points[change.at].name();
}

std::string dateText(std::int64_t timeNs)
{
    return timeNs > 0 ? utcText(timeNs / 1'000'000'000, "%e %b %Y") : std::string();
}

Result<MeasuredProfile> measuredProfile(const Profile& profile, std::string file)
{
    const auto& metadata = profile.metadata;
    if (metadata.has(keys::interrupted))
        return failAs(ErrorKind::File, "the measurement was interrupted");
    const auto statistics = computeStatistics(profile);
    const auto& wall = statistics->bestWall();
    if (wall.samples == 0 || !(wall.median > 0))
        return failAs(ErrorKind::File, "it has no recorded runs");
    MeasuredProfile result;
    result.file = std::move(file);
    result.setup = setupOf(profile);
    result.commit = metadata.text(keys::commit);
    result.label = metadata.text(keys::tag);
    result.startedNs = metadata.integer(keys::startedAt).value_or(0);
    result.timeNs = metadata.integer(keys::commitTime).value_or(result.startedNs);
    result.wallNs = wall.median;
    result.interval = wall.interval;
    result.operators = operatorsOf(profile, *statistics);
    return result;
}

Result<History> buildHistory(
    ProfileFolder folder, const HistoryOptions& options, std::stop_token stop)
{
    std::map<std::string, std::vector<const MeasuredProfile*>> bySetup;
    for (const auto& profile : folder.profiles)
        bySetup[seriesKey(profile.setup)].push_back(&profile);
    History history;
    history.leftOut = std::move(folder.leftOut);
    history.isPacked = folder.isPacked;
    for (auto& [key, profiles] : bySetup) {
        // Profiles of one commit are together, also if other commits have the same time.
        std::ranges::sort(profiles, {}, [](const MeasuredProfile* profile) {
            return std::tie(profile->timeNs, profile->commit, profile->startedNs, profile->file);
        });
        history.series.push_back(TRY(SeriesMaker(profiles, options).search(stop)));
    }
    std::ranges::stable_sort(history.series, std::ranges::greater(),
        [](const HistorySeries& series) { return series.points.size(); });
    return history;
}

} // namespace profiler
