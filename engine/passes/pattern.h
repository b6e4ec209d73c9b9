#pragma once

#include "engine/passes/pipeline.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// Finds groups of operators in a program: who makes a value, who reads it. Valid as long as the
/// program is not changed.
class Pattern {
public:
    Pattern(const Program& program, const PassContext& context);

    const Op& op(OpId id) const { return m_program.op(id); }
    /// Calls `visit(OpId)` for each operator of all blocks, in the order they run in.
    template <typename Visit>
    void forEachOp(Visit&& visit) const
    {
        for (const auto& block : m_program.blocks) {
            for (const auto id : block.ops) {
                if (!op(id).isRemoved)
                    visit(id);
            }
        }
    }
    OpId makerOf(ProgramValueId value) const;
    /// The operator that makes `value`, if it is a standard one of that name; invalid if not.
    OpId makerOf(ProgramValueId value, std::string_view type) const;
    /// The one operator that reads `value`; invalid if others do or it leaves its block.
    OpId onlyReaderOf(ProgramValueId value) const;
    const std::vector<OpId>& readersOf(ProgramValueId value) const
    {
        return m_readers[value.value()];
    }
    /// How often it is read, as an output of a block too.
    std::uint32_t usesOf(ProgramValueId value) const { return m_uses[value.value()]; }

    /// A constant float of one element.
    std::optional<float> scalarOf(ProgramValueId value) const;
    /// A constant row of `width` floats, of any rank up to `rank` with ones in front.
    bool isRow(ProgramValueId value, std::int64_t width, std::size_t rank) const;
    /// The type if it is known and of 32 bit floats.
    std::optional<TensorType> floatType(ProgramValueId value) const;

    /// For an operator with two inputs that may be exchanged: the one that is not `value`; invalid
    /// if neither is.
    ProgramValueId otherInput(OpId id, ProgramValueId value) const;
    /// The input beside a constant scalar near `scalar`; invalid if there is none.
    ProgramValueId inputBesideScalar(OpId id, float scalar) const;

    /// Whether all stand in one block and nobody outside them reads the outputs of all but the last
    /// (`ids` in any order, the last one excepted).
    bool isClosed(const std::vector<OpId>& ids) const;

private:
    const Program& m_program;
    const Facts& m_facts;
    std::vector<std::uint32_t> m_uses;
    std::vector<std::vector<OpId>> m_readers;
};

/// The pattern of this program, which the passes of one context share.
const Pattern& patternOf(const Program& program, const PassContext& context);

/// Whether a kernel besides the reference may take such an operator: a fused one is faster only
/// there.
bool isRunFast(const RunRequest& request, std::string_view domain, std::string_view type);

model::Attribute attributeOf(
    std::string name, model::AttributeKind kind, model::Attribute::Value value);

/// Replaces `taken` (the last one makes `output`) by one standard operator.
Edit fusedInto(const std::vector<OpId>& taken, OpNode node, std::vector<ProgramValueId> inputs,
    ProgramValueId output);

/// A standard operator that stands for others.
OpNode standardNode(
    std::string type, int version, std::string label, std::vector<model::Attribute> attributes);

} // namespace engine
