#include "profiler/comparison/comparison.h"

#include "model/support/text.h"
#include "profiler/comparison/pair_benchmark.h"
#include "profiler/device/device_account.h"
#include "profiler/statistics/account.h"
#include "profiler/statistics/rank_statistics.h"
#include "profiler/statistics/step_samples.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

namespace profiler {
namespace {

/// Places of the runs of each round.
using Rounds = std::map<std::uint32_t, std::vector<std::uint32_t>>;

Rounds roundsOf(const Profile& profile, std::span<const std::uint32_t> runs)
{
    Rounds rounds;
    for (std::uint32_t i = 0; i < runs.size(); ++i)
        rounds[profile.runs[runs[i]].round].push_back(i);
    return rounds;
}

/// Samples of one profile, one per recorded run, with their rounds.
class SideSamples {
public:
    explicit SideSamples(const Profile& profile)
        : m_profile(profile)
        , m_runs(recordedRuns(profile))
        , m_steps(profile, m_runs)
    {
        m_rounds = roundsOf(profile, m_runs);
    }

    std::vector<double> walls() const { return wallsOf(m_profile, m_runs); }
    /// Returns the sums per run over the steps that ran; empty if none ran.
    std::vector<double> sums(const std::vector<engine::StepId>& steps) const
    {
        std::vector<double> sums(m_runs.size(), 0.0);
        bool ran = false;
        for (const auto step : steps) {
            if (m_steps.calls(step) == 0)
                continue;
            ran = true;
            m_steps.addPerRun(step, StepTime::Own, sums);
        }
        return ran ? sums : std::vector<double>();
    }
    /// Returns the time of each run outside of all steps; empty if no step ran.
    std::vector<double> outsideSteps() const
    {
        std::vector<engine::StepId> all;
        for (std::uint32_t i = 0; i < m_profile.steps.size(); ++i)
            all.emplace_back(i);
        auto outside = sums(all);
        if (outside.empty())
            return outside;
        const auto accounts = accountsOf(m_profile, m_runs);
        for (std::size_t i = 0; i < outside.size(); ++i)
            outside[i] = std::max(
                0.0, static_cast<double>(accounts[i].wallNs + accounts[i].overlapNs) - outside[i]);
        return outside;
    }
    const Rounds& rounds() const { return m_rounds; }

private:
    const Profile& m_profile;
    std::vector<std::uint32_t> m_runs;
    StepSamples m_steps;
    Rounds m_rounds;
};

double medianAt(const std::vector<double>& samples, const std::vector<std::uint32_t>& places)
{
    std::vector<double> chosen;
    for (const auto place : places)
        chosen.push_back(samples[place]);
    return medianOf(chosen);
}

bool areOfOnePair(const Profile& a, const Profile& b)
{
    const auto pair = a.metadata.text(pairKey);
    return !pair.empty() && pair == b.metadata.text(pairKey);
}

/// Returns `MatMul + Add`: each type once, in order of the plan, at most four.
std::string typesOf(const Profile& profile, const std::vector<engine::StepId>& steps)
{
    constexpr std::size_t most = 4;
    std::vector<std::string_view> types;
    for (const auto step : steps) {
        const auto type = profile.text(profile.step(step).opType);
        if (std::ranges::find(types, type) == types.end())
            types.push_back(type);
    }
    std::string text;
    for (std::size_t i = 0; i < std::min(most, types.size()); ++i)
        text += (i == 0 ? "" : " + ") + std::string(types[i]);
    return types.size() > most ? text + " + …" : text;
}

std::string labelOf(const Profile& profile, const std::vector<engine::StepId>& steps)
{
    const auto first = std::string(profile.text(profile.step(steps.front()).label));
    return steps.size() == 1 ? first : first + " + " + std::to_string(steps.size() - 1) + " more";
}

class Comparer {
public:
    Comparer(std::shared_ptr<const Profile> a, std::shared_ptr<const Profile> b,
        const CompareOptions& options)
        : m_options(options)
        , m_a(*a)
        , m_b(*b)
    {
        m_result.method = areOfOnePair(*a, *b) ? Method::Interleaved : Method::Separate;
        m_result.spread = m_result.method == Method::Separate ? options.spread : 0;
        m_result.settings = settingDifferences(*a, *b, options);
        m_result.a = std::move(a);
        m_result.b = std::move(b);
        for (const auto& [round, runs] : m_a.rounds())
            if (m_result.method == Method::Interleaved && m_b.rounds().contains(round))
                m_rounds.push_back(round);
        m_result.rounds = static_cast<std::uint32_t>(m_rounds.size());
    }

