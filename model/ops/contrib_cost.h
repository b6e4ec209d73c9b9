#pragma once

#include "model/ops/cost_rules.h"

/// Cost rules of operators of com.microsoft, for what is not one of ai.onnx with other inputs.
namespace model::ops {

Cost costFusedConv(const CostContext& context); ///< W at input 1, a bias at 2, a tensor to add at 3
Cost costQuantizedConv(const CostContext& context); ///< W at input 3, a bias at 8
Cost costFusedMatMul(const CostContext& context); ///< as transA says
Cost costFirstTimesSecond(const CostContext& context); ///< a matrix product of inputs 0 and 1
Cost costPackedProduct(const CostContext& context); ///< a matrix product over K; B is packed
Cost costBiasAdd(const CostContext& context);
Cost costDistances(const CostContext& context); ///< between all rows of two matrices
Cost costInverse(const CostContext& context); ///< elimination: n per element
Cost costAverageWindow(const CostContext& context); ///< the window's elements per output element

/// Projections of query, key and value inside, then attention.
Cost costProjectedAttention(const CostContext& context);
/// Projections, then attention in a window on both sides. What tokens of global attention cost
/// besides is left out: which ones they are is known when the model runs.
Cost costWindowAttention(const CostContext& context);
Cost costMultiHeadAttention(const CostContext& context);
/// Attention whose keys, the past's included, are output 1.
Cost costCachedAttention(const CostContext& context);
Cost costRotation(const CostContext& context);
/// Sums, and normalisation of the last axis.
Cost costLastAxisNorm(const CostContext& context);

} // namespace model::ops
