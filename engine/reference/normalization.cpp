#include "engine/kernel/element_dispatch.h"
#include "engine/program/shapes.h"
#include "engine/reference/float_output.h"

#include <cmath>

// BatchNormalization (1 to 15), InstanceNormalization, GroupNormalization (18, 21),
// LayerNormalization, RMSNormalization, MeanVarianceNormalization, LpNormalization, LRN. Statistics
// are kept in double.

namespace engine {

namespace {

struct Moments {
    double mean = 0;
    double variance = 0; ///< of the population
};

template <typename T>
Moments momentsOf(const T* data, std::int64_t count)
{
    Moments moments;
    for (std::int64_t i = 0; i < count; ++i)
        moments.mean += static_cast<double>(widen(data[i]));
    moments.mean /= static_cast<double>(count);
    for (std::int64_t i = 0; i < count; ++i) {
        const double distance = static_cast<double>(widen(data[i])) - moments.mean;
        moments.variance += distance * distance;
    }
    moments.variance /= static_cast<double>(count);
    return moments;
}

struct ChannelStatistics {
    std::vector<double> mean;
    std::vector<double> variance;
};

Result<ChannelStatistics> batchStatistics(const Tensor& input, const AxisFold& fold)
{
    const auto channels = static_cast<std::size_t>(fold.axis);
    ChannelStatistics statistics { std::vector<double>(channels, 0.0),
        std::vector<double>(channels, 0.0) };
    const auto values = TRY(readNumbers(input));
    const auto count = static_cast<double>(fold.outer * fold.inner);
    auto channelOf
        = [&](std::size_t i) { return i / static_cast<std::size_t>(fold.inner) % channels; };
    for (std::size_t i = 0; i < values.size(); ++i)
        statistics.mean[channelOf(i)] += values[i] / count;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double distance = values[i] - statistics.mean[channelOf(i)];
        statistics.variance[channelOf(i)] += distance * distance / count;
    }
    return statistics;
}

template <typename T>
void scaleChannels(const Tensor& input, const AxisFold& fold, const std::vector<double>& factor,
    const std::vector<double>& shift, Tensor& output)
{
    using A = Arithmetic<T>;
    for (std::int64_t plane = 0; plane < fold.outer * fold.axis; ++plane) {
        const auto channel = static_cast<std::size_t>(plane % fold.axis);
        const T* source = storage<T>(input) + plane * fold.inner;
        T* target = storage<T>(output) + plane * fold.inner;
        for (std::int64_t i = 0; i < fold.inner; ++i)
            target[i] = static_cast<T>(static_cast<A>(
                static_cast<double>(widen(source[i])) * factor[channel] + shift[channel]));
    }
}

Result<void> runBatchNormalization(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    if (input.rank() < 1)
        return fail("BatchNormalization takes rank 1 or more");
    // Before version 9, spatial = 0 means separate statistics for every element.
    const bool isSpatial = node.integer("spatial", 1) != 0;
    const std::span dims(input.dims());
    const auto axis = input.rank() == 1 ? std::size_t(0) : std::size_t(1);
    AxisFold fold = input.rank() == 1 ? AxisFold { dims[0], 1, 1 } : foldAt(dims, axis);
    if (!isSpatial)
        fold = { dims[0], elementCount(dims.subspan(1)), 1 };
    const auto scale = TRY(valuesOr(context, 1, fold.axis, 1.0));
    const auto bias = TRY(valuesOr(context, 2, fold.axis, 0.0));
    const auto givenMean = TRY(valuesOr(context, 3, fold.axis, 0.0));
    const auto givenVariance = TRY(valuesOr(context, 4, fold.axis, 1.0));
    const auto epsilon = static_cast<double>(node.real("epsilon", 1e-5f));
    const bool trains = node.version >= 14 && node.flag("training_mode");
    auto statistics = ChannelStatistics { givenMean, givenVariance };
    if (trains)
        statistics = TRY(batchStatistics(input, fold));
    std::vector<double> factor;
    std::vector<double> shift;
    for (std::size_t c = 0; c < scale.size(); ++c) {
        factor.push_back(scale[c] / std::sqrt(statistics.variance[c] + epsilon));
        shift.push_back(bias[c] - statistics.mean[c] * factor[c]);
    }
    auto* output = TRY(context.output(0, input.element(), dims));
    auto normalise = [&]<typename T>() { scaleChannels<T>(input, fold, factor, shift, *output); };
    TRY(visitElement(FloatTypes {}, input.element(), normalise));
    if (trains) {
        const auto momentum = static_cast<double>(node.real("momentum", 0.9f));
        for (std::size_t c = 0; c < scale.size(); ++c) {
            statistics.mean[c] = givenMean[c] * momentum + statistics.mean[c] * (1 - momentum);
            statistics.variance[c]
                = givenVariance[c] * momentum + statistics.variance[c] * (1 - momentum);
        }
    }
    const Dims channels { fold.axis };
    const auto element = context.hasInput(3) ? context.tensor(3).element() : input.element();
    TRY(writeFloats(context, 1, element, channels, statistics.mean));
    return writeFloats(context, 2, element, channels, statistics.variance);
}

/// Normalises runs of `length` elements. `channelOf(run, element)` is the index of scale and bias.
template <typename T, typename Channel>
void normaliseRuns(const Tensor& input, std::int64_t length, double epsilon,
    const std::vector<double>& scale, const std::vector<double>& bias, const Channel& channelOf,
    Tensor& output)
{
    const auto runs = length > 0 ? input.count() / length : 0;
    for (std::int64_t run = 0; run < runs; ++run) {
        const T* source = storage<T>(input) + run * length;
        T* target = storage<T>(output) + run * length;
        const auto moments = momentsOf(source, length);
        const double factor = 1.0 / std::sqrt(moments.variance + epsilon);
        for (std::int64_t i = 0; i < length; ++i) {
            const auto channel = static_cast<std::size_t>(channelOf(run, i));
            const double x = (static_cast<double>(widen(source[i])) - moments.mean) * factor;
            target[i]
                = static_cast<T>(static_cast<Arithmetic<T>>(x * scale[channel] + bias[channel]));
        }
    }
}

Result<void> runInstanceNormalization(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    if (input.rank() < 3)
        return fail("InstanceNormalization takes rank 3 or more, found ", input.dims());
    const auto channels = input.dims()[1];
    const auto scale = TRY(valuesOr(context, 1, channels, 1.0));
    const auto bias = TRY(valuesOr(context, 2, channels, 0.0));
    const auto length = elementCount(std::span(input.dims()).subspan(2));
    auto* output = TRY(context.output(0, input.element(), input.dims()));
    return visitElement(FloatTypes {}, input.element(), [&]<typename T>() {
        normaliseRuns<T>(
            input, length, static_cast<double>(node.real("epsilon", 1e-5f)), scale, bias,
            [=](auto run, auto) { return run % channels; }, *output);
    });
}

/// Scale and bias have one entry per group in version 18, one per channel from 21 on.
Result<void> runGroupNormalization(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto groups = node.integer("num_groups", 1);
    if (input.rank() < 2 || groups < 1 || input.dims()[1] % groups != 0)
        return fail("an input of ", input.dims(), " cannot be divided into ", groups, " groups");
    const auto channels = input.dims()[1];
    const auto plane = elementCount(std::span(input.dims()).subspan(2));
    const auto perGroup = channels / groups;
    const bool isPerGroup = node.version < 21;
    const auto scale = TRY(valuesOr(context, 1, isPerGroup ? groups : channels, 1.0));
    const auto bias = TRY(valuesOr(context, 2, isPerGroup ? groups : channels, 0.0));
    auto* output = TRY(context.output(0, input.element(), input.dims()));
    auto channelOf = [=](std::int64_t run, std::int64_t i) {
        return isPerGroup ? run % groups : run % groups * perGroup + i / plane;
    };
    return visitElement(FloatTypes {}, input.element(), [&]<typename T>() {
        normaliseRuns<T>(input, perGroup * plane, static_cast<double>(node.real("epsilon", 1e-5f)),
            scale, bias, channelOf, *output);
    });
}

/// Returns the loop over input, scale and bias. Scale and bias of LayerNormalization and
/// RMSNormalization may broadcast over the normalised axes, or over all axes.
Result<StridedLoop<3>> parameterLoop(const Tensor& input, const Tensor* scale, const Tensor* bias)
{
    std::array<Dims, 3> strides { denseStrides(input.dims()), Dims(input.rank(), 0),
        Dims(input.rank(), 0) };
    for (const auto& [tensor, at] : { std::pair(scale, 1), std::pair(bias, 2) }) {
        if (tensor == nullptr)
            continue;
        if (TRY(broadcastDims(input.dims(), tensor->dims())) != input.dims())
            return fail(
                "scale or bias of ", tensor->dims(), " cannot be broadcast to ", input.dims());
        strides[at] = broadcastStrides(tensor->dims(), input.dims());
    }
    return StridedLoop<3>(input.dims(), std::move(strides));
}

enum class Centre { Mean, Zero };

template <Centre centre>
Result<void> runLayerNormalization(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto axis = TRY(normalizeAxis(node.integer("axis", -1), input.rank()));
    const std::span dims(input.dims());
    const auto length = elementCount(dims.subspan(axis));
    const auto runs = elementCount(dims.first(axis));
    const auto epsilon = static_cast<double>(node.real("epsilon", 1e-5f));
    const Tensor* scale = context.hasInput(1) ? &context.tensor(1) : nullptr;
    const Tensor* bias
        = centre == Centre::Mean && context.hasInput(2) ? &context.tensor(2) : nullptr;
    const auto loop = TRY(parameterLoop(input, scale, bias));
    const auto scales = scale != nullptr ? TRY(readNumbers(*scale)) : std::vector<double> { 1.0 };
    const auto biases = bias != nullptr ? TRY(readNumbers(*bias)) : std::vector<double> { 0.0 };
    const auto outputElement
        = scale != nullptr && centre == Centre::Zero ? scale->element() : input.element();
    auto* output = TRY(context.output(0, outputElement, dims));
    std::vector<double> means(runs, 0.0);
    std::vector<double> inverseDeviations(runs, 0.0);
    const auto values = TRY(readNumbers(input));
    for (std::size_t run = 0; run < means.size(); ++run) {
        const double* row = values.data() + run * static_cast<std::size_t>(length);
        auto moments = momentsOf(row, length);
        if constexpr (centre == Centre::Zero) {
            moments.variance += moments.mean * moments.mean;
            moments.mean = 0;
        }
        means[run] = moments.mean;
        inverseDeviations[run] = 1.0 / std::sqrt(moments.variance + epsilon);
    }
    auto write = [&]<typename T>() {
        loop.forEach([&](const auto& at) {
            const auto run = at[0] / length;
            const double x = (values[at[0]] - means[run]) * inverseDeviations[run];
            const double y = x * scales[at[1]] + biases[at[2]];
            storage<T>(*output)[at[0]] = static_cast<T>(static_cast<Arithmetic<T>>(y));
        });
    };
    TRY(visitElement(FloatTypes {}, outputElement, write));
    Dims statistics(dims.begin(), dims.end());
    std::fill(statistics.begin() + axis, statistics.end(), 1);
    const auto stash = node.element("stash_type", ElementType::Float);
    if constexpr (centre == Centre::Zero)
        return writeFloats(context, 1, stash, statistics, inverseDeviations);
    TRY(writeFloats(context, 1, stash, statistics, means));
    return writeFloats(context, 2, stash, statistics, inverseDeviations);
}

Result<void> runMeanVariance(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto axes = TRY(normalizeAxes(node.integers("axes", { 0, 2, 3 }), input.rank()));
    Dims kept = input.dims();
    for (const auto axis : axes)
        kept[axis] = 1;
    const StridedLoop<2> loop(
        input.dims(), { denseStrides(input.dims()), broadcastStrides(kept, input.dims()) });
    const auto values = TRY(readNumbers(input));
    const auto sets = static_cast<std::size_t>(elementCount(kept));
    const double count
        = sets > 0 ? static_cast<double>(values.size()) / static_cast<double>(sets) : 1.0;
    std::vector<double> mean(sets, 0.0);
    std::vector<double> variance(sets, 0.0);
    loop.forEach([&](const auto& at) { mean[at[1]] += values[at[0]] / count; });
    loop.forEach([&](const auto& at) {
        const double distance = values[at[0]] - mean[at[1]];
        variance[at[1]] += distance * distance / count;
    });
    std::vector<double> results(values.size());
    loop.forEach([&](const auto& at) {
        results[at[0]] = (values[at[0]] - mean[at[1]]) / (std::sqrt(variance[at[1]]) + 1e-9);
    });
    return writeFloats(context, 0, input.element(), input.dims(), results);
}

Result<void> runLpNormalization(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto axis = TRY(normalizeAxis(node.integer("axis", -1), input.rank()));
    const auto p = node.integer("p", 2);
    if (p != 1 && p != 2)
        return fail("p of LpNormalization is ", p, ", expected 1 or 2");
    const auto fold = foldAt(input.dims(), axis);
    auto values = TRY(readNumbers(input));
    for (std::int64_t row = 0; row < fold.rows(); ++row) {
        double* first = values.data() + fold.first(row);
        double norm = 0;
        for (std::int64_t i = 0; i < fold.axis; ++i) {
            const double x = first[i * fold.inner];
            norm += p == 1 ? std::fabs(x) : x * x;
        }
        norm = p == 1 ? norm : std::sqrt(norm);
        for (std::int64_t i = 0; i < fold.axis; ++i)
            first[i * fold.inner] = norm > 0 ? first[i * fold.inner] / norm : 0.0;
    }
    return writeFloats(context, 0, input.element(), input.dims(), values);
}

/// y = x / (bias + alpha / size * sum of squares over `size` neighbouring channels) ^ beta
Result<void> runLrn(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto size = node.integer("size", 0);
    if (input.rank() < 2 || size < 1)
        return fail("LRN over ", size, " channels of ", input.dims());
    const auto alpha = static_cast<double>(node.real("alpha", 1e-4f));
    const auto beta = static_cast<double>(node.real("beta", 0.75f));
    const auto bias = static_cast<double>(node.real("bias", 1.0f));
    const auto fold = foldAt(input.dims(), 1);
    const auto values = TRY(readNumbers(input));
    std::vector<double> results(values.size());
    for (std::size_t place = 0; place < values.size(); ++place) {
        const auto channel = static_cast<std::int64_t>(place) / fold.inner % fold.axis;
        const auto first = std::max<std::int64_t>(0, channel - (size - 1) / 2);
        const auto last = std::min<std::int64_t>(fold.axis - 1, channel + size / 2);
        double sum = 0;
        for (auto c = first; c <= last; ++c) {
            const double x = values[static_cast<std::int64_t>(place) + (c - channel) * fold.inner];
            sum += x * x;
        }
        results[place]
            = values[place] / std::pow(bias + alpha / static_cast<double>(size) * sum, beta);
    }
    return writeFloats(context, 0, input.element(), input.dims(), results);
}

const RegisterReference normalizations[] = {
    { "BatchNormalization", runBatchNormalization, onFloats },
    { "InstanceNormalization", runInstanceNormalization, onFloats },
    { "GroupNormalization", runGroupNormalization, onFloats },
    { "LayerNormalization", runLayerNormalization<Centre::Mean>, onFloats },
    { "RMSNormalization", runLayerNormalization<Centre::Zero>, onFloats },
    { "SimplifiedLayerNormalization", runLayerNormalization<Centre::Zero>, onFloats },
    { "MeanVarianceNormalization", runMeanVariance, onFloats },
    { "LpNormalization", runLpNormalization, onFloats },
    { "LRN", runLrn, onFloats },
};

} // namespace

} // namespace engine
