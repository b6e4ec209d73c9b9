#include "engine/cpu/native.h"
#include "engine/cpu/unary_choice.h"
#include "engine/plan/kernel_choice.h"

#include <algorithm>
#include <cmath>

// BatchNormalization for inference, InstanceNormalization, LRN: float. Refuses training, statistics
// per element, LRN without a positive bias. Source: ONNX BatchNormalization-15,
// InstanceNormalization-6, LRN-13.

namespace engine {

namespace {

/// Fails unless inputs 1 to `inputs` - 1 have one float for each channel.
Result<void> requireChannels(
    const KernelRequest& request, std::size_t inputs, std::int64_t channels)
{
    for (std::size_t i = 1; i < inputs; ++i) {
        TRY(requireFloat(request, i));
        TRY(requireFloats(request, i, channels));
    }
    return {};
}

/// y = x * factor + shift of each channel.
void scaleChannels(const AxisFold& fold, int threads, const float* x,
    const std::vector<float>& factors, const std::vector<float>& shifts, float* y)
{
    if (fold.inner == 1) {
        return parallelFor(fold.outer, rowsPerThread(fold.axis), threads,
            [&](std::int64_t first, std::int64_t last) {
                for (auto row = first; row < last; ++row) {
                    combineRows(BinaryOp::Mul, x + row * fold.axis, factors.data(),
                        y + row * fold.axis, fold.axis);
                    combineRows(BinaryOp::Add, y + row * fold.axis, shifts.data(),
                        y + row * fold.axis, fold.axis);
                }
            });
    }
    parallelFor(fold.outer * fold.axis, rowsPerThread(fold.inner), threads,
        [&](std::int64_t first, std::int64_t last) {
            for (auto plane = first; plane < last; ++plane) {
                const auto channel = static_cast<std::size_t>(plane % fold.axis);
                UnaryChoice { UnaryOp::Affine, factors[channel], shifts[channel] }.apply(
                    x + plane * fold.inner, y + plane * fold.inner, fold.inner);
            }
        });
}

Result<std::unique_ptr<Kernel>> prepareBatchNorm(const KernelRequest& request)
{
    TRY(requireFloat(request, 0));
    const auto& node = request.node;
    const std::span dims(request.input(0).tensor.dims);
    const bool givesStatistics = request.hasOutput(1) || request.hasOutput(2)
        || request.hasOutput(3) || request.hasOutput(4);
    if (dims.size() < 2 || node.integer("spatial", 1) == 0
        || (node.version >= 14 && node.flag("training_mode")) || givesStatistics)
        return fail("native BatchNormalization takes inference over channels of rank 2 or more");
    const auto fold = foldAt(dims, 1);
    TRY(requireChannels(request, 5, fold.axis));
    return nativeKernel([fold, epsilon = static_cast<double>(node.real("epsilon", 1e-5f))](
                            RunContext& context) -> Result<void> {
        std::vector<float> factors;
        std::vector<float> shifts;
        for (std::int64_t c = 0; c < fold.axis; ++c) {
            const auto number = [&](std::size_t input) {
                return static_cast<double>(floats(context.tensor(input))[c]);
            };
            const double factor = number(1) / std::sqrt(number(4) + epsilon);
            factors.push_back(static_cast<float>(factor));
            shifts.push_back(static_cast<float>(number(2) - number(3) * factor));
        }
        auto* output = TRY(context.output(0, ElementType::Float, context.tensor(0).dims()));
        scaleChannels(
            fold, context.threads(), floats(context.tensor(0)), factors, shifts, floats(*output));
        return {};
    });
}

struct InstancePlan {
    AxisFold fold; ///< images, channels, elements of a plane
    float epsilon = 1e-5f;
};

Result<void> runPlanes(const InstancePlan& plan, RunContext& context)
{
    const auto& fold = plan.fold;
    auto* output = TRY(context.output(0, ElementType::Float, context.tensor(0).dims()));
    const float* x = floats(context.tensor(0));
    const float* scale = floats(context.tensor(1));
    const float* bias = floats(context.tensor(2));
    float* y = floats(*output);
    parallelFor(fold.outer * fold.axis,
        std::max<std::int64_t>(elementsPerThread / 4 / fold.inner, 1), context.threads(),
        [&](std::int64_t first, std::int64_t last) {
            for (auto plane = first; plane < last; ++plane) {
                float statistics[2];
                float* row = y + plane * fold.inner;
                vectorTable().layerNorm(x + plane * fold.inner, nullptr, nullptr, row, fold.inner,
                    plan.epsilon, statistics);
                UnaryChoice { UnaryOp::Affine, scale[plane % fold.axis], bias[plane % fold.axis] }
                    .apply(row, row, fold.inner);
            }
        });
    return {};
}

/// Rows of some complete pixels of a channels-last image, so that row functions have long rows.
struct PixelRows {
    std::int64_t channels = 0;
    std::int64_t width = 0; ///< floats of a row
    std::int64_t count = 0; ///< floats of the image

