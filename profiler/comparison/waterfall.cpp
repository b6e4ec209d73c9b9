#include "profiler/comparison/comparison.h"

#include "profiler/device/device_account.h"
#include "profiler/statistics/account.h"
#include "profiler/statistics/step_samples.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>

namespace profiler {
namespace {

using Kind = WaterfallPart::Kind;

/// Returns the middle half of the recorded runs by wall time. Their means add up, and no single bad
/// run is among them.
std::vector<std::uint32_t> middleRuns(const Profile& profile)
{
    auto runs = recordedRuns(profile);
    std::ranges::stable_sort(runs, {}, [&](std::uint32_t i) { return profile.runs[i].wallNs; });
    const auto cut = runs.size() / 4;
    return { runs.begin() + static_cast<std::ptrdiff_t>(cut),
        runs.end() - static_cast<std::ptrdiff_t>(cut) };
}

/// Mean times of one side over its middle runs.
class Means {
public:
    explicit Means(const Profile& profile)
        : m_profile(profile)
        , m_runs(middleRuns(profile))
        , m_samples(profile, m_runs)
    {
        if (hasDeviceWork(profile))
            addDevice();
        else
            for (const auto& account : accountsOf(profile, m_runs)) {
                m_wall += static_cast<double>(account.wallNs);
                m_overlap += static_cast<double>(account.overlapNs);
            }
        m_wall /= count();
        m_overlap /= count();
        for (auto& gap : m_gaps)
            gap /= count();
    }

    double wall() const { return m_wall; }
    double overlap() const { return m_overlap; }
    /// Returns the mean idle time of a device with this cause.
    double gap(GapCause cause) const { return m_gaps[static_cast<std::size_t>(cause)]; }
    double of(const std::vector<engine::StepId>& steps) const
    {
        double sum = 0;
        for (const auto step : steps) {
            if (m_samples.calls(step) == 0)
                continue;
            const auto samples = m_samples.perRun(step, StepTime::Own);
            sum = std::accumulate(samples.begin(), samples.end(), sum);
        }
        return sum / count();
    }
    std::vector<engine::StepId> ofKind(
        const std::vector<engine::StepId>& steps, StepKind kind) const
    {
        std::vector<engine::StepId> chosen;
        std::ranges::copy_if(steps, std::back_inserter(chosen),
            [&](engine::StepId step) { return m_profile.step(step).kind == kind; });
        return chosen;
    }

private:
    double count() const { return std::max(1.0, static_cast<double>(m_runs.size())); }

    /// Adds overlap and gaps of a device. Times of steps on a device are those of their work: their
    /// overlap is the overlap, and the rest of the wall is gaps.
    void addDevice()
    {
        for (const auto run : m_runs) {
            const auto account = deviceAccount(m_profile, run);
            m_wall += static_cast<double>(account.wallNs);
            m_overlap += static_cast<double>(account.overlapNs);
            for (std::size_t cause = 0; cause < gapCauseCount; ++cause)
                m_gaps[cause] += static_cast<double>(account.gapNs[cause]);
        }
    }

