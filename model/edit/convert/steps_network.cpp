// Layers of networks: normalisation, recurrence, quantisation.

#include "model/edit/convert/step.h"

#include "model/support/text.h"

#include <algorithm>

namespace model::edit::convert {

using support::quote;
using support::Result;

namespace {

bool isRead(const StepContext& step, const DraftValue& value)
{
    if (value.name.empty() || !value.id.isValid())
        return !value.name.empty();
    const auto& known = step.conversion.editing.model.value(value.id);
    return known.isOutput || !known.uses.empty();
}

bool readsOnlyFirstOutput(const StepContext& step)
{
    const auto& outputs = step.node.outputs;
    return std::none_of(outputs.begin() + std::min<std::ptrdiff_t>(1, std::ssize(outputs)),
        outputs.end(), [&](const DraftValue& value) { return isRead(step, value); });
}

Result<void> keepFirstOutput(StepContext& step)
{
    if (!readsOnlyFirstOutput(step))
        return refuse("it is in training mode: its outputs besides the first are read");
    if (step.node.outputs.size() > 1) {
        step.node.outputs.resize(1);
        step.node.isChanged = true;
    }
    return {};
}

/// Before opset 7 an attribute told inference from training.
Result<void> dropTrainingFlag(StepContext& step)
{
    const auto isTest = TRY(step.integer("is_test", 0));
    if (isTest == 0) {
        if (step.node.type == "BatchNormalization" && !readsOnlyFirstOutput(step))
            return refuse("it is in training mode (is_test is 0)");
        step.assume(step.node.type + " without is_test is not meant to train");
    }
    step.node.drop("is_test");
    return {};
}

Result<void> writeTrainingFlag(StepContext& step)
{
    step.node.set("is_test", std::int64_t { 1 });
    return {};
}

Result<void> nothing(StepContext&) { return {}; }

/// Repeats the value of each group for its channels: [groups] becomes [channels].
DraftValue repeated(
    StepContext& step, std::size_t input, std::int64_t groups, std::int64_t channels)
{
    const auto element = step.type(input).element;
    const auto type
        = [&](std::vector<std::int64_t> dims) { return ValueType::tensor(element, shapeOf(dims)); };
    const auto each = channels / groups;
    const auto column = step.addBefore("Reshape",
        { step.node.inputs[input], step.listConstant("column", { groups, 1 }) }, {},
        type({ groups, 1 }));
    const auto grid = step.addBefore("Expand",
        { column, step.listConstant("grid", { groups, each }) }, {}, type({ groups, each }));
    return step.addBefore(
        "Reshape", { grid, step.listConstant("list", { -1 }) }, {}, type({ channels }));
}

/// Opset 21 has scale and bias for each channel, before for each group.
Result<void> scaleByChannel(StepContext& step)
{
    const auto groups = TRY(step.integer("num_groups", 0));
    const auto rank = TRY(step.rank(0));
    const auto channels = rank > 1 ? (*step.type(0).shape)[1].value() : std::nullopt;
    if (!channels || groups < 1 || *channels % groups != 0)
        return refuse(
            "the number of channels must be known and a multiple of num_groups, ", groups);
    if (*channels == groups)
        return {};
    for (const std::size_t input : { 1, 2 })
        step.node.setInput(input, repeated(step, input, groups, *channels));
    return {};
}

Result<void> scaleByGroup(StepContext& step)
{
    const auto groups = TRY(step.integer("num_groups", 0));
    const auto rank = TRY(step.rank(0));
    const auto channels = rank > 1 ? (*step.type(0).shape)[1].value() : std::nullopt;
    if (channels != groups)
        return refuse("scale and bias are for each channel, and opset 20 has them for each group");
    return {};
}

/// The sequence output was optional if this attribute was 0; now it always is.
Result<void> dropOutputSequence(StepContext& step)
{
    step.node.drop("output_sequence");
    return {};
}

Result<void> writeOutputSequence(StepContext& step)
{
    const bool hasSequence = !step.node.outputs.empty() && !step.node.outputs[0].name.empty();
    step.node.set("output_sequence", std::int64_t { hasSequence ? 1 : 0 });
    return {};
}

/// The default of `direction` was misspelt.
Result<void> writeDirection(StepContext& step)
{
    if (step.node.attribute("direction") == nullptr)
        step.node.set("direction", std::string("forward"));
    return {};
}

/// Before opset 6 the type was a text.
Result<void> castToNumber(StepContext& step)
{
    const auto type = TRY(step.text("to", ""));
    const auto element = elementTypeFromName(support::lowered(type));
    if (!element)
        return refuse("attribute \"to\" is ", quote(type), ", which is no element type");
    step.node.set("to", static_cast<std::int64_t>(*element));
    return {};
}

Result<void> castToText(StepContext& step)
{
    const auto number = TRY(step.integer("to", 0));
    std::string name(traits(static_cast<ElementType>(number)).onnxName);
    std::ranges::transform(name, name.begin(),
        [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
    step.node.set("to", std::move(name));
    return {};
}

Result<void> dropBroadcast(StepContext& step)
{
    step.node.drop("broadcast");
    return {};
}

Result<void> writeBroadcast(StepContext& step)
{
    step.node.set("broadcast", std::int64_t { 1 });
    return {};
}

/// Scales for each slice of an axis exist from opset 13 on.
Result<void> needsOneScale(StepContext& step)
{
    const auto rank = TRY(step.rank(1));
    const auto count = elementCount(*step.type(1).shape);
    if (rank != 0 && count != 1U)
        return refuse("it has a scale for each slice of an axis, and opset 12 takes one");
    step.node.drop("axis");
    return {};
}

/// Upsample takes no scale below 1.
Result<void> needsLargeScales(StepContext& step)
{
    const auto scales = TRY(step.constant(1)).reals();
    if (std::ranges::any_of(scales, [](double scale) { return scale < 1; }))
        return refuse("a scale is below 1, which Upsample of opset 9 does not take");
    return {};
}

/// The experimental ImageScaler: x * scale, then a bias for each channel.
Result<void> scaleImage(StepContext& step)
{
    if (TRY(step.element(0)) != ElementType::Float)
        return refuse("the input is not float");
    const auto* const scale = TRY(step.attribute("scale"));
    const auto* const factor = scale ? std::get_if<float>(&scale->value) : nullptr;
    step.node.setInput(1, step.floatsConstant("scale", { factor ? *factor : 1.0F }, {}));
    const auto* const bias = TRY(step.attribute("bias"));
    if (const auto* const values = bias ? std::get_if<std::vector<float>>(&bias->value) : nullptr)
        step.addAfter("Add",
            { step.floatsConstant(
                "bias", *values, { static_cast<std::int64_t>(values->size()), 1, 1 }) });
    step.node.drop("scale");
    step.node.drop("bias");
    return {};
}

/// The remainder with the sign of the divisor is for integers before opset 28.
Result<void> needsIntegerModulo(StepContext& step)
{
    if (TRY(step.integer("fmod", 0)) == 0 && isFloating(TRY(step.element(0))))
        return refuse("fmod is 0 for floats, which opset 27 does not take");
    return {};
}

Result<void> renamePads(StepContext& step)
{
    if (const auto* const pads = TRY(step.attribute("paddings"))) {
        auto value = pads->value;
        step.node.drop("paddings");
        step.node.set("pads", std::move(value));
    }
    return {};
}

/// ONNX Runtime takes LayerNormalization in older opsets, but ONNX does not have it there.
Result<void> layerNormalizationIsNew(StepContext&)
{
    return refuse("LayerNormalization exists from opset 17 on");
}

} // namespace

std::vector<StepEntry> networkSteps()
{
    return {
        { "BatchNormalization Dropout", 7, "is_test dropped", dropTrainingFlag, "is_test written",
            writeTrainingFlag },
        { "BatchNormalization", 14, "if only the first output is read", keepFirstOutput,
            "if not in training mode", keepFirstOutput },
        { "BatchNormalization", 15, {}, nothing, {}, nothing },
        { "GroupNormalization", 21, "scale and bias repeated for each channel", scaleByChannel,
            "if a group is a channel", scaleByGroup },
        { "RNN GRU LSTM", 7, "output_sequence dropped", dropOutputSequence,
            "output_sequence written", writeOutputSequence },
        { "GRU", 3, "writes the default of direction", writeDirection,
            "writes the default of direction", writeDirection },
        { "Cast", 6, "type as a number", castToNumber, "type as a text", castToText },
        { "Gemm", 7, "broadcast dropped", dropBroadcast, "broadcast written", writeBroadcast },
        { "QuantizeLinear DequantizeLinear", 13, {}, {}, "if one scale", needsOneScale },
        { "ImageScaler", 10, "becomes Mul and Add", scaleImage, {}, {} },
        { "Mod", 28, {}, {}, "if fmod is 1 for floats", needsIntegerModulo },
        { "Pad", 2, "paddings renamed", renamePads, {}, {} },
        { "LayerNormalization", 17, {}, {}, "no: exists from opset 17 on",
            layerNormalizationIsNew },
        { "Resize", 10, {}, {}, "becomes Upsample, if no scale is below 1", needsLargeScales },
    };
}

} // namespace model::edit::convert
