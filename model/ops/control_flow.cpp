// Operators that run subgraphs.

#include "model/ops/rules.h"
#include "model/ops/schema_builder.h"

#include <algorithm>
#include <string>

namespace model::ops {

namespace {

void chooseBranch(InferenceContext& context)
{
    const auto whenTrue = context.inferGraph("then_branch", {});
    const auto whenFalse = context.inferGraph("else_branch", {});
    const auto condition = context.numbers(0);
    for (std::size_t i = 0; i < context.outputCount(); ++i) {
        const auto first = i < whenTrue.size() ? whenTrue[i] : InferenceArgument();
        const auto second = i < whenFalse.size() ? whenFalse[i] : InferenceArgument();
        if (condition && condition->size() == 1) {
            const auto& taken = condition->front() != 0 ? first : second;
            context.setType(i, taken.type);
            if (taken.elements)
                context.setElements(i, *taken.elements);
            continue;
        }
        context.setType(i, common(first.type, second.type));
        const auto differ = first.type.isTensor() && second.type.isTensor()
            && first.type.element != second.type.element
            && first.type.element != ElementType::Undefined
            && second.type.element != ElementType::Undefined;
        if (differ)
            context.error("output " + std::to_string(i) + " is " + typeText(first.type)
                + " from 'then_branch', but " + typeText(second.type) + " from 'else_branch'");
    }
}

/// Returns the type for the next iteration. A body may return the element of an optional instead of
/// the optional.
ValueType carriedOn(const ValueType& before, const ValueType& result)
{
    const auto isHeld = before.kind == ValueType::Kind::Optional
        && result.kind != ValueType::Kind::Optional && result.kind != ValueType::Kind::Unknown;
    return common(before, isHeld ? ValueType::optionalOf(result) : result);
}

/// Returns a less specific type for a carried value whose type keeps changing: first without shape,
/// then unknown.
ValueType widened(const ValueType& type, int step)
{
    return step == 0 && type.isTensor() ? ValueType::tensor(type.element) : ValueType();
}

/// Infers the body until the types of carried values stay the same in every iteration. If values
/// are passed from one to the next, they change one at a time. After a few iterations shapes are
/// dropped, then types.
std::vector<InferenceArgument> settle(InferenceContext& context,
    std::vector<InferenceArgument>& inputs, std::size_t fixed, std::size_t carried)
{
    constexpr int exactTurns = 4;
    std::vector<InferenceArgument> outputs;
    for (int turn = 1; turn <= exactTurns + 3; ++turn) {
        outputs = context.inferGraph("body", inputs);
        bool isSettled = true;
        // A Loop body returns its condition first.
        const auto offset = fixed == 2 ? std::size_t(1) : std::size_t(0);
        for (std::size_t i = 0;
             i < carried && i + offset < outputs.size() && fixed + i < inputs.size(); ++i) {
            auto& before = inputs[fixed + i];
            auto after = carriedOn(before.type, outputs[i + offset].type);
            isSettled = isSettled && typeText(after) == typeText(before.type);
            before.type = std::move(after);
        }
        if (isSettled)
            break;
        for (std::size_t i = fixed; turn >= exactTurns && i < fixed + carried; ++i)
            inputs[i].type = widened(inputs[i].type, turn - exactTurns);
    }
    return outputs;
}

ValueType withAxis(const ValueType& type, std::size_t axis, const Dimension& size)
{
    auto result = type;
    if (!type.shape)
        return result;
    auto shape = *type.shape;
    shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(axis), size);
    result.shape = std::move(shape);
    return result;
}

ValueType withLeading(const ValueType& type, const Dimension& count)
{
    return withAxis(type, 0, count);
}

ValueType withoutLeading(const ValueType& type)
{
    auto result = type;
    if (type.shape && !type.shape->empty())
        result.shape = Shape(type.shape->begin() + 1, type.shape->end());
    return result;
}

void loop(InferenceContext& context)
{
    const auto carried = context.inputCount() > 2 ? context.inputCount() - 2 : 0;
    std::vector<InferenceArgument> inputs(2 + carried);
    inputs[0].type = ValueType::tensor(ElementType::Int64, Shape {});
    inputs[1].type = ValueType::tensor(ElementType::Bool, Shape {});
    for (std::size_t i = 0; i < carried; ++i)
        inputs[2 + i].type = context.type(2 + i);
    const auto outputs = settle(context, inputs, 2, carried);
    const auto turns = context.newDimension("turns");
    for (std::size_t i = 0; i < context.outputCount(); ++i) {
        const auto isStacked = i >= carried;
        if (i + 1 >= outputs.size())
            continue;
        const auto& result = outputs[i + 1].type;
        if (isStacked)
            context.setType(i, withLeading(result, turns));
        else // a body may return the element of an optional
            context.setType(i,
                inputs[2 + i].type.kind == result.kind ? common(inputs[2 + i].type, result)
                                                       : result);
    }
}

std::int64_t listed(const std::optional<std::vector<std::int64_t>>& values, std::size_t i)
{
    return values && i < values->size() ? (*values)[i] : 0;
}

/// Returns false and reports if an attribute with one value per scanned input or output has another
/// length or invalid values.
bool checkPerScan(InferenceContext& context, std::string_view name, std::size_t count,
    std::optional<std::int64_t> largest)
{
    const auto values = context.integers(name);
    if (!values)
        return true;
    if (values->size() != count) {
        context.error("attribute '" + std::string(name) + "' has " + std::to_string(values->size())
            + " values, expected " + std::to_string(count) + ", one per scan");
        return false;
    }
    for (const auto value : *values)
        if (largest && (value < 0 || value > *largest)) {
            context.error("attribute '" + std::string(name) + "' holds " + std::to_string(value)
                + ", expected 0 to " + std::to_string(*largest));
            return false;
        }
    return true;
}

struct ScanForm {
    std::size_t first = 0; ///< first state input: 1 in version 8, after the sequence lengths
    std::size_t states = 0;
    std::size_t scans = 0;
    bool hasBatch = false; ///< version 8: axis 0 of all values is the batch
    std::optional<std::vector<std::int64_t>> inputAxes;
    std::optional<std::vector<std::int64_t>> outputAxes;
    Dimension length;
    Dimension batch;
};

/// Returns the type of a scanned input without its sequence axis.
ValueType slice(InferenceContext& context, ScanForm& form, std::size_t scan)
{
    const auto input = form.first + form.states + scan;
    auto type = context.type(input);
    if (!type.shape)
        return type;
    const auto asked = form.hasBatch ? 1 : listed(form.inputAxes, scan);
    const auto axis = resolveAxis(context, asked, type.shape->size());
    if (!axis)
        return ValueType::tensor(type.element);
    auto shape = *type.shape;
    const auto at = shape.begin() + static_cast<std::ptrdiff_t>(*axis);
    if (const auto length = merge(form.length, *at))
        form.length = *length;
    else
        context.inputError(input,
            "has " + at->text() + " elements along its scan axis " + std::to_string(*axis)
                + ", but other scans have " + form.length.text());
    shape.erase(at);
    if (form.hasBatch && !shape.empty()) {
        form.batch = merge(form.batch, shape.front()).value_or(Dimension());
        shape.erase(shape.begin());
    }
    type.shape = std::move(shape);
    return type;
}

ValueType stacked(
    InferenceContext& context, const ScanForm& form, const ValueType& type, std::size_t scan)
{
    if (!type.shape)
        return type;
    if (form.hasBatch)
        return withLeading(withLeading(type, form.length), form.batch);
    const auto axis = resolveAxis(context, listed(form.outputAxes, scan), type.shape->size() + 1);
    return axis ? withAxis(type, *axis, form.length) : type;
}

void scan(InferenceContext& context)
{
    ScanForm form;
    form.hasBatch = context.version() < 9;
    form.first = form.hasBatch ? 1 : 0;
    const auto asked = context.integer("num_scan_inputs", 0);
    const auto available = context.inputCount() - std::min(context.inputCount(), form.first);
    if (asked < 1 || static_cast<std::size_t>(asked) > available) {
        context.error("attribute 'num_scan_inputs' is " + std::to_string(asked)
            + ", but the node has " + std::to_string(available) + " inputs to scan");
        return;
    }
    form.scans = static_cast<std::size_t>(asked);
    form.states = available - form.scans;
    const auto scanOutputs = context.outputCount() - std::min(context.outputCount(), form.states);
    bool isValid = checkPerScan(context, "scan_input_axes", form.scans, std::nullopt)
        && checkPerScan(context, "scan_output_axes", scanOutputs, std::nullopt);
    isValid = checkPerScan(context, "scan_input_directions", form.scans, 1)
        && checkPerScan(context, "scan_output_directions", scanOutputs, 1) && isValid;
    if (!isValid)
        return;
    form.inputAxes = context.integers("scan_input_axes");
    form.outputAxes = context.integers("scan_output_axes");
    std::vector<InferenceArgument> inputs(form.states + form.scans);
    for (std::size_t i = 0; i < form.states; ++i) {
        const auto& type = context.type(form.first + i);
        inputs[i].type = form.hasBatch ? withoutLeading(type) : type;
    }
    for (std::size_t i = 0; i < form.scans; ++i)
        inputs[form.states + i].type = slice(context, form, i);
    const auto outputs = settle(context, inputs, 0, form.states);
    for (std::size_t i = 0; i < context.outputCount() && i < outputs.size(); ++i) {
        if (i >= form.states)
            context.setType(i, stacked(context, form, outputs[i].type, i - form.states));
        else
            context.setType(
                i, form.hasBatch ? withLeading(inputs[i].type, form.batch) : inputs[i].type);
    }
}

/// The body receives one element of each sequence. Other inputs are passed unchanged.
void sequenceMap(InferenceContext& context)
{
    std::vector<InferenceArgument> inputs(context.inputCount());
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const auto& type = context.type(i);
        inputs[i].type = type.kind == ValueType::Kind::Sequence && type.inner ? *type.inner : type;
    }
    const auto outputs = context.inferGraph("body", inputs);
    for (std::size_t i = 0; i < context.outputCount() && i < outputs.size(); ++i)
        setNested(context, i, ValueType::sequence(outputs[i].type));
}

