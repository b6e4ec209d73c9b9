#include "engine/reference/attention_core.h"

#include "engine/kernel/element_dispatch.h"
#include "engine/program/shapes.h"
#include "engine/reference/complex_types.h"
#include "engine/reference/rounding.h"
#include "engine/reference/window.h"

#include <algorithm>
#include <cmath>

// GridSample (16 to 22), AffineGrid, Col2Im, DeformConv.

namespace engine {

namespace {

enum class Padding { Zeros, Border, Reflection };

/// Returns x, reflected at low and high until it lies between them.
double reflected(double x, double low, double high)
{
    const double range = high - low;
    if (range <= 0)
        return low;
    double distance = std::fabs(x - low);
    const double turns = std::floor(distance / range);
    distance -= turns * range;
    return std::fmod(turns, 2.0) == 0 ? low + distance : high - distance;
}

struct Sampler {
    Dims image;
    Padding padding = Padding::Zeros;
    bool alignsCorners = false;
    std::string mode;

    bool isCubic() const { return mode == "cubic" || mode == "bicubic"; }
    double low() const { return alignsCorners ? 0.0 : -0.5; }
    double high(std::size_t d) const
    {
        return static_cast<double>(image[d]) - (alignsCorners ? 1.0 : 0.5);
    }

    double position(double normalised, std::size_t d) const
    {
        const auto size = static_cast<double>(image[d]);
        double x
            = alignsCorners ? (normalised + 1) / 2 * (size - 1) : ((normalised + 1) * size - 1) / 2;
        if (mode == "nearest")
            x = std::nearbyint(x);
        if (x >= low() && x <= high(d))
            return x;
        if (padding == Padding::Border)
            return std::isnan(x) ? 0.0 : std::clamp(x, 0.0, size - 1);
        return padding == Padding::Reflection && std::isfinite(x) ? reflected(x, low(), high(d))
                                                                  : x;
    }

