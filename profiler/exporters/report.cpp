#include "profiler/exporters/report.h"

#include "model/support/text.h"
#include "profiler/engines/engine_text.h"
#include "profiler/load/load_figures.h"
#include "profiler/peaks/arithmetic_type.h"
#include "profiler/peaks/device_peaks.h"
#include "profiler/record/machine_noise.h"
#include "profiler/statistics/account.h"
#include "profiler/statistics/generation.h"
#include "profiler/tables/commit.h"
#include "profiler/tables/unsaved_edits.h"
#include "profiler/tables/work_slices.h"

#include <algorithm>
#include <array>

namespace profiler {

namespace {

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
    std::uint32_t known = 0; ///< number of steps with a figure
    std::uint32_t unknown = 0; ///< number of steps without a figure
};

/// Work of the operators. Steps that the plan inserted to move data, and steps that contain others,
/// have no work of their own and do not count.
Work workOf(const Profile& profile, const Statistics& statistics)
{
    Work work;
    for (const auto& row : statistics.steps) {
        const auto& step = profile.step(row.step);
        if (row.time.samples == 0 || step.isInserted() || step.kind == StepKind::ControlFlow)
            continue;
        if (step.flops) {
            work.flops += static_cast<double>(*step.flops) * row.callsPerRun;
            ++work.known;
        } else {
            ++work.unknown;
        }
    }
    return work;
}

/// The rate, and how many operators are missing in the sum.
std::string workDetail(const Work& work, double wallNs)
{
    if (work.known == 0)
        return "unknown for all operators";
    std::string words = wallNs > 0 ? support::workRateText(work.flops * 1e9 / wallNs) : "";
    if (work.unknown > 0)
        words += (words.empty() ? "" : "; ")
            + support::countOf(work.unknown, "operator", "operators") + " without a figure";
    return words;
}

std::string workText(const Work& work)
{
    return work.known == 0 ? std::string(support::notMeasured)
                           : (work.unknown > 0 ? "≥ " : "") + support::workText(work.flops);
}

std::vector<Fact> keyFigures(const Profile& profile, const Statistics& statistics)
{
    std::vector<Fact> facts;
    if (const auto tokens = tokenSamples(profile); !tokens.empty()) {
        for (auto& line : generationLines(generationFigures(tokens)))
            add(facts, std::move(line.name), std::move(line.value), std::move(line.detail));
    }
    const auto& best = statistics.bestWall();
    for (auto& line : loadLines(profile, best.median))
        add(facts, std::move(line.name), std::move(line.value), std::move(line.detail));
    const auto wall = best.measurement();
    add(facts, "Wall, median of " + support::countOf(best.samples, "run", "runs"),
        text(wall, 4) + (wall.interval ? " (95 %)" : ""),
        best.samples == 0 ? "" : "p95 " + duration(best.p95) + ", max " + duration(best.max));
    for (const auto& remark : statistics.remarks)
        add(facts, "Remark on the median", remark.text());
    if (const auto noise = noiseText(profile); !noise.empty())
        add(facts, "The machine was noisy", noise, "see the state of the machine");
    if (statistics.recordingCost) {
        add(facts, "Cost of recording", recordingCostText(*statistics.recordingCost).text(),
            "a share of wall, from rounds of both kinds; " + duration(statistics.wall.median)
                + " with recording");
    } else {
        add(facts, "Cost of recording", "not measured");
    }
    // On a device this would be the host's time between launches. `GPU busy` is shown instead.
    if (statistics.account && !hasDeviceWork(profile)) {
        const auto& account = *statistics.account;
        const double share = account.wallNs > 0 ? static_cast<double>(account.notInAnyOperatorNs())
                / static_cast<double>(account.wallNs)
                                                : 0;
        add(facts, "Not in any operator",
            duration(static_cast<double>(account.notInAnyOperatorNs())) + " ("
                + support::shareText(share) + ")",
            support::joined(largestParts(account), ", ", &support::Sentence::text));
    }
    if (const auto account = deviceAccount(profile))
        add(facts, "GPU busy",
            duration(static_cast<double>(account->busyNs)) + " ("
                + support::shareText(account->share(account->busyNs)) + ")",
            support::countOf(account->kernels, "kernel", "kernels") + ", "
                + support::countOf(account->copies, "copy", "copies") + " in the median run");
    const auto work = workOf(profile, statistics);
    add(facts, "Work, one run", workText(work), workDetail(work, best.median));
    if (const auto bytes = profile.memory.arenaBytes + profile.memory.weightBytes; bytes > 0)
        add(facts, "Memory, planned peak", support::bytesText(bytes),
            support::bytesText(profile.memory.weightBytes) + " of it weights");
    else
        add(facts, "Memory, planned peak", std::string(support::notMeasured),
            "the profile has no plan");
    return facts;
}

/// Name of a fact and the key of its value in the metadata.
using FactKey = std::pair<const char*, std::string_view>;

void add(std::vector<Fact>& facts, const Metadata& metadata, std::initializer_list<FactKey> keys)
{
    for (const auto& [name, key] : keys)
        add(facts, name, metadata.text(key));
}

std::vector<Fact> settingFacts(const Metadata& metadata, const Profile& profile)
{
    std::vector<Fact> facts;
    add(facts, "Engine", engineText(metadata));
    add(facts, metadata,
        { { "Engine found in", keys::engineWhere }, { "Engine's build", keys::engineBuild } });
    add(facts, "Engine's settings", engineSettingsText(metadata));
    add(facts, metadata, { { "Device", keys::device }, { "Threads", keys::threads } });
    if (profile.load)
        add(facts, "Load", loadText(metadata),
            oversubscriptionText(metadata.integer(keys::streams).value_or(1),
                metadata.integer(keys::threads).value_or(0),
                metadata.integer(keys::cores).value_or(0)));
    add(facts, "Precision", precisionText(profile));
    add(facts, metadata,
        { { "Optimisation", keys::optimisation }, { "CUDA graph", keys::cudaGraph },
            { "Kernels chosen by timing", keys::tune }, { "Named dimensions", keys::dims },
            { "Inputs", keys::inputs }, { "Seed", keys::seed }, { "Runs", keys::runs },
            { "Warm-up runs", keys::warmUpRuns } });
    return facts;
}

std::vector<Fact> originFacts(const Metadata& metadata)
{
    std::vector<Fact> facts;
    add(facts, metadata,
        { { "Label", keys::tag }, { "Commit", keys::commit }, { "Model", keys::modelName },
            { "Edits that were not saved", keys::unsavedEdits } });
    addBytes(facts, "Model file", metadata.integer(keys::modelBytes));
    add(facts, metadata,
        { { "SHA-256", keys::modelSha256 }, { "Opset", keys::modelOpset },
            { "Producer", keys::modelProducer }, { "Machine", keys::host }, { "CPU", keys::cpu },
            { "Instruction sets", keys::isa }, { "Cores", keys::cores } });
    addBytes(facts, "Memory", metadata.integer(keys::memoryBytes));
    add(facts, metadata,
        { { "System", keys::system }, { "Kernel", keys::kernel },
            { "Opscope", keys::opscopeVersion }, { "oneDNN", keys::onednnVersion },
            { "Build", keys::build } });
    return facts;
}

std::vector<Fact> methodFacts(const Profile& profile, const Statistics& statistics)
{
    std::vector<Fact> facts;
    const auto& metadata = profile.metadata;
    add(facts, "Recorded runs", std::to_string(statistics.wall.samples));
    add(facts, "Runs without recording", std::to_string(statistics.wallUnprofiled.samples));
    add(facts, "Operators led to nodes, by time", attributionText(metadata).text());
    add(facts, "Clock", metadata.text(keys::clockSource));
    if (const auto span = metadata.number(keys::spanNs))
        add(facts, "Cost of one span", support::numberText(*span) + " ns");
    if (const auto work = metadata.number(keys::workNs))
        add(facts, "Cost of one piece of work of a thread", support::numberText(*work) + " ns");
    if (statistics.threads > 0)
        add(facts, "Threads recorded",
            support::countText(statistics.threads)
                + (seesLibraryWork(profile) ? "" : ", without those that libraries start"));
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

/// `NVIDIA H200, 132 multiprocessors, compute capability 9.0`
std::string identityText(const DeviceProperties& device)
{
    auto text = device.name;
    if (device.multiprocessors > 0)
        text += ", " + support::countText(device.multiprocessors) + " multiprocessors";
    if (device.computeMajor > 0)
        text += ", compute capability " + std::to_string(device.computeMajor) + "."
            + std::to_string(device.computeMinor);
    if (device.memoryBytes > 0)
        text += ", " + support::bytesText(device.memoryBytes);
    return text + (device.isPartition ? ", a partition (MIG)" : "");
}

std::vector<Fact> deviceFacts(const Profile& profile)
{
    std::vector<Fact> facts;
    if (!profile.device.record)
        return facts;
    const auto& record = *profile.device.record;
    for (const auto& device : record.devices)
        add(facts, "GPU " + std::to_string(device.number), identityText(device));
    add(facts, "Tracer",
        record.tracer.empty() ? "none: times are those of the host" : record.tracer);
    add(facts, "Clock", clockText(record.clock));
    const auto losses = lossesText(record.losses);
    add(facts, "Records lost", losses.empty() ? "0" : losses,
        losses.empty() ? "" : "sums are lower bounds");
    if (const auto peaks = devicePeaksOf(profile.metadata)) {
        const auto products = support::joined(peaks->gemms, "; ", gemmText);
        add(facts, "Peaks of this GPU, measured",
            support::byteRateText(peaks->copyBytesPerSecond) + " copy",
            products + (peaks->distrust.empty() ? "" : "; may be too low: " + peaks->distrust));
    }
    for (const auto& limit : record.limits)
        add(facts, "Not available", limit.message, limit.advice);
    return facts;
}

/// Work of one run by class: `multiply-adds 1.2 GFLOP, other 3.4 MFLOP, exponentials and roots
/// 1 200, moved 3 MiB`.
std::string classesText(const Profile& profile, const Statistics& statistics)
{
    double multiplyAdds = 0;
    double other = 0;
    double transcendental = 0;
    double moved = 0;
    for (const auto& row : statistics.steps) {
        const auto& work = profile.step(row.step).work;
        if (row.time.samples == 0 || !work)
            continue;
        multiplyAdds += 2 * static_cast<double>(work->multiplyAdds) * row.callsPerRun;
        other += static_cast<double>(work->otherFlops) * row.callsPerRun;
        transcendental += static_cast<double>(work->transcendental) * row.callsPerRun;
        moved += static_cast<double>(work->movedBytes) * row.callsPerRun;
    }
    if (multiplyAdds + other + transcendental + moved <= 0)
        return {};
    return "multiply-adds " + support::workText(multiplyAdds) + ", other "
        + support::workText(other) + ", exponentials and roots "
        + support::countText(wholeOf(transcendental)) + ", moved "
        + support::bytesText(wholeOf(moved));
}

std::vector<Fact> analysisFacts(const Report& report)
{
    std::vector<Fact> facts;
    add(facts, "Work by class, one run", classesText(*report.profile, *report.statistics));
    if (const auto& path = report.criticalPath; !path.steps.empty())
        add(facts, "Longest chain of operators", duration(path.lengthNs),
            support::countOf(path.steps.size(), "step", "steps") + " of "
                + duration(path.operatorsNs) + "; at most "
                + support::numberText(path.parallelism()) + " at the same time");
    if (report.roofline) {
        const auto& peaks = report.roofline->peaks;
        const auto bandwidths = support::joined(peaks.bandwidths, ", ", [&](const auto& row) {
            return support::byteRateText(row.bytesPerSecond) + " at "
                + support::bytesText(row.bytes);
        });
        std::string rates = support::workRateText(peaks.flopsPerSecond) + " (float, "
            + support::countOf(peaks.threads, "thread", "threads") + ")";
        for (const auto& [type, peak] :
            { std::pair("bf16", &peaks.bf16), std::pair("int8", &peaks.int8) })
            if (peak->flopsPerSecond > 0 && !peak->by.empty())
                rates += ", " + support::workRateText(peak->flopsPerSecond) + " (" + type + ", "
                    + peak->by + ")";
        if (peaks.device.empty())
            add(facts, "Peaks of this machine", rates, bandwidths);
    } else if (isOfDevice(report.metadata)) {
        add(facts, "Peaks of this GPU", "not measured: " + whyNoRoofs(report.metadata),
            "`opscope-cli selftest peaks --device cuda` measures and keeps them for later "
            "profiles");
    } else {
        add(facts, "Peaks of this machine", "not measured",
            "`opscope-cli selftest peaks` measures and keeps them for later profiles");
    }
    return facts;
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
    report.settings = settingFacts(report.metadata, *profile);
    report.origin = originFacts(report.metadata);
    report.method = methodFacts(*profile, *statistics);
    report.conditions = conditionFacts(*profile);
    report.roofline = rooflineOf(*profile, *statistics);
    const auto* const roofline = report.roofline ? &*report.roofline : nullptr;
    report.processor = processorFigures(*profile, *statistics, memoryBandwidth(roofline));
    report.criticalPath = criticalPath(*profile, *statistics);
    report.generation = generationReport(*profile, *statistics);
    report.device = deviceReport(*profile, roofline);
    report.deviceFacts = deviceFacts(*profile);
    report.findings = lint({ *profile, *statistics, roofline, &report.criticalPath });
    report.profile = std::move(profile);
    report.statistics = std::move(statistics);
    report.analysis = analysisFacts(report);
    return report;
}

} // namespace profiler
