#pragma once

#include "model/ops/cost_rules.h"

/// Cost rules for com.microsoft operators that cannot use the rule of an ai.onnx operator.
namespace model::ops {

Cost costFusedConv(const CostContext& context); ///< weights: input 1; bias: input 2; added tensor:
                                                ///< input 3
Cost costQuantizedConv(const CostContext& context); ///< weights: input 3; bias: input 8
Cost costFusedMatMul(const CostContext& context); ///< transA selects the inner axis of input 0
Cost costFirstTimesSecond(const CostContext& context); ///< matrix product of inputs 0 and 1
Cost costPackedProduct(const CostContext& context); ///< matrix product over attribute K; B is
                                                    ///< packed
Cost costBiasAdd(const CostContext& context);
Cost costDistances(const CostContext& context); ///< distances between all rows of two matrices
Cost costInverse(const CostContext& context); ///< Gaussian elimination: n multiply-adds per element
/// Projections of query, key and value, then attention.
Cost costProjectedAttention(const CostContext& context);
/// Projections, then attention in a window on both sides. The extra cost of tokens with global
/// attention is not counted, because these tokens are known only at run time.
Cost costWindowAttention(const CostContext& context);
Cost costMultiHeadAttention(const CostContext& context);
/// Attention whose keys (output 1) include the past.
Cost costCachedAttention(const CostContext& context);
Cost costRotation(const CostContext& context);
/// Sums, then normalisation of the last axis.
Cost costLastAxisNorm(const CostContext& context);

} // namespace model::ops
