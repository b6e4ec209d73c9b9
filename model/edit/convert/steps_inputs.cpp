// Attributes that became inputs.

#include "model/edit/convert/step.h"

#include "model/support/text.h"

#include <algorithm>

namespace model::edit::convert {

using support::quote;
using support::Result;

namespace {

/// An attribute that became an input.
struct MovedAttribute {
    enum class Form {
        Integers, ///< a list of int64
        Integer, ///< a scalar int64
        OneInteger, ///< a list of one int64
        Floats, ///< a list of float
        Float, ///< a scalar float
        Element, ///< a scalar of the type of input 0
    };
    std::string name;
    std::size_t input = 1;
    Form form = Form::Integers;
};
using Form = MovedAttribute::Form;

/// The attribute of a Constant node whose value has this form.
std::string_view constantAttribute(Form form)
{
    switch (form) {
    case Form::Integers:
        return "value_ints";
    case Form::Integer:
        return "value_int";
    case Form::Floats:
        return "value_floats";
    case Form::Float:
        return "value_float";
    default:
        return {};
    }
}

/// In a function, the value may be that of an attribute of the function: a Constant node takes it.
Result<DraftValue> referencedConstant(
    StepContext& step, const Attribute& attribute, const MovedAttribute& moved)
{
    constexpr std::int64_t newConstants = 12;
    const auto name = constantAttribute(moved.form);
    if (name.empty() || step.conversion.target < newConstants)
        return refuse("attribute ", quote(moved.name), " is that of the function, ",
            quote(attribute.reference), ", which no constant can take");
    auto value = step.addBefore("Constant", {});
    auto& node = step.node.before.back();
    node.opset = step.conversion.target;
    auto& reference = node.attributes.emplace_back();
    reference.name = name;
    reference.kind = attribute.kind;
    reference.reference = attribute.reference;
    return value;
}

Result<DraftValue> constantFor(
    StepContext& step, const Attribute& attribute, const MovedAttribute& moved)
{
    if (!attribute.reference.empty())
        return referencedConstant(step, attribute, moved);
    const auto* const list = std::get_if<std::vector<std::int64_t>>(&attribute.value);
    const auto* const integer = std::get_if<std::int64_t>(&attribute.value);
    const auto* const reals = std::get_if<std::vector<float>>(&attribute.value);
    const auto* const real = std::get_if<float>(&attribute.value);
    if (moved.form == Form::Integers && list)
        return step.listConstant(moved.name, *list);
    if (moved.form == Form::OneInteger && integer)
        return step.listConstant(moved.name, { *integer });
    if (moved.form == Form::Integer && integer)
        return step.integerConstant(moved.name, *integer);
    if (moved.form == Form::Floats && reals)
        return step.floatsConstant(moved.name, *reals);
    if (moved.form == Form::Float && real)
        return step.scalarConstant(moved.name, ElementType::Float, *real);
    if (moved.form == Form::Element && real) {
        const auto element = TRY(step.element(0));
        return step.scalarConstant(moved.name, element, *real);
    }
    return refuse("attribute ", quote(moved.name), " is ", attributeText(attribute, 60),
        ", which is of the wrong kind");
}

Result<Attribute::Value> valueOf(const ConstantElements& constant, const MovedAttribute& moved)
{
    const bool isInteger = moved.form == Form::Integers || moved.form == Form::OneInteger
        || moved.form == Form::Integer;
    if (moved.form == Form::Integers)
        return Attribute::Value(constant.integers());
    if (moved.form != Form::Floats && constant.count() != 1)
        return refuse(moved.name, " has ", constant.count(), " elements, expected 1");
    if (isInteger)
        return Attribute::Value(constant.integers().front());
    const auto reals = constant.reals();
    for (const auto real : reals)
        if (real == real && static_cast<double>(static_cast<float>(real)) != real)
            return refuse(moved.name, " is ", real, ", which an attribute cannot hold exactly");
    if (moved.form == Form::Floats)
        return Attribute::Value(std::vector<float>(reals.begin(), reals.end()));
    return Attribute::Value(static_cast<float>(reals.front()));
}

Result<void> moveToInput(StepContext& step, const MovedAttribute& moved)
{
    const auto* const found = step.node.attribute(moved.name);
    if (found == nullptr)
        return {};
    auto value = TRY(constantFor(step, *found, moved));
    step.node.setInput(moved.input, std::move(value));
    step.node.drop(moved.name);
    return {};
}

Result<void> moveToAttribute(StepContext& step, const MovedAttribute& moved)
{
    if (!step.node.hasInput(moved.input))
        return {};
    const auto constant = TRY(step.constant(moved.input));
    auto value = TRY(valueOf(constant, moved));
    step.node.set(moved.name, std::move(value));
    step.node.setInput(moved.input, {});
    return {};
}

StepRule toInputs(std::vector<MovedAttribute> moved)
{
    return [moved = std::move(moved)](StepContext& step) -> Result<void> {
        for (const auto& one : moved)
            TRY(moveToInput(step, one));
        return {};
    };
}

StepRule toAttributes(std::vector<MovedAttribute> moved)
{
    return [moved = std::move(moved)](StepContext& step) -> Result<void> {
        for (const auto& one : moved)
            TRY(moveToAttribute(step, one));
        step.node.trimInputs();
        return {};
    };
}

/// Reductions reduce all axes if the list is empty, unless `noop_with_empty_axes` is set.
Result<void> reductionToAttribute(StepContext& step)
{
    const auto noop = TRY(step.integer("noop_with_empty_axes", 0));
    if (step.node.hasInput(1)) {
        const auto axes = TRY(step.constant(1));
        if (axes.count() > 0)
            step.node.set("axes", axes.integers());
        step.node.setInput(1, {});
        step.node.trimInputs();
    }
    if (noop != 0 && step.node.attribute("axes") == nullptr)
        return refuse("it reduces no axis (noop_with_empty_axes)");
    step.node.drop("noop_with_empty_axes");
    return {};
}

/// An empty list of a reduction means all axes, as none does.
Result<void> reductionToInput(StepContext& step)
{
    if (const auto* const axes = step.node.attribute("axes"))
        if (const auto* const list = std::get_if<std::vector<std::int64_t>>(&axes->value);
            list && list->empty())
            step.node.drop("axes");
    return moveToInput(step, { "axes", 1, Form::Integers });
}

/// The bounds without a value were those of float; now they are those of the type.
Result<void> clipToInputs(StepContext& step)
{
    const bool isDouble = step.type(0).element == ElementType::Double;
    for (const auto& [name, bound] : { std::pair { "min", -3.4028234663852886e+38F },
             std::pair { "max", 3.4028234663852886e+38F } })
        if (isDouble && step.node.attribute(name) == nullptr)
            step.node.set(name, bound);
    TRY(moveToInput(step, { "min", 1, Form::Element }));
    return moveToInput(step, { "max", 2, Form::Element });
}

Result<void> clipToAttributes(StepContext& step)
{
    if (step.type(0).element == ElementType::Double
        && (!step.node.hasInput(1) || !step.node.hasInput(2)))
        return refuse("the default bounds of opset 6 are those of float, but the input is double");
    return toAttributes({ { "min", 1, Form::Element }, { "max", 2, Form::Element } })(step);
}

Result<void> padToInputs(StepContext& step)
{
    TRY(moveToInput(step, { "pads", 1, Form::Integers }));
    const auto* const value = step.node.attribute("value");
    const auto* const real = value ? std::get_if<float>(&value->value) : nullptr;
    if (real && *real == 0) {
        step.node.drop("value");
        return {};
    }
    return moveToInput(step, { "value", 2, Form::Element });
}

Result<void> sliceToAttributes(StepContext& step)
{
    if (step.node.hasInput(4)) {
        const auto steps = TRY(step.constant(4)).integers();
        if (std::ranges::any_of(steps, [](std::int64_t one) { return one != 1; }))
            return refuse("steps are not all 1, which opset 9 cannot express");
        step.node.setInput(4, {});
    }
    return toAttributes({ { "starts", 1, Form::Integers }, { "ends", 2, Form::Integers },
        { "axes", 3, Form::Integers } })(step);
}

Result<void> dropoutToAttribute(StepContext& step)
{
    if (step.node.hasInput(2)) {
        const auto training = TRY(step.constant(2));
        if (training.count() == 1 && training.integers().front() != 0)
            return refuse("it is in training mode, which opset 11 cannot express");
        step.node.setInput(2, {});
    }
    step.node.drop("seed");
    return toAttributes({ { "ratio", 1, Form::Float } })(step);
}

/// `num_outputs` is required in place of sizes from opset 18 on.
Result<void> splitCount(StepContext& step)
{
    if (!step.node.hasInput(1))
        step.node.set("num_outputs", static_cast<std::int64_t>(step.node.outputs.size()));
    return {};
}

/// Before opset 18 equal parts must be whole.
Result<void> splitSizes(StepContext& step)
{
    if (step.node.hasInput(1))
        return {};
    const auto axis = TRY(step.integer("axis", 0));
    const auto rank = TRY(step.rank(0));
    const auto at = axis < 0 ? axis + static_cast<std::int64_t>(rank) : axis;
    const auto& shape = *step.type(0).shape;
    const auto length = at >= 0 && static_cast<std::size_t>(at) < rank
        ? shape[static_cast<std::size_t>(at)].value()
        : std::nullopt;
    if (!length)
        return refuse("the length of axis ", axis, " is not known, so the parts may be unequal");
    const auto parts = static_cast<std::int64_t>(step.node.outputs.size());
    step.node.drop("num_outputs");
    if (*length % parts == 0)
        return {};
    const auto part = (*length + parts - 1) / parts;
    std::vector<std::int64_t> sizes(static_cast<std::size_t>(parts), part);
    sizes.back() = *length - part * (parts - 1);
    step.node.setInput(1, step.listConstant("split", std::move(sizes)));
    return {};
}

Result<void> dftToInput(StepContext& step)
{
    const auto axis = TRY(step.integer("axis", 1));
    step.node.setInput(2, step.integerConstant("axis", axis));
    step.node.drop("axis");
    return {};
}

Result<void> dftToAttribute(StepContext& step)
{
    const auto axis = step.node.hasInput(2) ? TRY(step.constant(2)).integers()
                                            : std::vector<std::int64_t> { -2 };
    if (axis.size() != 1)
        return refuse("axis has ", axis.size(), " elements, expected 1");
    step.node.set("axis", axis.front());
    step.node.setInput(2, {});
    step.node.trimInputs();
    return {};
}

/// In opset 1 the attribute `value` was the only form.
Result<void> constantToTensor(StepContext& step)
{
    Tensor tensor;
    for (const auto name : { "value_int", "value_ints", "value_float", "value_floats",
             "value_string", "value_strings" }) {
        const auto* const found = TRY(step.attribute(name));
        if (found == nullptr)
            continue;
        const auto store = [&]<typename T>(ElementType element, const std::vector<T>& values) {
            tensor.element = element;
            tensor.ref = TensorRef::inMemory(TensorBytes::copyOf(std::as_bytes(std::span(values))));
        };
        const auto count
            = [&](std::size_t size) { tensor.dims = { static_cast<std::int64_t>(size) }; };
        if (const auto* const one = std::get_if<std::int64_t>(&found->value)) {
            store(ElementType::Int64, std::vector { *one });
        } else if (const auto* const real = std::get_if<float>(&found->value)) {
            store(ElementType::Float, std::vector { *real });
        } else if (const auto* const some = std::get_if<std::vector<std::int64_t>>(&found->value)) {
            store(ElementType::Int64, *some);
            count(some->size());
        } else if (const auto* const reals = std::get_if<std::vector<float>>(&found->value)) {
            store(ElementType::Float, *reals);
            count(reals->size());
        } else {
            std::vector<std::string> texts;
            if (const auto* const text = std::get_if<std::string>(&found->value))
                texts = { *text };
            if (const auto* const list = std::get_if<std::vector<std::string>>(&found->value)) {
                texts = *list;
                count(texts.size());
            }
            tensor.element = ElementType::String;
            tensor.ref.strings = std::make_shared<const std::vector<std::string>>(std::move(texts));
        }
        step.node.drop(name);
        step.node.set("value", std::move(tensor));
        return {};
    }
    return {};
}

} // namespace

std::vector<StepEntry> inputSteps()
{
    const auto one = [](std::string_view names, int version, std::vector<MovedAttribute> moved) {
        return StepEntry { names, version, "attributes to inputs", toInputs(moved),
            "constant inputs to attributes", toAttributes(moved) };
    };
    return {
        one("Reshape", 5, { { "shape", 1, Form::Integers } }),
        one("Upsample", 9, { { "scales", 1, Form::Floats } }),
        one("TopK", 10, { { "k", 1, Form::OneInteger } }),
        one("Squeeze Unsqueeze", 13, { { "axes", 1, Form::Integers } }),
        one("Split", 13, { { "split", 1, Form::Integers } }),
        { "Slice", 10, "attributes to inputs",
            toInputs({ { "starts", 1, Form::Integers }, { "ends", 2, Form::Integers },
                { "axes", 3, Form::Integers } }),
            "constant inputs to attributes", sliceToAttributes },
        { "Clip", 11, "attributes to inputs", clipToInputs, "constant inputs to attributes",
            clipToAttributes },
        { "Pad", 11, "attributes to inputs", padToInputs, "constant inputs to attributes",
            toAttributes({ { "pads", 1, Form::Integers }, { "value", 2, Form::Element } }) },
        { "Dropout", 12, "attributes to inputs", toInputs({ { "ratio", 1, Form::Float } }),
            "constant inputs to attributes", dropoutToAttribute },
        { "ReduceSum", 13, "attributes to inputs", reductionToInput,
            "constant inputs to attributes", reductionToAttribute },
        { "ReduceL1 ReduceL2 ReduceLogSum ReduceLogSumExp ReduceMax ReduceMean ReduceMin "
          "ReduceProd ReduceSumSquare",
            18, "attributes to inputs", reductionToInput, "constant inputs to attributes",
            reductionToAttribute },
        { "Split", 18, "writes num_outputs", splitCount, "writes sizes that are not equal",
            splitSizes },
        { "DFT", 20, "attributes to inputs", dftToInput, "constant inputs to attributes",
            dftToAttribute },
        { "Constant", 12, {}, {}, "numbers to a tensor", constantToTensor },
    };
}

} // namespace model::edit::convert
