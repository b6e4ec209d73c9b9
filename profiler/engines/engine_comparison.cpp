#include "profiler/engines/engine_comparison.h"

#include "engine/plan/engine.h"
#include "model/support/text.h"
#include "profiler/comparison/comparison.h"
#include "profiler/statistics/rank_statistics.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <random>

namespace profiler {

namespace {

using support::ErrorKind;
using support::failAs;
using support::Result;

constexpr std::uint32_t warmUpRunsOfEngine = 3;
constexpr double blockNs = 6e6; ///< that a block takes at least
/// Bound of roundingTolerance for the outputs of a whole model.
constexpr double outputShare = 1e-3;

/// An engine that is loaded with some number of threads.
struct Loaded {
    std::size_t place = 0; ///< in EngineComparison::engines
    std::unique_ptr<EngineSide> side;
    TicksOfRun ticks;
    EngineMeasurement measurement;
    std::map<std::uint32_t, std::vector<double>> rounds;
};

engine::Difference differenceOf(
    const std::vector<engine::NamedValue>& found, const std::vector<engine::NamedValue>& expected)
{
    engine::Difference worst;
    for (const auto& output : found) {
        const auto same = std::ranges::find(expected, output.name, &engine::NamedValue::name);
        if (same == expected.end() || !same->value.isPresent())
            continue;
        auto difference = engine::compare(
            output.value, same->value, engine::roundingTolerance(same->value, outputShare));
        worst = engine::worse(std::move(worst), std::move(difference), output.name);
    }
    return worst;
}

class Comparer {
public:
    Comparer(std::span<const EngineEntry> entries, const engine::RunRequest& request,
        const engine::Inputs& inputs, const EngineComparisonOptions& options, std::stop_token stop,
        const std::function<void(const EngineProgress&)>& onRun)
        : m_entries(entries)
        , m_request(request)
        , m_inputs(inputs)
        , m_options(options)
        , m_stop(std::move(stop))
        , m_onRun(onRun)
        , m_scale(calibrateClock(clockSource()))
    {
        m_result.orderSeed = options.orderSeed.value_or(randomSeed());
        m_result.threadCounts = options.threadCounts;
        m_random.seed(m_result.orderSeed);
        for (const auto& entry : entries) {
            EngineResult row;
            row.name = entry.name;
            row.title = entry.title;
            if (!entry.found)
                row.problem = entry.found.error().message();
            if (entry.engine) {
                row.version = entry.engine->library.version;
                row.where = entry.engine->library.where;
            }
            m_result.engines.push_back(std::move(row));
        }
    }

    Result<EngineComparison> compare()
    {
        for (const auto threads : m_options.threadCounts) {
            TRY(compareWith(threads));
            if (m_stop.stop_requested())
                break;
        }
        if (m_result.measurements.empty())
            return m_stop.stop_requested()
                ? failAs(ErrorKind::Cancelled, "stopped before the first round was complete")
                : failAs(ErrorKind::Unsupported, "no engine can run this model:",
                    support::joined(m_result.engines, "", [](const EngineResult& row) {
                        return "\n  " + row.title + ": " + row.problem;
                    }));
        return std::move(m_result);
    }

private:
    Result<void> compareWith(int threads)
    {
        m_threads = threads;
        std::vector<Loaded> loaded;
        for (std::size_t i = 0; i < m_entries.size() && !m_stop.stop_requested(); ++i)
            open(i, loaded);
        measureRounds(loaded);
        for (auto& engine : loaded)
            if (!engine.rounds.empty())
                finish(engine);
        addVerdict();
        return {};
    }

