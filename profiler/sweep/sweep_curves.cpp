#include "profiler/sweep/sweep_curves.h"

#include "model/support/text.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>

namespace profiler {

namespace {

constexpr std::size_t fewestForKnee = 5;
constexpr double minChange = 0.3; // least change of slope
constexpr double minGain = 0.35; // largest share of the squared error left by two lines
constexpr double apart = 1.05; // least ratio at both ends
constexpr std::uint32_t fewestSamples = 12; // with fewer, bends of a curve may be noise

/// A straight line fitted to a part of a curve on log-log axes.
struct Fit {
    double slope = 0;
    double error = 0; ///< sum of squares
};
Fit fitOf(const std::vector<Point>& logs, std::size_t first, std::size_t last)
{
    const auto n = static_cast<double>(last - first + 1);
    double x = 0;
    double y = 0;
    for (auto i = first; i <= last; ++i) {
        x += logs[i].x / n;
        y += logs[i].y / n;
    }
    double xx = 0;
    double xy = 0;
    double yy = 0;
    for (auto i = first; i <= last; ++i) {
        xx += (logs[i].x - x) * (logs[i].x - x);
        xy += (logs[i].x - x) * (logs[i].y - y);
        yy += (logs[i].y - y) * (logs[i].y - y);
    }
    return { xx > 0 ? xy / xx : 0, std::max(0.0, xx > 0 ? yy - xy * xy / xx : yy) };
}

const SweepTime* find(const std::vector<SweepTime>& rows, const std::string& name)
{
    const auto found = std::ranges::find(rows, name, &SweepTime::name);
    return found == rows.end() ? nullptr : &*found;
}

const std::vector<SweepTime>& rowsOf(const SweepPoint& point, SweepRows rows)
{
    return rows == SweepRows::Types ? point.types : point.operators;
}

} // namespace

std::optional<SweepKnee> kneeOf(const std::vector<Point>& points)
{
    if (points.size() < fewestForKnee)
        return std::nullopt;
    std::vector<Point> logs;
    for (const auto& point : points) {
        if (point.x <= 0 || point.y <= 0)
            return std::nullopt;
        logs.push_back({ std::log(point.x), std::log(point.y) });
    }
    const auto last = logs.size() - 1;
    const auto whole = fitOf(logs, 0, last).error;
    std::optional<SweepKnee> best;
    auto least = whole * minGain;
    for (std::size_t at = 2; at + 2 <= last; ++at) { // at least three points on each side
        const auto before = fitOf(logs, 0, at);
        const auto after = fitOf(logs, at, last);
        if (before.error + after.error > least || std::abs(after.slope - before.slope) < minChange)
            continue;
        least = before.error + after.error;
        best = SweepKnee { std::llround(points[at].x), before.slope, after.slope };
    }
    return best;
}

bool canJudge(const Sweep& sweep)
{
    return std::ranges::all_of(sweep.points,
        [](const SweepPoint& point) { return !point.hasRun() || point.samples >= fewestSamples; });
}

std::vector<SweepCurve> curvesOf(const Sweep& sweep, SweepRows rows, std::size_t most)
{
    std::vector<const SweepPoint*> ran;
    for (const auto& point : sweep.points)
        if (point.hasRun())
            ran.push_back(&point);
    std::ranges::stable_sort(ran, {}, [](const SweepPoint* point) { return point->size; });
    std::vector<SweepCurve> curves;
    if (ran.empty())
        return curves;
    SweepCurve wall { "wall", {}, true, {}, {} };
    for (const auto* point : ran)
        wall.points.push_back({ static_cast<double>(point->size), point->medianNs });
    curves.push_back(std::move(wall));
    for (const auto& row : rowsOf(*ran.back(), rows)) {
        if (curves.size() > most)
            break;
        SweepCurve curve { row.name, rows == SweepRows::Types ? row.name : row.opType, false, {},
            {} };
        for (const auto* point : ran)
            if (const auto* found = find(rowsOf(*point, rows), row.name))
                curve.points.push_back({ static_cast<double>(point->size), found->medianNs });
        curves.push_back(std::move(curve));
    }
    for (auto& curve : curves)
        curve.knee = canJudge(sweep) ? kneeOf(curve.points) : std::nullopt;
    return curves;
}

std::vector<Overtaking> overtakingsOf(const std::vector<SweepCurve>& curves)
{
    std::vector<Overtaking> found;
    for (std::size_t a = 0; a < curves.size(); ++a) {
        for (std::size_t b = 0; b < curves.size(); ++b) {
            if (a == b || curves[a].isWall || curves[b].isWall)
                continue;
            // Sizes at which both have a time.
            std::map<double, std::pair<double, double>> both;
            for (const auto& point : curves[a].points)
                both[point.x].first = point.y;
            for (const auto& point : curves[b].points)
                both[point.x].second = point.y;
            std::erase_if(both, [](const auto& entry) {
                return entry.second.first <= 0 || entry.second.second <= 0;
            });
            if (both.size() < 2 || both.begin()->second.second < both.begin()->second.first * apart
                || both.rbegin()->second.first < both.rbegin()->second.second * apart)
                continue;
            auto from = both.rbegin();
            while (std::next(from) != both.rend()
                && std::next(from)->second.first > std::next(from)->second.second)
                ++from;
            found.push_back({ a, b, std::llround(from->first) });
        }
    }
    return found;
}

std::vector<support::Sentence> sweepRemarks(
    const Sweep& sweep, const std::vector<SweepCurve>& curves)
{
    const auto dimension = support::sanitise(sweep.plan.dimension);
    std::vector<support::Sentence> remarks;
    if (!canJudge(sweep) && curves.size() > 1 && curves.front().points.size() > 1)
        remarks.push_back({ "fewer than %1 runs per size: knees, and who overtakes whom, are not "
                            "judged",
            { std::to_string(fewestSamples) } });
    if (!canJudge(sweep))
        return remarks;
    for (const auto& entry : overtakingsOf(curves))
        remarks.push_back({ "from %1 %2 on, %3 takes longer than %4",
            { dimension, support::integerText(entry.size),
                support::sanitise(curves[entry.curve].name),
                support::sanitise(curves[entry.other].name) } });
    for (const auto& curve : curves)
        if (curve.knee)
            remarks.push_back({ "%1 grows as %2^%3 up to %4, as %2^%5 beyond",
                { support::sanitise(curve.name), dimension,
                    support::numberText(curve.knee->before, 2),
                    support::integerText(curve.knee->size),
                    support::numberText(curve.knee->after, 2) } });
    return remarks;
}

} // namespace profiler
