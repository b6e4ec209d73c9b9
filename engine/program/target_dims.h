#pragma once

#include "engine/program/shapes.h"
#include "model/inference/tensor_shape.h"

namespace engine {

/// The dims that a list input asks for (Reshape, Expand, ConstantOfShape). Its length is the rank
/// of what is made, so it is looked at before the list is read.
inline Result<Dims> readTargetDims(const Tensor& tensor)
{
    if (tensor.count() > static_cast<std::int64_t>(model::maximumRank))
        return fail("a tensor of rank ", tensor.count(),
            " is asked for, the highest that is supported is ", model::maximumRank);
    return readIntegers(tensor);
}

} // namespace engine
