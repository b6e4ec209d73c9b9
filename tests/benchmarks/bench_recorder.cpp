#include "profiler/record/recorder.h"

#include <benchmark/benchmark.h>

/// What recording costs per step and per piece of work of a thread, by clock, and with the memory
/// used up. `perStep` and `perPiece` are seconds. What it costs a model: `opscope-cli profile`.

namespace {

using namespace profiler;

void recordSteps(benchmark::State& state, ClockSource source, std::size_t memoryBytes)
{
    constexpr std::uint32_t steps = 10'000;
    Recorder::Options options;
    options.clock = source;
    options.memoryBytes = memoryBytes;
    options.reserveBytes = memoryBytes;
    for (auto _ : state) {
        state.PauseTiming();
        Recorder recorder(options);
        engine::Observer* observer = &recorder;
        benchmark::DoNotOptimize(observer);
        state.ResumeTiming();
        observer->beginBlock();
        for (std::uint32_t i = 0; i < steps; ++i)
            observer->endStep(engine::StepId(i));
        benchmark::DoNotOptimize(recorder.dropped());
    }
    state.counters["perStep"] = benchmark::Counter(static_cast<double>(steps),
        benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

/// One piece of work of one member of a team.
void recordWork(benchmark::State& state, ClockSource source, std::size_t memoryBytes)
{
    constexpr std::uint32_t pieces = 10'000;
    Recorder::Options options;
    options.level = RecordLevel::Threads;
    options.clock = source;
    options.threads = 1;
    options.memoryBytes = memoryBytes;
    options.reserveBytes = memoryBytes;
    for (auto _ : state) {
        state.PauseTiming();
        Recorder recorder(options);
        engine::WorkObserver* observer = &recorder;
        benchmark::DoNotOptimize(observer);
        state.ResumeTiming();
        for (std::uint32_t i = 0; i < pieces; ++i) {
            observer->beginWork(engine::StepId(i), 0);
            observer->endWork(engine::StepId(i), 0);
        }
        benchmark::DoNotOptimize(recorder.dropped());
    }
    state.counters["perPiece"] = benchmark::Counter(static_cast<double>(pieces),
        benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void readClock(benchmark::State& state, ClockSource source)
{
    for (auto _ : state)
        benchmark::DoNotOptimize(readTicks(source));
}

BENCHMARK_CAPTURE(readClock, best, clockSource());
BENCHMARK_CAPTURE(readClock, monotonic, ClockSource::Monotonic);
BENCHMARK_CAPTURE(recordSteps, best, clockSource(), std::size_t(1) << 20);
BENCHMARK_CAPTURE(recordSteps, monotonic, ClockSource::Monotonic, std::size_t(1) << 20);
BENCHMARK_CAPTURE(recordSteps, full, clockSource(), std::size_t(1) << 16);
BENCHMARK_CAPTURE(recordWork, best, clockSource(), std::size_t(1) << 20);
BENCHMARK_CAPTURE(recordWork, monotonic, ClockSource::Monotonic, std::size_t(1) << 20);
BENCHMARK_CAPTURE(recordWork, full, clockSource(), std::size_t(1) << 16);

} // namespace
