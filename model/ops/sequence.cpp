// Sequences and optional values.

#include "model/ops/rules.h"
#include "model/ops/schema_builder.h"

namespace model::ops {

namespace {

ValueType elementOf(const ValueType& type) { return type.inner ? *type.inner : ValueType(); }

void sequenceEmpty(InferenceContext& context)
{
    context.setType(0,
        ValueType::sequence(
            ValueType::tensor(elementAttribute(context, "dtype", ElementType::Float))));
}

void sequenceConstruct(InferenceContext& context)
{
    auto element = context.type(0);
    for (std::size_t i = 1; i < context.inputCount(); ++i)
        element = common(element, context.type(i));
    setNested(context, 0, ValueType::sequence(element));
}

void sequenceInsert(InferenceContext& context)
{
    const auto element = elementOf(context.type(0));
    // An empty sequence has no known shape, so the inserted tensor's shape says nothing about later
    // elements.
    setNested(context, 0, ValueType::sequence(common(element, context.type(1))));
}

void sequenceAt(InferenceContext& context) { context.setType(0, elementOf(context.type(0))); }
void sequenceLength(InferenceContext& context)
{
    context.setTensor(0, ElementType::Int64, Shape {});
}

void splitToSequence(InferenceContext& context)
{
    auto part = context.type(0);
    if (part.shape) {
        const auto axis = axisAttribute(context, 0, part.shape->size());
        if (!axis)
            return;
        auto shape = *part.shape;
        const auto at = shape.begin() + static_cast<std::ptrdiff_t>(*axis);
        if (context.hasInput(1))
            *at = Dimension();
        else if (context.integer("keepdims", 1) != 0)
            *at = Dimension::number(1);
        else
            shape.erase(at);
        part.shape = std::move(shape);
    }
    setNested(context, 0, ValueType::sequence(part));
}

void concatFromSequence(InferenceContext& context)
{
    auto result = elementOf(context.type(0));
    if (result.shape) {
        const auto isNewAxis = context.integer("new_axis", 0) != 0;
        const auto axis = axisAttribute(context, 0, result.shape->size() + (isNewAxis ? 1 : 0));
        if (!axis)
            return;
        auto shape = *result.shape;
        const auto at = shape.begin() + static_cast<std::ptrdiff_t>(*axis);
        if (isNewAxis)
            shape.insert(at, context.newDimension("count"));
        else
            *at = context.newDimension("size");
        result.shape = std::move(shape);
    }
    context.setType(0, result);
}

void makeOptional(InferenceContext& context)
{
    if (context.hasInput(0))
        setNested(context, 0, ValueType::optionalOf(context.type(0)));
    else if (const auto* written = context.typeAttribute("type"))
        setNested(context, 0, ValueType::optionalOf(*written));
    else
        context.error("neither an input nor attribute 'type' says what the optional may hold");
}

void optionalGetElement(InferenceContext& context)
{
    const auto& type = context.type(0);
    context.setType(0, type.kind == ValueType::Kind::Optional ? elementOf(type) : type);
}

const RegisterOperators sequenceOperators {
    op("SequenceEmpty", "An empty sequence of tensors.")
        .since(11, "-> output: S", "S: seq(basic)")
        .attributes("dtype: int")
        .rules(sequenceEmpty),

    op("SequenceConstruct", "A sequence of the given tensors.")
        .since(11, "inputs...: T -> output_sequence: S", "T: basic; S: seq(basic)")
        .rules(sequenceConstruct),

    op("SequenceInsert", "A sequence with one more tensor, at the end or at a position.")
        .since(11, "input_sequence: S, tensor: T, position?: I -> output_sequence: S",
            "T: basic; S: seq(basic); I: int32 int64")
        .rules(sequenceInsert),

    op("SequenceErase", "A sequence without one of its tensors.")
        .since(11, "input_sequence: S, position?: I -> output_sequence: S",
            "S: seq(basic); I: int32 int64")
        .rules(sameAsFirst),

    op("SequenceAt", "One tensor of a sequence.")
        .since(11, "input_sequence: S, position: I -> tensor: T",
            "S: seq(basic); T: basic; I: int32 int64")
        .rules(sequenceAt),

    op("SequenceLength", "The number of tensors in a sequence.")
        .since(11, "input_sequence: S -> length: I", "S: seq(basic); I: int64")
        .rules(sequenceLength),

    op("SplitToSequence", "Cuts a tensor along an axis into a sequence of parts.")
        .since(11, "input: T, split?: I -> output_sequence: S",
            "T: basic; I: int32 int64; S: seq(basic)")
        .attributes("axis: int = 0, keepdims: int = 1")
        .since(24, "T: ir4; S: seq(ir4)")
        .rules(splitToSequence),

    op("ConcatFromSequence", "Joins the tensors of a sequence along an old or a new axis.")
        .since(11, "input_sequence: S -> concat_result: T", "S: seq(basic); T: basic")
        .attributes("axis: int required, new_axis: int = 0")
        .rules(concatFromSequence),

    op("Optional", "Wraps a value, or nothing, as an optional.")
        .since(15, "input?: V -> output: O",
            "V: basic seq(basic); O: optional(basic) optional(seq(basic))")
        .attributes("type: type_proto")
        .since(28, "V: ir14 seq(ir14); O: optional(ir14) optional(seq(ir14))")
        .rules(makeOptional),

    op("OptionalHasElement", "Tells whether an optional holds a value.")
        .since(15, "input: O -> output: B", "O: optional(basic) optional(seq(basic)); B: bool")
        .since(18, "O: basic seq(basic) optional(basic) optional(seq(basic))")
        .inputs("input?: O")
        .since(28, "O: ir14 seq(ir14) optional(ir14) optional(seq(ir14))")
        .rules(scalarBool),

    op("OptionalGetElement", "Takes the value out of an optional.")
        .since(15, "input: O -> output: V",
            "O: optional(basic) optional(seq(basic)); V: basic seq(basic)")
        .since(18, "O: basic seq(basic) optional(basic) optional(seq(basic))")
        .since(28, "O: ir14 seq(ir14) optional(ir14) optional(seq(ir14)); V: ir14 seq(ir14)")
        .rules(optionalGetElement),
};

} // namespace

} // namespace model::ops
