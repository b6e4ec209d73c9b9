#pragma once

#include "engine/attention/attention_layout.h"
#include "engine/kernel/element_dispatch.h"

#include <limits>
#include <optional>

/// An attention operator before it runs. Each operator only makes such a plan; one driver runs them
/// all:
///
///     [Q K V = input · weights + bias]  [rotation of Q and K]  [past, bias and new steps of K and
///     V joined in new memory, which may be an output]  [scores as an output]  attention
///
/// What an operator does not have is left out of its plan.
namespace engine {

inline constexpr std::size_t noInput = std::numeric_limits<std::size_t>::max();

using AttentionTypes = TypeList<float, Float16, Bfloat16>;

/// A rotation before it runs: sizes of the caches, and the inputs that have them.
struct RotationPlan {
    std::size_t cosines = 0; ///< number of an input; sines are the next one
    std::size_t positions = 0; ///< number of an input
    std::int64_t rows = 0;
    std::int64_t width = 0;
    std::int64_t rotated = 0;
    bool isInterleaved = false;
    bool isCachePerStep = false;
    bool isOffset = false;
};

/// A RotaryEmbedding before it runs.
struct RotaryPlan {
    TensorType type;
    HeadShape heads;
    RotationPlan rotation;
};

/// Query, key or value: vectors of heads in an input, and what is done before attention reads them.
struct AttentionOperand {
    std::size_t input = noInput;
    std::int64_t first = 0; ///< their first element in the input, or in the projection's result
    HeadStrides strides;
    std::int64_t heads = 0;
    std::int64_t steps = 0; ///< without the past
    std::int64_t size = 0;
    std::int64_t elementStride = 1; ///< of a key or value of FusedAttention; else 1
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

/// What Where, Softmax and IsNaN do, but no attention operator: of FusedAttention only.
struct PlainSoftmax {
    /// Hidden scores become this number; the others keep theirs.
    float hiddenScore = 0;
    bool hidesTrue = false; ///< bools of the mask hide keys where they are true
    /// Whether a row that is NaN becomes zeros. Else a row that sees no key becomes NaN.
    bool hidesNan = false;
};

struct AttentionPlan {
    TensorType type; ///< of output 0
    AttentionLayout layout;
    std::optional<PlainSoftmax> softmax;
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
    /// Ends of the sequences whose tokens follow each other without padding: [sequences + 1], from
    /// 0 on. The operands have one batch entry of all tokens then, and `longest` is the most that a
    /// sequence may have.
    std::size_t ends = noInput;
    std::int64_t sequences = 0;
    std::int64_t longest = 0;
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

/// Layout of the memory that past and new steps are joined in.
HeadShape joinedShape(const AttentionPlan& plan, const AttentionOperand& operand);
/// Layout of the memory that new steps are rotated to.
HeadShape rotatedShape(const AttentionPlan& plan, const AttentionOperand& operand);

// For functions that make a plan. They may be called as soon as the sizes that they use are set.

/// A tensor of rank 3 is divided into `heads`. Fails if that is not possible.
Result<HeadShape> headShape(const TensorType& type, std::optional<std::int64_t> heads);
/// Vectors of heads that fill an input.
AttentionOperand operandOf(std::size_t input, const HeadShape& shape);
/// Sets the bias of query, key and value from an input that has them one after the other. Nothing
/// if it is left out.
Result<void> planProjectionBias(
    const KernelRequest& request, std::size_t input, bool areKeysBiased, AttentionPlan& plan);
/// Sets the past key and value from two inputs [batch, kvHeads, steps, size].
Result<void> planPast(
    const KernelRequest& request, std::size_t key, std::size_t value, AttentionPlan& plan);
/// Sets a bias of the scores, broadcast to [batch, heads, queries, width], or bools that allow
/// keys. Nothing if the input is left out.
Result<void> planBias(
    const KernelRequest& request, std::size_t input, std::int64_t width, AttentionPlan& plan);
/// Checks what all operators must keep to, and sets which keys and values are joined.
Result<void> finishPlan(const KernelRequest& request, AttentionPlan& plan);

/// Plans a rotation of all that the caches cover. Fails unless they are of `element`.
Result<RotationPlan> planRotation(
    const KernelRequest& request, std::size_t cosines, std::size_t positions, ElementType element);
/// Checks the positions input of an operator of com.microsoft: one offset for all, or a position
/// for each of `steps`.
Result<void> planPositions(const KernelRequest& request, std::int64_t steps, RotationPlan& plan);

// The plans of the operators. They fail with a reason for what the plan cannot express.

/// RotaryEmbedding of ai.onnx and of com.microsoft.
Result<RotaryPlan> planRotaryEmbedding(const KernelRequest& request);
Result<RotaryPlan> planContribRotaryEmbedding(const KernelRequest& request);
/// Attention of ai.onnx.
Result<AttentionPlan> planAttention(const KernelRequest& request);
/// Attention, MultiHeadAttention and DecoderMaskedMultiHeadAttention of com.microsoft.
Result<AttentionPlan> planProjectedAttention(const KernelRequest& request);
Result<AttentionPlan> planMultiHeadAttention(const KernelRequest& request);
Result<AttentionPlan> planDecoderMaskedAttention(const KernelRequest& request);
/// PackedAttention and PackedMultiHeadAttention of com.microsoft.
Result<AttentionPlan> planPackedAttention(const KernelRequest& request);
Result<AttentionPlan> planPackedMultiHeadAttention(const KernelRequest& request);
/// GroupQueryAttention of com.microsoft. total_sequence_length must be known before the model runs.
Result<AttentionPlan> planGroupQueryAttention(const KernelRequest& request);

} // namespace engine