/// Types that may enter and leave the bodies of If and Loop.
void anyValue(OperatorVersions& versions)
{
    versions.since(13, "V: basic seq(basic)")
        .since(16, "V: ir4 seq(ir4) optional(ir4) optional(seq(ir4))")
        .since(19, "V: ir9 seq(ir9) optional(ir9) optional(seq(ir4))")
        .since(21, "V: ir10 seq(ir10) optional(ir10) optional(seq(ir4))")
        .since(23, "V: ir11 seq(ir11) optional(ir11) optional(seq(ir4))")
        .since(24, "V: ir12 seq(ir12) optional(ir12) optional(seq(ir4))")
        .since(25, "V: ir13 seq(ir13) optional(ir13) optional(seq(ir4))");
}

const RegisterOperators controlFlowOperators {
    op("If", "Runs one of two subgraphs, by a condition.")
        .since(1, "cond: B -> outputs*: V", "V: basic; B: bool")
        .attributes("else_branch: graph required, then_branch: graph required")
        .since(11)
        .history(anyValue)
        .rules(chooseBranch),

    op("Loop",
        "Runs a subgraph again and again, up to a count or while its condition holds; values are "
        "carried and outputs may be stacked.")
        .since(1, "M?: I, cond?: B, v_initial*: V -> v_final_and_scan_outputs*: V",
            "V: basic; I: int64; B: bool")
        .attributes("body: graph required")
        .since(11)
        .inputs("M?: I, cond?: B, v_initial*?: V")
        .history(anyValue)
        .rules(loop),

    op("Scan",
        "Runs a subgraph over slices of its inputs, carrying a state and stacking the results.")
        .since(8,
            "sequence_lens?: I, initial_state_and_scan_inputs*: V -> "
            "final_state_and_scan_outputs*: V",
            "I: int64; V: basic")
        .attributes("body: graph required, directions: ints, num_scan_inputs: int required")
        .since(9)
        .inputs("initial_state_and_scan_inputs*: V")
        .without("directions")
        .attributes("scan_input_axes: ints, scan_input_directions: ints, scan_output_axes: ints, "
                    "scan_output_directions: ints")
        .withoutTypes("I")
        .since(11)
        .since(16, "V: ir4")
        .since(19, "V: ir9")
        .history(typesSince21("V"))
        .rules(scan),

    op("SequenceMap", "Runs a subgraph for each element of a sequence.")
        .since(17, "input_sequence: S, additional_inputs*?: V -> out_sequence*: S",
            "S: seq(basic); V: basic seq(basic)")
        .attributes("body: graph required")
        .rules(sequenceMap),
};

} // namespace

} // namespace model::ops
