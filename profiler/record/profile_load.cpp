#include "profiler/record/profile_load.h"

#include "engine/plan/another_plan.h"
#include "model/support/text.h"
#include "model/support/truncated_files.h"
#include "profiler/statistics/statistics.h"

#include <algorithm>
#include <utility>

namespace profiler {
namespace {

using support::failAs;
using support::Result;

constexpr std::uint32_t runsAlone = 30;
constexpr std::uint32_t fewestAlone = 6; // from then on a median has an interval

/// True if the same kernels run in both plans, so that their times may be summed up.
bool doTheSame(const engine::Plan& a, const engine::Plan& b)
{
    return std::ranges::equal(a.steps(), b.steps(),
        [](const engine::StepDescription& one, const engine::StepDescription& other) {
            return one.label == other.label && one.implementation == other.implementation;
        });
}

/// One session of the model per stream.
class StreamSessions {
public:
    static Result<StreamSessions> create(
        const engine::Preparation& preparation, std::uint32_t streams)
    {
        StreamSessions made;
        const auto first = *preparation.plan;
        for (std::uint32_t i = 0; i < streams; ++i) {
            auto plan = first;
            if (i > 0)
                plan = TRY(engine::anotherPlan(*first, preparation.inputs)
                               .within("the plan of stream " + std::to_string(i + 1)));
            if (!doTheSame(*first, *plan))
                return failAs(support::ErrorKind::Unsupported,
                    "other kernels were chosen for stream ", i + 1,
                    " than for the first: add --tune off");
            made.m_sessions.push_back(TRY(engine::Session::create(plan).within(
                "the session of stream " + std::to_string(i + 1))));
        }
        made.m_results.resize(streams);
        made.m_inputs = preparation.inputs.runtimeValues();
        return made;
    }

    Result<void> run(std::size_t stream, engine::Observer* observer, const std::stop_token& stop)
    {
        m_results[stream] = TRY(m_sessions[stream].run(m_inputs, observer, stop));
        return {};
    }
    /// Returns the outputs of the last request of a stream, which then has none. Without this every
    /// request but the first would begin with more memory in use.
    engine::RunResult take(std::size_t stream) { return std::exchange(m_results[stream], {}); }
    engine::Session& first() { return m_sessions.front(); }

private:
    std::vector<engine::Session> m_sessions;
    std::vector<engine::RunResult> m_results;
    std::vector<engine::RuntimeValue> m_inputs;
};

LoadRecord::Alone aloneOf(const Distribution& time) { return { time.samples, time.median }; }

/// Measures the first stream alone.
Result<std::shared_ptr<const Statistics>> measureAlone(const RunOnce& runOnce,
    const ProfileDraft& draft, const LoadOptions& load, const BenchmarkOptions& options,
    const std::stop_token& stop)
{
    BenchmarkOptions alone;
    alone.runs = runsAlone;
    alone.fewestRuns = fewestAlone;
    alone.limit = load.limit / 4;
    alone.unprofiled = options.unprofiled;
    alone.level = options.level;
    alone.orderSeed = options.orderSeed;
    const auto benchmark = TRY(runBenchmark(runOnce, alone, stop).within("one stream alone"));
    return computeStatistics(*draft.with(benchmark));
}

void addAlone(Benchmark& benchmark, const Statistics& alone)
{
    auto record = *benchmark.load;
    record.wall = aloneOf(alone.bestWall());
    for (const auto& row : alone.steps)
        record.steps.push_back(aloneOf(row.time));
    benchmark.load = std::make_shared<const LoadRecord>(std::move(record));
}

Metadata describeLoad(const LoadOptions& load)
{
    Metadata metadata;
    metadata.set(keys::streams, std::int64_t(load.streams));
    if (load.rate) {
        metadata.set(keys::rate, *load.rate);
        metadata.set(keys::arrivals, arrivalsName(load.arrivals));
    }
    return metadata;
}

} // namespace

Result<ProfiledRun> profileLoad(const engine::RunRequest& request,
    const engine::Preparation& preparation, const LoadOptions& load,
    const BenchmarkOptions& options, std::stop_token stop,
    const std::function<void(const BenchmarkProgress&)>& onRun)
{
    if (!preparation.plan)
        return preparation.plan.error();
    ProfiledRun outcome;
    if (!options.target.empty())
        outcome.file.emplace(TRY(RecordingFile::create(options.target)));
    auto sessions = TRY(StreamSessions::create(preparation, load.streams));
    const ProfileDraft draft(request, preparation, stop);
    const auto runOf = [&](std::size_t stream) -> RunOnce {
        return [&sessions, &stop, stream](
                   engine::Observer* observer) { return sessions.run(stream, observer, stop); };
    };
    const auto alone = TRY(measureAlone(runOf(0), draft, load, options, stop));
    outcome.result = sessions.take(0);

    std::vector<LoadStream> streams;
    for (std::size_t i = 0; i < load.streams; ++i)
        streams.push_back({ runOf(i), [&sessions, i] { sessions.take(i); } });
    auto measured = options;
    if (!options.target.empty())
        measured.spillFolder = std::filesystem::absolute(options.target).parent_path();
    auto benchmark = TRY(runLoad(streams, load, measured, stop, onRun));
    TRY(support::checkMappedFiles());
    addAlone(benchmark, *alone);
    outcome.profile = draft.with(benchmark, describeLoad(load));
    outcome.end = benchmark.end;
    outcome.report = preparation.report;
    outcome.peakBytes = sessions.first().peakBytes();
    return outcome;
}

} // namespace profiler