    Comparison compare() &&
    {
        const auto labels
            = m_options.labels ? *m_options.labels : pairedLabels(*m_result.a, *m_result.b);
        const auto alignment = alignSteps(*m_result.a, *m_result.b, labels);
        compareWalls();
        compareRows(alignment);
        adjust();
        decide(m_result.wall, 1);
        for (auto& row : m_result.rows)
            if (!row.isIgnored)
                decide(row.change, row.share);
        std::ranges::stable_sort(m_result.rows, std::greater<>(),
            [](const ComparedRow& row) { return std::abs(row.change.differenceNs()); });
        summarise(labels);
        m_result.waterfall = waterfallOf(*m_result.a, *m_result.b, alignment, m_result.rows,
            m_result.wall.a.median, m_result.wall.b.median);
        judgeParts();
        return std::move(m_result);
    }

private:
    Change change(const std::vector<double>& a, const std::vector<double>& b) const
    {
        return change(a, b, m_a.rounds(), m_b.rounds());
    }

    Change change(const std::vector<double>& a, const std::vector<double>& b, const Rounds& roundsA,
        const Rounds& roundsB) const
    {
        Change change;
        change.a = distributionOf(a);
        change.b = distributionOf(b);
        if (a.empty() || b.empty() || change.a.median <= 0 || change.b.median <= 0)
            return change;
        if (m_result.method == Method::Interleaved)
            byRounds(change, a, b, roundsA, roundsB);
        else
            bySpread(change);
        return change;
    }

    void byRounds(Change& change, const std::vector<double>& a, const std::vector<double>& b,
        const Rounds& roundsA, const Rounds& roundsB) const
    {
        std::vector<double> differences;
        for (const auto round : m_rounds) {
            const auto before = medianAt(a, roundsA.at(round));
            const auto after = medianAt(b, roundsB.at(round));
            if (before > 0 && after > 0)
                differences.push_back(std::log(after) - std::log(before));
        }
        const auto shift = hodgesLehmann(differences);
        change.ratio = std::expm1(shift.value);
        change.p = signedRankP(differences);
        if (shift.interval)
            change.interval
                = Interval { std::expm1(shift.interval->low), std::expm1(shift.interval->high) };
    }

    void bySpread(Change& change) const
    {
        change.ratio = change.b.median / change.a.median - 1;
        if (!change.a.interval || !change.b.interval)
            return; // too few runs
        // In logarithms, and separately upwards and downwards: the intervals of medians are
        // asymmetric (Zou and Donner, Statistics in Medicine 27, 2008: limits from two intervals).
        const auto& a = *change.a.interval;
        const auto& b = *change.b.interval;
        if (a.low <= 0 || b.low <= 0)
            return;
        const auto ratio = std::log(change.b.median / change.a.median);
        const auto spread = std::log1p(m_options.spread);
        const auto below
            = std::hypot(std::log(change.b.median / b.low), std::log(a.high / change.a.median));
        const auto above
            = std::hypot(std::log(b.high / change.b.median), std::log(change.a.median / a.low));
        change.interval
            = Interval { std::expm1(ratio - below - spread), std::expm1(ratio + above + spread) };
    }

    void compareWalls()
    {
        const auto plainA = runsOf(*m_result.a, Side::Unprofiled);
        const auto plainB = runsOf(*m_result.b, Side::Unprofiled);
        m_result.wall = plainA.empty() || plainB.empty()
            ? change(m_a.walls(), m_b.walls())
            : change(wallsOf(*m_result.a, plainA), wallsOf(*m_result.b, plainB),
                roundsOf(*m_result.a, plainA), roundsOf(*m_result.b, plainB));
    }

