#include "engine/reference/resize.h"

#include "engine/kernel/element_dispatch.h"
#include "engine/program/shapes.h"
#include "engine/reference/complex_types.h"
#include "engine/reference/rounding.h"
#include "model/inference/resized_length.h"

#include <algorithm>
#include <cmath>
#include <numeric>

// Resize (10 to 19) and Upsample (1, 7, 9). Each axis is resized by itself; an output element is a
// weighted sum of a few input elements.

namespace engine {

namespace {

double inputCoordinate(const AxisResize& axis, std::string_view mode, std::int64_t x)
{
    const auto at = static_cast<double>(x);
    const auto size = static_cast<double>(axis.size);
    const double resized = axis.scale * size;
    if (mode == "align_corners")
        return resized == 1.0 ? 0.0 : at * (size - 1) / (resized - 1);
    if (mode == "asymmetric")
        return at / axis.scale;
    if (mode == "pytorch_half_pixel" && axis.resized == 1)
        return 0.0;
    if (mode == "tf_half_pixel_for_nn")
        return (at + 0.5) / axis.scale;
    if (mode == "half_pixel_symmetric") {
        const double offset = size / 2 * (1 - static_cast<double>(axis.resized) / resized);
        return offset + (at + 0.5) / axis.scale - 0.5;
    }
    if (mode == "tf_crop_and_resize") {
        const double span = axis.end - axis.start;
        const double inside
            = axis.resized == 1 ? span * (size - 1) / 2 : at * span * (size - 1) / (resized - 1);
        return inside + axis.start * (size - 1);
    }
    return (at + 0.5) / axis.scale - 0.5;
}

/// `simple` is the rule of Resize-10. Its specification does not give one; this is ONNX Runtime's.
double nearestIndex(double x, const AxisResize& axis, std::string_view mode)
{
    if (mode == "floor" || (mode == "simple" && axis.scale >= 1))
        return std::floor(x);
    if (mode == "ceil" || mode == "simple")
        return std::ceil(x);
    return mode == "round_prefer_ceil" ? std::floor(x + 0.5) : std::ceil(x - 0.5);
}

double linearWeight(double distance) { return std::max(0.0, 1.0 - std::fabs(distance)); }

double cubicWeight(double distance, double a)
{
    const double x = std::fabs(distance);
    if (x <= 1)
        return ((a + 2) * x - (a + 3)) * x * x + 1;
    return x < 2 ? ((x - 5) * x + 8) * x * a - 4 * a : 0.0;
}

Taps tapsAt(double x, const AxisResize& axis, const ResizeRules& rules)
{
    Taps taps;
    if (rules.mode == "nearest") {
        taps.indices = { static_cast<std::int64_t>(std::clamp(
            nearestIndex(x, axis, rules.nearest), 0.0, static_cast<double>(axis.size - 1))) };
        taps.weights = { 1.0 };
        return taps;
    }
    const bool isCubic = rules.mode == "cubic";
    const double support = isCubic ? 2 : 1;
    // When antialias shrinks an image, the kernel is stretched to the distance of the output
    // elements.
    const double stretch = rules.isAntialiased ? std::min(axis.scale, 1.0) : 1.0;
    const auto base = static_cast<std::int64_t>(std::ceil(x)) - 1;
    const double ratio = x - static_cast<double>(base);
    const auto first = static_cast<std::int64_t>(std::floor(-support / stretch)) + 1;
    for (auto k = first; k < 2 - first; ++k) {
        const double distance = (static_cast<double>(k) - ratio) * stretch;
        double weight = isCubic ? cubicWeight(distance, rules.cubicA) : linearWeight(distance);
        const auto index = base + k;
        if (rules.excludesOutside && (index < 0 || index >= axis.size))
            weight = 0;
        taps.indices.push_back(std::clamp<std::int64_t>(index, 0, axis.size - 1));
        taps.weights.push_back(weight);
    }
    const double sum = std::accumulate(taps.weights.begin(), taps.weights.end(), 0.0);
    if (rules.excludesOutside || rules.isAntialiased) {
        for (auto& weight : taps.weights)
            weight /= sum;
    }
    return taps;
}

template <typename A>
A asNumber(double value)
{
    if constexpr (isComplex<A>)
        return A(static_cast<typename A::value_type>(value));
    else
        return static_cast<A>(value);
}

template <typename A>
std::vector<A> resizeAxis(
    const std::vector<A>& source, const AxisFold& fold, const std::vector<Taps>& taps)
{
    const auto resized = std::ssize(taps);
    std::vector<A> target(fold.outer * resized * fold.inner, A(0));
    for (std::int64_t outer = 0; outer < fold.outer; ++outer) {
        for (std::int64_t x = 0; x < resized; ++x) {
            A* row = target.data() + (outer * resized + x) * fold.inner;
            const auto& from = taps[x];
            for (std::size_t k = 0; k < from.indices.size(); ++k) {
                const A* input = source.data() + (outer * fold.axis + from.indices[k]) * fold.inner;
                const auto weight = asNumber<A>(from.weights[k]);
                for (std::int64_t i = 0; i < fold.inner; ++i)
                    row[i] += weight * input[i];
            }
        }
    }
    return target;
}

/// Writes the extrapolation value to the elements of which any coordinate lies outside the crop.
template <typename A>
void writeExtrapolation(
    std::vector<A>& values, const Dims& dims, const std::vector<std::vector<Taps>>& taps, A value)
{
    for (std::size_t d = 0; d < dims.size(); ++d) {
        const auto fold = foldAt(dims, d);
        for (std::int64_t x = 0; x < std::ssize(taps[d]); ++x) {
            if (!taps[d][x].indices.empty())
                continue;
            for (std::int64_t outer = 0; outer < fold.outer; ++outer)
                std::fill_n(
                    values.begin() + (outer * fold.axis + x) * fold.inner, fold.inner, value);
        }
    }
}

/// Nearest neighbours: only copies elements.
Result<void> copyNearest(
    const Tensor& input, const std::vector<std::vector<Taps>>& taps, Tensor& output)
{
    const auto strides = denseStrides(input.dims());
    const auto& last = taps.back();
    const auto length = std::ssize(last);
    return visitStorage(input.element(), [&]<typename T>() {
        T* target = storage<T>(output);
        for (std::int64_t row = 0; row < output.count() / std::max<std::int64_t>(length, 1);
             ++row) {
            std::int64_t offset = 0;
            auto rest = row;
            for (std::size_t d = taps.size() - 1; d-- > 0;) {
                const auto size = std::ssize(taps[d]);
                offset += taps[d][rest % size].indices.front() * strides[d];
                rest /= size;
            }
            const T* source = storage<T>(input) + offset;
            for (const auto& tap : last)
                *target++ = source[tap.indices.front()];
        }
    });
}

Result<void> resizeTensor(
    RunContext& context, const std::vector<AxisResize>& axes, const ResizeRules& rules)
{
    const auto& input = context.tensor(0);
    Dims dims;
    for (const auto& axis : axes)
        dims.push_back(axis.resized);
    const auto count = TRY(checkedCount(dims));
    auto* output = TRY(context.output(0, input.element(), dims));
    if (count == 0)
        return {};
    if (input.count() == 0)
        return fail("an input of ", input.dims(), " without elements cannot be resized to ", dims);
    if (dims.empty())
        return context.forward(0, 0, dims);
    // Counts the memory of the lists below, which is on the heap, against the memory limit.
    constexpr std::size_t bytesPerTaps = sizeof(Taps) + 2 * 4 * sizeof(double);
    std::size_t coordinates = 0;
    for (const auto& axis : axes)
        coordinates += static_cast<std::size_t>(axis.resized);
    TRY(context.scratch(coordinates * bytesPerTaps));
    std::vector<std::vector<Taps>> taps;
    for (const auto& axis : axes)
        taps.push_back(axisTaps(axis, rules));
    if (rules.mode == "nearest" && rules.coordinates != "tf_crop_and_resize")
        return copyNearest(input, taps, *output);
    auto resize = [&]<typename T>() -> Result<void> {
        using Real = std::conditional_t<std::is_same_v<Arithmetic<T>, float>, float, double>;
        using A = std::conditional_t<isComplex<T>, T, Real>;
        std::vector<A> values(input.count());
        for (std::size_t i = 0; i < values.size(); ++i) {
            if constexpr (isComplex<T>)
                values[i] = storage<T>(input)[i];
            else
                values[i] = static_cast<A>(widen(storage<T>(input)[i]));
        }
        Dims reached = input.dims();
        for (std::size_t d = axes.size(); d-- > 0;) {
            if (axes[d].isIdentity(rules.coordinates))
                continue;
            const auto fold = foldAt(reached, d);
            reached[d] = axes[d].resized;
            TRY(checkedCount(reached)); // larger than input and output if other axes shrink
            values = resizeAxis(values, fold, taps[d]);
        }
        if (rules.coordinates == "tf_crop_and_resize")
            writeExtrapolation(values, dims, taps, asNumber<A>(rules.extrapolation));
        for (std::size_t i = 0; i < values.size(); ++i) {
            if constexpr (isComplex<T>)
                storage<T>(*output)[i] = values[i];
            else
                storage<T>(*output)[i] = roundedTo<T>(values[i]);
        }
        return {};
    };
    return visitElement(ScalableTypes {}, input.element(), resize);
}

/// Applies keep_aspect_ratio_policy: all resized axes get the smallest (not_larger) or largest
/// scale.
Result<void> keepAspect(std::vector<AxisResize>& axes, const std::vector<std::size_t>& resizedAxes,
    std::string_view policy)
{
    if (policy != "not_larger" && policy != "not_smaller")
        return {};
    double scale = axes[resizedAxes.front()].scale;
    for (const auto axis : resizedAxes)
        scale = policy == "not_larger" ? std::min(scale, axes[axis].scale)
                                       : std::max(scale, axes[axis].scale);
    for (const auto axis : resizedAxes) {
        axes[axis].scale = scale;
        const auto length = model::commonScaleLength(axes[axis].size, scale);
        if (!length)
            return fail("a scale of ", scale, " for an axis of ", axes[axis].size);
        axes[axis].resized = *length;
    }
    return {};
}

std::vector<AxisResize> unchangedAxes(const Dims& input)
{
    std::vector<AxisResize> axes;
    for (const auto dim : input)
        axes.push_back({ dim, dim });
    return axes;
}

Result<std::vector<AxisResize>> scaledAxes(
    const Dims& input, const std::vector<double>& scales, const std::vector<std::size_t>& axes)
{
    if (scales.size() != axes.size())
        return fail("scales has ", scales.size(), " entries, expected ", axes.size());
    auto resized = unchangedAxes(input);
    for (std::size_t i = 0; i < axes.size(); ++i) {
        auto& axis = resized[axes[i]];
        const auto length = model::scaledLength(axis.size, scales[i]);
        if (!(scales[i] > 0) || !length)
            return fail("a scale of ", scales[i], " for an axis of ", axis.size);
        axis.scale = scales[i];
        axis.resized = *length;
    }
    return resized;
}

Result<std::vector<AxisResize>> sizedAxes(const OpNode& node, const Dims& input,
    const std::vector<std::int64_t>& sizes, const std::vector<std::size_t>& axes)
{
    if (sizes.size() != axes.size())
        return fail("sizes has ", sizes.size(), " entries, expected ", axes.size());
    auto resized = unchangedAxes(input);
    for (std::size_t i = 0; i < axes.size(); ++i) {
        auto& axis = resized[axes[i]];
        if (sizes[i] < 0 || (axis.size == 0 && sizes[i] > 0))
            return fail("a size of ", sizes[i], " for an axis of ", axis.size);
        axis.resized = sizes[i];
        axis.scale
            = axis.size > 0 ? static_cast<double>(sizes[i]) / static_cast<double>(axis.size) : 1.0;
    }
    if (!axes.empty())
        TRY(keepAspect(resized, axes, node.text("keep_aspect_ratio_policy", "stretch")));
    return resized;
}

/// Returns the axes of scales and sizes.
Result<std::vector<std::size_t>> namedAxes(const OpNode& node, std::size_t rank)
{
    auto axes = countUp<std::size_t>(rank);
    if (const auto written = node.integers("axes", {}); !written.empty()) {
        axes.clear();
        for (const auto axis : written)
            axes.push_back(TRY(normalizeAxis(axis, rank)));
    }
    return axes;
}

Result<std::vector<double>> upsampleScales(
    const OpNode& node, const Dims& input, const Tensor* given)
{
    if (given != nullptr)
        return readNumbers(*given);
    if (const auto written = node.reals("scales"))
        return std::vector<double>(written->begin(), written->end());
    if (input.size() < 2)
        return fail("Upsample takes an image, found ", input);
    std::vector<double> scales(input.size(), 1.0);
    scales[input.size() - 2] = static_cast<double>(node.real("height_scale", 1.0f));
    scales[input.size() - 1] = static_cast<double>(node.real("width_scale", 1.0f));
    return scales;
}

/// Upsample and Resize-10: scales only.
Result<ResizeWork> scaledWork(const OpNode& node, const Dims& input, const Tensor* scales)
{
    const auto axes = TRY(namedAxes(node, input.size()));
    auto mode = node.text("mode", "nearest");
    if (mode == "bilinear")
        mode = "linear";
    const auto factors = TRY(upsampleScales(node, input, scales));
    ResizeWork work;
    work.axes = TRY(scaledAxes(input, factors, axes));
    work.rules = { mode, "asymmetric", "floor" };
    return work;
}

Result<void> runResize(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    if (input.rank() == 0)
        return context.forward(0, 0, {});
    ResizeOperands operands {};
    for (std::size_t i = 1; i < operands.size(); ++i)
        operands[i] = context.hasInput(i) ? &context.tensor(i) : nullptr;
    const auto work = TRY(resizeWork(node, input.dims(), operands));
    return resizeTensor(context, work.axes, work.rules);
}

/// Nearest mode takes any type, the other modes only numbers.
Result<void> checkResize(const KernelRequest& request)
{
    const auto& node = request.node;
    const bool onlyMoves = node.text("mode", "nearest") == "nearest"
        && node.text("coordinate_transformation_mode", "") != "tf_crop_and_resize";
    return onlyMoves ? Result<void>() : checkFirstInput<ScalableTypes>(request);
}

const RegisterReference resize("Resize", runResize, checkResize);
const RegisterReference upsample("Upsample", runResize, checkResize);

} // namespace

std::vector<Taps> axisTaps(const AxisResize& axis, const ResizeRules& rules)
{
    std::vector<Taps> taps;
    for (std::int64_t x = 0; x < axis.resized; ++x) {
        const double at = inputCoordinate(axis, rules.coordinates, x);
        const bool isOutside = rules.coordinates == "tf_crop_and_resize"
            && !(at >= 0 && at <= static_cast<double>(axis.size - 1)); // NaN is outside
        taps.push_back(isOutside ? Taps {} : tapsAt(at, axis, rules));
    }
    return taps;
}

Result<ResizeWork> resizeWork(const OpNode& node, const Dims& input, const ResizeOperands& operands)
{
    if (node.type == "Upsample" || node.version < 11)
        return scaledWork(node, input, operands[1]);
    const auto axes = TRY(namedAxes(node, input.size()));
    ResizeWork work;
    auto& rules = work.rules;
    rules
        = { node.text("mode", "nearest"), node.text("coordinate_transformation_mode", "half_pixel"),
              node.text("nearest_mode", "round_prefer_floor") };
    rules.cubicA = static_cast<double>(node.real("cubic_coeff_a", -0.75f));
    rules.extrapolation = static_cast<double>(node.real("extrapolation_value", 0.0f));
    rules.excludesOutside = node.flag("exclude_outside");
    rules.isAntialiased = node.flag("antialias");
    const auto isGiven
        = [&](std::size_t i) { return operands[i] != nullptr && operands[i]->count() > 0; };
    if (!isGiven(2) && !isGiven(3))
        return fail("Resize has neither scales nor sizes");
    if (isGiven(3)) {
        const auto sizes = TRY(readIntegers(*operands[3]));
        work.axes = TRY(sizedAxes(node, input, sizes, axes));
    } else {
        const auto scales = TRY(readNumbers(*operands[2]));
        work.axes = TRY(scaledAxes(input, scales, axes));
    }
    if (rules.coordinates != "tf_crop_and_resize")
        return work;
    const auto roi
        = operands[1] != nullptr ? TRY(readNumbers(*operands[1])) : std::vector<double>();
    if (roi.size() != 2 * axes.size())
        return fail("roi has ", roi.size(), " entries, expected ", 2 * axes.size());
    for (std::size_t i = 0; i < axes.size(); ++i) {
        work.axes[axes[i]].start = roi[i];
        work.axes[axes[i]].end = roi[i + axes.size()];
    }
    return work;
}

} // namespace engine