    explicit PixelRows(const AxisFold& fold)
        : channels(fold.axis)
        , width(std::min(std::max<std::int64_t>(512 / fold.axis, 1), fold.inner) * fold.axis)
        , count(fold.axis * fold.inner)
    {
    }
    std::int64_t rows() const { return (count + width - 1) / width; }
    std::int64_t widthOf(std::int64_t row) const { return std::min(width, count - row * width); }
    void repeat(const std::vector<double>& byChannel, float* to) const
    {
        for (std::int64_t i = 0; i < width; ++i)
            to[i] = static_cast<float>(byChannel[i % channels]);
    }
};

/// Memory of one image, in rows: `mean`, `factor`, `shift`, and two for each thread.
struct InstanceBuffers {
    float* data = nullptr;
    std::int64_t slots = 1;
};

/// Returns the sum over the pixels of x or, with `mean`, of (x - mean)^2, by channel.
std::vector<double> channelSums(
    const PixelRows& rows, const float* x, const float* mean, const InstanceBuffers& buffers)
{
    const auto& table = vectorTable();
    float* const partial = buffers.data + 3 * rows.width;
    parallelFor(buffers.slots, 1, static_cast<int>(buffers.slots),
        [&](std::int64_t firstSlot, std::int64_t lastSlot) {
            for (auto slot = firstSlot; slot < lastSlot; ++slot) {
                float* sums = partial + slot * 2 * rows.width;
                float* difference = sums + rows.width;
                std::fill_n(sums, rows.width, 0.0f);
                for (auto row = rows.rows() * slot / buffers.slots;
                     row < rows.rows() * (slot + 1) / buffers.slots; ++row) {
                    const float* from = x + row * rows.width;
                    if (mean != nullptr)
                        combineRows(BinaryOp::Sub, from, mean, difference, rows.widthOf(row));
                    const auto kind
                        = mean != nullptr ? RowReduction::SumOfSquares : RowReduction::Sum;
                    table.accumulate[static_cast<int>(kind)](
                        mean != nullptr ? difference : from, sums, rows.widthOf(row));
                }
            }
        });
    std::vector<double> result(rows.channels, 0.0);
    for (std::int64_t slot = 0; slot < buffers.slots; ++slot) {
        for (std::int64_t i = 0; i < rows.width; ++i)
            result[i % rows.channels] += static_cast<double>(partial[slot * 2 * rows.width + i]);
    }
    return result;
}

/// The same for channels-last images.
Result<void> runPixels(const InstancePlan& plan, RunContext& context)
{
    const auto& fold = plan.fold;
    auto* output = TRY(context.output(0, ElementType::Float, context.tensor(0).dims()));
    const PixelRows rows(fold);
    InstanceBuffers buffers;
    buffers.slots = std::clamp<std::int64_t>(
        std::min(rows.count / elementsPerThread, rows.rows()), 1, context.threads());
    const auto memory = TRY(context.scratch(
        static_cast<std::size_t>(rows.width * (3 + 2 * buffers.slots)) * sizeof(float)));
    buffers.data = reinterpret_cast<float*>(memory.data());
    float* const mean = buffers.data;
    float* const factor = mean + rows.width;
    float* const shift = factor + rows.width;
    const auto pixels = static_cast<double>(fold.inner);
    for (std::int64_t image = 0; image < fold.outer; ++image) {
        const float* x = floats(context.tensor(0)) + image * rows.count;
        float* y = floats(*output) + image * rows.count;
        auto means = channelSums(rows, x, nullptr, buffers);
        for (auto& number : means)
            number /= pixels;
        rows.repeat(means, mean);
        auto factors = channelSums(rows, x, mean, buffers);
        for (std::int64_t c = 0; c < fold.axis; ++c)
            factors[c] = static_cast<double>(floats(context.tensor(1))[c])
                / std::sqrt(factors[c] / pixels + static_cast<double>(plan.epsilon));
        rows.repeat(factors, factor);
        for (std::int64_t i = 0; i < rows.width; ++i)
            shift[i] = floats(context.tensor(2))[i % fold.axis];
        parallelFor(rows.rows(), rowsPerThread(rows.width), context.threads(),
            [&](std::int64_t first, std::int64_t last) {
                for (auto row = first; row < last; ++row) {
                    const auto n = rows.widthOf(row);
                    float* to = y + row * rows.width;
                    combineRows(BinaryOp::Sub, x + row * rows.width, mean, to, n);
                    combineRows(BinaryOp::Mul, to, factor, to, n);
                    combineRows(BinaryOp::Add, to, shift, to, n);
                }
            });
    }
    return {};
}

Result<std::unique_ptr<Kernel>> prepareInstanceNorm(const KernelRequest& request)
{
    TRY(requireFloat(request, 0));
    const std::span dims(request.input(0).tensor.dims);
    if (dims.size() < 3)
        return fail("InstanceNormalization takes rank 3 or more, found ", dims);
    const InstancePlan plan { foldAt(dims, 1), request.node.real("epsilon", 1e-5f) };
    if (plan.fold.inner == 0)
        return fail("native InstanceNormalization takes planes with elements");
    TRY(requireChannels(request, 3, plan.fold.axis));
    const bool isLast = request.input(0).layout == Layout::ChannelsLast;
    if (hasChannelsLast(request) && (!isLast || request.outputs[0].layout != Layout::ChannelsLast))
        return fail("native InstanceNormalization cannot change the layout of images");
    return nativeKernel(plan, isLast ? runPixels : runPlanes);
}

struct LrnPlan {
    AxisFold fold;
    std::int64_t size = 1;
    float alpha = 0;
    float beta = 0;
    float bias = 1;
};

/// y = x / (bias + alpha / size * sum over neighbouring channels of squares) ^ beta, for `count`
/// elements of all channels.
void normaliseAcross(
    const LrnPlan& plan, const float* x, float* y, std::int64_t count, float* buffer)
{
    const auto channels = plan.fold.axis;
    const auto inner = plan.fold.inner;
    for (std::int64_t c = 0; c < channels; ++c)
        UnaryChoice { UnaryOp::Square }.apply(x + c * inner, buffer + c * count, count);
    float* sum = buffer + channels * count;
    for (std::int64_t c = 0; c < channels; ++c) {
        const auto first = std::max<std::int64_t>(0, c - (plan.size - 1) / 2);
        const auto last = std::min<std::int64_t>(channels - 1, c + plan.size / 2);
        std::copy_n(buffer + first * count, count, sum);
        for (auto other = first + 1; other <= last; ++other)
            combineRows(BinaryOp::Add, sum, buffer + other * count, sum, count);
        UnaryChoice { UnaryOp::Affine, plan.alpha / static_cast<float>(plan.size), plan.bias }
            .apply(sum, sum, count);
        UnaryChoice { UnaryOp::Log }.apply(sum, sum, count);
        UnaryChoice { UnaryOp::Affine, -plan.beta, 0 }.apply(sum, sum, count);
        UnaryChoice { UnaryOp::Exp }.apply(sum, sum, count);
        combineRows(BinaryOp::Mul, x + c * inner, sum, y + c * inner, count);
    }
}

Result<std::unique_ptr<Kernel>> prepareLrn(const KernelRequest& request)
{
    TRY(requireFloat(request, 0));
    const std::span dims(request.input(0).tensor.dims);
    const auto& node = request.node;
    if (dims.size() < 2)
        return fail("LRN takes rank 2 or more, found ", dims);
    const LrnPlan plan { foldAt(dims, 1), node.integer("size", 0), node.real("alpha", 1e-4f),
        node.real("beta", 0.75f), node.real("bias", 1.0f) };
    if (plan.size < 1 || !(plan.bias > 0) || plan.alpha < 0)
        return fail("native LRN takes a size from 1, a bias above 0 and an alpha from 0");
    return nativeKernel([plan](RunContext& context) -> Result<void> {
        auto* output = TRY(context.output(0, ElementType::Float, context.tensor(0).dims()));
        const float* x = floats(context.tensor(0));
        float* y = floats(*output);
        const auto& fold = plan.fold;
        constexpr std::int64_t chunk = 256;
        const auto chunks = (fold.inner + chunk - 1) / chunk;
        const auto slots = std::min<std::int64_t>(
            context.threads(), std::max<std::int64_t>(fold.outer * chunks, 1));
        const auto share = (fold.axis + 1) * chunk;
        const auto memory
            = TRY(context.scratch(static_cast<std::size_t>(share * slots) * sizeof(float)));
        parallelFor(
            slots, 1, context.threads(), [&](std::int64_t firstSlot, std::int64_t lastSlot) {
                for (auto slot = firstSlot; slot < lastSlot; ++slot) {
                    for (auto item = fold.outer * chunks * slot / slots;
                         item < fold.outer * chunks * (slot + 1) / slots; ++item) {
                        const auto first = item % chunks * chunk;
                        const auto place = item / chunks * fold.axis * fold.inner + first;
                        normaliseAcross(plan, x + place, y + place,
                            std::min(chunk, fold.inner - first),
                            reinterpret_cast<float*>(memory.data()) + slot * share);
                    }
                }
            });
        return {};
    });
}

const RegisterNative normalizations[] = {
    { "BatchNormalization", prepareBatchNorm },
    { "LRN", prepareLrn },
};
const RegisterKernel instanceNormalization(
    anyLayoutEntry("InstanceNormalization", prepareInstanceNorm));

} // namespace

} // namespace engine
