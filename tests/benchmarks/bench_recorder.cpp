#include "profiler/recorder.h"

#include <benchmark/benchmark.h>

/// What recording costs per step, by clock, and with the memory used up. `perStep` is seconds. What
/// it costs a model: `opscope-cli profile`.

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

} // namespace