    void compareRows(const StepAlignment& alignment)
    {
        const auto walls
            = std::array { distributionOf(m_a.walls()).median, distributionOf(m_b.walls()).median };
        for (const auto& group : alignment.groups) {
            ComparedRow row;
            row.change = change(m_a.sums(group.a), m_b.sums(group.b));
            if (row.change.a.samples == 0 && row.change.b.samples == 0)
                continue; // did not run
            row.steps = group;
            row.label
                = group.a.empty() ? labelOf(*m_result.b, group.b) : labelOf(*m_result.a, group.a);
            row.typeA = typesOf(*m_result.a, group.a);
            row.typeB = typesOf(*m_result.b, group.b);
            row.share = std::max(walls[0] > 0 ? row.change.a.median / walls[0] : 0,
                walls[1] > 0 ? row.change.b.median / walls[1] : 0);
            row.isIgnored = std::ranges::any_of(m_options.ignoredScopes,
                [&](const std::string& scope) { return isInScope(row.label, scope); });
            m_result.rows.push_back(std::move(row));
        }
    }

    /// Adjusts p-values. Very small rows are not tested: each test makes the others stricter.
    void adjust()
    {
        std::vector<Change*> tested;
        std::vector<double> probabilities;
        for (auto& row : m_result.rows) {
            if (!row.change.p || row.share < smallestShare || row.isIgnored)
                continue;
            tested.push_back(&row.change);
            probabilities.push_back(*row.change.p);
        }
        const auto adjusted = adjustedForFalseDiscoveries(probabilities);
        for (std::size_t i = 0; i < tested.size(); ++i)
            tested[i]->adjusted = adjusted[i];
        m_result.wall.adjusted = m_result.wall.p;
    }

    /// Tests each part of the waterfall by its own sum. Idle time of a device and overlap have no
    /// samples to test.
    void judgeParts()
    {
        const bool isOnDevice = hasDeviceWork(*m_result.a) || hasDeviceWork(*m_result.b);
        std::vector<std::pair<WaterfallPart*, Change>> tested;
        for (auto& part : m_result.waterfall.parts) {
            const bool isRest = part.kind == WaterfallPart::Kind::Between && !isOnDevice;
            if (!part.steps.a.empty() || !part.steps.b.empty())
                tested.emplace_back(&part, change(m_a.sums(part.steps.a), m_b.sums(part.steps.b)));
            else if (isRest)
                tested.emplace_back(&part, change(m_a.outsideSteps(), m_b.outsideSteps()));
        }
        std::vector<double> probabilities;
        for (const auto& [part, change] : tested)
            probabilities.push_back(change.p.value_or(1));
        const auto adjusted = adjustedForFalseDiscoveries(probabilities);
        for (std::size_t i = 0; i < tested.size(); ++i) {
            auto& [part, change] = tested[i];
            if (change.p)
                change.adjusted = adjusted[i];
            decide(change,
                std::max(shareOf(change.a, m_result.wall.a), shareOf(change.b, m_result.wall.b)));
            part->isTested = change.verdict != Verdict::NotComparable;
            part->isNoise = change.verdict == Verdict::WithinNoise || !part->isTested;
        }
    }

    static double shareOf(const Distribution& time, const Distribution& wall)
    {
        return wall.median > 0 ? time.median / wall.median : 0;
    }

    void decide(Change& change, double share) const
    {
        if (change.a.samples == 0 || change.b.samples == 0) {
            change.verdict = change.a.samples > 0 ? Verdict::Gone
                : change.b.samples > 0            ? Verdict::New
                                                  : Verdict::NotComparable;
            return;
        }
        if (!m_result.isComparable()) {
            change.verdict = Verdict::NotComparable;
            return;
        }
        const bool isLarge = std::abs(change.ratio) >= smallestRatio
            && std::abs(change.ratio) * share >= smallestShare;
        const bool isRejected = m_result.method == Method::Interleaved
            ? (change.adjusted && *change.adjusted <= falseDiscoveries) || change.isFarBeyond(0)
            : change.interval && (change.interval->low > 0 || change.interval->high < 0);
        if (isLarge && isRejected)
            change.verdict = change.ratio > 0 ? Verdict::Slower : Verdict::Faster;
    }

