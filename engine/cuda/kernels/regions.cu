#include "engine/cuda/kernels/indices.h"

#include <cmath>

// RoiAlign and MaxRoiPool, one thread per cell of a region and channel, in float (double for
// double). A batch index out of range gives 0 and is reported at the next wait for the device.
// Sources: ONNX RoiAlign-22, MaxRoiPool-22.

namespace engine::cuda {

namespace {

struct RegionShape {
    std::int64_t batch = 1;
    std::int64_t channels = 1;
    std::int64_t height = 1;
    std::int64_t width = 1;
    std::int64_t rows = 1; ///< cells of the output
    std::int64_t columns = 1;
    std::int64_t samples = 0; ///< per cell and axis; 0: as many as the cell has image elements
    float offset = 0;
    float scale = 1;
    bool takesMax = false;
};

template <typename A>
OPSCOPE_KERNEL A larger(A a, A b)
{
    return a < b ? b : a;
}

/// The result of a cell's points so far.
template <typename A>
struct Pooled {
    A value = 0;
    bool isFirst = true;

    OPSCOPE_KERNEL void join(A next, bool takesMax)
    {
        if (!takesMax)
            value += next;
        else
            value = isFirst ? next : larger(value, next);
        isFirst = false;
    }
};

constexpr double mostSamples = 1e7;

template <typename T>
struct AlignRegions {
    const T* x;
    const T* regions;
    T* y;
    IndexReader batches;
    RegionShape shape;
    std::uint32_t* fault;

    using A = Arithmetic<T>;

    /// Adds the four neighbours of a point; they are 0 outside of the image.
    OPSCOPE_KERNEL void sample(const T* plane, A row, A column, Pooled<A>& pooled) const
    {
        std::int64_t places[4] = {};
        A weights[4] = {};
        const bool isInside = row >= A(-1) && row <= static_cast<A>(shape.height) && column >= A(-1)
            && column <= static_cast<A>(shape.width);
        if (isInside) {
            row = larger(row, A(0));
            column = larger(column, A(0));
            const auto top = before(row, shape.height);
            const auto left = before(column, shape.width);
            const auto bottom = top + 1 < shape.height ? top + 1 : top;
            const auto right = left + 1 < shape.width ? left + 1 : left;
            const A down = top == shape.height - 1 ? A(0) : row - static_cast<A>(top);
            const A along = left == shape.width - 1 ? A(0) : column - static_cast<A>(left);
            places[0] = top * shape.width + left;
            places[1] = top * shape.width + right;
            places[2] = bottom * shape.width + left;
            places[3] = bottom * shape.width + right;
            weights[0] = (1 - down) * (1 - along);
            weights[1] = (1 - down) * along;
            weights[2] = down * (1 - along);
            weights[3] = down * along;
        }
        for (int k = 0; k < 4; ++k)
            pooled.join(weights[k] * widen(plane[places[k]]), shape.takesMax);
    }

    OPSCOPE_KERNEL static std::int64_t before(A at, std::int64_t size)
    {
        const auto index = static_cast<std::int64_t>(at);
        return index < size - 1 ? index : size - 1;
    }

