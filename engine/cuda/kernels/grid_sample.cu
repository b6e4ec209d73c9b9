#include "engine/cuda/kernels/window.h"
#include "engine/functors/arithmetic.h"

#include <cmath>

// GridSample of images with up to three axes, AffineGrid, Col2Im. Positions and weights are
// computed in double. Sources: ONNX GridSample-22, AffineGrid-20, Col2Im-18.

namespace engine::cuda {

namespace {

enum class Padding { Zeros, Border, Reflection };
enum class Mode { Nearest, Linear, Cubic };

/// Reflects x at low and high until it is between them.
OPSCOPE_KERNEL double reflected(double x, double low, double high)
{
    const double range = high - low;
    if (range <= 0)
        return low;
    double distance = std::fabs(x - low);
    const double turns = std::floor(distance / range);
    distance -= turns * range;
    return std::fmod(turns, 2.0) == 0 ? low + distance : high - distance;
}

OPSCOPE_KERNEL double clamped(double x, double low, double high)
{
    return x < low ? low : (x > high ? high : x);
}
OPSCOPE_KERNEL bool isFinite(double x) { return x - x == 0; }

constexpr int mostTaps = 4; ///< neighbours along an axis for one point

struct Taps {
    std::int64_t indices[mostTaps]; ///< -1: the element is 0
    double weights[mostTaps];
};

struct Sampler {
    std::int64_t image[mostSpatial] = { 1, 1, 1 };
    int rank = 2;
    Mode mode = Mode::Linear;
    Padding padding = Padding::Zeros;
    bool alignsCorners = false;

    OPSCOPE_KERNEL int tapCount() const
    {
        return mode == Mode::Nearest ? 1 : (mode == Mode::Linear ? 2 : 4);
    }
    OPSCOPE_KERNEL double low() const { return alignsCorners ? 0.0 : -0.5; }
    OPSCOPE_KERNEL double high(int d) const
    {
        return static_cast<double>(image[d]) - (alignsCorners ? 1.0 : 0.5);
    }

    OPSCOPE_KERNEL double position(double normalised, int d) const
    {
        const auto size = static_cast<double>(image[d]);
        double x
            = alignsCorners ? (normalised + 1) / 2 * (size - 1) : ((normalised + 1) * size - 1) / 2;
        if (mode == Mode::Nearest)
            x = std::nearbyint(x);
        if (x >= low() && x <= high(d))
            return x;
        if (padding == Padding::Border)
            return x != x ? 0.0 : clamped(x, 0.0, size - 1);
        return padding == Padding::Reflection && isFinite(x) ? reflected(x, low(), high(d)) : x;
    }

    OPSCOPE_KERNEL std::int64_t neighbour(double at, int d) const
    {
        const auto last = static_cast<double>(image[d] - 1);
        if (at >= 0 && at <= last)
            return static_cast<std::int64_t>(at);
        if (padding == Padding::Zeros || !isFinite(at))
            return -1;
        if (padding == Padding::Border)
            return at < 0 ? 0 : image[d] - 1;
        return static_cast<std::int64_t>(
            clamped(std::trunc(reflected(at, low(), high(d))), 0, last));
    }

    OPSCOPE_KERNEL void addTap(Taps& taps, int k, double at, double weight, int d) const
    {
        taps.indices[k] = neighbour(at, d);
        taps.weights[k] = weight;
    }

    OPSCOPE_KERNEL Taps taps(double x, int d) const
    {
        Taps taps;
        const double base = std::floor(x);
        const double t = x - base;
        if (mode == Mode::Nearest) {
            addTap(taps, 0, x, 1.0, d);
            return taps;
        }
        if (mode == Mode::Linear) {
            addTap(taps, 0, base, 1 - t, d);
            addTap(taps, 1, base + 1, t, d);
            return taps;
        }
        addTap(taps, 0, base - 1, farWeight(t + 1), d);
        addTap(taps, 1, base, nearWeight(t), d);
        addTap(taps, 2, base + 1, nearWeight(1 - t), d);
        addTap(taps, 3, base + 2, farWeight(2 - t), d);
        return taps;
    }

