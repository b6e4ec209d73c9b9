#pragma once

#include "engine/cpu/vector_table.h"
#include "engine/kernel/elementwise_functions.h"

#include <optional>
#include <span>
#include <string_view>

namespace engine {

/// A row function and its two constants.
struct UnaryChoice {
    UnaryOp op = UnaryOp::Relu;
    float alpha = 0;
    float beta = 0;

    void apply(const float* x, float* y, std::int64_t n) const
    {
        vectorTable().unary[static_cast<int>(op)](x, y, n, alpha, beta);
    }
};

/// Whether there is vector code for an operator of the table.
bool hasVectorCode(const ElementwiseOperator& row);
/// Returns the row function of a node of such an operator.
UnaryChoice unaryChoice(const ElementwiseOperator& row, const OpNode& node);

/// Returns the activation that a fused or a recurrent operator names, in upper or lower case.
/// Constants that are not given get ONNX's defaults. Returns nullopt for unknown names.
std::optional<UnaryChoice> activationChoice(
    std::string_view name, std::span<const float> constants);

} // namespace engine
