#include "profiler/recorder.h"

#include <benchmark/benchmark.h>

/// What recording costs per span (begin + end of a step), by clock, and with the memory used up. `perSpan` is seconds.

namespace {

using namespace profiler;

void recordSpans(benchmark::State& state, ClockSource source, std::size_t memoryBytes)
{
    constexpr std::uint32_t spans = 10'000;
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
        for (std::uint32_t i = 0; i < spans; ++i) {
            observer->beginStep(engine::StepId(i));
            observer->endStep(engine::StepId(i));
        }
        benchmark::DoNotOptimize(recorder.recordedSpans());
    }
    state.counters["perSpan"] = benchmark::Counter(static_cast<double>(spans),
        benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void readClock(benchmark::State& state, ClockSource source)
{
    for (auto _ : state)
        benchmark::DoNotOptimize(readTicks(source));
}

BENCHMARK_CAPTURE(readClock, best, clockSource());
BENCHMARK_CAPTURE(readClock, monotonic, ClockSource::Monotonic);
BENCHMARK_CAPTURE(recordSpans, best, clockSource(), std::size_t(1) << 20);
BENCHMARK_CAPTURE(recordSpans, monotonic, ClockSource::Monotonic, std::size_t(1) << 20);
BENCHMARK_CAPTURE(recordSpans, full, clockSource(), std::size_t(1) << 16);

} // namespace
