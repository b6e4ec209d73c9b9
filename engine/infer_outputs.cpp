#include "engine/facts.h"

namespace engine {

std::vector<model::ValueType> inferOutputs(const OpNode& /*node*/, std::span<const model::ValueType> /*inputs*/, std::span<const Tensor* const> /*known*/,
    std::size_t outputs, const model::Model& /*model*/)
{
    return std::vector<model::ValueType>(outputs);
}

} // namespace engine
