// Comparisons, logical operators and selection.

#include "model/ops/schema_builder.h"

namespace model::ops {

namespace {

const RegisterOperators logic {
    op("Equal", "True where two elements are equal.")
        .since(1).inputs("A: T, B: T").outputs("C: T1").attributes("axis: int, broadcast: int = 0").types("T: bool int32 int64; T1: bool")
        .since(7).without("axis, broadcast")
        .since(11).types("T: numbers bool")
        .since(13).types("T: numbers bool bfloat16")
        .since(19).types("T: numbers bool bfloat16 string"),

    op("Greater", "True where the first element is larger.")
        .since(1).inputs("A: T, B: T").outputs("C: T1").attributes("axis: int, broadcast: int = 0").types("T: floats; T1: bool")
        .since(7).without("axis, broadcast")
        .since(9).types("T: numbers")
        .since(13).types("T: numbers bfloat16"),

    op("GreaterOrEqual", "True where the first element is larger or equal.")
        .since(12).inputs("A: T, B: T").outputs("C: T1").types("T: numbers; T1: bool")
        .since(16).types("T: numbers bfloat16"),

    op("Less", "True where the first element is smaller.")
        .since(1).inputs("A: T, B: T").outputs("C: T1").attributes("axis: int, broadcast: int = 0").types("T: floats; T1: bool")
        .since(7).without("axis, broadcast")
        .since(9).types("T: numbers")
        .since(13).types("T: numbers bfloat16"),

    op("LessOrEqual", "True where the first element is smaller or equal.")
        .since(12).inputs("A: T, B: T").outputs("C: T1").types("T: numbers; T1: bool")
        .since(16).types("T: numbers bfloat16"),

    op("And", "True where both elements are true.")
        .since(1).inputs("A: T, B: T").outputs("C: T1").attributes("axis: int, broadcast: int = 0").types("T: bool; T1: bool")
        .since(7).without("axis, broadcast"),

    op("Or", "True where at least one element is true.")
        .since(1).inputs("A: T, B: T").outputs("C: T1").attributes("axis: int, broadcast: int = 0").types("T: bool; T1: bool")
        .since(7).without("axis, broadcast"),

    op("Xor", "True where exactly one element is true.")
        .since(1).inputs("A: T, B: T").outputs("C: T1").attributes("axis: int, broadcast: int = 0").types("T: bool; T1: bool")
        .since(7).without("axis, broadcast"),

    op("Where", "Takes each element from X where the condition is true and from Y where it is false.")
        .since(9).inputs("condition: B, X: T, Y: T").outputs("output: T").types("B: bool; T: basic")
        .since(16).types("T: basic bfloat16"),
};

} // namespace

} // namespace model::ops
