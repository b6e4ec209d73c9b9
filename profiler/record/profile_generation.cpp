#include "profiler/record/profile_generation.h"

#include "model/support/text.h"
#include "model/support/truncated_files.h"
#include "profiler/tables/plan_tables.h"

#include <algorithm>
#include <random>

namespace profiler {

namespace {

using support::Result;

class GenerationRunner {
public:
    GenerationRunner(engine::TokenLoop& loop, const BenchmarkOptions& options, std::stop_token stop,
        const std::function<void(const BenchmarkProgress&)>& onRun)
        : m_loop(loop)
        , m_stop(std::move(stop))
        , m_onRun(onRun)
    {
        m_benchmark.options = options;
        m_benchmark.options.orderSeed = options.orderSeed.value_or(randomSeed());
        m_benchmark.recorder = recorderFor(options);
        m_prefillSteps = static_cast<std::uint32_t>(loop.decodePlan()->steps().size());
    }

    Result<Benchmark> run()
    {
        m_benchmark.conditions = readConditions();
        m_benchmark.startedAtNs = utcNowNs();
        const auto start = takeClockPair(clockSource());
        m_benchmark.zeroNs = static_cast<std::int64_t>(start.ns);
        m_log.emplace(calibrateClock(clockSource()));
        TRY(warmUpAndMeasure());
        m_benchmark.scale = ClockScale(clockSource(), start, takeClockPair(clockSource()));
        m_benchmark.runs = m_log->timed(m_benchmark.scale, m_benchmark.zeroNs);
        return std::move(m_benchmark);
    }

    std::vector<engine::Generation> takeGenerations() { return std::move(m_generations); }

private:
    Result<void> warmUpAndMeasure()
    {
        const auto& options = m_benchmark.options;
        m_benchmark.warmUpRuns = options.warmUpRuns.value_or(1);
        for (std::uint32_t i = 0; i < m_benchmark.warmUpRuns && !m_stop.stop_requested(); ++i)
            TRY(generate(Side::WarmUp, 0));
        std::mt19937_64 random(*options.orderSeed);
        const auto start = monotonicNs();
        const auto isLate = [&] {
            return options.limit.count() > 0
                && monotonicNs() - start >= static_cast<std::uint64_t>(options.limit.count());
        };
        for (std::uint32_t pair = 0; pair < options.runs; ++pair) {
            if (pair > 0 && (m_stop.stop_requested() || isLate())) {
                m_benchmark.end
                    = m_stop.stop_requested() ? BenchmarkEnd::Stopped : BenchmarkEnd::TimeLimit;
                return {};
            }
            std::array sides { Side::Profiled, Side::Unprofiled };
            if (random() % 2 == 0)
                std::swap(sides[0], sides[1]);
            for (const auto side : sides) {
                const bool isLeftOut
                    = (side == Side::Unprofiled && options.unprofiled == Unprofiled::None)
                    || (m_stop.stop_requested() && !m_generations.empty());
                const auto made = isLeftOut ? Result<void>() : generate(side, ++m_round);
                const bool isCancelled = !made && !m_generations.empty()
                    && made.error().kind() == support::ErrorKind::Cancelled;
                if (!isCancelled) // else within a prompt: the generations before it are complete
                    TRY(made);
            }
        }
        if (m_stop.stop_requested())
            m_benchmark.end = BenchmarkEnd::Stopped;
        return {};
    }

    Result<void> generate(Side side, std::uint32_t round)
    {
        const auto first = m_log->runs();
        const auto runModel =
            [&](engine::Session& session, std::span<const engine::RuntimeValue> inputs,
                const engine::TokenRun& run) { return runOnce(session, inputs, run, side, round); };
        auto generation = TRY(m_loop.generate(runModel, m_stop));
        for (std::size_t i = 0; i < generation.runs.size(); ++i) {
            const auto& run = generation.runs[i];
            m_log->describe(first + i, run.position, static_cast<std::uint32_t>(run.tokens),
                run.outside.count());
        }
        if (side != Side::WarmUp)
            m_generations.push_back(std::move(generation));
        return {};
    }

