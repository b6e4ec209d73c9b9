#include "profiler/engines/profile_engine.h"

#include "profiler/engines/engine_tables.h"

namespace profiler {

using support::Result;

EngineSettings settingsFor(const engine::RunRequest& request, const EngineRequest& engine)
{
    return { .library = engine.library.file,
        .model = request.model->path,
        .threads = engine::threadCount(request),
        .options = engine.options };
}

Result<EngineRun> profileEngine(const EngineRequest& engine, const engine::RunRequest& request,
    const engine::Inputs& inputs, const BenchmarkOptions& options, std::stop_token stop,
    const std::function<void(const BenchmarkProgress&)>& onRun)
{
    EngineRun measurement;
    auto& outcome = measurement.run;
    if (!options.target.empty())
        outcome.file.emplace(TRY(RecordingFile::create(options.target)));
    auto settings = settingsFor(request, engine);
    settings.isRecording = true;
    auto process = TRY(
        EngineProcess::start(engine.library.engine, std::move(settings), engine.limits, stop));
    TRY(process.setInputs(inputs.values, stop));

    Profile tables;
    describeEngineRun(tables.metadata, engine, process.facts(), request, inputs);
    tables.metadata.set(keys::profileId, std::string_view(newProfileId(utcNowNs())));
    RunTicks last;
    auto measured = options;
    measured.ticksOfRun = [&last] { return last; };
    if (outcome.file)
        measured.onPartialResult = [&](const Benchmark& soFar, std::uint32_t firstNew) {
            ProfileBuilder builder(tables);
            addBenchmark(builder, soFar, firstNew);
            builder.profile().metadata.set(keys::interrupted, true);
            builder.profile().metadata.set(keys::end, "not finished");
            static_cast<void>(outcome.file->add(*std::move(builder).build()));
        };
    const RunOnce runOnce = [&](engine::Observer* observer) -> Result<void> {
        last = TRY(process.run(observer != nullptr, stop));
        return {};
    };
    auto benchmark = runBenchmark(runOnce, measured, stop, onRun);
    if (!benchmark)
        return keepRuns(std::move(benchmark).error(), outcome.file);

    outcome.peakBytes = process.peakBytes();
    outcome.end = benchmark->end;
    outcome.result.outputs = TRY(process.outputs());
    const auto recorded = TRY(process.operatorTimes());
    const auto graph = process.saveExecutedGraph();
    ProfileBuilder builder(std::move(tables));
    addBenchmark(builder, *benchmark);
    if (!graph)
        builder.profile().diagnostics.push_back(
            { support::Severity::Warning, "attribution", {}, graph.error().message(), "" });
    addEngineOperators(builder, engine.library.engine, recorded,
        graph ? *graph : std::filesystem::path(), request.model, inputs.dims);
    builder.profile().metadata.set(keys::peakRss, static_cast<std::int64_t>(outcome.peakBytes));
    outcome.profile = std::move(builder).build();
    outcome.report.dims = inputs.dims;
    outcome.report.unboundDims = inputs.unboundDims;
    outcome.report.seed = request.seed;
    outcome.report.threads = engine::threadCount(request);
    measurement.facts = process.facts();
    return measurement;
}

} // namespace profiler
