#include "engine/cuda/kernels/indices.h"
#include "engine/cuda/kernels/numbers.h"
#include "engine/reference/movement.h"

#include <cmath>
#include <cstring>

// Operators that create their elements: ConstantOfShape, Range, EyeLike, OneHot, and Dropout that
// drops nothing. Their shapes are known when they are prepared, so inputs that only give the shape
// are not read.

namespace engine::cuda {

namespace {

template <typename T>
struct Fill {
    T* y;
    T value;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const { y[i] = value; }
};

Result<void> fill(ModuleBackend& device, Tensor& output, std::uint64_t bytes)
{
    auto run = [&]<typename T>() -> Result<void> {
        return forEach(device, output.count(),
            Fill<T> { reinterpret_cast<T*>(output.data), static_cast<T>(bytes) });
    };
    return visitBytes(output.element(), run);
}

/// Returns the bytes of one element as an integer.
std::uint64_t bytesOf(const std::byte* data, ElementType element)
{
    std::uint64_t bytes = 0;
    std::copy_n(data, elementBytes(element), reinterpret_cast<std::byte*>(&bytes));
    return bytes;
}

using FilledTypes = TypeList<float, double, Float16, Bfloat16, std::int64_t, std::int32_t,
    std::uint8_t, std::int8_t, std::uint16_t, std::int16_t, std::uint32_t, std::uint64_t, bool>;

/// Returns the bytes of 1 in an element type.
Result<std::uint64_t> bytesOfOne(ElementType element)
{
    std::uint64_t bytes = 0;
    auto write = [&]<typename T>() -> Result<void> {
        const T one = static_cast<T>(1.0f);
        bytes = bytesOf(reinterpret_cast<const std::byte*>(&one), element);
        return {};
    };
    TRY(visitElement(FilledTypes {}, element, write));
    return bytes;
}

Result<std::unique_ptr<Kernel>> prepareConstantOfShape(const KernelRequest& request)
{
    const auto type = TRY(outputType(request, 0));
    TRY(visitBytes(type.element, []<typename T>() -> Result<void> { return {}; }));
    std::uint64_t bytes = 0;
    if (const auto* const written = request.node.tensor("value")) {
        const auto value = TRY(attributeTensor(request, *written));
        if (value.count() != 1 || value.element() != type.element)
            return fail("the value of ConstantOfShape is ", dimsText(value.dims()), " ",
                model::name(value.element()), ", expected one ", model::name(type.element));
        bytes = bytesOf(value.data, type.element);
    }
    auto* const device = &deviceOf(request);
    return makeKernel(
        implementationName(request, "fill"), [=](RunContext& context) -> Result<void> {
            auto* const output = TRY(outputOf(context, 0, type));
            return fill(*device, *output, bytes);
        });
}

template <typename T>
struct Count {
    T* y;
    Arithmetic<T> start;
    Arithmetic<T> step;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        using A = Arithmetic<T>;
        y[i] = static_cast<T>(
            functors::wrappingAdd(start, functors::wrappingMultiply(static_cast<A>(i), step)));
    }
};

/// Start, limit and delta are read on the host, because they decide the number of elements.
Result<std::unique_ptr<Kernel>> prepareRange(const KernelRequest& request)
{
    TRY(requireElement(request, 0, NumberTypes {}));
    const auto type = TRY(outputType(request, 0));
    std::array<std::uint64_t, 2> numbers {}; // start, step
    for (const std::size_t i : { 0, 1 }) {
        const auto* const number = TRY(constantInput(request, 2 * i));
        if (number->count() != 1 || number->element() != type.element)
            return fail("input ", 2 * i, " of Range is not one ", model::name(type.element));
        numbers[i] = bytesOf(number->data, type.element);
    }
    auto* const device = &deviceOf(request);
    return makeKernel(
        implementationName(request, "range"), [=](RunContext& context) -> Result<void> {
            auto* const output = TRY(outputOf(context, 0, type));
            auto run = [&]<typename T>() -> Result<void> {
                const auto numberAt = [&](std::size_t i) {
                    T number;
                    std::memcpy(&number, &numbers[i], sizeof number);
                    return widen(number);
                };
                return forEach(*device, type.count(),
                    Count<T> { reinterpret_cast<T*>(output->data), numberAt(0), numberAt(1) });
            };
            return visitElement(NumberTypes {}, type.element, run);
        });
}

template <typename T>
struct FillDiagonal {
    T* y;
    T one;
    std::int64_t columns;
    std::int64_t shift;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        y[i] = i % columns - i / columns == shift ? one : T(0);
    }
};

