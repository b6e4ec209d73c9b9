// Softmax and its relatives along an axis.

#include "model/ops/schema_builder.h"

namespace model::ops {

namespace {

const RegisterOperators softmax {
    op("Softmax", "Exponentials along an axis divided by their sum: values that add up to one. Before opset 13 over all axes from `axis` on.")
        .since(1).inputs("input: T").outputs("output: T").attributes("axis: int = 1").types("T: floats")
        .since(11)
        .since(13).attributes("axis: int = -1").types("T: floats bfloat16"),

    op("LogSoftmax", "Logarithm of Softmax, computed without overflow.")
        .since(1).inputs("input: T").outputs("output: T").attributes("axis: int = 1").types("T: floats")
        .since(11)
        .since(13).attributes("axis: int = -1").types("T: floats bfloat16"),

    op("Hardmax", "One at the first largest element along an axis, zero elsewhere.")
        .since(1).inputs("input: T").outputs("output: T").attributes("axis: int = 1").types("T: floats")
        .since(11)
        .since(13).attributes("axis: int = -1").types("T: floats bfloat16"),
};

} // namespace

} // namespace model::ops