    OPSCOPE_KERNEL A samplesOf(A cell) const
    {
        return shape.samples > 0 ? static_cast<A>(shape.samples) : std::ceil(cell);
    }

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        const auto cell = i % (shape.rows * shape.columns);
        const auto channel = i / (shape.rows * shape.columns) % shape.channels;
        const auto region = i / (shape.rows * shape.columns) / shape.channels;
        const auto batch = batches.at(region);
        if (batch < 0 || batch >= shape.batch) {
            *fault = static_cast<std::uint32_t>(Fault::IndexOutside);
            y[i] = static_cast<T>(A(0));
            return;
        }
        const T* const roi = regions + region * 4;
        const auto scale = static_cast<A>(shape.scale);
        const auto offset = static_cast<A>(shape.offset);
        const A left = widen(roi[0]) * scale - offset;
        const A top = widen(roi[1]) * scale - offset;
        A width = widen(roi[2]) * scale - offset - left;
        A height = widen(roi[3]) * scale - offset - top;
        if (shape.offset == 0) {
            width = larger(width, A(1));
            height = larger(height, A(1));
        }
        const A cellHeight = height / static_cast<A>(shape.rows);
        const A cellWidth = width / static_cast<A>(shape.columns);
        const A rows = samplesOf(cellHeight);
        const A columns = samplesOf(cellWidth);
        if (!(static_cast<double>(rows) * static_cast<double>(columns) < mostSamples)) {
            *fault = static_cast<std::uint32_t>(Fault::RegionTooLarge);
            y[i] = static_cast<T>(A(0));
            return;
        }
        const T* const plane = x + (batch * shape.channels + channel) * shape.height * shape.width;
        const A firstRow = top + static_cast<A>(cell / shape.columns) * cellHeight;
        const A firstColumn = left + static_cast<A>(cell % shape.columns) * cellWidth;
        Pooled<A> pooled;
        for (A r = 0; r < rows; ++r) {
            for (A c = 0; c < columns; ++c)
                sample(plane, firstRow + (r + A(0.5)) * cellHeight / rows,
                    firstColumn + (c + A(0.5)) * cellWidth / columns, pooled);
        }
        const bool isMean = !shape.takesMax && !pooled.isFirst;
        y[i] = static_cast<T>(isMean ? pooled.value / (rows * columns) : pooled.value);
    }
};

Result<std::unique_ptr<Kernel>> prepareRoiAlign(const KernelRequest& request)
{
    TRY(requireElement(request, 0, FloatTypes {}));
    TRY(requireElement(request, 2, IndexTypes {}));
    const auto& node = request.node;
    const auto& x = inputType(request, 0);
    const auto& regions = inputType(request, 1);
    if (x.dims.size() != 4 || regions.dims.size() != 2 || regions.dims[1] != 4
        || regions.element != x.element || inputType(request, 2).count() != regions.dims[0]
        || x.count() == 0)
        return fail("input ", dimsText(x.dims), ", regions ", dimsText(regions.dims), " and ",
            inputType(request, 2).count(), " batch indices do not fit");
    RegionShape shape { x.dims[0], x.dims[1], x.dims[2], x.dims[3],
        node.integer("output_height", 1), node.integer("output_width", 1),
        node.integer("sampling_ratio", 0) };
    if (shape.rows < 1 || shape.columns < 1)
        return fail("an output of ", shape.rows, "×", shape.columns);
    const bool isHalfPixel = node.version >= 16
        && node.text("coordinate_transformation_mode", "half_pixel") == "half_pixel";
    shape.offset = isHalfPixel ? 0.5f : 0.0f;
    shape.scale = node.real("spatial_scale", 1.0f);
    shape.takesMax = node.text("mode", "avg") == "max";
    const TensorType type { x.element,
        { regions.dims[0], shape.channels, shape.rows, shape.columns } };
    auto* const device = &deviceOf(request);
    return makeKernel(
        implementationName(request, "region align"), [=](RunContext& context) -> Result<void> {
            auto* const output = TRY(outputOf(context, 0, type));
            auto run = [&]<typename T>() -> Result<void> {
                return forEach(*device, type.count(),
                    AlignRegions<T> { in<T>(context, 0), in<T>(context, 1),
                        reinterpret_cast<T*>(output->data), indicesOf(context, 2), shape,
                        device->faultWord() });
            };
            return visitElement(FloatTypes {}, type.element, run);
        });
}

/// Computes the largest element of each cell. Regions are [batch index, x1, y1, x2, y2].
template <typename T>
struct PoolRegions {
    const T* x;
    const T* regions;
    T* y;
    RegionShape shape;
    std::uint32_t* fault;

