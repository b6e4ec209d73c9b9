#include "engine/cuda/kernels/composition.h"

#include <numeric>

// Quantised operators of com.microsoft, computed as a standard operator between DequantizeLinear
// and QuantizeLinear, like the reference: QLinearAveragePool, QLinearGlobalAveragePool,
// QLinearSoftmax, QLinearWhere, QLinearConcat, QAttention. Also DynamicQuantizeMatMul, and
// convolutions and pools with channels last, computed between two transpositions.

namespace engine::cuda {

namespace {

using Value = Composition::Value;
using ByteTypes = TypeList<std::uint8_t, std::int8_t>;

/// Input numbers of one quantised tensor.
struct QuantizedPlaces {
    std::size_t values, scale, zero;
};

Result<Value> dequantised(Composition& steps, const QuantizedPlaces& places, std::int64_t axis = 1)
{
    return steps.apply("DequantizeLinear",
        { steps.input(places.values), steps.input(places.scale), steps.input(places.zero) },
        { intAttribute("axis", axis) });
}

/// Quantises `value`. Fails if the zero point is not of type `wanted`.
Result<Value> quantised(
    Composition& steps, Value value, std::size_t scale, std::size_t zero, ElementType wanted)
{
    const auto zeroPoint = steps.input(zero);
    if (zeroPoint != Composition::absent && steps.type(zeroPoint).element != wanted)
        return fail("zero point ", zero, " is ", model::name(steps.type(zeroPoint).element),
            ", expected ", model::name(wanted));
    std::vector<model::Attribute> attributes { intAttribute("axis", 1) };
    if (zeroPoint == Composition::absent)
        attributes.push_back(intAttribute("output_dtype", static_cast<std::int64_t>(wanted)));
    return steps.apply("QuantizeLinear", { value, steps.input(scale), zeroPoint }, attributes);
}

/// Transposes N x ... x C to N x C x ...
Result<Value> channelsFirst(Composition& steps, Value image)
{
    const auto rank = static_cast<std::int64_t>(steps.type(image).dims.size());
    if (rank < 3)
        return fail("an image of ", dimsText(steps.type(image).dims),
            ", expected batch, sizes and channels");
    Dims perm { 0, rank - 1 };
    for (std::int64_t axis = 1; axis + 1 < rank; ++axis)
        perm.push_back(axis);
    return steps.apply("Transpose", { image }, { intsAttribute("perm", perm) });
}

Result<Value> channelsLast(Composition& steps, Value image)
{
    Dims perm(steps.type(image).dims.size());
    std::iota(perm.begin(), perm.end(), 0);
    if (perm.size() > 2)
        std::rotate(perm.begin() + 1, perm.begin() + 2, perm.end());
    return steps.apply("Transpose", { image }, { intsAttribute("perm", perm) });
}

/// Inputs: X, x scale, x zero, y scale, y zero.
Result<std::unique_ptr<Kernel>> prepareUnary(Composition& steps, std::string_view type)
{
    const auto& request = steps.request();
    TRY(requireElement(request, 0, ByteTypes {}));
    const bool isLast = request.node.flag("channels_last");
    auto value = TRY(dequantised(steps, { 0, 1, 2 }));
    if (isLast)
        value = TRY(channelsFirst(steps, value));
    value = TRY(steps.apply(type, { value }));
    if (isLast)
        value = TRY(channelsLast(steps, value));
    return steps.kernel({ TRY(quantised(steps, value, 3, 4, inputType(request, 0).element)) });
}

Result<std::unique_ptr<Kernel>> prepareAveragePool(Composition& steps)
{
    return prepareUnary(steps, "AveragePool");
}
Result<std::unique_ptr<Kernel>> prepareGlobalAveragePool(Composition& steps)
{
    return prepareUnary(steps, "GlobalAveragePool");
}

/// Attribute `opset`: before 13 the softmax is over all axes from `axis` on, since 13 over one
/// axis.
Result<std::unique_ptr<Kernel>> prepareSoftmax(Composition& steps)
{
    const auto& request = steps.request();
    TRY(requireElement(request, 0, ByteTypes {}));
    const auto& dims = inputType(request, 0).dims;
    if (request.node.integer("opset", 13) >= 13 || dims.empty())
        return prepareUnary(steps, "Softmax");
    const auto axis = TRY(normalizeAxis(request.node.integer("axis", -1), dims.size()));
    const auto value = TRY(dequantised(steps, { 0, 1, 2 }));
    const auto flat = steps.reshaped(value,
        { elementCount(std::span(dims).first(axis)), elementCount(std::span(dims).subspan(axis)) });
    const auto rows = TRY(steps.apply("Softmax", { flat }, { intAttribute("axis", 1) }));
    return steps.kernel(
        { TRY(quantised(steps, steps.reshaped(rows, dims), 3, 4, inputType(request, 0).element)) });
}

/// Inputs: condition, X with scale and zero, Y with scale and zero, Z scale, Z zero.
Result<std::unique_ptr<Kernel>> prepareWhere(Composition& steps)
{
    const auto& request = steps.request();
    TRY(requireElement(request, 1, ByteTypes {}));
    const auto x = TRY(dequantised(steps, { 1, 2, 3 }));
    const auto y = TRY(dequantised(steps, { 4, 5, 6 }));
    const auto value = TRY(steps.apply("Where", { steps.input(0), x, y }));
    return steps.kernel({ TRY(quantised(steps, value, 7, 8, inputType(request, 1).element)) });
}

/// Inputs: Y scale, Y zero, then each part with its scale and zero.
Result<std::unique_ptr<Kernel>> prepareConcat(Composition& steps)
{
    const auto& request = steps.request();
    TRY(requireElement(request, 2, ByteTypes {}));
    std::vector<Value> parts;
    for (std::size_t i = 2; request.hasInput(i); i += 3)
        parts.push_back(TRY(dequantised(steps, { i, i + 1, i + 2 })));
    const auto value = TRY(steps.apply("Concat", std::move(parts)));
    return steps.kernel({ TRY(quantised(steps, value, 0, 1, inputType(request, 2).element)) });
}

/// Inputs: input, weight, bias, input scale, weight scale (one or per column), mask, input zero,
/// weight zero, past.
Result<std::unique_ptr<Kernel>> prepareAttention(Composition& steps)
{
    const auto& request = steps.request();
    TRY(requireElement(request, 0, ByteTypes {}));
    TRY(requireElement(request, 1, ByteTypes {}));
    const auto x = TRY(dequantised(steps, { 0, 3, 6 }));
    const auto weights = TRY(dequantised(steps, { 1, 4, 7 }));
    return steps.kernel(TRY(steps.applyOther("com.microsoft", "Attention",
        { x, weights, steps.input(2), steps.input(5), steps.input(8) },
        request.hasOutput(1) ? 2 : 1)));
}

/// Inputs: A, B, b scale, b zero, bias.
Result<std::unique_ptr<Kernel>> prepareDynamicMatMul(Composition& steps)
{
    const auto& request = steps.request();
    TRY(requireElement(request, 0, TypeList<float> {}));
    const auto codes = TRY(steps.applyOther({}, "DynamicQuantizeLinear", { steps.input(0) }, 3));
    const auto product = TRY(steps.applyOther("com.microsoft", "MatMulIntegerToFloat",
        { codes[0], steps.input(1), codes[1], steps.input(2), codes[2], steps.input(3),
            steps.input(4) },
        1));
    return steps.kernel({ product[0] });
}

/// Computes an operator of ai.onnx on an image with channels last. Other inputs stay as they are.
Result<std::unique_ptr<Kernel>> prepareChannelsLast(Composition& steps, std::string_view type)
{
    const auto& request = steps.request();
    std::vector<Value> inputs { TRY(channelsFirst(steps, steps.input(0))) };
    for (std::size_t i = 1; i < request.inputs.size(); ++i)
        inputs.push_back(steps.input(i));
    const auto result = TRY(steps.applyOther({}, type, std::move(inputs), 1));
    return steps.kernel({ TRY(channelsLast(steps, result[0])) });
}

Result<std::unique_ptr<Kernel>> prepareConv(Composition& steps)
{
    return prepareChannelsLast(steps, "Conv");
}
/// Input 3, which is added, has its channels last too.
Result<std::unique_ptr<Kernel>> prepareFusedConv(Composition& steps)
{
    const auto& request = steps.request();
    std::vector<Value> inputs { TRY(channelsFirst(steps, steps.input(0))), steps.input(1),
        steps.input(2) };
    if (request.hasInput(3))
        inputs.push_back(TRY(channelsFirst(steps, steps.input(3))));
    const auto result = TRY(steps.applyOther("com.microsoft", "FusedConv", std::move(inputs), 1));
    return steps.kernel({ TRY(channelsLast(steps, result[0])) });
}
Result<std::unique_ptr<Kernel>> prepareMaxPool(Composition& steps)
{
    return prepareChannelsLast(steps, "MaxPool");
}
Result<std::unique_ptr<Kernel>> prepareQLinearConv(Composition& steps)
{
    const auto& request = steps.request();
    if (!request.node.flag("channels_last"))
        return fail("channels come first, which another kernel does");
    return prepareChannelsLast(steps, "QLinearConv");
}

const RegisterComposed registered[] = {
    { "QLinearAveragePool", prepareAveragePool },
    { "QLinearGlobalAveragePool", prepareGlobalAveragePool },
    { "QLinearSoftmax", prepareSoftmax },
    { "QLinearWhere", prepareWhere },
    { "QLinearConcat", prepareConcat },
    { "QAttention", prepareAttention },
    { "DynamicQuantizeMatMul", prepareDynamicMatMul, withLibrary },
    { "NhwcConv", prepareConv, withLibrary },
    { "NhwcFusedConv", prepareFusedConv, withLibrary },
    { "NhwcMaxPool", prepareMaxPool },
    { "QLinearConv", prepareQLinearConv, withLibrary },
};

} // namespace

} // namespace engine::cuda