    /// Loads an engine and makes its first runs.
    void open(std::size_t place, std::vector<Loaded>& loaded)
    {
        auto& row = m_result.engines[place];
        if (!row.problem.empty())
            return;
        auto request = m_request;
        request.threads = m_threads;
        const auto& entry = m_entries[place];
        auto side = entry.engine ? openOtherSide(*entry.engine, request, m_inputs, m_stop)
                                 : openOwnProcess(request, m_inputs, m_stop);
        if (!side)
            return giveUp(place, side.error());
        Loaded engine;
        engine.place = place;
        engine.side = std::move(*side);
        engine.ticks = engine.side->ticksOfRun();
        row.openNs = engine.side->openTime().count();
        if (const auto* facts = engine.side->facts()) {
            row.facts = *facts;
            row.version = facts->version;
        }
        const auto first = runOnce(engine, 0);
        if (!first)
            return giveUp(place, first.error());
        row.firstRunNs = static_cast<std::int64_t>(*first);
        if (auto outputs = engine.side->outputs())
            compareOutputs(row, entry, std::move(*outputs));
        for (std::uint32_t run = 1; run < warmUpRunsOfEngine; ++run)
            if (const auto done = runOnce(engine, 0); !done)
                return giveUp(place, done.error());
        loaded.push_back(std::move(engine));
    }

    void compareOutputs(
        EngineResult& row, const EngineEntry& entry, std::vector<engine::NamedValue> outputs)
    {
        if (!entry.engine)
            m_expected = std::move(outputs);
        else if (!m_expected.empty())
            row.difference = differenceOf(outputs, m_expected);
    }

    void giveUp(std::size_t place, const support::Error& error)
    {
        if (!m_stop.stop_requested())
            m_result.engines[place].problem = error.message();
    }

    /// Returns the wall time of a run in ns.
    Result<double> runOnce(Loaded& engine, std::uint32_t round)
    {
        engine.side->freeOutputs();
        RunTicks ticks { readTicks(clockSource()), 0 };
        TRY(engine.side->run(nullptr));
        ticks.stop = readTicks(clockSource());
        if (engine.ticks)
            ticks = engine.ticks();
        const auto wall = m_scale.lengthNs(ticks.stop - ticks.start);
        if (m_onRun)
            m_onRun(
                { m_result.engines[engine.place].name, m_threads, round, m_options.rounds, wall });
        return static_cast<double>(wall);
    }

    void measureRounds(std::vector<Loaded>& loaded)
    {
        const auto start = monotonicNs();
        for (std::uint32_t round = 1; round <= m_options.rounds && !loaded.empty(); ++round) {
            const auto elapsed = static_cast<std::int64_t>(monotonicNs() - start);
            if (m_stop.stop_requested())
                m_result.end = BenchmarkEnd::Stopped;
            else if (m_options.limit.count() > 0 && elapsed >= m_options.limit.count())
                m_result.end = BenchmarkEnd::TimeLimit;
            if (m_result.end != BenchmarkEnd::Complete)
                return;
            measureRound(loaded, round);
            m_result.rounds = std::max(m_result.rounds, round);
        }
    }

    /// Measures each engine twice: in a random order, then in the reverse order.
    void measureRound(std::vector<Loaded>& loaded, std::uint32_t round)
    {
        std::vector<std::size_t> order(loaded.size());
        for (std::size_t i = 0; i < order.size(); ++i)
            order[i] = i;
        std::ranges::shuffle(order, m_random);
        auto both = order;
        both.insert(both.end(), order.rbegin(), order.rend());
        std::vector<std::size_t> failed;
        std::vector<std::vector<double>> walls(loaded.size());
        for (const auto i : both) {
            if (std::ranges::find(failed, i) != failed.end() || m_stop.stop_requested())
                continue;
            if (const auto done = measureBlock(loaded[i], round, walls[i]); !done) {
                giveUp(loaded[i].place, done.error());
                failed.push_back(i);
            }
        }
        if (m_stop.stop_requested())
            return; // a part of a round compares nothing
        for (std::size_t i = 0; i < loaded.size(); ++i)
            if (!walls[i].empty())
                loaded[i].rounds.emplace(round, std::move(walls[i]));
        std::ranges::sort(failed, std::greater());
        for (const auto i : failed) {
            keep(loaded[i]); // its rounds before count
            loaded.erase(loaded.begin() + static_cast<std::ptrdiff_t>(i));
        }
    }

    Result<void> measureBlock(Loaded& engine, std::uint32_t round, std::vector<double>& walls)
    {
        const auto settling = TRY(runOnce(engine, round));
        const auto runs = m_options.runsPerBlock > 0
            ? m_options.runsPerBlock
            : static_cast<std::uint32_t>(std::clamp(std::ceil(blockNs / settling), 1.0, 25.0));
        for (std::uint32_t run = 0; run < runs; ++run)
            walls.push_back(TRY(runOnce(engine, round)));
        return {};
    }

