#include "profiler/engines/profile_engine.h"

#include "profiler/engines/engine_side.h"

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
    const auto side = TRY(openOtherSide(engine, request, inputs, stop));
    auto measured = options;
    measured.ticksOfRun = side->ticksOfRun();
    if (outcome.file)
        measured.onPartialResult = [&](const Benchmark& soFar, std::uint32_t firstNew) {
            side->save(*outcome.file, soFar, firstNew);
        };
    const RunOnce runOnce = [&](engine::Observer* observer) { return side->run(observer); };
    auto benchmark = runBenchmark(runOnce, measured, stop, onRun);
    if (!benchmark)
        return keepRuns(std::move(benchmark).error(), outcome.file);

    outcome.peakBytes = side->peakBytes();
    outcome.end = benchmark->end;
    outcome.result.outputs = TRY(side->outputs());
    outcome.profile = TRY(side->profile(*benchmark, {}));
    outcome.report.dims = inputs.dims;
    outcome.report.unboundDims = inputs.unboundDims;
    outcome.report.seed = request.seed;
    outcome.report.threads = engine::threadCount(request);
    measurement.facts = *side->facts();
    return measurement;
}

} // namespace profiler
