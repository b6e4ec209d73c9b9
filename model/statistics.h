#pragma once

#include "model/model.h"

#include <cstdint>
#include <string>
#include <vector>

namespace model {

/// How often a model uses one operator.
struct OperatorCount {
    std::string domain; ///< "" is ai.onnx
    std::string type;
    std::size_t nodes = 0; ///< in all graphs and function bodies
};

/// Weights of one element type.
struct WeightCount {
    ElementType element = ElementType::Undefined;
    std::size_t tensors = 0;
    std::uint64_t elements = 0;
    std::uint64_t bytes = 0;
};

/// Counts that need no inference. Both lists are sorted, largest first.
struct ModelStatistics {
    std::vector<OperatorCount> operators;
    std::vector<WeightCount> weights;
    std::size_t nodes = 0; ///< in all graphs and function bodies
    std::size_t subgraphs = 0;
};

ModelStatistics statisticsOf(const Model& model);

} // namespace model
