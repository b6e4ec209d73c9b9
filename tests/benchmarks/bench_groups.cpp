#include "layout/group_tree.h"
#include "tests/support/layout/sample_graphs.h"

#include <benchmark/benchmark.h>

// Groups of a decoder: by names, and where there are none by repetition.

namespace {

constexpr std::size_t nodesPerLayer = 20;

void build(benchmark::State& state, bool isScoped)
{
    const auto layers = static_cast<std::size_t>(state.range(0)) / nodesPerLayer;
    const auto model = testing::modelOfNodes(testing::decoderNodes(layers, isScoped));
    std::size_t groups = 0;
    for (auto _ : state)
        groups = layout::buildGroupTree(model, model.main().id).groups.size();
    state.counters["nodes"] = static_cast<double>(model.nodes.size());
    state.counters["groups"] = static_cast<double>(groups);
}

void scoped(benchmark::State& state) { build(state, true); }
void nameless(benchmark::State& state) { build(state, false); }

BENCHMARK(scoped)->Arg(10'000)->Arg(100'000)->Unit(benchmark::kMillisecond);
BENCHMARK(nameless)->Arg(10'000)->Arg(100'000)->Unit(benchmark::kMillisecond);

}
