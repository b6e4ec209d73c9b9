#pragma once

#include "engine/program/shapes.h"
#include "model/inference/tensor_shape.h"

namespace engine {

/// Reads the target dims from a list input (Reshape, Expand, ConstantOfShape). The length of the
/// list is the rank of the result, so it is checked before the list is read.
inline Result<Dims> readTargetDims(const Tensor& tensor)
{
    if (tensor.count() > static_cast<std::int64_t>(model::maximumRank))
        return fail("a tensor of rank ", tensor.count(),
            " is asked for, the highest that is supported is ", model::maximumRank);
    return readIntegers(tensor);
}

} // namespace engine
