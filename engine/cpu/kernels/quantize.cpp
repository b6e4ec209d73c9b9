#include "engine/cpu/kernels/requantize.h"
#include "engine/plan/kernel_choice.h"

// QuantizeLinear and DequantizeLinear between float and int8 or uint8, per tensor or per axis, of
// images in either layout; DynamicQuantizeLinear; casts between float and fp16. Refuses blocked
// quantisation, other types, and fp16 if the processor cannot convert it.

namespace engine {

namespace {

bool isByte(ElementType type) { return type == ElementType::Int8 || type == ElementType::Uint8; }

/// One scale and zero point for all, or one per entry of an axis.
Result<AxisFold> scaleFold(const KernelRequest& request)
{
    const auto& input = request.input(0).tensor;
    TRY(requireFloat(request, 1));
    if (request.node.integer("block_size", 0) != 0)
        return fail("block_size is not supported by native ", request.node.type);
    const auto scales = request.input(1).tensor.count();
    if (request.hasInput(2) && request.input(2).tensor.count() != scales)
        return fail(
            "there are ", request.input(2).tensor.count(), " zero points for ", scales, " scales");
    if (hasChannelsLast(request)
        && (scales != 1 || request.outputs.empty()
            || request.outputs.front().layout != request.input(0).layout))
        return fail("native ", request.node.type, " takes channels-last images with one scale");
    if (scales == 1)
        return AxisFold { 1, 1, input.count() };
    const auto axis = TRY(normalizeAxis(request.node.integer("axis", 1), input.dims.size()));
    const auto fold = foldAt(input.dims, axis);
    if (scales != fold.axis)
        return fail("there are ", scales, " scales for an axis of ", fold.axis);
    return fold;
}

int zeroAt(const RunContext& context, std::int64_t entry)
{
    if (!context.hasInput(2))
        return 0;
    const auto& zero = context.tensor(2);
    return zero.element() == ElementType::Int8
        ? static_cast<int>(storage<std::int8_t>(zero)[entry])
        : static_cast<int>(storage<std::uint8_t>(zero)[entry]);
}

/// Calls row(first element, count, entry of the axis) for every run of elements with one scale.
template <typename Row>
void forEachRun(const AxisFold& fold, int threads, const Row& row)
{
    if (fold.outer * fold.axis == 1) {
        parallelFor(fold.inner, elementsPerThread, threads,
            [&](std::int64_t first, std::int64_t last) { row(first, last - first, 0); });
        return;
    }
    parallelFor(fold.outer * fold.axis, rowsPerThread(fold.inner), threads,
        [&](std::int64_t first, std::int64_t last) {
            for (auto run = first; run < last; ++run)
                row(run * fold.inner, fold.inner, run % fold.axis);
        });
}

Result<std::unique_ptr<Kernel>> prepareQuantize(const KernelRequest& request)
{
    TRY(requireFloat(request, 0));
    const auto fold = TRY(scaleFold(request));
    auto type = static_cast<ElementType>(request.node.integer("output_dtype", 0));
    if (request.hasInput(2))
        type = request.input(2).tensor.element;
    else if (type == ElementType::Undefined)
        type = ElementType::Uint8;
    const auto precision = static_cast<ElementType>(request.node.integer("precision", 0));
    if (!isByte(type) || (precision != ElementType::Undefined && precision != ElementType::Float))
        return fail("native QuantizeLinear makes int8 and uint8 from float");
    return nativeKernel([fold, type](RunContext& context) -> Result<void> {
        auto* output = TRY(context.output(0, type, context.tensor(0).dims()));
        const float* x = floats(context.tensor(0));
        const float* scales = floats(context.tensor(1));
        auto* y = storage<std::uint8_t>(*output);
        forEachRun(fold, context.threads(),
            [&](std::int64_t first, std::int64_t count, std::int64_t entry) {
                byteTable().quantize(x + first, y + first, count, scales[entry],
                    zeroAt(context, entry), type == ElementType::Int8);
            });
        return {};
    });
}

Result<std::unique_ptr<Kernel>> prepareDequantize(const KernelRequest& request)
{
    const auto type = request.input(0).tensor.element;
    if (request.input(0).kind != InputType::Kind::Tensor || !isByte(type))
        return fail("native DequantizeLinear takes int8 and uint8");
    if (request.hasInput(2) && request.input(2).tensor.element != type)
        return fail("native DequantizeLinear takes a zero point of the input's type ", type,
            ", found ", request.input(2).tensor.element);
    const auto fold = TRY(scaleFold(request));
    const auto wanted = static_cast<ElementType>(request.node.integer("output_dtype", 0));
    if (wanted != ElementType::Undefined && wanted != ElementType::Float)
        return fail("native DequantizeLinear makes float");
    return nativeKernel([fold, type](RunContext& context) -> Result<void> {
        auto* output = TRY(context.output(0, ElementType::Float, context.tensor(0).dims()));
        const auto* x = storage<std::uint8_t>(context.tensor(0));
        const float* scales = floats(context.tensor(1));
        float* y = floats(*output);
        forEachRun(fold, context.threads(),
            [&](std::int64_t first, std::int64_t count, std::int64_t entry) {
                byteTable().dequantize(x + first, y + first, count, scales[entry],
                    zeroAt(context, entry), type == ElementType::Int8);
            });
        return {};
    });
}

Result<std::unique_ptr<Kernel>> prepareDynamicQuantize(const KernelRequest& request)
{
    TRY(requireFloat(request, 0));
    return nativeKernel([](RunContext& context) -> Result<void> {
        const auto& input = context.tensor(0);
        const auto range = dynamicRange(context, input);
        auto* output = TRY(context.output(0, ElementType::Uint8, input.dims()));
        auto* scale = TRY(context.output(1, ElementType::Float, Dims {}));
        auto* zero = TRY(context.output(2, ElementType::Uint8, Dims {}));
        floats(*scale)[0] = range.scale;
        storage<std::uint8_t>(*zero)[0] = static_cast<std::uint8_t>(range.zero);
        parallelFor(input.count(), elementsPerThread, context.threads(),
            [&](std::int64_t first, std::int64_t last) {
                byteTable().quantize(floats(input) + first, storage<std::uint8_t>(*output) + first,
                    last - first, range.scale, static_cast<int>(range.zero), false);
            });
        return {};
    });
}

Result<std::unique_ptr<Kernel>> prepareCast(const KernelRequest& request)
{
    const auto from = request.input(0).tensor.element;
    const auto to = static_cast<ElementType>(request.node.integer("to", 0));
    const bool widens = from == ElementType::Float16 && to == ElementType::Float;
    const bool narrows = from == ElementType::Float && to == ElementType::Float16;
    if (request.input(0).kind != InputType::Kind::Tensor || (!widens && !narrows))
        return fail("native Cast goes between float and fp16");
    if (vectorTable().halfToFloat == nullptr)
        return fail("this processor has no conversion of fp16");
    return nativeKernel([to, widens](RunContext& context) -> Result<void> {
        const auto& input = context.tensor(0);
        auto* output = TRY(context.output(0, to, input.dims()));
        parallelFor(input.count(), elementsPerThread, context.threads(),
            [&](std::int64_t first, std::int64_t last) {
                if (widens)
                    vectorTable().halfToFloat(storage<std::uint16_t>(input) + first,
                        floats(*output) + first, last - first);
                else
                    vectorTable().floatToHalf(floats(input) + first,
                        storage<std::uint16_t>(*output) + first, last - first);
            });
        return {};
    });
}

const RegisterNative quantizers[] = {
    { "DynamicQuantizeLinear", prepareDynamicQuantize },
    { "Cast", prepareCast },
};
const RegisterKernel anyLayoutQuantizers[] = {
    RegisterKernel(anyLayoutEntry("QuantizeLinear", prepareQuantize)),
    RegisterKernel(anyLayoutEntry("DequantizeLinear", prepareDequantize)),
};

} // namespace

} // namespace engine