Result<std::unique_ptr<Kernel>> prepareEyeLike(const KernelRequest& request)
{
    const auto type = TRY(outputType(request, 0));
    if (type.dims.size() != 2)
        return fail("EyeLike takes a matrix, found ", dimsText(type.dims));
    const auto one = TRY(bytesOfOne(type.element));
    const auto shift = request.node.integer("k", 0);
    auto* const device = &deviceOf(request);
    return makeKernel(
        implementationName(request, "fill"), [=](RunContext& context) -> Result<void> {
            auto* const output = TRY(outputOf(context, 0, type));
            auto run = [&]<typename T>() -> Result<void> {
                return forEach(*device, type.count(),
                    FillDiagonal<T> { reinterpret_cast<T*>(output->data), static_cast<T>(one),
                        type.dims[1], shift });
            };
            return visitBytes(type.element, run);
        });
}

/// OneHot: indices of any number type are truncated to integers. An index out of range gives a row
/// of off values.
template <typename T>
struct MarkOne {
    NumberReader indices;
    const T* values; ///< off, on
    T* y;
    AxisFold fold;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        const auto inner = i % fold.inner;
        const auto along = i / fold.inner % fold.axis;
        const auto outer = i / fold.inner / fold.axis;
        const double index = std::trunc(indices.at(outer * fold.inner + inner));
        const double at = index < 0 ? index + static_cast<double>(fold.axis) : index;
        y[i] = values[at == static_cast<double>(along) ? 1 : 0];
    }
};

Result<std::unique_ptr<Kernel>> prepareOneHot(const KernelRequest& request)
{
    TRY(requireNumber(request, 0));
    const auto type = TRY(outputType(request, 0));
    const auto rank = inputType(request, 0).dims.size() + 1;
    const auto axis = TRY(normalizeAxis(request.node.integer("axis", -1), rank));
    if (inputType(request, 2).count() != 2 || type.dims.size() != rank
        || type.element != inputType(request, 2).element)
        return fail("values have ", inputType(request, 2).count(), " elements, expected 2");
    TRY(visitBytes(type.element, []<typename T>() -> Result<void> { return {}; }));
    const auto fold = foldAt(type.dims, axis);
    auto* const device = &deviceOf(request);
    return makeKernel(
        implementationName(request, "one hot"), [=](RunContext& context) -> Result<void> {
            auto* const output = TRY(outputOf(context, 0, type));
            auto run = [&]<typename T>() -> Result<void> {
                return forEach(*device, type.count(),
                    MarkOne<T> { numbersOf(context, 0), in<T>(context, 2),
                        reinterpret_cast<T*>(output->data), fold });
            };
            return visitBytes(type.element, run);
        });
}

/// Whether nothing is dropped: inference mode, or a ratio of 0.
Result<bool> keepsAll(const KernelRequest& request)
{
    if (request.node.version < 12 || !request.hasInput(2))
        return true;
    const auto* const trains = TRY(constantInput(request, 2));
    if (trains->count() != 1)
        return fail("training_mode is ", dimsText(trains->dims()), ", expected one value");
    if (trains->data[0] == std::byte(0))
        return true;
    if (!request.hasInput(1))
        return false;
    const auto* const ratio = TRY(constantInput(request, 1));
    const auto value = TRY(readNumber(*ratio));
    return value == 0;
}

Result<std::unique_ptr<Kernel>> prepareDropout(const KernelRequest& request)
{
    const auto keeps = TRY(keepsAll(request));
    if (!keeps)
        return fail("random numbers of training are made on the CPU");
    const auto type = inputType(request, 0);
    const auto mask = request.node.version < 10 ? type.element : ElementType::Bool;
    const auto one = TRY(bytesOfOne(mask));
    auto* const device = &deviceOf(request);
    return makeKernel(
        implementationName(request, "copy"), [=](RunContext& context) -> Result<void> {
            if (context.hasOutput(1)) {
                auto* const output = TRY(context.output(1, mask, type.dims));
                TRY(fill(*device, *output, one));
            }
            return context.forward(0, 0, type.dims);
        });
}

const RegisterKernels constantOfShape({ "ConstantOfShape" }, prepareConstantOfShape, 0b1);
const RegisterKernels range({ "Range" }, prepareRange, 0b111);
const RegisterKernels eyeLike({ "EyeLike" }, prepareEyeLike, 0b1);
const RegisterKernels oneHot({ "OneHot" }, prepareOneHot, 0b10);
const RegisterKernels dropout({ "Dropout" }, prepareDropout, 0b110);

} // namespace

} // namespace engine::cuda
