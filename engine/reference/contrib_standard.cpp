#include "engine/reference/standard.h"

#include "engine/kernel/element_dispatch.h"
#include "engine/program/shapes.h"
#include "engine/reference/attention_core.h"

#include <array>
#include <cmath>

// Operators of com.microsoft that run an operator of ai.onnx with other inputs or one more
// operation: Range, Unique, Pad, GatherND, GridSample, MatMulInteger16,
// NhwcMaxPool, NhwcFusedConv, BiasSoftmax, BiasDropout, GemmFastGelu, DropoutGrad, IsAllFinite.

namespace engine {

namespace {

Result<Tensor> cast(const Tensor& tensor, ElementType element)
{
    if (tensor.element() == element)
        return tensor;
    return runStandard(
        {}, "Cast", { { tensor } }, { attributeOf("to", static_cast<std::int64_t>(element)) });
}

/// Returns an input of one element as a scalar, for any rank.
Result<RuntimeValue> scalarInput(const RunContext& context, std::size_t i)
{
    Tensor scalar = context.tensor(i);
    if (scalar.count() != 1)
        return fail("input ", i, " is ", scalar.dims(), ", expected one element");
    scalar.type.dims.clear();
    return RuntimeValue { std::move(scalar) };
}

Result<void> runRange(const OpNode& node, RunContext& context)
{
    const auto start = TRY(scalarInput(context, 0));
    const auto limit = TRY(scalarInput(context, 1));
    const auto delta = context.hasInput(2)
        ? TRY(scalarInput(context, 2))
        : RuntimeValue { TRY(cast(tensorOf(std::int64_t(1)), start.tensor().element())) };
    return setOutputTensor(context, TRY(runStandard(node, "Range", { start, limit, delta })));
}

/// Unique. Outputs: values in the order of their first appearance, the index of each element's
/// value, and counts.
Result<void> runUnique(const OpNode& node, RunContext& context)
{
    if (context.tensor(0).rank() != 1)
        return fail("an input of ", context.tensor(0).dims(), ", expected one axis");
    auto made
        = TRY(runOther(node, {}, "Unique", { context.input(0) }, 4, { attributeOf("sorted", 0) }));
    constexpr std::array<std::size_t, 3> wanted { 0, 2, 3 };
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        if (context.hasOutput(i))
            TRY(context.setOutput(i, std::move(made[wanted[i]])));
    }
    return {};
}

Result<void> runPad(const OpNode& node, RunContext& context)
{
    Tensor pads = context.tensor(1);
    pads.type.dims = { pads.count() };
    std::vector<RuntimeValue> inputs { context.input(0), { std::move(pads) } };
    if (context.hasInput(2))
        inputs.push_back(TRY(scalarInput(context, 2)));
    return setOutputTensor(context, TRY(runStandard(node, "Pad", inputs)));
}

Result<void> runGatherNd(const OpNode& node, RunContext& context)
{
    auto indices = TRY(cast(context.tensor(1), ElementType::Int64));
    return setOutputTensor(
        context, TRY(runStandard(node, "GatherND", { context.input(0), { std::move(indices) } })));
}

Result<void> runGridSample(const OpNode& node, RunContext& context)
{
    return setOutputTensor(
        context, TRY(runStandard(node, "GridSample", { context.input(0), context.input(1) })));
}

Result<void> runMatMulInteger16(const OpNode& node, RunContext& context)
{
    std::vector<RuntimeValue> inputs;
    for (const std::size_t i : { 0, 1 })
        inputs.push_back({ TRY(cast(context.tensor(i), ElementType::Int32)) });
    return setOutputTensor(context, TRY(runStandard(node, "MatMul", inputs)));
}

Result<void> runNhwcMaxPool(const OpNode& node, RunContext& context)
{
    auto image = TRY(channelsFirst(context.tensor(0)));
    const auto pooled = TRY(runStandard(node, "MaxPool", { { std::move(image) } }));
    return setOutputTensor(context, TRY(channelsLast(pooled)));
}

/// X and Z are channels last; the weights are as in Conv.
Result<void> runNhwcFusedConv(const OpNode& node, RunContext& context)
{
    std::vector<RuntimeValue> inputs { { TRY(channelsFirst(context.tensor(0))) }, context.input(1),
        context.hasInput(2) ? context.input(2) : RuntimeValue {} };
    if (context.hasInput(3))
        inputs.push_back({ TRY(channelsFirst(context.tensor(3))) });
    auto made = TRY(runOther(node, "com.microsoft", "FusedConv", inputs, 1));
    return setOutputTensor(context, TRY(channelsLast(made.front().tensor())));
}

Result<void> runGemmFastGelu(const OpNode& node, RunContext& context)
{
    std::vector<RuntimeValue> inputs { { TRY(
        runStandard(node, "MatMul", { context.input(0), context.input(1) })) } };
    if (context.hasInput(2))
        inputs.push_back(context.input(2));
    auto made = TRY(runOther(node, "com.microsoft", "FastGelu", inputs, 1));
    return context.setOutput(0, std::move(made.front()));
}

/// Softmax of data + bias. Everything from `axis` on is one row.
Result<void> runBiasSoftmax(const OpNode& node, RunContext& context)
{
    auto sum = TRY(runStandard({}, "Add", { context.input(0), context.input(1) }));
    const auto dims = context.tensor(0).dims();
    if (sum.dims() != dims)
        return fail(
            "a bias of ", context.tensor(1).dims(), " cannot be broadcast to scores of ", dims);
    const auto axis = TRY(normalizeAxis(node.integer("axis", 1), dims.size()));
    sum.type.dims = { elementCount(std::span(dims).first(axis)),
        elementCount(std::span(dims).subspan(axis)) };
    auto result
        = TRY(runStandard({}, "Softmax", { { std::move(sum) } }, { attributeOf("axis", 1) }));
    result.type.dims = dims;
    return setOutputTensor(context, std::move(result));
}

/// Dropout(data + bias) + residual, and the mask.
Result<void> runBiasDropout(const OpNode& node, RunContext& context)
{
    const auto& dims = context.tensor(0).dims();
    std::vector<RuntimeValue> inputs { { TRY(
        runStandard({}, "Add", { context.input(0), context.input(1) })) } };
    if (inputs.front().tensor().dims() != dims
        || (context.hasInput(2) && context.tensor(2).dims() != dims))
        return fail(
            "a bias of ", context.tensor(1).dims(), " or a residual does not fit data of ", dims);
    for (const std::size_t i : { 3, 4 })
        inputs.push_back(context.hasInput(i) ? context.input(i) : RuntimeValue {});
    auto made = TRY(runOther(node, {}, "Dropout", inputs, 2));
    if (context.hasInput(2))
        made[0] = { TRY(runStandard({}, "Add", { made[0], context.input(2) })) };
    TRY(context.setOutput(0, std::move(made[0])));
    return context.hasOutput(1) ? context.setOutput(1, std::move(made[1])) : Result<void>();
}

/// The gradient where the mask kept an element, scaled as in Dropout; 0 elsewhere.
Result<void> runDropoutGrad(const OpNode&, RunContext& context)
{
    const auto& gradient = context.tensor(0);
    const bool isTraining = !context.hasInput(3) || TRY(readNumber(context.tensor(3))) != 0;
    const double ratio = context.hasInput(2) ? TRY(readNumber(context.tensor(2))) : 0.5;
    if (!isTraining || ratio == 0)
        return setOutputTensor(context, gradient);
    const auto mask = TRY(readNumbers(context.tensor(1)));
    auto values = TRY(readFloats(gradient));
    if (!(ratio > 0 && ratio < 1) || mask.size() != values.size())
        return fail("a mask of ", context.tensor(1).dims(), " and a ratio of ", ratio,
            " do not fit a gradient of ", gradient.dims());
    const auto scale = static_cast<float>(1 / (1 - ratio));
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = mask[i] != 0 ? values[i] * scale : 0.0F;
    return writeFloats(context, 0, gradient.element(), gradient.dims(), values);
}

Result<void> runIsAllFinite(const OpNode& node, RunContext& context)
{
    const bool onlyInfinities = node.flag("isinf_only");
    const bool onlyNans = node.flag("isnan_only");
    bool areFinite = true;
    for (std::size_t i = 0; context.hasInput(i); ++i) {
        for (const auto value : TRY(readNumbers(context.tensor(i))))
            areFinite = areFinite && (onlyNans || !std::isinf(value))
                && (onlyInfinities || !std::isnan(value));
    }
    auto* output = TRY(context.output(0, ElementType::Bool, {}));
    output->as<bool>()[0] = areFinite;
    return {};
}

const RegisterReference relatives[] = {
    { "Range", runRange, nullptr, "com.microsoft" },
    { "Unique", runUnique, nullptr, "com.microsoft" },
    { "Pad", runPad, nullptr, "com.microsoft" },
    { "GatherND", runGatherNd, nullptr, "com.microsoft" },
    { "GridSample", runGridSample, nullptr, "com.microsoft" },
    { "MatMulInteger16", runMatMulInteger16, nullptr, "com.microsoft" },
    { "NhwcMaxPool", runNhwcMaxPool, nullptr, "com.microsoft" },
    { "NhwcFusedConv", runNhwcFusedConv, onFloats, "com.microsoft" },
    { "GemmFastGelu", runGemmFastGelu, onFloats, "com.microsoft" },
    { "BiasSoftmax", runBiasSoftmax, onFloats, "com.microsoft" },
    { "BiasDropout", runBiasDropout, onFloats, "com.microsoft" },
    { "DropoutGrad", runDropoutGrad, onFloats, "com.microsoft" },
    { "IsAllFinite", runIsAllFinite, onFloats, "com.microsoft" },
};

} // namespace

} // namespace engine
