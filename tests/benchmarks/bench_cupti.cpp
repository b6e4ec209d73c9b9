#include "profiler/cupti/decoder.h"
#include "tests/support/gpu/record_buffers.h"

#include <benchmark/benchmark.h>

using namespace profiler;
using namespace profiler::cupti;
using testing::nextRecord;
using testing::RecordWriter;

namespace {

constexpr std::uint32_t launches = 14'000; // what a buffer of 4 MB has room for

/// A buffer as a run of so many launches fills it, and more of them, from other correlation ids.
std::vector<std::byte> bufferFrom(std::uint32_t first)
{
    RecordWriter writer;
    for (std::uint32_t i = first; i < first + launches; ++i) {
        auto* at = writer.add(Kind::ExternalCorrelation);
        external::kind.put(at, external::ours);
        external::id.put(at, externalId(engine::StepId(i % 150), i / 150));
        external::correlation.put(at, i);
        at = writer.add(Kind::Runtime);
        call::start.put(at, 1'000 + 10 * std::uint64_t(i));
        call::end.put(at, 1'004 + 10 * std::uint64_t(i));
        call::correlation.put(at, i);
        at = writer.add(Kind::ConcurrentKernel);
        kernel::start.put(at, 1'005 + 10 * std::uint64_t(i));
        kernel::end.put(at, 1'009 + 10 * std::uint64_t(i));
        kernel::name.put(at, i % 40);
        kernel::correlation.put(at, i);
    }
    return writer.take();
}

Surroundings surroundings()
{
    static const auto names = [] {
        std::vector<std::string> all;
        for (int i = 0; i < 40; ++i)
            all.push_back("_ZN6engine4cuda11runElementsINS0_3Op" + std::to_string(10 + i)
                + "xxxxxxxxEEEvlT_");
        return all;
    }();
    Surroundings around;
    around.text = [](std::uint64_t address) { return std::string_view(names[address % 40]); };
    around.functionName = [](Kind, std::uint32_t) { return std::string("cudaLaunchKernel"); };
    around.release = [](std::uint64_t) {};
    around.next = [](std::span<const std::byte> valid, const std::byte* record) {
        return nextRecord(valid, record);
    };
    return around;
}

/// First pass: per record.
void decodeBuffer(benchmark::State& state)
{
    const auto buffer = bufferFrom(1);
    for (auto _ : state) {
        Decoder decoder(surroundings(), std::uint64_t(1) << 30);
        decoder.decode(buffer);
        benchmark::DoNotOptimize(decoder.rows());
    }
    state.SetItemsProcessed(state.iterations() * 3 * launches);
}
BENCHMARK(decodeBuffer)->Unit(benchmark::kMillisecond);

/// Second pass over about a million kernels with their calls: per kernel.
void linkMillion(benchmark::State& state)
{
    constexpr std::uint32_t buffers = 72;
    for (auto _ : state) {
        state.PauseTiming();
        Decoder decoder(surroundings(), std::uint64_t(4) << 30);
        for (std::uint32_t i = 0; i < buffers; ++i)
            decoder.decode(bufferFrom(1 + i * launches));
        state.ResumeTiming();
        const auto trace = decoder.finish({});
        benchmark::DoNotOptimize(trace.kernels.data());
    }
    state.SetItemsProcessed(state.iterations() * buffers * launches);
}
BENCHMARK(linkMillion)->Unit(benchmark::kMillisecond);

} // namespace
