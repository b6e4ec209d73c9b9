#pragma once

#include "engine/cuda/cudnn/api.h"
#include "engine/kernel/kernel.h"

#include <algorithm>
#include <array>

/// Element types and shapes of images for cuDNN's convolutions and pools. The library needs at
/// least two spatial axes.
namespace engine::cuda::cudnn {

struct ElementRow {
    ElementType element;
    DataType type;
    DataType math;
};
inline constexpr std::array elementRows {
    ElementRow { ElementType::Float, DataType::Float, DataType::Float },
    ElementRow { ElementType::Double, DataType::Double, DataType::Double },
    ElementRow { ElementType::Float16, DataType::Half, DataType::Float },
    ElementRow { ElementType::Bfloat16, DataType::Bfloat16, DataType::Float },
};
inline Result<ElementRow> elementRow(ElementType element)
{
    const auto row = std::ranges::find(elementRows, element, &ElementRow::element);
    if (row == elementRows.end())
        return fail("cuDNN takes fp32, fp64, fp16 and bfloat16, not ", model::name(element));
    return *row;
}

/// Adds a first spatial axis with the value `filler` if there is only one.
inline Dims withTwoAxes(Dims spatial, std::int64_t filler)
{
    if (spatial.size() == 1)
        spatial.insert(spatial.begin(), filler);
    return spatial;
}
inline Dims imageDims(Dims dims)
{
    if (dims.size() == 3)
        dims.insert(dims.begin() + 2, 1);
    return dims;
}

} // namespace engine::cuda::cudnn