    const Profile& m_profile;
    std::vector<std::uint32_t> m_runs;
    StepSamples m_samples;
    double m_wall = 0;
    double m_overlap = 0;
    std::array<double, gapCauseCount> m_gaps {};
};

/// A part before scaling and rounding to integers.
struct Draft {
    WaterfallPart part;
    double a = 0;
    double b = 0;
};

std::string titleOf(const ComparedRow& row)
{
    if (row.typeA.empty())
        return row.typeB + " (new)";
    if (row.typeB.empty())
        return row.typeA + " (gone)";
    return row.typeA == row.typeB ? row.typeA : row.typeA + " → " + row.typeB;
}

std::vector<Draft> operatorDrafts(
    const Means& a, const Means& b, const std::vector<ComparedRow>& rows)
{
    std::map<std::string, Draft> byTitle;
    for (const auto& row : rows) {
        auto& draft = byTitle[titleOf(row)];
        draft.a += a.of(row.steps.a);
        draft.b += b.of(row.steps.b);
        ++draft.part.rows;
        auto& steps = draft.part.steps;
        steps.a.insert(steps.a.end(), row.steps.a.begin(), row.steps.a.end());
        steps.b.insert(steps.b.end(), row.steps.b.begin(), row.steps.b.end());
    }
    std::vector<Draft> drafts;
    for (auto& [title, draft] : byTitle) {
        draft.part.label = title;
        drafts.push_back(std::move(draft));
    }
    std::ranges::stable_sort(
        drafts, std::greater<>(), [](const Draft& draft) { return std::abs(draft.b - draft.a); });
    return drafts;
}

void addInserted(
    std::vector<Draft>& drafts, const Means& a, const Means& b, const StepAlignment& alignment)
{
    constexpr std::array<std::pair<StepKind, std::string_view>, 5> kinds {
        { { StepKind::Reorder, "reorders" }, { StepKind::Copy, "copies" },
            { StepKind::Operator, "inserted operators" }, { StepKind::View, "inserted views" },
            { StepKind::ControlFlow, "inserted control flow" } }
    };
    for (const auto& [kind, label] : kinds) {
        Draft draft;
        draft.part.kind = Kind::Inserted;
        draft.part.label = label;
        draft.part.steps
            = { a.ofKind(alignment.insertedA, kind), b.ofKind(alignment.insertedB, kind) };
        draft.a = a.of(draft.part.steps.a);
        draft.b = b.of(draft.part.steps.b);
        if (draft.a > 0 || draft.b > 0)
            drafts.push_back(std::move(draft));
    }
}

/// Adds idle time of a device by cause. Idle time because of operators on the CPU is left out:
/// these operators have rows.
void addGaps(std::vector<Draft>& drafts, const Means& a, const Means& b)
{
    constexpr std::array causes { GapCause::Launch, GapCause::Synchronise, GapCause::CopyWait,
        GapCause::Device, GapCause::Overhead };
    for (const auto cause : causes) {
        Draft draft { {}, a.gap(cause), b.gap(cause) };
        draft.part.kind = Kind::Between;
        draft.part.label = "GPU: " + std::string(gapCauseName(cause));
        if (draft.a > 0 || draft.b > 0)
            drafts.push_back(std::move(draft));
    }
}

/// Adds the rest of the wall outside of steps, and the overlap as a negative part, because it was
/// counted twice.
void addOutside(std::vector<Draft>& drafts, const Means& a, const Means& b)
{
    Draft between { {}, a.wall() + a.overlap(), b.wall() + b.overlap() };
    between.part.kind = Kind::Between;
    between.part.label = "between operators";
    for (const auto& draft : drafts) {
        between.a -= draft.a;
        between.b -= draft.b;
    }
    drafts.push_back(std::move(between));
    if (a.overlap() > 0 || b.overlap() > 0) {
        Draft overlap { {}, -a.overlap(), -b.overlap() };
        overlap.part.kind = Kind::Overlap;
        overlap.part.label = "overlap";
        drafts.push_back(std::move(overlap));
    }
}

/// Rounds to integers that add up to `total`: each is the difference of two rounded sums.
void roundToTotal(std::vector<Draft>& drafts, double Draft::*from, std::int64_t WaterfallPart::*to,
    double scale, std::int64_t total)
{
    double sum = 0;
    std::int64_t before = 0;
    for (auto& draft : drafts) {
        sum += draft.*from * scale;
        const auto now = static_cast<std::int64_t>(std::llround(sum));
        draft.part.*to = now - before;
        before = now;
    }
    if (!drafts.empty())
        drafts.back().part.*to += total - before; // rounding of the sums: at most 1
}

} // namespace

Waterfall waterfallOf(const Profile& a, const Profile& b, const StepAlignment& alignment,
    const std::vector<ComparedRow>& rows, double aNs, double bNs)
{
    const Means meansA(a);
    const Means meansB(b);
    Waterfall waterfall;
    waterfall.aNs = static_cast<std::int64_t>(std::llround(aNs));
    waterfall.bNs = static_cast<std::int64_t>(std::llround(bNs));
    if (meansA.wall() <= 0 || meansB.wall() <= 0)
        return waterfall;
    auto drafts = operatorDrafts(meansA, meansB, rows);
    addInserted(drafts, meansA, meansB, alignment);
    addGaps(drafts, meansA, meansB);
    addOutside(drafts, meansA, meansB);
    roundToTotal(drafts, &Draft::a, &WaterfallPart::aNs, aNs / meansA.wall(), waterfall.aNs);
    roundToTotal(drafts, &Draft::b, &WaterfallPart::bNs, bNs / meansB.wall(), waterfall.bNs);
    for (auto& draft : drafts)
        waterfall.parts.push_back(std::move(draft.part));
    return waterfall;
}

} // namespace profiler
