// Sequences and optional values.

#include "model/ops/rules.h"
#include "model/ops/schema_builder.h"

#include <algorithm>
#include <string>

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
        const auto axis = resolveAxis(context, context.integer("axis", 0), part.shape->size());
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
        const auto axis = resolveAxis(
            context, context.integer("axis", 0), result.shape->size() + (isNewAxis ? 1 : 0));
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

void optionalHasElement(InferenceContext& context)
{
    context.setTensor(0, ElementType::Bool, Shape {});
}

void optionalGetElement(InferenceContext& context)
{
    const auto& type = context.type(0);
    context.setType(0, type.kind == ValueType::Kind::Optional ? elementOf(type) : type);
}

const RegisterOperators sequenceOperators {
    op("SequenceEmpty", "An empty sequence of tensors.")
        .since(11)
        .outputs("output: S")
        .attributes("dtype: int")
        .types("S: seq(basic)")
        .infer(sequenceEmpty),

    op("SequenceConstruct", "A sequence of the given tensors.")
        .since(11)
        .inputs("inputs...: T")
        .outputs("output_sequence: S")
        .types("T: basic; S: seq(basic)")
        .infer(sequenceConstruct),

    op("SequenceInsert", "A sequence with one more tensor, at the end or at a position.")
        .since(11)
        .inputs("input_sequence: S, tensor: T, position?: I")
        .outputs("output_sequence: S")
        .types("T: basic; S: seq(basic); I: int32 int64")
        .infer(sequenceInsert),

    op("SequenceErase", "A sequence without one of its tensors.")
        .since(11)
        .inputs("input_sequence: S, position?: I")
        .outputs("output_sequence: S")
        .types("S: seq(basic); I: int32 int64")
        .infer(sameAsFirst),

    op("SequenceAt", "One tensor of a sequence.")
        .since(11)
        .inputs("input_sequence: S, position: I")
        .outputs("tensor: T")
        .types("S: seq(basic); T: basic; I: int32 int64")
        .infer(sequenceAt),

    op("SequenceLength", "The number of tensors in a sequence.")
        .since(11)
        .inputs("input_sequence: S")
        .outputs("length: I")
        .types("S: seq(basic); I: int64")
        .infer(sequenceLength),

    op("SplitToSequence", "Cuts a tensor along an axis into a sequence of parts.")
        .since(11)
        .inputs("input: T, split?: I")
        .outputs("output_sequence: S")
        .attributes("axis: int = 0, keepdims: int = 1")
        .types("T: basic; I: int32 int64; S: seq(basic)")
        .since(24)
        .types("T: basic bfloat16; S: seq(basic) seq(bfloat16)")
        .infer(splitToSequence),

    op("ConcatFromSequence", "Joins the tensors of a sequence along an old or a new axis.")
        .since(11)
        .inputs("input_sequence: S")
        .outputs("concat_result: T")
        .attributes("axis: int required, new_axis: int = 0")
        .types("S: seq(basic); T: basic")
        .infer(concatFromSequence),

    op("Optional", "Wraps a value, or nothing, as an optional.")
        .since(15)
        .inputs("input?: V")
        .outputs("output: O")
        .attributes("type: type_proto")
        .types("V: basic seq(basic); O: optional(basic) optional(seq(basic))")
        .since(28)
        .types("V: basic float8 nibbles bfloat16 float4e2m1 float6e2m3 float6e3m2 float8e8m0 int2 "
               "uint2 seq(basic) seq(float8) "
               "seq(nibbles) seq(bfloat16) seq(float4e2m1) seq(float6e2m3) seq(float6e3m2) "
               "seq(float8e8m0) seq(int2) seq(uint2); O: "
               "optional(basic) optional(float8) optional(nibbles) optional(bfloat16) "
               "optional(float4e2m1) optional(float6e2m3) "
               "optional(float6e3m2) optional(float8e8m0) optional(int2) optional(uint2) "
               "optional(seq(basic)) optional(seq(float8)) "
               "optional(seq(nibbles)) optional(seq(bfloat16)) optional(seq(float4e2m1)) "
               "optional(seq(float6e2m3)) "
               "optional(seq(float6e3m2)) optional(seq(float8e8m0)) optional(seq(int2)) "
               "optional(seq(uint2))")
        .infer(makeOptional),

    op("OptionalHasElement", "Tells whether an optional holds a value.")
        .since(15)
        .inputs("input: O")
        .outputs("output: B")
        .types("O: optional(basic) optional(seq(basic)); B: bool")
        .since(18)
        .inputs("input?: O")
        .types("O: basic seq(basic) optional(basic) optional(seq(basic))")
        .since(28)
        .types("O: basic float8 nibbles bfloat16 float4e2m1 float6e2m3 float6e3m2 float8e8m0 int2 "
               "uint2 seq(basic) seq(float8) "
               "seq(nibbles) seq(bfloat16) seq(float4e2m1) seq(float6e2m3) seq(float6e3m2) "
               "seq(float8e8m0) seq(int2) seq(uint2) "
               "optional(basic) optional(float8) optional(nibbles) optional(bfloat16) "
               "optional(float4e2m1) optional(float6e2m3) "
               "optional(float6e3m2) optional(float8e8m0) optional(int2) optional(uint2) "
               "optional(seq(basic)) optional(seq(float8)) "
               "optional(seq(nibbles)) optional(seq(bfloat16)) optional(seq(float4e2m1)) "
               "optional(seq(float6e2m3)) "
               "optional(seq(float6e3m2)) optional(seq(float8e8m0)) optional(seq(int2)) "
               "optional(seq(uint2))")
        .infer(optionalHasElement),

    op("OptionalGetElement", "Takes the value out of an optional.")
        .since(15)
        .inputs("input: O")
        .outputs("output: V")
        .types("O: optional(basic) optional(seq(basic)); V: basic seq(basic)")
        .since(18)
        .types("O: basic seq(basic) optional(basic) optional(seq(basic))")
        .since(28)
        .types(
            "O: basic float8 nibbles bfloat16 float4e2m1 float6e2m3 float6e3m2 float8e8m0 int2 "
            "uint2 seq(basic) seq(float8) "
            "seq(nibbles) seq(bfloat16) seq(float4e2m1) seq(float6e2m3) seq(float6e3m2) "
            "seq(float8e8m0) seq(int2) seq(uint2) "
            "optional(basic) optional(float8) optional(nibbles) optional(bfloat16) "
            "optional(float4e2m1) optional(float6e2m3) "
            "optional(float6e3m2) optional(float8e8m0) optional(int2) optional(uint2) "
            "optional(seq(basic)) optional(seq(float8)) "
            "optional(seq(nibbles)) optional(seq(bfloat16)) optional(seq(float4e2m1)) "
            "optional(seq(float6e2m3)) "
            "optional(seq(float6e3m2)) optional(seq(float8e8m0)) optional(seq(int2)) "
            "optional(seq(uint2)); V: basic float8 nibbles "
            "bfloat16 float4e2m1 float6e2m3 float6e3m2 float8e8m0 int2 uint2 seq(basic) "
            "seq(float8) seq(nibbles) seq(bfloat16) "
            "seq(float4e2m1) seq(float6e2m3) seq(float6e3m2) seq(float8e8m0) seq(int2) seq(uint2)")
        .infer(optionalGetElement),
};

} // namespace

} // namespace model::ops
