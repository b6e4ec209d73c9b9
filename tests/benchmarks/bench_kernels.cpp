#include "tests/support/engine/kernel_bench.h"

#include <benchmark/benchmark.h>

#include <string>

// Native kernels beside the library's on shapes of real models, one thread. `flops` counts a
// multiply-add as two.
//     bench_kernels --benchmark_filter=resnet --benchmark_min_time=0.1

namespace {

using testing::KernelBench;

struct Row {
    const char* name;
    const char* text;
    double multiplyAdds;
};

constexpr double million = 1e6;
constexpr Row rows[] = {
    { "bert 128x768x768", "MatMul-13(float[128,768], float[768,768])", 75.5 * million },
    { "bert 128x768x3072", "MatMul-13(float[128,768], float[768,3072])", 302 * million },
    { "decode 1x768x3072", "MatMul-13(float[1,768], float[768,3072])", 2.36 * million },
    { "heads 12x128x64x128", "MatMul-13(float[12,128,64], float[12,64,128])", 12.6 * million },
    { "attention 12x128",
        "com.microsoft:MultiHeadAttention-1(float[1,128,768], float[1,128,768], "
        "float[1,128,768]) {num_heads: 12}",
        25.2 * million },
    { "attention 12x512 causal",
        "com.microsoft:MultiHeadAttention-1(float[1,512,768], float[1,512,768], "
        "float[1,512,768]) {num_heads: 12; unidirectional: 1}",
        202 * million },
    { "attention 12x197",
        "com.microsoft:MultiHeadAttention-1(float[1,197,768], float[1,197,768], "
        "float[1,197,768]) {num_heads: 12}",
        59.6 * million },
    { "attention 6x1500",
        "com.microsoft:MultiHeadAttention-1(float[1,1500,384], float[1,1500,384], "
        "float[1,1500,384]) {num_heads: 6}",
        1728 * million },
    { "attention decode 12x1024",
        "com.microsoft:MultiHeadAttention-1(float[1,1,768], float[1,12,1024,64], "
        "float[1,12,1024,64]) {num_heads: 12}",
        1.57 * million },
    { "resnet 3x3 64@56", "Conv-11(float[1,64,56,56], float[64,64,3,3]) {pads: 1 1 1 1}",
        115.6 * million },
    { "resnet 3x3 256@14", "Conv-11(float[1,256,14,14], float[256,256,3,3]) {pads: 1 1 1 1}",
        115.6 * million },
    { "resnet 3x3 512@7", "Conv-11(float[1,512,7,7], float[512,512,3,3]) {pads: 1 1 1 1}",
        115.6 * million },
    { "resnet 1x1 64-256@56", "Conv-11(float[1,64,56,56], float[256,64,1,1])", 51.4 * million },
    { "resnet 1x1 1024-256@14", "Conv-11(float[1,1024,14,14], float[256,1024,1,1])",
        51.4 * million },
    { "resnet 7x7/2 3-64@224",
        "Conv-11(float[1,3,224,224], float[64,3,7,7]) {pads: 3 3 3 3; strides: 2 2}",
        118 * million },
    { "mobilenet depthwise 96@112/2",
        "Conv-11(float[1,96,112,112], float[96,1,3,3]) {pads: 1 1 1 1; strides: 2 2; group: 96}",
        2.71 * million },
    { "mobilenet depthwise 144@56",
        "Conv-11(float[1,144,56,56], float[144,1,3,3]) {pads: 1 1 1 1; group: 144}",
        4.06 * million },
    { "maxpool 3x3/2 64@112",
        "MaxPool-12(float[1,64,112,112]) {kernel_shape: 3 3; strides: 2 2; pads: 1 1 1 1}", 0 },
};

void measure(benchmark::State& state, const Row& row, engine::Tier tier)
{
    KernelBench bench(row.text);
    const auto kernel = bench.prepare({ .tier = tier, .threads = 1, .isConstant = true });
    if (!kernel)
        return state.SkipWithError(kernel.error().message().c_str());
    state.SetLabel((*kernel)->implementation());
    for (auto _ : state) {
        const auto found = bench.runKernel(**kernel, 1);
        if (!found)
            return state.SkipWithError(found.error().message().c_str());
    }
    if (row.multiplyAdds > 0)
        state.counters["flops"] = benchmark::Counter(
            2 * row.multiplyAdds, benchmark::Counter::kIsIterationInvariantRate);
}

const bool registered = [] {
    for (const auto& row : rows) {
        for (const auto tier : { engine::Tier::Native, engine::Tier::Library }) {
            const auto name = std::string(row.name) + "/" + std::string(engine::tierName(tier));
            benchmark::RegisterBenchmark(name.c_str(), [&row, tier](benchmark::State& state) {
                measure(state, row, tier);
            })->Unit(benchmark::kMicrosecond);
        }
    }
    return true;
}();

} // namespace
