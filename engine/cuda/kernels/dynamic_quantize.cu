#include "engine/cuda/kernels/numbers.h"

#include <cmath>

// DynamicQuantizeLinear in three launches: the range by many blocks, scale and zero point by one,
// then the codes. The range always includes 0. Source: ONNX DynamicQuantizeLinear-11.

namespace engine::cuda {

namespace {

constexpr int quantizeThreads = 256;
constexpr std::int64_t piece = 16384; ///< elements per block
constexpr std::int64_t maxPieces = 1024;

struct Range {
    float low;
    float high;
};

OPSCOPE_KERNEL Range joined(const Range& a, const Range& b)
{
    return { b.low < a.low ? b.low : a.low, b.high > a.high ? b.high : a.high };
}

struct FindRange {
    const float* x;
    Range* ranges;
    std::int64_t count;
    std::int64_t pieces;

    OPSCOPE_KERNEL void operator()(Block<quantizeThreads>& block, std::int64_t number) const
    {
        PerThread<Range, quantizeThreads> found;
        block.phase([&](int thread) {
            found[thread] = { 0, 0 };
            for (auto i = number * quantizeThreads + thread; i < count;
                 i += pieces * quantizeThreads)
                found[thread] = joined(found[thread], { x[i], x[i] });
        });
        const Range range
            = block.reduce(found, [](const Range& a, const Range& b) { return joined(a, b); });
        block.phase([&](int thread) {
            if (thread == 0)
                ranges[number] = range;
        });
    }
};

struct ChooseScale {
    const Range* ranges;
    std::int64_t pieces;
    float* scale;
    std::uint8_t* zero;

    OPSCOPE_KERNEL void operator()(Block<quantizeThreads>& block, std::int64_t) const
    {
        PerThread<Range, quantizeThreads> found;
        block.phase([&](int thread) {
            found[thread] = { 0, 0 };
            for (std::int64_t i = thread; i < pieces; i += quantizeThreads)
                found[thread] = joined(found[thread], ranges[i]);
        });
        const Range range
            = block.reduce(found, [](const Range& a, const Range& b) { return joined(a, b); });
        block.phase([&](int thread) {
            if (thread != 0)
                return;
            *scale = range.high == range.low ? 1.0f : (range.high - range.low) / 255.0f;
            const float place = std::nearbyint(-range.low / *scale);
            *zero = static_cast<std::uint8_t>(!(place > 0.0f) ? 0.0f
                    : place > 255.0f                          ? 255.0f
                                                              : place);
        });
    }
};

struct WriteCodes {
    const float* x;
    const float* scale;
    const std::uint8_t* zero;
    CodeWriter codes;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        codes.store(i, static_cast<double>(x[i] / *scale), static_cast<double>(*zero));
    }
};

Result<std::unique_ptr<Kernel>> prepareDynamicQuantize(const KernelRequest& request)
{
    TRY(requireElement(request, 0, TypeList<float> {}));
    const TensorType type { ElementType::Uint8, inputType(request, 0).dims };
    const auto codes = TRY(codeWriterOf(type.element));
    const auto pieces = std::clamp<std::int64_t>((type.count() + piece - 1) / piece, 1, maxPieces);
    auto* const device = &deviceOf(request);
    return makeKernel(
        implementationName(request, "dynamic quantise"), [=](RunContext& context) -> Result<void> {
            auto* const output = TRY(outputOf(context, 0, type));
            auto* const scaleOutput = TRY(context.output(1, ElementType::Float, Dims {}));
            auto* const zeroOutput = TRY(context.output(2, ElementType::Uint8, Dims {}));
            auto* const scale = reinterpret_cast<float*>(scaleOutput->data);
            auto* const zero = reinterpret_cast<std::uint8_t*>(zeroOutput->data);
            const auto memory
                = TRY(context.scratch(static_cast<std::size_t>(pieces) * sizeof(Range)));
            auto* const ranges = reinterpret_cast<Range*>(memory.data());
            const auto* const x = in<float>(context, 0);
            TRY((forEachBlock<quantizeThreads>(
                *device, pieces, FindRange { x, ranges, type.count(), pieces })));
            TRY((forEachBlock<quantizeThreads>(
                *device, 1, ChooseScale { ranges, pieces, scale, zero })));
            WriteCodes write { x, scale, zero, codes };
            write.codes.data = output->data;
            return forEach(*device, type.count(), write);
        });
}

const RegisterKernels dynamicQuantise({ "DynamicQuantizeLinear" }, prepareDynamicQuantize);

} // namespace

} // namespace engine::cuda