    static constexpr double a = -0.75; ///< parameter of the cubic convolution kernel
    OPSCOPE_KERNEL static double nearWeight(double u)
    {
        return ((a + 2) * u - (a + 3)) * u * u + 1;
    }
    OPSCOPE_KERNEL static double farWeight(double u)
    {
        return ((a * u - 5 * a) * u + 8 * a) * u - 4 * a;
    }
};

/// Samples one point of one channel.
template <typename T, typename G>
struct SamplePoints {
    const T* x;
    const G* grid;
    T* y;
    std::int64_t channels;
    std::int64_t points; ///< per image
    std::int64_t plane; ///< elements of an image's channel
    Sampler sampler;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        const auto point = i % points;
        const auto channel = i / points; // of all images
        const G* const place = grid + (channel / channels * points + point) * sampler.rank;
        Taps taps[mostSpatial];
        for (int d = 0; d < sampler.rank; ++d) // the grid has the coordinate of the last axis first
            taps[d] = sampler.taps(
                sampler.position(static_cast<double>(widen(place[sampler.rank - 1 - d])), d), d);
        const T* const image = x + channel * plane;
        const int perAxis = sampler.tapCount();
        int combinations = 1;
        for (int d = 0; d < sampler.rank; ++d)
            combinations *= perAxis;
        double sum = 0;
        for (int c = 0; c < combinations; ++c) {
            const auto tap = combined(taps, c, perAxis);
            if constexpr (isFloatType<T>) {
                if (tap.at >= 0)
                    sum += tap.weight * static_cast<double>(widen(image[tap.at]));
            } else {
                y[i] = tap.at >= 0 ? image[tap.at] : T(0);
            }
        }
        if constexpr (isFloatType<T>)
            y[i] = static_cast<T>(static_cast<Arithmetic<T>>(sum));
    }

    struct Tap {
        std::int64_t at;
        double weight;
    };

