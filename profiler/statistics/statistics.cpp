#include "profiler/statistics/statistics.h"

#include "profiler/statistics/account.h"
#include "profiler/statistics/rank_statistics.h"
#include "profiler/statistics/run_shape.h"
#include "profiler/statistics/step_samples.h"
#include "profiler/statistics/thread_use.h"
#include "profiler/tables/on_threads.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <unordered_map>

namespace profiler {
namespace {

constexpr std::size_t slicesWorthAThread = 200'000;

/// Inputs shared by all parts of one computation.
struct Work {
    const Profile& profile;
    const StepSamples& samples;
    std::stop_token stop;
    const support::Progress& progress;

    template <typename Each>
    void each(std::size_t count, const Each& each) const
    {
        onTwoThreads(count, profile.slices.size() > slicesWorthAThread, stop, each);
    }
};

std::optional<double> rate(const std::optional<std::uint64_t>& work, const Distribution& time)
{
    if (!work || time.samples == 0 || time.median <= 0)
        return {};
    return static_cast<double>(*work) * 1e9 / time.median;
}

/// Returns the share of the wall of something that ran in the share `inRuns` of the runs.
double shareOf(const Distribution& part, double inRuns, const Distribution& wall)
{
    return wall.median > 0 ? part.median * inRuns / wall.median : 0;
}

double shareOfRuns(std::size_t runs, const StepSamples& samples)
{
    return samples.runs() > 0 ? static_cast<double>(runs) / static_cast<double>(samples.runs()) : 0;
}

StepRow stepRow(
    const Profile& profile, const StepSamples& samples, engine::StepId id, const Distribution& wall)
{
    StepRow row;
    row.step = id;
    const auto calls = samples.calls(id);
    if (calls == 0)
        return row;
    const std::span ids(&id, 1);
    const auto own = samples.sumsWhereRan(ids);
    row.time = distributionOf(own.ns);
    row.total = samples.hasNested(id)
        ? distributionOf(samples.sumsWhereRan(ids, StepTime::Total).ns)
        : row.time;
    row.inRuns = shareOfRuns(own.ran, samples);
    row.callsPerRun = static_cast<double>(calls) / static_cast<double>(samples.runs());
    row.share = shareOf(row.time, row.inRuns, wall);
    // The cost is per call.
    const auto perCall = [&](const std::optional<std::uint64_t>& work) -> std::optional<double> {
        const auto once = rate(work, row.total);
        return once && own.ran > 0
            ? std::optional(*once * static_cast<double>(calls) / static_cast<double>(own.ran))
            : std::nullopt;
    };
    row.flopsPerSecond = perCall(profile.step(id).flops);
    row.bytesPerSecond = perCall(profile.step(id).bytes);
    return row;
}

std::vector<StepRow> stepRows(const Work& work, const Distribution& wall)
{
    std::vector<StepRow> rows(work.profile.steps.size());
    std::atomic<std::size_t> done = 0;
    work.each(rows.size(), [&](std::size_t i) {
        rows[i] = stepRow(work.profile, work.samples, engine::StepId(i), wall);
        if (const auto count = ++done; work.progress && count % 64 == 0)
            work.progress("steps", count, rows.size());
    });
    return rows;
}

/// Sets time and share of a row of several steps.
template <typename Row>
void sumUp(
    Row& row, std::span<const engine::StepId> steps, const Work& work, const Statistics& statistics)
{
    if (steps.size() == 1) {
        const auto& only = statistics.steps[steps.front().value()];
        row.time = only.time;
        row.share = only.share;
        return;
    }
    const auto sums = work.samples.sumsWhereRan(steps);
    row.time = distributionOf(sums.ns);
    row.share = shareOf(row.time, shareOfRuns(sums.ran, work.samples), statistics.wall);
}

std::vector<TypeRow> typeRows(const Work& work, const Statistics& statistics)
{
    const auto& profile = work.profile;
    std::map<std::pair<StringId, StringId>, std::vector<engine::StepId>> groups;
    for (const auto& row : statistics.steps)
        if (row.time.samples > 0)
            groups[{ profile.step(row.step).domain, profile.step(row.step).opType }].push_back(
                row.step);

    std::vector<TypeRow> rows;
    std::vector<const std::vector<engine::StepId>*> members;
    for (const auto& [key, steps] : groups) {
        TypeRow row;
        row.domain = key.first;
        row.opType = key.second;
        row.steps = static_cast<std::uint32_t>(steps.size());
        double flops = 0;
        for (const auto step : steps) {
            const auto calls = statistics.steps[step.value()].callsPerRun;
            row.callsPerRun += calls;
            if (const auto& once = profile.step(step).flops)
                flops += static_cast<double>(*once) * calls;
            else
                ++row.unknownCosts;
        }
        row.flops = wholeOf(flops);
        row.threadsBusy = threadsBusyOf(statistics, steps);
        rows.push_back(std::move(row));
        members.push_back(&steps);
    }
    work.each(rows.size(), [&](std::size_t i) { sumUp(rows[i], *members[i], work, statistics); });
    std::ranges::stable_sort(
        rows, std::greater<>(), [](const TypeRow& row) { return row.time.median; });
    return rows;
}

NodeRow rowOf(const NodeProvenance& node)
{
    NodeRow row;
    row.node = node.node;
    row.label = node.label;
    row.opType = node.opType;
    row.domain = node.domain;
    row.fate = node.fate;
    row.pass = node.pass;
    row.leader = node.into;
    return row;
}

std::vector<NodeRow> nodeRows(const Work& work, const Statistics& statistics)
{
    const auto& profile = work.profile;
    std::vector<NodeRow> rows;
    std::unordered_map<StringId, std::size_t> byLabel;
    for (const auto& node : profile.provenance) {
        byLabel.emplace(node.label, rows.size());
        rows.push_back(rowOf(node));
    }
    for (std::uint32_t i = 0; i < profile.steps.size(); ++i) {
        const auto& step = profile.steps[i];
        for (const auto& origin : step.origins) {
            const auto [place, isNew] = byLabel.emplace(origin.label, rows.size());
            if (isNew) {
                rows.emplace_back().node = origin.node;
                rows.back().label = origin.label;
                rows.back().opType = step.opType;
                rows.back().domain = step.domain;
            }
            auto& row = rows[place->second];
            if (row.steps.empty() || row.steps.back() != engine::StepId(i))
                row.steps.push_back(engine::StepId(i));
            row.isShared = row.isShared || step.origins.size() > 1;
        }
    }
    work.each(rows.size(), [&](std::size_t i) { sumUp(rows[i], rows[i].steps, work, statistics); });
    return rows;
}

void addThreadUse(Statistics& statistics, const ThreadUse& use)
{
    statistics.threads = use.threads;
    for (std::size_t i = 0; i < use.busy.size(); ++i)
        statistics.steps[i].threadsBusy = use.busy[i];
}

/// Returns the cost of recording. Each round has runs of both kinds close in time, so slow drift of
/// the machine cancels.
std::optional<Measurement> recordingCost(const Profile& profile)
{
    std::map<std::uint32_t, std::array<std::vector<double>, 2>> rounds;
    std::uint32_t count = 0;
    for (const auto& run : profile.runs) {
        if (run.wallNs <= 0 || (run.side != Side::Profiled && run.side != Side::Unprofiled))
            continue;
        rounds[run.round][run.side == Side::Profiled ? 1 : 0].push_back(
            static_cast<double>(run.wallNs));
    }
    std::vector<double> differences;
    for (const auto& [round, sides] : rounds) {
        if (sides[0].empty() || sides[1].empty())
            continue;
        differences.push_back(std::log(medianOf(sides[1])) - std::log(medianOf(sides[0])));
        count += static_cast<std::uint32_t>(sides[0].size() + sides[1].size());
    }
    if (differences.empty())
        return {};
    const auto shift = hodgesLehmann(differences);
    Measurement cost { std::expm1(shift.value), Unit::Ratio, {}, count };
    if (shift.interval)
        cost.interval
            = Interval { std::expm1(shift.interval->low), std::expm1(shift.interval->high) };
    return cost;
}

} // namespace

Measurement Distribution::measurement() const
{
    return { median, Unit::Nanoseconds, interval, samples };
}

support::Sentence recordingCostText(const Measurement& cost)
{
    const auto ratio = text(cost);
    if (!cost.interval)
        return { "%1 (%0)", { ratio }, confidenceText(cost).text() };
    const bool isNoise = cost.interval->low <= 0 && cost.interval->high >= 0;
    const std::vector values { ratio, rangeText(*cost.interval, cost.unit) };
    return isNoise ? support::Sentence { "%1 (95 % %2): within noise", values }
                   : support::Sentence { "%1 (95 % %2)", values };
}

Distribution distributionOf(std::span<const double> samples)
{
    Distribution distribution;
    if (samples.empty())
        return distribution;
    std::vector<double> values(samples.begin(), samples.end());
    const auto [least, most] = std::ranges::minmax(values);
    constexpr std::array fractions { 0.10, 0.5, 0.90, 0.95 };
    const auto found = percentilesIn(values, fractions);
    distribution.samples = static_cast<std::uint32_t>(samples.size());
    distribution.p10 = found[0];
    distribution.median = found[1];
    distribution.p90 = found[2];
    distribution.p95 = found[3];
    distribution.min = least;
    distribution.max = most;
    for (auto& value : values)
        value = std::abs(value - distribution.median);
    distribution.mad = medianIn(values);
    distribution.interval = medianIntervalOfBlocks(samples, distribution.median);
    return distribution;
}

const NodeRow* Statistics::node(model::NodeId id) const
{
    // Rows follow the model's numbering where the provenance is complete.
    if (id.isValid() && id.value() < nodes.size() && nodes[id.value()].node == id)
        return &nodes[id.value()];
    const auto found = std::ranges::find(nodes, id, &NodeRow::node);
    return id.isValid() && found != nodes.end() ? &*found : nullptr;
}

std::shared_ptr<const Statistics> computeStatistics(const Profile& profile)
{
    return *computeStatistics(profile, {}, {}); // cannot fail: nothing requests a stop
}

support::Result<std::shared_ptr<const Statistics>> computeStatistics(
    const Profile& profile, std::stop_token stop, const support::Progress& progress)
{
    auto statistics = std::make_shared<Statistics>();
    const auto recorded = recordedRuns(profile);
    statistics->wall = distributionOf(wallsOf(profile, recorded));
    statistics->wallUnprofiled
        = distributionOf(wallsOf(profile, runsOf(profile, Side::Unprofiled)));
    statistics->recordingCost = recordingCost(profile);
    statistics->remarks = runRemarks(profile);

    const StepSamples samples(profile, recorded);
    const Work work { profile, samples, std::move(stop), progress };
    statistics->steps = stepRows(work, statistics->wall);
    addThreadUse(*statistics, threadUse(profile, recorded));
    statistics->types = typeRows(work, *statistics);
    statistics->nodes = nodeRows(work, *statistics);
    if (work.stop.stop_requested())
        return support::failAs(support::ErrorKind::Cancelled, "statistics were stopped");
    if (const auto run = medianRun(profile))
        statistics->account = accountOf(profile, *run);
    return std::shared_ptr<const Statistics>(std::move(statistics));
}

std::optional<double> threadsBusyOf(
    const Statistics& statistics, std::span<const engine::StepId> steps)
{
    double busy = 0;
    double whole = 0;
    for (const auto step : steps) {
        const auto& row = statistics.steps[step.value()];
        if (!row.threadsBusy)
            continue;
        busy += *row.threadsBusy * row.time.median;
        whole += row.time.median;
    }
    return whole > 0 ? std::optional(busy / whole) : std::nullopt;
}

std::vector<std::uint32_t> slowestSteps(const Statistics& statistics)
{
    std::vector<std::uint32_t> order;
    for (std::uint32_t i = 0; i < statistics.steps.size(); ++i)
        if (statistics.steps[i].time.samples > 0)
            order.push_back(i);
    std::ranges::stable_sort(
        order, std::greater<>(), [&](auto i) { return statistics.steps[i].time.median; });
    return order;
}

} // namespace profiler