    /// Makes the recorded runs of an engine and keeps its measurement. Our own engine makes them in
    /// this process.
    void finish(Loaded& engine)
    {
        auto& row = m_result.engines[engine.place];
        row.peakBytes = std::max(row.peakBytes, engine.side->peakBytes());
        if (!m_entries[engine.place].engine) {
            auto request = m_request;
            request.threads = m_threads;
            auto own = openOwnSide(request, m_stop);
            if (!own)
                return keep(engine);
            engine.side = std::move(*own);
            engine.ticks = {};
        }
        BenchmarkOptions options;
        options.runs = m_options.recordedRuns;
        options.warmUpRuns = 1;
        options.unprofiled = Unprofiled::None;
        options.ticksOfRun = engine.ticks;
        options.orderSeed = m_result.orderSeed;
        const RunOnce run = [&](engine::Observer* observer) { return engine.side->run(observer); };
        const auto benchmark = m_stop.stop_requested() ? failAs(ErrorKind::Cancelled, "stopped")
                                                       : runBenchmark(run, options, m_stop);
        if (benchmark) {
            auto profile = engine.side->profile(*benchmark, {});
            if (profile) {
                row.steps = (*profile)->steps.size();
                engine.measurement.profile = std::move(*profile);
            } else {
                giveUp(engine.place, profile.error());
            }
        } else {
            giveUp(engine.place, benchmark.error());
        }
        keep(engine);
    }

    void keep(Loaded& engine)
    {
        if (engine.rounds.empty())
            return;
        auto measurement = std::move(engine.measurement);
        measurement.engine = engine.place;
        measurement.threads = m_threads;
        for (const auto& [round, walls] : engine.rounds) {
            measurement.wallNs.insert(measurement.wallNs.end(), walls.begin(), walls.end());
            measurement.roundNs.push_back(medianOf(walls));
        }
        measurement.wall = distributionOf(measurement.wallNs);
        m_result.measurements.push_back(std::move(measurement));
    }

    void addVerdict()
    {
        std::vector<const EngineMeasurement*> found;
        for (const auto& measurement : m_result.measurements)
            if (measurement.threads == m_threads)
                found.push_back(&measurement);
        if (found.empty())
            return;
        std::ranges::sort(found, {}, [](const auto* each) { return each->wall.median; });
        EngineVerdict verdict { .threads = m_threads, .fastest = found[0]->engine };
        if (found.size() > 1) {
            verdict.next = found[1]->engine;
            std::vector<double> differences;
            const auto rounds = std::min(found[0]->roundNs.size(), found[1]->roundNs.size());
            for (std::size_t i = 0; i < rounds; ++i)
                differences.push_back(
                    std::log(found[0]->roundNs[i]) - std::log(found[1]->roundNs[i]));
            const auto shift = hodgesLehmann(differences);
            verdict.difference = -std::expm1(shift.value);
            verdict.p = signedRankP(differences);
            if (shift.interval)
                verdict.interval = Interval { -std::expm1(shift.interval->high),
                    -std::expm1(shift.interval->low) };
            verdict.isShown = verdict.interval && verdict.interval->low > 0
                && verdict.p < falseDiscoveries && verdict.difference >= smallestRatio;
        }
        m_result.verdicts.push_back(verdict);
    }

    std::span<const EngineEntry> m_entries;
    const engine::RunRequest& m_request;
    const engine::Inputs& m_inputs;
    const EngineComparisonOptions& m_options;
    std::stop_token m_stop;
    const std::function<void(const EngineProgress&)>& m_onRun;
    ClockScale m_scale;
    std::mt19937_64 m_random;
    int m_threads = 1;
    std::vector<engine::NamedValue> m_expected; ///< outputs of Opscope
    EngineComparison m_result;
};

} // namespace

Result<EngineComparison> compareEngines(std::span<const EngineEntry> entries,
    const engine::RunRequest& request, const engine::Inputs& inputs,
    const EngineComparisonOptions& options, std::stop_token stop,
    const std::function<void(const EngineProgress&)>& onRun)
{
    return Comparer(entries, request, inputs, options, std::move(stop), onRun).compare();
}

} // namespace profiler
