// Upsample, Resize, and other operators that read between elements.

#include "model/edit/convert/step.h"

#include "model/support/text.h"

#include <algorithm>

namespace model::edit::convert {

using support::quote;
using support::Result;

namespace {

Result<void> upsampleFactors(StepContext& step)
{
    const auto factor = [&](std::string_view name) -> Result<float> {
        const auto* const found = TRY(step.attribute(name));
        const auto* const value = found ? std::get_if<float>(&found->value) : nullptr;
        if (value == nullptr)
            return refuse("attribute ", quote(name), " is missing");
        return *value;
    };
    const auto height = TRY(factor("height_scale"));
    const auto width = TRY(factor("width_scale"));
    step.node.drop("height_scale");
    step.node.drop("width_scale");
    step.node.set("scales", std::vector<float> { 1, 1, height, width });
    return {};
}

/// Opset 10 takes the element at or before a position where it enlarges, and the one at or behind
/// it where it shrinks. Later versions have one rule for all axes.
Result<std::string> nearestRule(const StepContext& step, std::size_t scalesInput)
{
    // Upsample, which Resize replaced, only enlarges.
    const auto id = step.node.node;
    if (id.isValid() && step.conversion.editing.model.node(id).type == "Upsample")
        return std::string("floor");
    const auto scales = step.constant(scalesInput);
    if (!scales)
        return refuse("scales is no constant, and the rule for nearest elements depends on it");
    const auto values = scales->reals();
    const bool shrinks = std::ranges::any_of(values, [](double scale) { return scale < 1; });
    if (shrinks && std::ranges::any_of(values, [](double scale) { return scale > 1; }))
        return refuse("it enlarges one axis and shrinks another, with nearest elements; opset 11 "
                      "has one rule for both");
    return std::string(shrinks ? "ceil" : "floor");
}

Result<void> resizeFrom10(StepContext& step)
{
    const auto mode = TRY(step.text("mode", "nearest"));
    if (mode == "nearest") {
        auto rule = TRY(nearestRule(step, 1));
        step.node.set("nearest_mode", std::move(rule));
    }
    step.node.set("coordinate_transformation_mode", std::string("asymmetric"));
    const auto scales = step.node.inputs[1];
    step.node.setInput(2, scales);
    constexpr std::int64_t optionalRoi = 13;
    step.node.setInput(
        1, step.conversion.target >= optionalRoi ? DraftValue() : step.floatsConstant("roi", {}));
    return {};
}

Result<void> resizeTo10(StepContext& step)
{
    const auto mode = TRY(step.text("mode", "nearest"));
    const auto coordinates = TRY(step.text("coordinate_transformation_mode", "half_pixel"));
    if (coordinates != "asymmetric")
        return refuse("coordinate_transformation_mode is ", coordinates,
            ", and opset 10 has only asymmetric");
    if (mode == "cubic")
        return refuse("mode is cubic, which opset 10 does not have");
    if (step.node.hasInput(3))
        return refuse("it has sizes, and opset 10 takes only scales");
    if (mode == "nearest") {
        const auto wanted = TRY(nearestRule(step, 2));
        const auto found = TRY(step.text("nearest_mode", "round_prefer_floor"));
        if (found != wanted)
            return refuse("nearest_mode is ", found, ", and opset 10 does what ", wanted, " does");
    }
    for (const auto name : { "coordinate_transformation_mode", "nearest_mode", "cubic_coeff_a",
             "exclude_outside", "extrapolation_value" })
        step.node.drop(name);
    const auto scales = step.node.inputs[2];
    step.node.inputs.resize(2);
    step.node.setInput(1, scales);
    return {};
}

/// Opset 11 gives scales that are not used as a tensor without elements.
Result<void> resizeFrom11(StepContext& step)
{
    const auto mode = TRY(step.text("coordinate_transformation_mode", "half_pixel"));
    if (mode == "tf_half_pixel_for_nn")
        return refuse("coordinate_transformation_mode is tf_half_pixel_for_nn, which opset 13 does "
                      "not have");
    const bool hasSizes = step.node.hasInput(3);
    if (hasSizes && step.node.hasInput(2)) {
        const auto scales = step.constant(2);
        if (scales && scales->count() == 0)
            step.node.setInput(2, {});
    }
    return {};
}

Result<void> resizeTo11(StepContext& step)
{
    for (const std::size_t input : { 1, 2 })
        if (!step.node.hasInput(input))
            step.node.setInput(input, step.floatsConstant(input == 1 ? "roi" : "scales", {}));
    return {};
}

/// An attribute that got more values: fails if the node has one of the new ones.
StepRule onlyValues(std::string name, std::vector<std::string> allowed)
{
    return
        [name = std::move(name), allowed = std::move(allowed)](StepContext& step) -> Result<void> {
            const auto value = TRY(step.text(name, allowed.front()));
            if (std::ranges::find(allowed, value) != allowed.end())
                return {};
            return refuse("attribute ", quote(name), " is ", quote(value), ", expected ",
                support::joined(allowed, ", "));
        };
}

/// Renames values of an attribute.
StepRule renameValues(std::string name, std::vector<std::pair<std::string, std::string>> names)
{
    return [name = std::move(name), names = std::move(names)](StepContext& step) -> Result<void> {
        // The first pair is the default.
        const auto value = TRY(step.text(name, names.front().first));
        for (const auto& [before, after] : names)
            if (value == before)
                step.node.set(name, after);
        return {};
    };
}

Result<void> gridSampleTo16(StepContext& step)
{
    const auto rank = TRY(step.rank(0));
    if (rank != 4)
        return refuse("the input has rank ", rank, ", and opset 16 takes rank 4");
    return renameValues("mode", { { "linear", "bilinear" }, { "cubic", "bicubic" } })(step);
}

StepRule writeText(std::string name, std::string value)
{
    return [name = std::move(name), value = std::move(value)](StepContext& step) -> Result<void> {
        if (step.node.attribute(name) == nullptr)
            step.node.set(name, value);
        return {};
    };
}

Result<void> roiAlignTo10(StepContext& step)
{
    const auto mode = TRY(step.text("coordinate_transformation_mode", "half_pixel"));
    if (mode != "output_half_pixel")
        return refuse("coordinate_transformation_mode is ", mode,
            ", and opset 10 has only output_half_pixel");
    step.node.drop("coordinate_transformation_mode");
    return {};
}

/// Opset 18 lists the axes that are padded.
Result<void> padTo13(StepContext& step)
{
    if (!step.node.hasInput(3))
        return {};
    const auto axes = TRY(step.constant(3)).integers();
    const auto pads = TRY(step.constant(1)).integers();
    const auto rank = TRY(step.rank(0));
    std::vector<std::int64_t> all(2 * rank, 0);
    for (std::size_t i = 0; i < axes.size(); ++i) {
        const auto axis = axes[i] < 0 ? axes[i] + static_cast<std::int64_t>(rank) : axes[i];
        if (axis < 0 || static_cast<std::size_t>(axis) >= rank || pads.size() != 2 * axes.size())
            return refuse("axes and pads do not fit an input of rank ", rank);
        all[static_cast<std::size_t>(axis)] = pads[i];
        all[static_cast<std::size_t>(axis) + rank] = pads[i + axes.size()];
    }
    step.node.setInput(1, step.listConstant("pads", std::move(all)));
    step.node.setInput(3, {});
    return {};
}

} // namespace

std::vector<StepEntry> resizeSteps()
{
    return {
        { "Upsample", 7, "one list of scales", upsampleFactors, {}, {} },
        { "Resize", 11, "asymmetric, nearest rule written", resizeFrom10,
            "if asymmetric, with scales", resizeTo10 },
        { "Resize", 13, "empty scales left out", resizeFrom11, "empty roi or scales given",
            resizeTo11 },
        { "Resize", 19, {}, {}, "if not half_pixel_symmetric",
            onlyValues("coordinate_transformation_mode",
                { "half_pixel", "pytorch_half_pixel", "align_corners", "asymmetric",
                    "tf_crop_and_resize" }) },
        { "GridSample", 20, "modes renamed",
            renameValues("mode", { { "bilinear", "linear" }, { "bicubic", "cubic" } }),
            "modes renamed, if rank 4", gridSampleTo16 },
        { "RoiAlign", 16, "output_half_pixel written",
            writeText("coordinate_transformation_mode", "output_half_pixel"),
            "if output_half_pixel", roiAlignTo10 },
        { "Pad", 18, {}, {}, "all axes written", padTo13 },
        { "Pad", 19, {}, {}, "if not wrap", onlyValues("mode", { "constant", "reflect", "edge" }) },
        { "ScatterElements ScatterND", 18, {}, {}, "if not min or max",
            onlyValues("reduction", { "none", "add", "mul" }) },
    };
}

} // namespace model::edit::convert
