#include "profiler/report.h"

#include "model/support/text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace profiler {

namespace {

constexpr double silentBelow = 0.01; // of wall: smaller findings help nobody

std::string duration(double ns) { return support::durationText(ns, 4); }

void add(std::vector<Fact>& facts, std::string name, std::string value, std::string detail = {})
{
    if (!value.empty())
        facts.push_back({ std::move(name), support::sanitise(value), support::sanitise(detail) });
}

void addBytes(std::vector<Fact>& facts, std::string name, std::optional<std::int64_t> bytes)
{
    if (bytes && *bytes >= 0)
        add(facts, std::move(name), support::bytesText(static_cast<std::uint64_t>(*bytes)));
}

struct Work {
    double flops = 0; ///< of one run
    std::uint32_t unknown = 0; ///< steps without a figure
};

/// Of operators: what the plan inserted to move data, and containers of others, have no work of
/// their own.
Work workOf(const Profile& profile, const Statistics& statistics)
{
    Work work;
    for (const auto& row : statistics.steps) {
        const auto& step = profile.step(row.step);
        if (row.time.samples == 0 || step.isInserted() || step.kind == StepKind::ControlFlow)
            continue;
        if (step.flops)
            work.flops += static_cast<double>(*step.flops) * row.callsPerRun;
        else
            ++work.unknown;
    }
    return work;
}

/// Rate, and what is missing in the sum.
std::string workDetail(const Work& work, double wallNs)
{
    std::string words = wallNs > 0 ? support::workRateText(work.flops * 1e9 / wallNs) : "";
    if (work.unknown > 0)
        words += (words.empty() ? "" : "; ")
            + support::countOf(work.unknown, "operator", "operators") + " without a figure";
    return words;
}

std::string workText(const Work& work)
{
    return (work.unknown > 0 ? "≥ " : "") + support::workText(work.flops);
}

/// The largest parts of what is in no operator: `dispatch 12 µs, reorders 3 µs`.
std::string partsOf(const Account& account)
{
    struct Part {
        std::string_view name;
        std::int64_t ns;
    };
    std::array parts { Part { "dispatch", account.dispatchNs },
        Part { "reorders", account.reordersNs }, Part { "copies", account.copiesNs },
        Part { "waiting", account.waitingNs }, Part { "allocation", account.allocationNs },
        Part { "unaccounted", account.unaccountedNs } };
    std::ranges::stable_sort(parts, std::greater<> {}, &Part::ns);
    std::string words;
    for (std::size_t i = 0; i < 3 && parts[i].ns > 0; ++i)
        words += (words.empty() ? "" : ", ") + std::string(parts[i].name) + " "
            + support::durationText(static_cast<double>(parts[i].ns));
    return words;
}

std::vector<Fact> keyFigures(const Profile& profile, const Statistics& statistics)
{
    std::vector<Fact> facts;
    const auto& best = statistics.bestWall();
    const auto wall = best.measurement();
    add(facts, "Wall, median of " + support::countOf(best.samples, "run", "runs"),
        text(wall, 4) + (wall.interval ? " (95 %)" : ""),
        best.samples == 0 ? "" : "p95 " + duration(best.p95) + ", max " + duration(best.max));
    if (statistics.recordingCost) {
        const auto& cost = *statistics.recordingCost;
        std::string detail;
        if (cost.interval)
            detail = "95 %: " + text({ cost.interval->low, Unit::Ratio, {}, 0, cost.kind }) + " to "
                + text({ cost.interval->high, Unit::Ratio, {}, 0, cost.kind }) + "; ";
        add(facts, "Cost of measuring", text(cost) + " (of wall)",
            detail + duration(statistics.wall.median) + " with recording");
    } else {
        add(facts, "Cost of measuring", "not measured");
    }
    if (statistics.account) {
        const auto& account = *statistics.account;
        const double share = account.wallNs > 0 ? static_cast<double>(account.notInAnyOperatorNs())
                / static_cast<double>(account.wallNs)
                                                : 0;
        add(facts, "Not in any operator",
            duration(static_cast<double>(account.notInAnyOperatorNs())) + " ("
                + support::shareText(share) + ")",
            partsOf(account));
    }
    const auto work = workOf(profile, statistics);
    add(facts, "Work, one run", workText(work), workDetail(work, best.median));
    add(facts, "Memory, planned peak",
        support::bytesText(profile.memory.arenaBytes + profile.memory.weightBytes),
        support::bytesText(profile.memory.weightBytes) + " of it weights");
    return facts;
}

std::vector<Fact> settingFacts(const Metadata& metadata)
{
    std::vector<Fact> facts;
    add(facts, "Device", metadata.text(keys::device));
    add(facts, "Threads", metadata.text(keys::threads));
    add(facts, "Precision", metadata.text(keys::precision));
    add(facts, "Optimisation", metadata.text(keys::optimisation));
    add(facts, "Named dimensions", metadata.text(keys::dims));
    add(facts, "Inputs", metadata.text(keys::inputs));
    add(facts, "Seed", metadata.text(keys::seed));
    add(facts, "Runs", metadata.text(keys::runs));
    add(facts, "Warm-up runs", metadata.text(keys::warmUpRuns));
    return facts;
}

std::vector<Fact> originFacts(const Metadata& metadata)
{
    std::vector<Fact> facts;
    add(facts, "Model", metadata.text(keys::modelName));
    addBytes(facts, "Model file", metadata.integer(keys::modelBytes));
    add(facts, "SHA-256", metadata.text(keys::modelSha256));
    add(facts, "Opset", metadata.text(keys::modelOpset));
    add(facts, "Producer", metadata.text(keys::modelProducer));
    add(facts, "Machine", metadata.text(keys::host));
    add(facts, "CPU", metadata.text(keys::cpu));
    add(facts, "Instruction sets", metadata.text(keys::isa));
    add(facts, "Cores", metadata.text(keys::cores));
    addBytes(facts, "Memory", metadata.integer(keys::memoryBytes));
    add(facts, "System", metadata.text(keys::system));
    add(facts, "Kernel", metadata.text(keys::kernel));
    add(facts, "Opscope", metadata.text(keys::opscopeVersion));
    add(facts, "oneDNN", metadata.text(keys::onednnVersion));
    add(facts, "Build", metadata.text(keys::build));
    return facts;
}

std::vector<Fact> methodFacts(const Profile& profile, const Statistics& statistics)
{
    std::vector<Fact> facts;
    const auto& metadata = profile.metadata;
    add(facts, "Recorded runs", std::to_string(statistics.wall.samples));
    add(facts, "Runs without recording", std::to_string(statistics.wallUnprofiled.samples));
    add(facts, "Clock", metadata.text(keys::clockSource));
    if (const auto span = metadata.number(keys::spanNs))
        add(facts, "Cost of one span", support::numberText(*span) + " ns");
    if (statistics.wall.median > 0)
        add(facts, "Spread (median distance from the median)",
            support::shareText(statistics.wall.mad / statistics.wall.median));
    const auto& losses = profile.losses;
    add(facts, "Records lost",
        losses.isEmpty()
            ? "0"
            : std::to_string(losses.dropped) + " dropped, " + std::to_string(losses.unbalanced)
                + " unbalanced, " + std::to_string(losses.clamped) + " clamped");
    if (const auto stopped = metadata.text(keys::interrupted); !stopped.empty())
        add(facts, "Stopped early", stopped);
    return facts;
}

std::vector<Fact> conditionFacts(const Profile& profile)
{
    std::vector<Fact> facts;
    for (const auto& condition : profile.conditions) {
        const auto value = profile.text(condition.value);
        add(facts, std::string(profile.text(condition.name)),
            value.empty() ? "not known" : std::string(value),
            std::string(profile.text(condition.reason)));
    }
    return facts;
}

/// Steps on the reference tier: plain kernels where nothing faster accepted.
void findReferenceKernels(
    const Profile& profile, const Statistics& statistics, std::vector<Finding>& findings)
{
    Finding finding { "reference-kernel", {}, {}, 0 };
    for (const auto& row : statistics.steps) {
        const auto& step = profile.steps[row.step.value()];
        if (row.time.samples == 0 || profile.text(step.tier) != "reference"
            || step.kind != StepKind::Operator)
            continue;
        finding.steps.push_back(row.step);
        finding.gainNs += row.time.median;
    }
    if (finding.gainNs < silentBelow * statistics.wall.median || finding.steps.empty())
        return;
    finding.text = support::countOf(finding.steps.size(), "step runs", "steps run")
        + " on plain reference kernels and take " + duration(finding.gainNs) + " ("
        + support::shareText(finding.gainNs / statistics.wall.median, support::ShareForm::Card)
        + " of wall); each says why nothing faster took it";
    findings.push_back(std::move(finding));
}

void findReorders(
    const Profile& profile, const Statistics& statistics, std::vector<Finding>& findings)
{
    Finding finding { "reorder-share", {}, {}, 0 };
    for (const auto& row : statistics.steps) {
        const auto kind = profile.steps[row.step.value()].kind;
        if (row.time.samples > 0 && (kind == StepKind::Reorder || kind == StepKind::Copy)) {
            finding.steps.push_back(row.step);
            finding.gainNs += row.time.median;
        }
    }
    if (finding.gainNs < 0.05 * statistics.wall.median || finding.steps.empty())
        return;
    finding.text = "layout changes and copies take " + duration(finding.gainNs) + " ("
        + support::shareText(finding.gainNs / statistics.wall.median, support::ShareForm::Card)
        + " of wall)";
    findings.push_back(std::move(finding));
}

void findDispatch(const Statistics& statistics, std::vector<Finding>& findings)
{
    if (!statistics.account || statistics.account->wallNs == 0)
        return;
    const double share = static_cast<double>(statistics.account->dispatchNs)
        / static_cast<double>(statistics.account->wallNs);
    if (share < 0.15)
        return;
    findings.push_back({ "dispatch-bound",
        support::shareText(share)
            + " of wall lies between operators: fewer, larger operators would help more than "
              "faster kernels",
        {}, static_cast<double>(statistics.account->dispatchNs) });
}

void findUnstable(const Statistics& statistics, std::vector<Finding>& findings)
{
    const double spread
        = statistics.wall.median > 0 ? statistics.wall.mad / statistics.wall.median : 0;
    if (spread > 0.05)
        findings.push_back({ "unstable",
            "the runs spread by " + support::shareText(spread)
                + ": the figures are indicative (other load, clock, temperature)",
            {}, 0 });
}

} // namespace

Report buildReport(std::shared_ptr<const Profile> profile, const ReportOptions& options)
{
    auto statistics = computeStatistics(*profile);
    return buildReport(std::move(profile), std::move(statistics), options);
}

Report buildReport(std::shared_ptr<const Profile> profile,
    std::shared_ptr<const Statistics> statistics, const ReportOptions& options)
{
    Report report;
    for (const auto& [key, value] : profile->metadata.all()) {
        if (options.machineName || key != keys::host)
            report.metadata.put(key, value);
    }
    report.title = support::sanitise(report.metadata.text(keys::modelName));
    report.keyFigures = keyFigures(*profile, *statistics);
    report.settings = settingFacts(report.metadata);
    report.origin = originFacts(report.metadata);
    report.method = methodFacts(*profile, *statistics);
    report.conditions = conditionFacts(*profile);
    findReferenceKernels(*profile, *statistics, report.findings);
    findReorders(*profile, *statistics, report.findings);
    findDispatch(*statistics, report.findings);
    findUnstable(*statistics, report.findings);
    std::ranges::stable_sort(report.findings, std::greater<> {}, &Finding::gainNs);
    report.profile = std::move(profile);
    report.statistics = std::move(statistics);
    return report;
}

} // namespace profiler