    /// Returns the index of a neighbour; -1 if its value is zero.
    std::int64_t neighbour(double at, std::size_t d) const
    {
        const auto last = static_cast<double>(image[d] - 1);
        if (at >= 0 && at <= last)
            return static_cast<std::int64_t>(at);
        if (padding == Padding::Zeros || !std::isfinite(at))
            return -1;
        if (padding == Padding::Border)
            return at < 0 ? 0 : image[d] - 1;
        return static_cast<std::int64_t>(std::clamp(reflected(at, low(), high(d)), 0.0, last));
    }
};

struct AxisTaps {
    std::vector<std::int64_t> indices;
    std::vector<double> weights;
};

AxisTaps axisTaps(const Sampler& sampler, double x, std::size_t d)
{
    AxisTaps taps;
    auto add = [&](double at, double weight) {
        taps.indices.push_back(sampler.neighbour(at, d));
        taps.weights.push_back(weight);
    };
    const double base = std::floor(x);
    const double t = x - base;
    if (sampler.mode == "nearest") {
        add(x, 1.0);
    } else if (sampler.isCubic()) {
        constexpr double a = -0.75;
        auto near = [](double u) { return ((a + 2) * u - (a + 3)) * u * u + 1; };
        auto far = [](double u) { return ((a * u - 5 * a) * u + 8 * a) * u - 4 * a; };
        add(base - 1, far(t + 1));
        add(base, near(t));
        add(base + 1, near(1 - t));
        add(base + 2, far(2 - t));
    } else {
        add(base, 1 - t);
        add(base + 1, t);
    }
    return taps;
}

/// Offsets in an image, and their weights.
using Taps = std::vector<std::pair<std::int64_t, double>>;

/// Computes offsets and weights of all elements that a point reads: the product of its axes' taps.
void pointTaps(const std::vector<AxisTaps>& axes, const Dims& strides, Taps& taps)
{
    taps.assign(1, { 0, 1.0 });
    Taps next;
    for (std::size_t d = 0; d < axes.size(); ++d) {
        next.clear();
        for (const auto& [offset, weight] : taps) {
            for (std::size_t k = 0; k < axes[d].indices.size(); ++k) {
                if (axes[d].indices[k] >= 0)
                    next.emplace_back(
                        offset + axes[d].indices[k] * strides[d], weight * axes[d].weights[k]);
            }
        }
        taps = next;
    }
}

/// Fails if a point reads too many elements: their number grows exponentially with the rank.
Result<void> checkTaps(const Sampler& sampler)
{
    constexpr std::size_t most = 16;
    const std::size_t perAxis = sampler.mode == "nearest" ? 0 : sampler.isCubic() ? 2 : 1;
    const auto taps = perAxis * sampler.image.size();
    if (taps > most)
        return fail("GridSample along ", sampler.image.size(), " axes reads 2^", taps,
            " elements per point, at most 2^", most, " are supported");
    return {};
}

Result<Sampler> samplerOf(const OpNode& node, const Tensor& input, const Tensor& grid)
{
    const auto rank = input.rank() >= 2 ? input.rank() - 2 : 0;
    if (rank == 0 || grid.rank() != input.rank()
        || grid.dims().back() != static_cast<std::int64_t>(rank)
        || grid.dims()[0] != input.dims()[0])
        return fail("input ", input.dims(), " and grid ", grid.dims(), " do not fit");
    Sampler sampler { Dims(input.dims().begin() + 2, input.dims().end()) };
    sampler.alignsCorners = node.flag("align_corners");
    sampler.mode = node.text("mode", "linear");
    TRY(checkTaps(sampler));
    const auto padding = node.text("padding_mode", "zeros");
    sampler.padding = padding == "border"
        ? Padding::Border
        : (padding == "reflection" ? Padding::Reflection : Padding::Zeros);
    return sampler;
}

/// Calls write(offset of the channel's image, output index, taps) for each channel of each point.
/// `places` has the coordinates of all points, the last axis first.
template <typename Write>
void forEachPoint(
    const Sampler& sampler, const Dims& output, const std::vector<double>& places, Write&& write)
{
    const auto rank = sampler.image.size();
    const auto strides = denseStrides(sampler.image);
    const auto plane = elementCount(sampler.image);
    const auto points = elementCount(std::span(output).subspan(2));
    std::vector<AxisTaps> axes(rank);
    Taps taps;
    for (std::int64_t batch = 0; batch < output[0]; ++batch) {
        for (std::int64_t p = 0; p < points; ++p) {
            const auto* place = &places[static_cast<std::size_t>(batch * points + p) * rank];
            for (std::size_t d = 0; d < rank; ++d)
                axes[d] = axisTaps(sampler, sampler.position(place[rank - 1 - d], d), d);
            pointTaps(axes, strides, taps);
            for (auto c = batch * output[1]; c < (batch + 1) * output[1]; ++c)
                write(c * plane, c * points + p, taps);
        }
    }
}

template <typename T>
T weightedSum(const T* image, const Taps& taps)
{
    std::conditional_t<isComplex<T>, T, double> sum = 0;
    for (const auto& [offset, weight] : taps) {
        if constexpr (isComplex<T>)
            sum += static_cast<typename T::value_type>(weight) * image[offset];
        else
            sum += weight * static_cast<double>(widen(image[offset]));
    }
    if constexpr (isComplex<T>)
        return sum;
    else
        return roundedTo<T>(sum);
}

Result<void> runGridSample(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto& grid = context.tensor(1);
    const auto sampler = TRY(samplerOf(node, input, grid));
    Dims dims { input.dims()[0], input.dims()[1] };
    dims.insert(dims.end(), grid.dims().begin() + 1, grid.dims().end() - 1);
    auto* output = TRY(context.output(0, input.element(), dims));
    if (output->count() == 0)
        return {};
    if (elementCount(sampler.image) == 0)
        return fail("an image of ", input.dims(), " cannot be sampled");
    const auto places = TRY(readNumbers(grid));
    auto move = [&]<typename T>() {
        forEachPoint(sampler, dims, places, [&](auto from, auto to, const Taps& taps) {
            storage<T>(*output)[to]
                = taps.empty() ? T() : storage<T>(input)[from + taps.front().first];
        });
    };
    auto sample = [&]<typename T>() {
        forEachPoint(sampler, dims, places, [&](auto from, auto to, const Taps& taps) {
            storage<T>(*output)[to] = weightedSum(storage<T>(input) + from, taps);
        });
    };
    return sampler.mode == "nearest" ? visitStorage(input.element(), move)
                                     : visitElement(ScalableTypes {}, input.element(), sample);
}

/// Nearest mode takes any type, the other modes only numbers.
Result<void> checkGridSample(const KernelRequest& request)
{
    return request.node.text("mode", "") == "nearest" ? Result<void>()
                                                      : checkFirstInput<ScalableTypes>(request);
}

/// Applies theta [batch, rank, rank + 1] to the positions -1..1 of a grid. Input 1 is the size
/// [batch, channels, image...].
Result<void> runAffineGrid(const OpNode& node, RunContext& context)
{
    const auto& theta = context.tensor(0);
    const auto size = TRY(readIntegers(context.tensor(1)));
    const auto rank = size.size() >= 2 ? size.size() - 2 : 0;
    if ((rank != 2 && rank != 3)
        || theta.dims()
            != Dims {
                size[0], static_cast<std::int64_t>(rank), static_cast<std::int64_t>(rank) + 1 })
        return fail("theta ", theta.dims(), " does not fit a size of ", size.size(), " entries");
    const bool alignsCorners = node.flag("align_corners");
    Dims dims { size[0] };
    dims.insert(dims.end(), size.begin() + 2, size.end());
    dims.push_back(static_cast<std::int64_t>(rank));
    TRY(checkedCount(dims));
    auto* output = TRY(context.output(0, theta.element(), dims));
    const auto matrix = TRY(readNumbers(theta));
    const Dims image(size.begin() + 2, size.end());
    const auto strides = denseStrides(image);
    const auto points = elementCount(image);
    return visitElement(FloatTypes {}, theta.element(), [&]<typename T>() {
        for (std::int64_t i = 0; i < size[0] * points; ++i) {
            std::vector<double> place; // x, y (, z), 1: the last axis first
            for (std::size_t d = rank; d-- > 0;) {
                const auto at = static_cast<double>(i % points / strides[d] % image[d]);
                const auto length = static_cast<double>(image[d]);
                place.push_back(alignsCorners ? (length > 1 ? 2 * at / (length - 1) - 1 : -1.0)
                                              : (2 * at + 1) / length - 1);
            }
            place.push_back(1.0);
            for (std::size_t row = 0; row < rank; ++row) {
                double sum = 0;
                for (std::size_t k = 0; k <= rank; ++k)
                    sum += matrix[(static_cast<std::size_t>(i / points) * rank + row) * (rank + 1)
                               + k]
                        * place[k];
                storage<T>(
                    *output)[i * static_cast<std::int64_t>(rank) + static_cast<std::int64_t>(row)]
                    = static_cast<T>(static_cast<Arithmetic<T>>(sum));
            }
        }
    });
}

Result<void> runCol2Im(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto image = TRY(readIntegers(context.tensor(1)));
    const auto block = TRY(readIntegers(context.tensor(2)));
    TRY(checkedCount(image));
    const auto window = TRY(windowShape(node, image, block, Rounding::Floor));
    const auto positions = window.positionCount();
    const auto kernelCount = window.kernelCount();
    if (input.rank() != 3 || input.dims()[2] != positions || input.dims()[1] % kernelCount != 0)
        return fail(
            "columns of ", input.dims(), " do not fit ", positions, " blocks of ", kernelCount);
    Dims dims { input.dims()[0], input.dims()[1] / kernelCount };
    dims.insert(dims.end(), image.begin(), image.end());
    auto* output = TRY(context.output(0, input.element(), dims));
    // Without columns the image is zero, or empty. Nothing bounds the block size then.
    if (input.count() == 0) {
        std::fill_n(output->data, output->type.bytes(), std::byte {});
        return {};
    }
    const auto offsets = windowOffsets(window, 0, positions);
    return visitElement(ArithmeticTypes {}, input.element(), [&]<typename T>() {
        // For bool the result is whether any is true. This is counted, because vector<bool> has no
        // addressable elements.
        using A = std::conditional_t<isComplex<T>, T,
            std::conditional_t<std::is_same_v<T, bool>, std::int64_t, Arithmetic<T>>>;
        std::vector<A> sums(output->count(), A(0));
        for (std::int64_t row = 0; row < input.dims()[0] * input.dims()[1]; ++row) {
            A* plane = sums.data() + row / kernelCount * window.imageCount();
            for (std::int64_t p = 0; p < positions; ++p) {
                const auto at = offsets[row % kernelCount * positions + p];
                if (at < 0)
                    continue;
                const T& element = storage<T>(input)[row * positions + p];
                if constexpr (isComplex<T>)
                    plane[at] += element;
                else
                    plane[at] = functors::wrappingAdd(plane[at], static_cast<A>(widen(element)));
            }
        }
        for (std::size_t i = 0; i < sums.size(); ++i)
            storage<T>(*output)[i] = static_cast<T>(sums[i]);
    });
}

struct DeformShape {
    WindowShape window;
    std::int64_t batch, channels, outputs, groups, offsetGroups;
};

/// Interpolates the image at a point. Elements outside the image are zero.
double bilinear(const double* plane, const Dims& image, double y, double x)
{
    const double y0 = std::floor(y);
    const double x0 = std::floor(x);
    double sum = 0;
    for (const double i : { y0, y0 + 1 }) {
        for (const double j : { x0, x0 + 1 }) {
            const bool isInside = i >= 0 && j >= 0 && i <= static_cast<double>(image[0] - 1)
                && j <= static_cast<double>(image[1] - 1);
            if (!isInside) // also if y or x is NaN
                continue;
            sum += (1 - std::fabs(y - i)) * (1 - std::fabs(x - j))
                * plane[static_cast<std::int64_t>(i) * image[1] + static_cast<std::int64_t>(j)];
        }
    }
    return sum;
}

Result<DeformShape> deformShape(const OpNode& node, const RunContext& context)
{
    const auto& input = context.tensor(0).dims();
    const auto& weight = context.tensor(1).dims();
    const auto& offset = context.tensor(2).dims();
    if (input.size() != 4 || weight.size() != 4 || offset.size() != 4)
        return fail("DeformConv takes images, found ", input, ", ", weight, " and ", offset);
    DeformShape shape { TRY(windowShape(node, std::span(input).subspan(2),
                            std::span(weight).subspan(2), Rounding::Floor)),
        input[0], input[1], weight[0], node.integer("group", 1), node.integer("offset_group", 1) };
    const auto channels = TRY(checkedProduct(weight[1], shape.groups));
    const auto moves = TRY(checkedProduct(shape.window.kernelCount() * 2, shape.offsetGroups));
    const bool fits = shape.groups > 0 && shape.offsetGroups > 0 && input[1] == channels
        && weight[0] % shape.groups == 0 && input[1] % shape.offsetGroups == 0
        && offset == Dims { input[0], moves, shape.window.positions[0], shape.window.positions[1] };
    if (!fits)
        return fail("input ", input, ", weight ", weight, " and offset ", offset, " do not fit");
    return shape;
}

Result<void> runDeformConv(const OpNode& node, RunContext& context)
{
    const auto shape = TRY(deformShape(node, context));
    const auto& window = shape.window;
    const auto x = TRY(readNumbers(context.tensor(0)));
    const auto w = TRY(readNumbers(context.tensor(1)));
    const auto offset = TRY(readNumbers(context.tensor(2)));
    const auto kernelCount = window.kernelCount();
    const auto positions = window.positionCount();
    const auto bias = TRY(valuesOr(context, 3, shape.outputs, 0.0));
    const auto mask = TRY(
        valuesOr(context, 4, shape.batch * shape.offsetGroups * kernelCount * positions, 1.0));
    const auto inputsPerGroup = shape.channels / shape.groups;
    const Dims dims { shape.batch, shape.outputs, window.positions[0], window.positions[1] };
    std::vector<float> output(TRY(checkedCount(dims)));
    for (std::int64_t b = 0; b < shape.batch; ++b) {
        for (std::int64_t p = 0; p < positions; ++p) {
            std::vector<double> sums(bias);
            for (std::int64_t c = 0; c < shape.channels; ++c) {
                const auto set = b * shape.offsetGroups + c / (shape.channels / shape.offsetGroups);
                const double* plane = x.data() + (b * shape.channels + c) * window.imageCount();
                for (std::int64_t k = 0; k < kernelCount; ++k) {
                    const auto moved = [&](std::int64_t part) {
                        return offset[((set * kernelCount + k) * 2 + part) * positions + p];
                    };
                    const auto row = p / window.positions[1] * window.strides[0]
                        - window.padsBefore[0] + k / window.kernel[1] * window.dilations[0];
                    const auto column = p % window.positions[1] * window.strides[1]
                        - window.padsBefore[1] + k % window.kernel[1] * window.dilations[1];
                    const double value
                        = bilinear(plane, window.image, static_cast<double>(row) + moved(0),
                              static_cast<double>(column) + moved(1))
                        * mask[(set * kernelCount + k) * positions + p];
                    const auto outputsPerGroup = shape.outputs / shape.groups;
                    const auto group = c / inputsPerGroup;
                    for (auto o = group * outputsPerGroup; o < (group + 1) * outputsPerGroup; ++o)
                        sums[o] += value
                            * w[(o * inputsPerGroup + c % inputsPerGroup) * kernelCount + k];
                }
            }
            for (std::int64_t o = 0; o < shape.outputs; ++o)
                output[(b * shape.outputs + o) * positions + p] = static_cast<float>(sums[o]);
        }
    }
    return writeFloats(context, 0, context.tensor(0).element(), dims, output);
}

const RegisterReference samplers[] = {
    { "GridSample", runGridSample, checkGridSample },
    { "AffineGrid", runAffineGrid, onFloats },
    { "Col2Im", runCol2Im, checkFirstInput<ArithmeticTypes> },
    { "DeformConv", runDeformConv, onFloats },
};

} // namespace

} // namespace engine
