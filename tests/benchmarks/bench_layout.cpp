#include "layout/layout_engine.h"
#include "tests/support/layout/sample_drawings.h"

#include <benchmark/benchmark.h>

// Layout from drawing to scene. Run with --benchmark_format=json for figures to keep.

namespace {

void layOut(benchmark::State& state, const layout::Drawing& drawing)
{
    layout::LayoutFacts facts;
    float width = 0;
    for (auto _ : state) {
        auto scene = layout::layered(drawing);
        facts = scene->facts;
        width = scene->bounds.width;
        benchmark::DoNotOptimize(scene);
    }
    state.counters["boxes"] = static_cast<double>(drawing.boxes.size());
    state.counters["ranks"] = facts.ranks;
    state.counters["crossings"] = static_cast<double>(facts.crossings);
    state.counters["cut"] = facts.cutEdges;
    state.counters["width"] = width;
}

void chain(benchmark::State& state)
{
    layOut(state, testing::chainDrawing(static_cast<std::size_t>(state.range(0))));
}

constexpr std::size_t boxesPerLayer = 54;
void decoder(benchmark::State& state)
{
    layOut(state,
        testing::decoderDrawing(static_cast<std::size_t>(state.range(0)) / boxesPerLayer, true));
}

void randomGraph(benchmark::State& state)
{
    layOut(state, testing::randomDrawing(static_cast<std::size_t>(state.range(0)), 1));
}

BENCHMARK(chain)->Arg(10'000)->Arg(100'000)->Unit(benchmark::kMillisecond);
BENCHMARK(decoder)->Arg(3'500)->Arg(10'000)->Arg(50'000)->Arg(100'000)->Unit(
    benchmark::kMillisecond);
BENCHMARK(randomGraph)->Arg(10'000)->Unit(benchmark::kMillisecond);

}