    OPSCOPE_KERNEL Tap combined(const Taps* taps, int choice, int perAxis) const
    {
        Tap tap { 0, 1.0 };
        std::int64_t stride = 1;
        for (int d = sampler.rank; d-- > 0;) {
            const auto index = taps[d].indices[choice % perAxis];
            if (index < 0)
                return { -1, 0.0 };
            tap.at += index * stride;
            tap.weight *= taps[d].weights[choice % perAxis];
            stride *= sampler.image[d];
            choice /= perAxis;
        }
        return tap;
    }
};

using MovedTypes = TypeList<std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t>;
using GridTypes = TypeList<float, double, Float16, Bfloat16>;

ElementType movedAs(ElementType type)
{
    switch (elementBytes(type)) {
    case 1:
        return ElementType::Uint8;
    case 2:
        return ElementType::Uint16;
    case 4:
        return ElementType::Uint32;
    default:
        return ElementType::Uint64;
    }
}

Result<Sampler> samplerOf(const KernelRequest& request)
{
    const auto& input = inputType(request, 0).dims;
    const auto& grid = inputType(request, 1).dims;
    const auto rank = input.size() >= 2 ? input.size() - 2 : 0;
    if (rank == 0 || rank > mostSpatial || grid.size() != input.size()
        || grid.back() != static_cast<std::int64_t>(rank) || grid[0] != input[0])
        return fail("input ", dimsText(input), " and grid ", dimsText(grid), " do not fit");
    Sampler sampler;
    sampler.rank = static_cast<int>(rank);
    for (std::size_t d = 0; d < rank; ++d) {
        sampler.image[d] = input[d + 2];
        if (input[d + 2] == 0)
            return fail("an image of ", dimsText(input), " cannot be sampled");
    }
    sampler.alignsCorners = request.node.flag("align_corners");
    const auto mode = request.node.text("mode", "linear");
    sampler.mode = mode == "nearest"
        ? Mode::Nearest
        : (mode == "cubic" || mode == "bicubic" ? Mode::Cubic : Mode::Linear);
    const auto padding = request.node.text("padding_mode", "zeros");
    sampler.padding = padding == "border"
        ? Padding::Border
        : (padding == "reflection" ? Padding::Reflection : Padding::Zeros);
    return sampler;
}

Result<std::unique_ptr<Kernel>> prepareGridSample(const KernelRequest& request)
{
    const auto& input = inputType(request, 0);
    const auto& grid = inputType(request, 1);
    TRY(requireElement(request, 1, GridTypes {}));
    const auto sampler = TRY(samplerOf(request));
    const bool isMoved = !contains(FloatTypes {}, input.element);
    if (isMoved && sampler.mode != Mode::Nearest)
        return fail("images of ", model::name(input.element), " are sampled on the CPU");
    TRY(visitBytes(input.element, []<typename T>() -> Result<void> { return {}; }));
    TensorType type { input.element, { input.dims[0], input.dims[1] } };
    type.dims.insert(type.dims.end(), grid.dims.begin() + 1, grid.dims.end() - 1);
    const auto points = elementCount(std::span(type.dims).subspan(2));
    const auto plane = elementCount(std::span(input.dims).subspan(2));
    auto* const device = &deviceOf(request);
    return makeKernel(implementationName(request, "grid sample"),
        [=, channels = input.dims[1], gridElement = grid.element](
            RunContext& context) -> Result<void> {
            auto* const output = TRY(outputOf(context, 0, type));
            auto run = [&]<typename T>() -> Result<void> {
                auto ofGrid = [&]<typename G>() -> Result<void> {
                    return forEach(*device, type.count(),
                        SamplePoints<T, G> { in<T>(context, 0), in<G>(context, 1),
                            reinterpret_cast<T*>(output->data), channels, points, plane, sampler });
                };
                return visitElement(GridTypes {}, gridElement, ofGrid);
            };
            return isMoved ? visitElement(MovedTypes {}, movedAs(type.element), run)
                           : visitElement(FloatTypes {}, type.element, run);
        });
}

/// Applies theta [batch, rank, rank + 1] to the positions -1..1 of a grid.
template <typename T>
struct MakeGrid {
    const T* theta;
    T* y;
    int rank;
    std::int64_t image[mostSpatial];
    std::int64_t points;
    bool alignsCorners;

    OPSCOPE_KERNEL double placeAt(std::int64_t at, std::int64_t size) const
    {
        const auto length = static_cast<double>(size);
        const auto position = static_cast<double>(at);
        if (alignsCorners)
            return size > 1 ? 2 * position / (length - 1) - 1 : -1.0;
        return (2 * position + 1) / length - 1;
    }

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        const auto row = i % rank;
        auto rest = i / rank % points;
        const T* const matrix = theta + (i / rank / points * rank + row) * (rank + 1);
        double sum = 0;
        for (int k = 0; k < rank; ++k) { // k = 0 is x, the last axis
            const auto size = image[rank - 1 - k];
            sum += static_cast<double>(widen(matrix[k])) * placeAt(rest % size, size);
            rest /= size;
        }
        sum += static_cast<double>(widen(matrix[rank]));
        y[i] = static_cast<T>(static_cast<Arithmetic<T>>(sum));
    }
};

Result<std::unique_ptr<Kernel>> prepareAffineGrid(const KernelRequest& request)
{
    TRY(requireElement(request, 0, FloatTypes {}));
    const auto type = TRY(outputType(request, 0));
    const auto& theta = inputType(request, 0).dims;
    const auto rank = type.dims.empty() ? std::int64_t(0) : type.dims.back();
    if ((rank != 2 && rank != 3) || static_cast<std::int64_t>(type.dims.size()) != rank + 2
        || theta != Dims { type.dims[0], rank, rank + 1 })
        return fail("theta ", dimsText(theta), " does not fit a grid of ", dimsText(type.dims));
    MakeGrid<float> shape { nullptr, nullptr, static_cast<int>(rank), { 1, 1, 1 }, 1,
        request.node.flag("align_corners") };
    for (std::size_t d = 0; d < static_cast<std::size_t>(rank); ++d) {
        shape.image[d] = type.dims[d + 1];
        shape.points *= type.dims[d + 1];
    }
    auto* const device = &deviceOf(request);
    return makeKernel(
        implementationName(request, "affine grid"), [=](RunContext& context) -> Result<void> {
            auto* const output = TRY(outputOf(context, 0, type));
            auto run = [&]<typename T>() -> Result<void> {
                return forEach(*device, type.count(),
                    MakeGrid<T> { in<T>(context, 0), reinterpret_cast<T*>(output->data), shape.rank,
                        { shape.image[0], shape.image[1], shape.image[2] }, shape.points,
                        shape.alignsCorners });
            };
            return visitElement(FloatTypes {}, type.element, run);
        });
}

