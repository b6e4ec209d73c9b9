#pragma once

#include "engine/attention/attention_plan.h"
#include "engine/passes/pattern.h"

#include <map>

/// The operands of what exporters write for attention (fuse_attention.cpp): which Transposes,
/// Reshapes, Expands, Concats and rotations lie in front of it.
namespace engine {

/// An operand of attention: a value, and a letter for each of its axes (fused_attention.h).
struct AttentionView {
    ProgramValueId value;
    std::string axes;
};

struct FoundAttention {
    std::vector<OpId> taken;
    std::vector<OpId> shared; ///< views that several operators read, taken if all readers are
    AttentionView q, k, v;
    ProgramValueId y;
    std::string yAxes;
    float scale = 1;
    std::int64_t heads = 0; ///< of an axis `x`; 0: there is none
    std::vector<ProgramValueId> masks; ///< added; or one of bools
    std::optional<PlainSoftmax> choice; ///< of a Where
    bool hidesNan = false;
    std::vector<ProgramValueId> pasts; ///< of key and value; empty: none
    std::vector<ProgramValueId> presents; ///< past and new steps of both
    std::vector<ProgramValueId> angles; ///< cosines and sines of a rotation of q and k
};

/// What rotates vectors of heads: x · cosines + turned(x) · sines. The second half of x, negated,
/// is in front of the first one in turned(x).
struct FoundRotation {
    ProgramValueId x, cosines, sines;
    std::vector<OpId> taken;
};

/// Sizes of an operand in front of its attention.
struct OperandSizes {
    model::Dimension batch = model::Dimension::number(1);
    model::Dimension heads = model::Dimension::number(1);
    model::Dimension steps = model::Dimension::number(1);
    model::Dimension size;

    bool operator==(const OperandSizes&) const = default;
};

class AttentionViews {
public:
    AttentionViews(const Program& program, const PassContext& context)
        : m_program(program)
        , m_pattern(patternOf(program, context))
        , m_facts(context.facts)
    {
    }

    const std::vector<ProgramValueId>& inputsOf(OpId id) const { return m_program.op(id).inputs; }
    ProgramValueId outputOf(OpId id) const { return m_program.op(id).outputs.front(); }
    bool is(OpId id, std::string_view type) const
    {
        const auto& node = m_program.op(id).node;
        return node.domain.empty() && node.type == type;
    }
    bool isFloats(ProgramValueId value) const
    {
        return dimsOf(value) && m_facts.type(value).element == ElementType::Float;
    }
    /// Returns the sizes of a tensor; nothing if one is unknown, or for a value of an edit.
    std::optional<model::Shape> dimsOf(ProgramValueId value) const;
    /// Adds the maker of a value that only operators in `taken` read.
    bool take(OpId id, FoundAttention& found) const;
    /// Takes shared views that only taken operators read.
    void takeShared(FoundAttention& found) const;
    /// Returns what a Mul or Div multiplies or divides by a constant number, and the factor.
    std::optional<std::pair<ProgramValueId, float>> scaled(OpId id) const;
    /// Axes of a Transpose's output, from those of its input.
    std::string transposed(OpId transpose, const std::string& axes) const;
    /// Follows views to the value that holds the operand.
    AttentionView source(AttentionView view, FoundAttention& found, bool isScalable) const;
    /// Takes the Concats of past and new steps in front of k and v. Their heads must be those of
    /// the operands then.
    void takePasts(FoundAttention& found) const;
    /// Takes the rotations in front of q and k.
    void takeRotations(FoundAttention& found) const;
    /// Returns the sizes of an operand, if its axes can be divided so.
    std::optional<OperandSizes> sizesOf(
        const AttentionView& view, const FoundAttention& found) const;

protected:
    const Program& m_program;
    const Pattern& m_pattern;
    const Facts& m_facts;

private:
    /// Takes a view, at once if it has one reader. `isOwn`: whether the operators behind it did.
    void takeView(OpId id, FoundAttention& found, bool& isOwn) const;
    std::vector<std::int64_t> permOf(OpId transpose, std::size_t rank) const;
    /// Axes of a Transpose's input, from those of its output.
    std::string untransposed(OpId transpose, const std::string& axes) const;
    /// Axes of the input of a Reshape that divides an axis into batch and heads, or merges both.
    /// Empty if it does something else.
    std::string unshaped(OpId reshape, const std::string& axes, FoundAttention& found) const;
    /// Returns x of Reshape(Expand(Unsqueeze(x))), if it repeats each of x's heads.
    /// `isOwn` becomes false if others read a value on the way.
    ProgramValueId ungrouped(
        OpId reshape, const std::string& axes, FoundAttention& found, bool& isOwn) const;
    /// Returns the Concat that makes the operand of past and new steps, if only taken operators and
    /// the block's outputs read what it makes.
    OpId joinOf(const AttentionView& view, const FoundAttention& found) const;
    std::optional<FoundRotation> rotationOf(
        const AttentionView& view, const FoundAttention& found) const;
    /// Whether `value` is turned(x). Adds the operators that make it.
    bool takeTurned(ProgramValueId value, FoundRotation& rotation) const;
    /// Whether `value` is the first or second half of x. Adds the operator that makes it.
    bool takeHalf(ProgramValueId value, bool isFirst, FoundRotation& rotation) const;
    bool isSliceOf(OpId slice, std::int64_t from, std::int64_t to, std::int64_t size) const;
    /// Whether the value has an angle's cosine or sine for each element of x, those of the second
    /// half like those of the first.
    bool areAngles(ProgramValueId value, const model::Shape& x) const;
    bool hasEqualHalves(ProgramValueId value) const;
    bool findEqualHalves(ProgramValueId value) const;
    /// Whether past steps have the batch entries, heads and size of the new ones.
    bool fitsPasts(const FoundAttention& found) const;
    bool isBeside(OpId id, const FoundAttention& found) const
    {
        return m_program.op(id).block == m_program.op(found.taken.front()).block;
    }
    /// Whether the operators' outputs are only read by operators in `ids` and in `taken`.
    bool areOwn(const std::vector<OpId>& ids, const FoundAttention& found) const;

    mutable std::map<ProgramValueId, bool> m_equalHalves; ///< a table may be large
};

} // namespace engine