    void summarise(const NodeLabels& labels)
    {
        auto& summary = m_result.alignment;
        summary.nodesA = m_result.a->provenance.size();
        summary.nodesB = m_result.b->provenance.size();
        std::set<std::string_view> paired;
        for (const auto& row : m_result.a->provenance) {
            const auto label = std::string(m_result.a->text(row.label));
            const auto found = labels.inB.find(label);
            if (found == labels.inB.end())
                summary.onlyA.push_back(label);
            else
                paired.insert(found->second);
        }
        summary.aligned = summary.nodesA - summary.onlyA.size();
        for (const auto& row : m_result.b->provenance)
            if (const auto label = m_result.b->text(row.label); !paired.contains(label))
                summary.onlyB.emplace_back(label);
        double all = 0;
        double both = 0;
        for (const auto& row : m_result.rows) {
            all += row.change.a.median;
            both += row.change.b.samples > 0 ? row.change.a.median : 0;
        }
        summary.shareOfTime = all > 0 ? both / all : 0;
    }

    const CompareOptions& m_options;
    Comparison m_result;
    SideSamples m_a;
    SideSamples m_b;
    std::vector<std::uint32_t> m_rounds; ///< that both profiles have
};

} // namespace

bool isInScope(std::string_view label, std::string_view scope)
{
    if (!label.starts_with(scope) || scope.empty())
        return false;
    const auto rest = label.substr(scope.size());
    return rest.empty() || rest.front() == '/' || rest.front() == '.' || scope.back() == '/'
        || scope.back() == '.';
}

std::string_view verdictName(Verdict verdict)
{
    static constexpr std::array<std::string_view, 6> names { "within noise", "faster", "slower",
        "new", "gone", "not comparable" };
    return names[static_cast<std::size_t>(verdict)];
}

std::string_view settingKindName(SettingDifference::Kind kind)
{
    static constexpr std::array<std::string_view, 3> names { "machine", "engine", "settings" };
    return names[static_cast<std::size_t>(kind)];
}

std::optional<double> Change::detectable() const
{
    // Normal quantiles for 80 % power and for the interval.
    constexpr double perHalfWidth = 2.8 / 1.96;
    if (!interval)
        return {};
    return interval->half() * (p ? perHalfWidth : 1);
}

bool Change::isFarBeyond(double limit) const
{
    if (!interval || !p || *p > 0.01)
        return false;
    return ratio > 0 ? interval->low > limit + 1 : interval->high < -0.5 - limit;
}

std::string_view WaterfallPart::remark() const
{
    return !isTested ? "not tested" : isNoise ? "within noise" : "";
}

std::string ratioText(double ratio) { return text(Measurement { ratio, Unit::Ratio }); }

std::string intervalText(const Change& change)
{
    if (!change.interval)
        return "too few runs";
    return ratioText(change.interval->low) + " … " + ratioText(change.interval->high);
}

std::string probabilityText(double p) { return p < 0.001 ? "< 0.001" : support::numberText(p, 2); }

std::string ComparedRow::types() const
{
    if (typeA.empty() || typeB.empty() || typeA == typeB)
        return typeA.empty() ? typeB : typeA;
    return typeA + " → " + typeB;
}

bool Comparison::isComparable() const
{
    return std::ranges::all_of(settings, &SettingDifference::isAllowed);
}

bool Comparison::isLossy() const
{
    const auto isCut = [](const Profile& profile) {
        return !profile.losses.isEmpty()
            || std::ranges::any_of(profile.runs, [](const Run& run) { return run.hasGap; });
    };
    return isCut(*a) || isCut(*b);
}

std::size_t Comparison::count(Verdict verdict) const
{
    return static_cast<std::size_t>(std::ranges::count_if(rows,
        [&](const ComparedRow& row) { return !row.isIgnored && row.change.verdict == verdict; }));
}

Comparison compareProfiles(std::shared_ptr<const Profile> a, std::shared_ptr<const Profile> b,
    const CompareOptions& options)
{
    return Comparer(std::move(a), std::move(b), options).compare();
}

} // namespace profiler
