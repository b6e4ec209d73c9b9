#include "profiler/record/profile_run.h"

#include "engine/device/plugin.h"
#include "engine/run/work_observer.h"
#include "model/support/text.h"
#include "model/support/truncated_files.h"
#include "profiler/peaks/device_peaks.h"
#include "profiler/peaks/machine_peaks.h"
#include "profiler/record/step_forwarder.h"
#include "profiler/record/thread_affinity.h"
#include "profiler/statistics/step_costs.h"
#include "profiler/tables/plan_tables.h"
#include "profiler/tables/work_slices.h"

#include <array>
#include <random>

namespace profiler {
namespace {

using support::Result;

void describeSettings(
    Metadata& metadata, const engine::RunRequest& request, const engine::Preparation& preparation)
{
    if (const auto version = engine::onednnVersion(); !version.empty())
        metadata.set(keys::onednnVersion, std::string_view(version));
    metadata.set(keys::device, engine::deviceName(request.device));
    metadata.set(keys::threads, std::int64_t(preparation.report.threads));
    metadata.set(keys::precision, engine::precisionName(request.precision));
    metadata.set(keys::optimisation, engine::optimisationName(request.optimisation));
    if (request.device != engine::DeviceKind::Cpu) {
        metadata.set(keys::cudaGraph, request.cudaGraph == engine::CudaGraph::On ? "on" : "off");
    }
    metadata.set(keys::tune, engine::tuningName(request));
    describeInputs(metadata, request.seed, preparation.inputs);
}

/// Writes the peaks of the device. They are measured now if they never were.
void describeDevice(Metadata& metadata, const engine::RunRequest& request)
{
    const auto* const plugin
        = request.device != engine::DeviceKind::Cpu ? engine::devicePlugin() : nullptr;
    const auto& status = engine::deviceStatus(request.device);
    if (plugin == nullptr || status.devices.empty())
        return;
    metadata.set(deviceNameKey, std::string_view(status.devices.front().name));
    const auto device = engine::openDevice(request.device);
    if (!device)
        return; // the run reports the error
    const auto peaks
        = keptOrMeasuredPeaks(devicePeaksFile(), *plugin, *device->backend, status.driver);
    if (peaks)
        describeDevicePeaks(metadata, *peaks);
    else
        describeMissingPeaks(metadata, peaks.error().message());
}

/// Builds the tables that are known before the first run: plan, costs, model, machine and settings.
Profile tablesOf(const engine::RunRequest& request, const engine::Preparation& preparation,
    std::stop_token stop, std::span<const engine::Preparation> others = {})
{
    const auto& plan = **preparation.plan;
    ProfileBuilder builder;
    const auto addWithCosts = [&](const engine::Preparation& added) {
        const auto first = builder.profile().steps.size();
        addPlan(builder, **added.plan);
        addCosts(std::span(builder.profile().steps).subspan(first),
            *model::analyse(request.model, added.report.dims, stop));
    };
    addWithCosts(preparation);
    std::ranges::for_each(others, addWithCosts);
    auto& metadata = builder.profile().metadata;
    describeModel(metadata, plan.model());
    metadata.set(keys::modelWeightBytes, static_cast<std::int64_t>(plan.memory().weightBytes));
    describeMachine(metadata);
    for (const auto& library : engine::libraries()) // a new one needs no change here
        metadata.set("engine." + support::lowered(library.name), std::string_view(library.version));
    describeSettings(metadata, request, preparation);
    if (const auto peaks
        = storedPeaks(peaksFile(), static_cast<std::uint32_t>(preparation.report.threads)))
        describePeaks(metadata, *peaks);
    describeDevice(metadata, request);
    return std::move(builder.profile());
}

void addMeasured(ProfileBuilder& builder, const Benchmark& benchmark, std::string_view id)
{
    addBenchmark(builder, benchmark);
    auto& metadata = builder.profile().metadata;
    metadata.set(keys::profileId, id);
    metadata.set(keys::spanNs, measureSpanCost());
    if (benchmark.options.level >= RecordLevel::Threads) {
        metadata.set(keys::seesLibraryWork, engine::seesLibraryWork());
        metadata.set(keys::workNs, measureWorkCost());
    }
    metadata.set(keys::peakRss, static_cast<std::int64_t>(peakResidentBytes()));
}

/// Measures hardware counters. Failures become limits of the trace; the measurement before stays
/// valid.
void addCounters(
    DeviceCollector& collector, MetricSet set, const RunOnce& runOnce, DeviceTrace& trace)
{
    StepForwarder forwarder(collector);
    auto metrics = collector.measure(set, [&] { return runOnce(&forwarder); });
    if (metrics)
        trace.metrics = std::move(*metrics);
    trace.limits = collector.limits();
}

} // namespace

Result<std::unique_ptr<DeviceCollector>> collectorFor(const engine::RunRequest& request)
{
    const auto* const plugin
        = request.device != engine::DeviceKind::Cpu ? engine::devicePlugin() : nullptr;
    if (plugin == nullptr || plugin->createCollector == nullptr)
        return std::unique_ptr<DeviceCollector>();
    const auto device = TRY(engine::openDevice(request.device));
    return plugin->createCollector(*device.backend, CollectorOptions());
}

std::string newProfileId(std::int64_t utcNs)
{
    std::random_device source;
    const auto random = [&] { return static_cast<unsigned>(source() & 0xffffu); };
    const auto ms = static_cast<unsigned long long>(utcNs / 1'000'000);
    std::array<char, 64> text {};
    std::snprintf(text.data(), text.size(), "%08llx-%04llx-7%03x-%04x-%04x%04x%04x", ms >> 16,
        ms & 0xffffu, random() & 0xfffu, 0x8000u | (random() & 0x3fffu), random(), random(),
        random());
    return text.data();
}

ProfileDraft::ProfileDraft(const engine::RunRequest& request,
    const engine::Preparation& preparation, std::stop_token stop,
    std::span<const engine::Preparation> others)
    : m_tables(tablesOf(request, preparation, std::move(stop), others))
    , m_id(newProfileId(utcNowNs()))
{
}

void ProfileDraft::describe(const Metadata& more)
{
    for (const auto& [key, value] : more.all())
        m_tables.metadata.put(key, value);
}

void ProfileDraft::save(RecordingFile& file, const Benchmark& soFar, std::uint32_t firstNew) const
{
    ProfileBuilder builder(m_tables);
    addBenchmark(builder, soFar, firstNew);
    auto& metadata = builder.profile().metadata;
    metadata.set(keys::profileId, std::string_view(m_id));
    metadata.set(keys::interrupted, true);
    metadata.set(keys::end, "not finished");
    static_cast<void>(file.add(*std::move(builder).build()));
}

std::shared_ptr<const Profile> ProfileDraft::with(
    const Benchmark& benchmark, const Metadata& more) const
{
    ProfileBuilder builder(m_tables);
    addMeasured(builder, benchmark, m_id);
    for (const auto& [key, value] : more.all())
        builder.profile().metadata.put(key, value);
    return std::move(builder).build();
}

support::Error keepRuns(support::Error error, std::optional<RecordingFile>& file)
{
    if (!file || file->runs() == 0 || error.kind() == support::ErrorKind::Cancelled)
        return error;
    file->keep();
    return support::failAs(error.kind(), error.message(), "; the ",
        support::countOf(file->runs(), "run", "runs"), " before are kept in ",
        file->part().string(), ", which `opscope-cli recover` reads");
}

Result<ProfiledRun> profilePreparation(const engine::RunRequest& request,
    const engine::Preparation& preparation, const BenchmarkOptions& options, std::stop_token stop,
    const std::function<void(const BenchmarkProgress&)>& onRun)
{
    if (!preparation.plan)
        return preparation.plan.error();
    const auto plan = *preparation.plan;
    ProfiledRun outcome;
    if (!options.target.empty())
        outcome.file.emplace(TRY(RecordingFile::create(options.target)));
    // Created before anything runs, because it must observe the capture of CUDA graphs.
    const auto collector = TRY(collectorFor(request));
    auto session = TRY(engine::Session::create(plan));
    const auto inputs = preparation.inputs.runtimeValues();
    const ProfileDraft draft(request, preparation, stop);

    auto measured = options;
    measured.device = collector.get();
    measured.threads = static_cast<std::uint32_t>(std::max(preparation.report.threads, 1));
    if (!options.target.empty())
        measured.spillFolder = std::filesystem::absolute(options.target).parent_path();
    // Frees the last outputs, so that every run starts with the same memory.
    measured.beforeRun = [&outcome] { outcome.result = {}; };
    if (outcome.file)
        measured.onPartialResult = [&](const Benchmark& soFar, std::uint32_t firstNew) {
            draft.save(*outcome.file, soFar, firstNew);
        };
    const RunOnce runOnce = [&](engine::Observer* observer) -> Result<void> {
        outcome.result = TRY(session.run(inputs, observer, stop));
        return {};
    };
    auto benchmark = runBenchmark(runOnce, measured, stop, onRun);
    if (!benchmark)
        return keepRuns(std::move(benchmark).error(), outcome.file);
    if (const auto checked = support::checkMappedFiles(); !checked)
        return keepRuns(checked.error(), outcome.file);

    if (options.counters && benchmark->device)
        addCounters(*collector, *options.counters, runOnce, *benchmark->device);
    if (options.countsProcessor && !stop.stop_requested()) {
        CountingOptions counting;
        counting.steps = draft.steps();
        counting.threads = measured.threads;
        counting.named = options.countedEvents;
        const RunOnce countedRun = [&](engine::Observer* observer) -> Result<void> {
            TRY(session.run(inputs, observer, stop));
            return {};
        };
        const ThreadAffinity onCore(options.engineProcessors);
        benchmark->processor = countProcessor(countedRun, counting, stop);
        if (!engine::seesLibraryWork())
            benchmark->processor->missing.push_back({ "threads of libraries",
                "another OpenMP runtime than GCC's is in use, which does not tell when its threads "
                "work: only the engine's own are counted" });
        outcome.missingCounters = benchmark->processor->missing;
    }
    outcome.profile = draft.with(*benchmark);
    outcome.report = preparation.report;
    outcome.peakBytes = session.peakBytes();
    outcome.end = benchmark->end;
    if (benchmark->device)
        outcome.deviceLimits = benchmark->device->limits;
    return outcome;
}

Result<ProfiledRun> profileRun(const engine::RunRequest& request, const BenchmarkOptions& options,
    std::stop_token stop, const std::function<void(const BenchmarkProgress&)>& onRun)
{
    return profilePreparation(request, engine::prepare(request), options, std::move(stop), onRun);
}

} // namespace profiler