    Result<engine::RunResult> runOnce(engine::Session& session,
        std::span<const engine::RuntimeValue> inputs, const engine::TokenRun& run, Side side,
        std::uint32_t round)
    {
        const bool isPrefill = run.phase == engine::TokenPhase::Prefill;
        const auto runSide = isPrefill && side != Side::WarmUp ? Side::Prefill : side;
        auto* const recorder = runSide == Side::Prefill || runSide == Side::Profiled
            ? m_benchmark.recorder.get()
            : nullptr;
        const bool hasOwnPlan = *m_loop.preparation().plan != m_loop.decodePlan();
        m_benchmark.recorder->recordStepsFrom(isPrefill && hasOwnPlan ? m_prefillSteps : 0);
        engine::RunResult result;
        const RunOnce once = [&](engine::Observer* observer) -> Result<void> {
            result = TRY(session.run(inputs, observer, m_stop));
            return {};
        };
        const auto measured = TRY(m_log->run(once, runSide, round, recorder));
        if (m_onRun)
            m_onRun({ runSide, m_log->count(runSide), 0, measured.wallNs,
                static_cast<double>(measured.wallNs) });
        return result;
    }

    engine::TokenLoop& m_loop;
    std::stop_token m_stop;
    const std::function<void(const BenchmarkProgress&)>& m_onRun;
    Benchmark m_benchmark;
    std::optional<RunLog> m_log; // set before the first run
    std::vector<engine::Generation> m_generations;
    std::uint32_t m_prefillSteps = 0; ///< first id of the steps that take the prompt
    std::uint32_t m_round = 0;
};

void describeGeneration(Metadata& metadata, const engine::TokenLoop& loop,
    std::span<const engine::Generation> generations)
{
    metadata.set(keys::generationPrompt, std::int64_t(loop.options().prompt.size()));
    metadata.set(keys::generationTokens, std::int64_t(loop.options().tokens));
    metadata.set(keys::generationPairs, std::int64_t(loop.decoder().pairs));
    if (generations.empty())
        return;
    const auto& last = generations.back();
    metadata.set(keys::generationCacheBytes, std::int64_t(last.cacheBytes));
    metadata.set(keys::generationPositions, last.positions);
    const auto ids
        = support::joined(last.tokens, " ", [](std::int64_t id) { return std::to_string(id); });
    metadata.set(keys::generationIds, std::string_view(ids));
    if (const auto place = firstDifference(generations))
        metadata.set(keys::generationDifference, std::int64_t(*place + 1));
}

} // namespace

std::optional<std::size_t> firstDifference(std::span<const engine::Generation> generations)
{
    std::optional<std::size_t> first;
    for (const auto& generation : generations) {
        const auto& a = generations.front().tokens;
        const auto& b = generation.tokens;
        const auto count = std::min(a.size(), b.size());
        for (std::size_t i = 0; i < std::min(count, first.value_or(count)); ++i) {
            if (a[i] != b[i])
                first = i;
        }
    }
    return first;
}

Result<ProfiledGeneration> profileGeneration(const engine::RunRequest& request,
    engine::TokenLoop& loop, const BenchmarkOptions& options, std::stop_token stop,
    const std::function<void(const BenchmarkProgress&)>& onRun)
{
    ProfiledGeneration outcome;
    if (!options.target.empty())
        outcome.run.file.emplace(TRY(RecordingFile::create(options.target)));
    auto measured = options;
    measured.threads = static_cast<std::uint32_t>(std::max(loop.preparation().report.threads, 1));
    GenerationRunner runner(loop, measured, stop, onRun);
    auto benchmark = TRY(runner.run());
    TRY(support::checkMappedFiles());
    outcome.generations = runner.takeGenerations();
    outcome.firstDifference = firstDifference(outcome.generations);

    auto decode = loop.preparation();
    decode.plan = loop.decodePlan();
    decode.report.dims = loop.decodeDims();
    Metadata more;
    describeGeneration(more, loop, outcome.generations);
    std::vector<engine::Preparation> others;
    if (*loop.preparation().plan != loop.decodePlan())
        others.push_back(loop.preparation());
    outcome.run.profile = profileOf(request, decode, benchmark, stop, more, others);
    outcome.run.report = loop.preparation().report;
    outcome.run.peakBytes = loop.session().peakBytes();
    outcome.run.end = benchmark.end;
    return outcome;
}

} // namespace profiler
