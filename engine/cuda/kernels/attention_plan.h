#pragma once

#include "engine/cuda/kernels/rotary.h"

#include <limits>
#include <optional>

/// An attention operator before it runs. Each operator only makes such a plan; one driver runs them
/// all:
///
///     [Q K V = input · weights + bias]  [rotation of Q and K]  [past, bias and new steps of K and
///     V joined in new memory, which may be an output]  [scores as an output]  attention
///
/// What an operator does not have is left out of its plan.
namespace engine::cuda {

inline constexpr std::size_t noInput = std::numeric_limits<std::size_t>::max();

/// Query, key or value: vectors of heads in an input, and what is done before attention reads them.
struct AttentionOperand {
    std::size_t input = noInput;
    std::int64_t first = 0; ///< their first element in the input, or in the projection's result
    HeadStrides strides;
    std::int64_t heads = 0;
    std::int64_t steps = 0; ///< without the past
    std::int64_t size = 0;
    bool isRotated = false;
    /// Whether the steps are written to new memory, with heads in front: because of a past, a bias,
    /// or an output.
    bool isJoined = false;
    std::int64_t capacity = 0; ///< steps of that memory
    std::size_t past = noInput; ///< an input [batch, heads, pastSteps, size]
    std::int64_t pastFirst = 0; ///< its first element in the input
    std::int64_t pastSteps = 0;
    std::size_t bias = noInput; ///< an input [heads, size]
    std::int64_t biasFirst = 0; ///< its first element in the input
};

/// Places in AttentionPlan::operands.
inline constexpr std::size_t queryIndex = 0;
inline constexpr std::size_t keyIndex = 1;
inline constexpr std::size_t valueIndex = 2;

struct AttentionPlan {
    TensorType type; ///< of output 0
    AttentionLayout layout;
    AttentionOperand operands[3];
    std::optional<RotationPlan> rotation; ///< of query and key
    /// Columns of input 0 · input 1 + input 2, which holds the operands; 0: they are inputs.
    std::int64_t projectedColumns = 0;
    std::int64_t projectedFeatures = 0; ///< columns of input 0
    // Inputs of the rules.
    std::size_t mask = noInput; ///< a KeyMask
    std::size_t bias = noInput; ///< added to the scores, or bools that allow keys
    ElementType biasElement = ElementType::Float;
    std::size_t lengths = noInput;
    std::size_t sinks = noInput;
    /// Whether the steps of the past in use follow from the lengths. The steps after them are 0
    /// then.
    bool hasPastByLength = false;
    /// Whether the present key and value are output 1, one after the other. Else they are outputs
    /// 1 and 2.
    bool isPresentPacked = false;
    std::optional<ScoreStage> scores; ///< stage of the scores that output 3 holds

    /// Strides of an operand as attention reads it.
    HeadStrides strides(std::size_t operand) const;
};

// For functions that make a plan. They may be called as soon as the sizes that they use are set.

/// Vectors of heads that fill an input.
AttentionOperand operandOf(std::size_t input, const HeadShape& shape);
/// Sets the past key and value from two inputs [batch, kvHeads, steps, size].
Result<void> planPast(
    const KernelRequest& request, std::size_t key, std::size_t value, AttentionPlan& plan);
/// Sets a bias of the scores, broadcast to [batch, heads, queries, width], or bools that allow
/// keys. Nothing if the input is left out.
Result<void> planBias(
    const KernelRequest& request, std::size_t input, std::int64_t width, AttentionPlan& plan);
/// Checks what all operators must keep to, and sets which keys and values are joined.
Result<void> finishPlan(const KernelRequest& request, AttentionPlan& plan);

using PlanAttention = Result<AttentionPlan> (*)(const KernelRequest& request);

/// Registers an attention operator: for NVIDIA's library and for our own kernel.
struct RegisterAttention {
    RegisterAttention(const char* type, PlanAttention planOf, std::string domain = {},
        std::uint32_t hostInputs = 0);
};

} // namespace engine::cuda