/// Col2Im: an element of the image is the sum of the block elements that cover it.
template <typename T>
struct SumBlocks {
    const T* x;
    T* y;
    Window window;

    /// Returns the block whose kernel element `k` covers element `i` of the image; -1 if there is
    /// none.
    OPSCOPE_KERNEL std::int64_t blockOver(std::int64_t i, std::int64_t k) const
    {
        std::int64_t block = 0;
        std::int64_t stride = 1;
        for (int d = mostSpatial; d-- > 0;) {
            const auto distance = i % window.image[d] + window.before[d]
                - k % window.kernel[d] * window.dilations[d];
            i /= window.image[d];
            k /= window.kernel[d];
            const auto at = distance / window.strides[d];
            if (distance < 0 || distance % window.strides[d] != 0 || at >= window.positions[d])
                return -1;
            block += at * stride;
            stride *= window.positions[d];
        }
        return block;
    }

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        const auto plane = i / window.imageCount;
        Arithmetic<T> sum = 0;
        for (std::int64_t k = 0; k < window.kernelCount; ++k) {
            const auto block = blockOver(i % window.imageCount, k);
            if (block >= 0)
                sum = functors::wrappingAdd(sum,
                    widen(x[(plane * window.kernelCount + k) * window.positionCount + block]));
        }
        y[i] = static_cast<T>(sum);
    }
};

Result<std::unique_ptr<Kernel>> prepareCol2Im(const KernelRequest& request)
{
    TRY(requireElement(request, 0, NumberTypes {}));
    const auto* const imageTensor = TRY(constantInput(request, 1));
    const auto* const blockTensor = TRY(constantInput(request, 2));
    const auto image = TRY(readIntegers(*imageTensor));
    const auto block = TRY(readIntegers(*blockTensor));
    TRY(checkedCount(image));
    const auto window = TRY(windowShape(request.node, image, block, Rounding::Floor));
    const auto shape = TRY(deviceWindow(window));
    const auto& input = inputType(request, 0);
    if (input.dims.size() != 3 || input.dims[2] != shape.positionCount
        || input.dims[1] % shape.kernelCount != 0)
        return fail("columns of ", dimsText(input.dims), " do not fit ", shape.positionCount,
            " blocks of ", shape.kernelCount);
    TensorType type { input.element, { input.dims[0], input.dims[1] / shape.kernelCount } };
    type.dims.insert(type.dims.end(), image.begin(), image.end());
    auto* const device = &deviceOf(request);
    return makeKernel(
        implementationName(request, "columns to image"), [=](RunContext& context) -> Result<void> {
            auto* const output = TRY(outputOf(context, 0, type));
            auto run = [&]<typename T>() -> Result<void> {
                return forEach(*device, type.count(),
                    SumBlocks<T> { in<T>(context, 0), reinterpret_cast<T*>(output->data), shape });
            };
            return visitElement(NumberTypes {}, type.element, run);
        });
}

const RegisterKernels gridSample({ "GridSample" }, prepareGridSample);
const RegisterKernels affineGrid({ "AffineGrid" }, prepareAffineGrid, 1u << 1);
const RegisterKernels col2Im({ "Col2Im" }, prepareCol2Im, 0b110);

} // namespace

} // namespace engine::cuda