    OPSCOPE_KERNEL std::int64_t edge(T at) const
    {
        const float scaled = static_cast<float>(widen(at)) * shape.scale;
        const float kept = scaled < -1e9f ? -1e9f : (scaled > 1e9f ? 1e9f : scaled);
        return static_cast<std::int64_t>(std::round(kept));
    }
    OPSCOPE_KERNEL static std::int64_t kept(double at, std::int64_t from, std::int64_t limit)
    {
        const auto place = static_cast<std::int64_t>(at) + from;
        return place < 0 ? 0 : (place > limit ? limit : place);
    }

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        const auto cell = i % (shape.rows * shape.columns);
        const auto channel = i / (shape.rows * shape.columns) % shape.channels;
        const T* const roi = regions + i / (shape.rows * shape.columns) / shape.channels * 5;
        const auto number = widen(roi[0]);
        if (!(number >= 0 && number < static_cast<decltype(widen(roi[0]))>(shape.batch))) {
            *fault = static_cast<std::uint32_t>(Fault::IndexOutside);
            y[i] = static_cast<T>(Arithmetic<T>(0));
            return;
        }
        const auto left = edge(roi[1]);
        const auto top = edge(roi[2]);
        const auto tall = edge(roi[4]) - top + 1;
        const auto wide = edge(roi[3]) - left + 1;
        const double down
            = static_cast<double>(tall > 1 ? tall : 1) / static_cast<double>(shape.rows);
        const double along
            = static_cast<double>(wide > 1 ? wide : 1) / static_cast<double>(shape.columns);
        const auto row = static_cast<double>(cell / shape.columns);
        const auto column = static_cast<double>(cell % shape.columns);
        const auto lastRow = kept(std::ceil((row + 1) * down), top, shape.height);
        const auto lastColumn = kept(std::ceil((column + 1) * along), left, shape.width);
        const T* const plane = x
            + (static_cast<std::int64_t>(number) * shape.channels + channel) * shape.height
                * shape.width;
        Pooled<Arithmetic<T>> pooled;
        for (auto r = kept(std::floor(row * down), top, shape.height); r < lastRow; ++r) {
            for (auto c = kept(std::floor(column * along), left, shape.width); c < lastColumn; ++c)
                pooled.join(widen(plane[r * shape.width + c]), true);
        }
        y[i] = static_cast<T>(pooled.value);
    }
};

Result<std::unique_ptr<Kernel>> prepareMaxRoiPool(const KernelRequest& request)
{
    TRY(requireElement(request, 0, FloatTypes {}));
    const auto& x = inputType(request, 0);
    const auto& regions = inputType(request, 1);
    const auto size = request.node.integers("pooled_shape").value_or(Dims {});
    if (x.dims.size() != 4 || regions.dims.size() != 2 || regions.dims[1] != 5
        || regions.element != x.element || size.size() != 2 || size[0] < 1 || size[1] < 1)
        return fail(
            "input ", dimsText(x.dims), " and regions ", dimsText(regions.dims), " do not fit");
    RegionShape shape { x.dims[0], x.dims[1], x.dims[2], x.dims[3], size[0], size[1] };
    shape.scale = request.node.real("spatial_scale", 1.0f);
    const TensorType type { x.element, { regions.dims[0], x.dims[1], size[0], size[1] } };
    auto* const device = &deviceOf(request);
    return makeKernel(
        implementationName(request, "region pool"), [=](RunContext& context) -> Result<void> {
            auto* const output = TRY(outputOf(context, 0, type));
            auto run = [&]<typename T>() -> Result<void> {
                return forEach(*device, type.count(),
                    PoolRegions<T> { in<T>(context, 0), in<T>(context, 1),
                        reinterpret_cast<T*>(output->data), shape, device->faultWord() });
            };
            return visitElement(FloatTypes {}, type.element, run);
        });
}

const RegisterKernels roiAlign({ "RoiAlign" }, prepareRoiAlign);
const RegisterKernels maxRoiPool({ "MaxRoiPool" }, prepareMaxRoiPool);

} // namespace

} // namespace engine::cuda
