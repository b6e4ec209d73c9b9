#include "profiler/record/profile_generation.h"

#include "model/support/text.h"
#include "model/support/truncated_files.h"
#include "profiler/tables/plan_tables.h"

#include <algorithm>
#include <limits>
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
        auto measured = warmUpAndMeasure();
        m_reportAt = 0;
        reportPartialResult(); // also after a run that failed: the generations before it are valid
        TRY(std::move(measured));
        m_benchmark.scale = ClockScale(clockSource(), start, takeClockPair(clockSource()));
        takeRuns();
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
        m_completeRuns = m_log->runs();
        if (side != Side::WarmUp)
            m_generations.push_back(std::move(generation));
        reportPartialResult();
        return {};
    }

    /// Takes the runs of complete generations, and of those that a stop request ended between two
    /// tokens.
    void takeRuns()
    {
        m_benchmark.runs = m_log->timed(m_benchmark.scale, m_benchmark.zeroNs);
        m_benchmark.runs.resize(m_completeRuns);
    }

    /// Reports between generations, at most a twentieth of the time.
    void reportPartialResult()
    {
        const auto start = monotonicNs();
        if (!m_benchmark.options.onPartialResult || start < m_reportAt
            || m_completeRuns == m_reportedRuns)
            return;
        m_benchmark.scale = m_log->scale();
        takeRuns();
        m_benchmark.options.onPartialResult(m_benchmark, m_reportedRuns);
        m_reportedRuns = m_completeRuns;
        const auto end = monotonicNs();
        m_reportAt = end + 20 * (end - start);
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
            m_onRun({ runSide, doneRuns(runSide), plannedRuns(runSide), measured.wallNs,
                static_cast<double>(measured.wallNs) });
        return result;
    }

    std::uint32_t doneRuns(Side side) const
    {
        return side == Side::WarmUp || side == Side::Prefill
            ? m_log->count(side)
            : m_log->count(Side::Profiled) + m_log->count(Side::Unprofiled);
    }

    /// Returns the number of runs if no token ends a generation; 0 for runs of the prompt that
    /// others follow.
    std::uint32_t plannedRuns(Side side) const
    {
        const auto prompt
            = m_loop.decoder().tokensPerRun ? m_loop.options().prompt.size() : std::size_t(1);
        const std::uint64_t tokens = m_loop.options().tokens - 1;
        const bool hasPlain = m_benchmark.options.unprofiled != Unprofiled::None;
        const auto generations = std::uint64_t(hasPlain ? 2 : 1) * m_benchmark.options.runs;
        const auto runs = side == Side::WarmUp ? m_benchmark.warmUpRuns * (prompt + tokens)
            : side != Side::Prefill            ? generations * tokens
            : tokens == 0                      ? generations * prompt
                                               : 0;
        return static_cast<std::uint32_t>(
            std::min<std::uint64_t>(runs, std::numeric_limits<std::uint32_t>::max()));
    }

    engine::TokenLoop& m_loop;
    std::stop_token m_stop;
    const std::function<void(const BenchmarkProgress&)>& m_onRun;
    Benchmark m_benchmark;
    std::optional<RunLog> m_log; // set before the first run
    std::vector<engine::Generation> m_generations;
    std::uint32_t m_completeRuns = 0; ///< runs of generations that have ended
    std::uint32_t m_reportedRuns = 0; ///< runs passed to OnPartialResult so far
    std::uint64_t m_reportAt = 0; ///< not before this time
    std::uint32_t m_prefillSteps = 0; ///< first id of the steps that take the prompt
    std::uint32_t m_round = 0;
};

/// Returns what is known before the first generation.
Metadata plannedGeneration(const engine::TokenLoop& loop)
{
    Metadata metadata;
    metadata.set(keys::generationPrompt, std::int64_t(loop.options().prompt.size()));
    metadata.set(keys::generationTokens, std::int64_t(loop.options().tokens));
    metadata.set(keys::generationPairs, std::int64_t(loop.decoder().pairs));
    return metadata;
}

Metadata finishedGeneration(std::span<const engine::Generation> generations)
{
    Metadata metadata;
    if (generations.empty())
        return metadata;
    const auto& last = *std::ranges::max_element(generations, {}, &engine::Generation::positions);
    metadata.set(keys::generationCacheBytes, std::int64_t(last.cacheBytes));
    metadata.set(keys::generationPositions, last.positions);
    const auto ids
        = support::joined(last.tokens, " ", [](std::int64_t id) { return std::to_string(id); });
    metadata.set(keys::generationIds, std::string_view(ids));
    if (const auto place = firstDifference(generations))
        metadata.set(keys::generationDifference, std::int64_t(*place + 1));
    return metadata;
}

/// The plan for single tokens, then that for the prompt.
ProfileDraft draftOf(
    const engine::RunRequest& request, const engine::TokenLoop& loop, std::stop_token stop)
{
    auto decode = loop.preparation();
    decode.plan = loop.decodePlan();
    decode.report.dims = loop.decodeDims();
    std::vector<engine::Preparation> others;
    if (*loop.preparation().plan != loop.decodePlan())
        others.push_back(loop.preparation());
    ProfileDraft draft(request, decode, std::move(stop), others);
    draft.describe(plannedGeneration(loop));
    return draft;
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
    const auto draft = draftOf(request, loop, stop);
    auto measured = options;
    measured.threads = static_cast<std::uint32_t>(std::max(loop.preparation().report.threads, 1));
    if (outcome.run.file) {
        measured.spillFolder = std::filesystem::absolute(options.target).parent_path();
        measured.onPartialResult = [&](const Benchmark& soFar, std::uint32_t firstNew) {
            draft.save(*outcome.run.file, soFar, firstNew);
        };
    }
    GenerationRunner runner(loop, measured, stop, onRun);
    auto benchmark = runner.run();
    if (!benchmark)
        return keepRuns(std::move(benchmark).error(), outcome.run.file);
    if (const auto checked = support::checkMappedFiles(); !checked)
        return keepRuns(checked.error(), outcome.run.file);
    outcome.generations = runner.takeGenerations();
    outcome.firstDifference = firstDifference(outcome.generations);
    outcome.run.profile = draft.with(*benchmark, finishedGeneration(outcome.generations));
    outcome.run.report = loop.preparation().report;
    outcome.run.peakBytes = loop.session().peakBytes();
    outcome.run.end = benchmark->end;
    return outcome;
}

} // namespace profiler
