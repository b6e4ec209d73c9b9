// Elementwise arithmetic on two or more tensors that are broadcast to one shape.

#include "model/ops/schema_builder.h"

namespace model::ops {

namespace {

const RegisterOperators elementwiseBinary {
    op("Add", "Sum of two tensors, element by element.")
        .since(1).inputs("A: T, B: T").outputs("C: T").attributes("axis: int, broadcast: int = 0, consumed_inputs: ints").types("T: floats")
        .since(6).without("consumed_inputs").types("T: floats wide")
        .since(7).without("axis, broadcast")
        .since(13).types("T: floats wide bfloat16")
        .since(14).types("T: numbers bfloat16"),

    op("Sub", "Difference of two tensors, element by element.")
        .since(1).inputs("A: T, B: T").outputs("C: T").attributes("axis: int, broadcast: int = 0, consumed_inputs: ints").types("T: floats")
        .since(6).without("consumed_inputs").types("T: floats wide")
        .since(7).without("axis, broadcast")
        .since(13).types("T: floats wide bfloat16")
        .since(14).types("T: numbers bfloat16"),

    op("Mul", "Product of two tensors, element by element.")
        .since(1).inputs("A: T, B: T").outputs("C: T").attributes("axis: int, broadcast: int = 0, consumed_inputs: ints").types("T: floats")
        .since(6).without("consumed_inputs").types("T: floats wide")
        .since(7).without("axis, broadcast")
        .since(13).types("T: floats wide bfloat16")
        .since(14).types("T: numbers bfloat16"),

    op("Div", "Quotient of two tensors, element by element; whole numbers round towards zero.")
        .since(1).inputs("A: T, B: T").outputs("C: T").attributes("axis: int, broadcast: int = 0, consumed_inputs: ints").types("T: floats")
        .since(6).without("consumed_inputs").types("T: floats wide")
        .since(7).without("axis, broadcast")
        .since(13).types("T: floats wide bfloat16")
        .since(14).types("T: numbers bfloat16"),

    op("Mod", "Remainder of division, element by element, with the sign of the divisor or, for fmod, of the dividend.")
        .since(10).inputs("A: T, B: T").outputs("C: T").attributes("fmod: int = 0").types("T: numbers")
        .since(13).types("T: numbers bfloat16")
        .since(28),

    op("Pow", "First tensor to the power of the second, element by element.")
        .since(1).inputs("X: T, Y: T").outputs("Z: T").attributes("axis: int, broadcast: int = 0").types("T: floats")
        .since(7).without("axis, broadcast")
        .since(12).inputs("X: T, Y: T1").types("T: floats int32 int64; T1: numbers")
        .since(13).types("T: floats bfloat16 int32 int64")
        .since(15).types("T1: numbers bfloat16"),

    op("BitShift", "Shifts the bits of each element left or right by the second tensor.")
        .since(11).inputs("X: T, Y: T").outputs("Z: T").attributes("direction: string required").types("T: unsigned")
        .since(28).types("T: integers"),

    op("BitwiseAnd", "Bitwise and of two integer tensors.")
        .since(18).inputs("A: T, B: T").outputs("C: T").types("T: integers"),

    op("BitwiseOr", "Bitwise or of two integer tensors.")
        .since(18).inputs("A: T, B: T").outputs("C: T").types("T: integers"),

    op("BitwiseXor", "Bitwise exclusive or of two integer tensors.")
        .since(18).inputs("A: T, B: T").outputs("C: T").types("T: integers"),

    op("Max", "Largest of the inputs, element by element.")
        .since(1).inputs("data_0...: T").outputs("max: T").attributes("consumed_inputs: ints").types("T: floats")
        .since(6).without("consumed_inputs")
        .since(8)
        .since(12).types("T: numbers")
        .since(13).types("T: numbers bfloat16"),

    op("Min", "Smallest of the inputs, element by element.")
        .since(1).inputs("data_0...: T").outputs("min: T").attributes("consumed_inputs: ints").types("T: floats")
        .since(6).without("consumed_inputs")
        .since(8)
        .since(12).types("T: numbers")
        .since(13).types("T: numbers bfloat16"),

    op("Mean", "Average of the inputs, element by element.")
        .since(1).inputs("data_0...: T").outputs("mean: T").attributes("consumed_inputs: ints").types("T: floats")
        .since(6).without("consumed_inputs")
        .since(8)
        .since(13).types("T: floats bfloat16"),

    op("Sum", "Sum of all inputs, element by element.")
        .since(1).inputs("data_0...: T").outputs("sum: T").attributes("consumed_inputs: ints").types("T: floats")
        .since(6).without("consumed_inputs")
        .since(8)
        .since(13).types("T: floats bfloat16"),

    // Experimental operators of the first opsets, withdrawn in opset 10 and still found in old files.
    op("Affine", "alpha times x plus beta. Experimental, withdrawn with opset 10.")
        .since(1).inputs("X: T").outputs("Y: T").attributes("alpha: float, beta: float").types("T: floats"),

    op("Scale", "x times a constant. Experimental, withdrawn with opset 10.")
        .since(1).inputs("input: T").outputs("output: T").attributes("scale: float = 1").types("T: floats"),

    op("ImageScaler", "Multiplies an image by a scale and adds a bias per channel. Experimental, withdrawn with opset 10.")
        .since(1).inputs("input: T").outputs("output: T").attributes("bias: floats, scale: float = 1").types("T: floats"),
};

} // namespace

} // namespace model::ops
