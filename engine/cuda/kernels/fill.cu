#include "engine/cuda/kernels/strided.h"
#include "engine/functors/arithmetic.h"
#include "engine/reference/movement.h"

#include <cstring>

// Operators that create their elements: ConstantOfShape, Range, and Dropout that drops nothing.
// Their shapes are known when they are prepared, so inputs that only give the shape are not read.

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
std::uint64_t elementBits(const std::byte* data, ElementType element)
{
    std::uint64_t bytes = 0;
    std::copy_n(data, elementBytes(element), reinterpret_cast<std::byte*>(&bytes));
    return bytes;
}

/// Returns the bytes of 1 in an element type.
Result<std::uint64_t> bytesOfOne(ElementType element)
{
    std::uint64_t bytes = 0;
    auto write = [&]<typename T>() -> Result<void> {
        const T one = static_cast<T>(1.0f);
        bytes = elementBits(reinterpret_cast<const std::byte*>(&one), element);
        return {};
    };
    TRY(visitElement(TypeList<float, double, Float16, Bfloat16, bool> {}, element, write));
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
        bytes = elementBits(value.data, type.element);
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
        numbers[i] = elementBits(number->data, type.element);
    }
    return typedKernel<NumberTypes>(request, "range", type, type.element,
        [=, device = &deviceOf(request)]<typename T>(RunContext&, Tensor& output) -> Result<void> {
            const auto numberAt = [&](std::size_t i) {
                T number;
                std::memcpy(&number, &numbers[i], sizeof number);
                return widen(number);
            };
            return forEach(*device, type.count(),
                Count<T> { reinterpret_cast<T*>(output.data), numberAt(0), numberAt(1) });
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
const RegisterKernels dropout({ "Dropout" }, prepareDropout, 0b110);

} // namespace

} // namespace engine::cuda
