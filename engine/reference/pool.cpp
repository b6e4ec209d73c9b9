#include "engine/kernel/element_dispatch.h"
#include "engine/program/shapes.h"
#include "engine/reference/window.h"

#include <algorithm>
#include <cmath>
#include <limits>

// MaxPool, AveragePool, LpPool, their global forms, MaxUnpool. Any rank.

namespace engine {

namespace {

struct PoolShape {
    WindowShape window;
    std::int64_t planes = 1;
    Dims output;
};

Result<PoolShape> poolShape(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto kernel = node.integers("kernel_shape");
    if (!kernel || input.rank() < 3)
        return fail(node.type, " without kernel_shape or with an input of ", input.dims());
    const std::span dims(input.dims());
    PoolShape shape;
    shape.window = TRY(windowShape(
        node, dims.subspan(2), *kernel, node.flag("ceil_mode") ? Rounding::Ceil : Rounding::Floor));
    shape.planes = dims[0] * dims[1];
    shape.output = { dims[0], dims[1] };
    shape.output.insert(
        shape.output.end(), shape.window.positions.begin(), shape.window.positions.end());
    TRY(reserveOffsets(context, shape.window));
    return shape;
}

/// Calls body(plane, window, offsets of the window's elements, distance between them) for every
/// window of every plane.
template <typename Body>
void forEachWindow(const PoolShape& shape, const Body& body)
{
    const auto positions = shape.planes > 0 ? shape.window.positionCount() : 0;
    for (std::int64_t first = 0; first < positions; first += windowTile) {
        const auto count = std::min(windowTile, positions - first);
        const auto offsets = windowOffsets(shape.window, first, count);
        for (std::int64_t plane = 0; plane < shape.planes; ++plane) {
            for (std::int64_t p = 0; p < count; ++p)
                body(plane, first + p, offsets.data() + p, count);
        }
    }
}

/// Returns the index that MaxPool reports: row-major, or with storage_order 1 column-major over the
/// spatial axes.
std::int64_t reportedIndex(
    const PoolShape& shape, std::int64_t plane, std::int64_t offset, bool isColumnMajor)
{
    const auto base = plane * shape.window.imageCount();
    if (!isColumnMajor)
        return base + offset;
    std::int64_t index = 0;
    std::int64_t stride = shape.window.imageCount();
    for (std::size_t d = shape.window.image.size(); d-- > 0;) {
        stride /= shape.window.image[d];
        index += offset % shape.window.image[d] * stride;
        offset /= shape.window.image[d];
    }
    return base + index;
}

template <typename T>
bool isNan(T x)
{
    return widen(x) != widen(x);
}

Result<void> runMaxPool(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto shape = TRY(poolShape(node, context));
    auto* output = TRY(context.output(0, input.element(), shape.output));
    Tensor* indices = nullptr;
    if (context.hasOutput(1))
        indices = TRY(context.output(1, ElementType::Int64, shape.output));
    const bool isColumnMajor = node.flag("storage_order");
    const auto kernelCount = shape.window.kernelCount();
    const auto positions = shape.window.positionCount();
    auto pool = [&]<typename T>() {
        forEachWindow(shape,
            [&](std::int64_t plane, std::int64_t window, const std::int64_t* offsets,
                std::int64_t distance) {
                const T* source = storage<T>(input) + plane * shape.window.imageCount();
                std::int64_t best = -1;
                for (std::int64_t k = 0; k < kernelCount; ++k) {
                    const auto at = offsets[k * distance];
                    // NaN is ignored, but its index is kept until a number is found.
                    if (at >= 0
                        && (best < 0 || widen(source[at]) > widen(source[best])
                            || isNan(source[best])))
                        best = at;
                }
                const auto place = plane * positions + window;
                // A window without numbers, or entirely in the padding, has no maximum.
                if constexpr (isFloatType<T>)
                    storage<T>(*output)[place] = best >= 0 && !isNan(source[best])
                        ? source[best]
                        : static_cast<T>(-std::numeric_limits<Arithmetic<T>>::infinity());
                else
                    storage<T>(*output)[place]
                        = best >= 0 ? source[best] : std::numeric_limits<T>::lowest();
                if (indices != nullptr)
                    storage<std::int64_t>(*indices)[place]
                        = best >= 0 ? reportedIndex(shape, plane, best, isColumnMajor) : -1;
            });
    };
    return visitElement(TypeList<float, double, Float16, Bfloat16, std::int8_t, std::uint8_t> {},
        input.element(), pool);
}

/// Writes reduce(plane of the image, offsets of the window's elements, distance between them) for
/// every window.
template <typename Reduce>
Result<void> poolFloats(RunContext& context, const PoolShape& shape, const Reduce& reduce)
{
    const auto& input = context.tensor(0);
    auto* output = TRY(context.output(0, input.element(), shape.output));
    return visitElement(FloatTypes {}, input.element(), [&]<typename T>() {
        forEachWindow(shape,
            [&](std::int64_t plane, std::int64_t window, const std::int64_t* offsets,
                std::int64_t distance) {
                const T* source = storage<T>(input) + plane * shape.window.imageCount();
                storage<T>(*output)[plane * shape.window.positionCount() + window]
                    = static_cast<T>(reduce(source, offsets, distance));
            });
    });
}

Result<void> runAveragePool(const OpNode& node, RunContext& context)
{
    const auto shape = TRY(poolShape(node, context));
    const bool countsPadding = node.flag("count_include_pad");
    const auto kernelCount = shape.window.kernelCount();
    return poolFloats(context, shape,
        [&]<typename T>(const T* source, const std::int64_t* offsets, std::int64_t distance) {
            Arithmetic<T> sum = 0;
            std::int64_t counted = 0;
            for (std::int64_t k = 0; k < kernelCount; ++k) {
                const auto at = offsets[k * distance];
                if (at >= 0)
                    sum += widen(source[at]);
                counted += at >= 0 || (countsPadding && at == inPadding) ? 1 : 0;
            }
            return counted > 0 ? sum / static_cast<Arithmetic<T>>(counted) : sum;
        });
}

Result<double> normOrder(const OpNode& node)
{
    // Version 1 has a float here.
    const double p = node.integer("p") ? static_cast<double>(*node.integer("p"))
                                       : static_cast<double>(node.real("p", 2.0f));
    if (!(p > 0))
        return fail("p of ", node.type, " is ", p);
    return p;
}

template <typename A>
A powerSum(A sum, A x, double p)
{
    return sum
        + static_cast<A>(p == 2 ? static_cast<double>(x) * static_cast<double>(x)
                                : std::pow(std::fabs(static_cast<double>(x)), p));
}

Result<void> runLpPool(const OpNode& node, RunContext& context)
{
    const auto shape = TRY(poolShape(node, context));
    const auto p = TRY(normOrder(node));
    return poolFloats(context, shape,
        [&]<typename T>(const T* source, const std::int64_t* offsets, std::int64_t distance) {
            Arithmetic<T> sum = 0;
            for (std::int64_t k = 0; k < shape.window.kernelCount(); ++k) {
                const auto at = offsets[k * distance];
                if (at >= 0)
                    sum = powerSum(sum, widen(source[at]), p);
            }
            return static_cast<Arithmetic<T>>(std::pow(static_cast<double>(sum), 1.0 / p));
        });
}

enum class Global { Average, Max, Lp };

template <Global kind>
Result<void> runGlobalPool(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    if (input.rank() < 2)
        return fail(node.type, " takes rank 3 or more, found ", input.dims());
    const double p = kind == Global::Lp ? TRY(normOrder(node)) : 1.0;
    const auto plane = elementCount(std::span(input.dims()).subspan(2));
    if (plane == 0)
        return fail(node.type, " of an image without elements");
    Dims dims(input.rank(), 1);
    dims[0] = input.dims()[0];
    dims[1] = input.dims()[1];
    auto* output = TRY(context.output(0, input.element(), dims));
    return visitElement(FloatTypes {}, input.element(), [&]<typename T>() {
        using A = Arithmetic<T>;
        for (std::int64_t i = 0; i < output->count(); ++i) {
            const std::span<const T> source(
                storage<T>(input) + i * plane, static_cast<std::size_t>(plane));
            A result = kind == Global::Max ? -std::numeric_limits<A>::infinity() : A(0);
            for (const T element : source) {
                const A x = widen(element);
                if constexpr (kind == Global::Max)
                    result = std::max(result, x);
                else if constexpr (kind == Global::Average)
                    result += x;
                else
                    result = powerSum(result, x, p);
            }
            if constexpr (kind == Global::Average)
                result /= static_cast<A>(plane);
            if constexpr (kind == Global::Lp)
                result = static_cast<A>(std::pow(static_cast<double>(result), 1.0 / p));
            storage<T>(*output)[i] = static_cast<T>(result);
        }
    });
}

/// MaxUnpool: the inverse of MaxPool by its indices. output_shape (input 2) may be larger; indices
/// still refer to the inferred shape.
Result<void> runMaxUnpool(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto indices = TRY(readIntegers(context.tensor(1)));
    const auto kernel = node.integers("kernel_shape", {});
    const auto rank = input.rank() >= 2 ? input.rank() - 2 : 0;
    const auto strides = node.integers("strides", Dims(rank, 1));
    const auto pads = node.integers("pads", Dims(2 * rank, 0));
    if (rank == 0 || kernel.size() != rank || strides.size() != rank || pads.size() != 2 * rank
        || std::ssize(indices) != input.count())
        return fail("an input of ", input.dims(),
            " does not fit kernel, strides, pads or indices of MaxUnpool");
    constexpr std::int64_t most = std::int64_t(1) << 40; // sums of a few such numbers fit in int64
    const auto isFar = [](std::int64_t size) { return size > most || size < -most; };
    if (std::ranges::any_of(kernel, isFar) || std::ranges::any_of(pads, isFar))
        return fail("kernel or pads of MaxUnpool are beyond ", most);
    Dims inferred { input.dims()[0], input.dims()[1] };
    for (std::size_t d = 0; d < rank; ++d) {
        const auto reach = TRY(checkedProduct(input.dims()[d + 2] - 1, strides[d]));
        if (isFar(reach))
            return fail("strides of MaxUnpool reach ", reach, " elements");
        inferred.push_back(reach - pads[d] - pads[d + rank] + kernel[d]);
    }
    const auto dims = context.hasInput(2) ? TRY(readIntegers(context.tensor(2))) : inferred;
    if (dims.size() != inferred.size())
        return fail("output_shape has ", dims.size(), " entries, expected ", inferred.size());
    TRY(checkedCount(inferred));
    TRY(checkedCount(dims));
    auto* output = TRY(context.output(0, input.element(), dims));
    std::fill_n(output->data, output->type.bytes(), std::byte {});
    const auto inferredStrides = denseStrides(inferred);
    const auto strideOut = denseStrides(dims);
    const auto bytes = elementBytes(input.element());
    for (std::size_t i = 0; i < indices.size(); ++i) {
        std::int64_t at = 0;
        if (indices[i] < 0 || indices[i] >= elementCount(inferred))
            return fail("index ", indices[i], " is outside an output of ", inferred);
        for (std::size_t d = 0; d < dims.size(); ++d) {
            const auto along = indices[i] / inferredStrides[d] % inferred[d];
            if (along >= dims[d])
                return fail("index ", indices[i], " is outside an output of ", dims);
            at += along * strideOut[d];
        }
        std::copy_n(
            input.data + i * bytes, bytes, output->data + static_cast<std::size_t>(at) * bytes);
    }
    return {};
}

const RegisterReference pools[] = {
    { "MaxPool", runMaxPool,
        checkFirstInput<TypeList<float, double, Float16, Bfloat16, std::int8_t, std::uint8_t>> },
    { "AveragePool", runAveragePool, onFloats },
    { "LpPool", runLpPool, onFloats },
    { "GlobalAveragePool", runGlobalPool<Global::Average>, onFloats },
    { "GlobalMaxPool", runGlobalPool<Global::Max>, onFloats },
    { "GlobalLpPool", runGlobalPool<Global::Lp>, onFloats },
    { "MaxUnpool", runMaxUnpool, onFloats },
};

} // namespace

} // namespace engine
