#pragma once

#include "engine/passes/pipeline.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// Finds groups of operators in a program by the producers and readers of values. Valid as long as
/// the program is not changed.
class Pattern {
public:
    Pattern(const Program& program, const PassContext& context);

    const Op& op(OpId id) const { return m_program.op(id); }
    /// Calls `visit(OpId)` for each operator of all blocks, in execution order.
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
    /// Returns the operator that makes `value`, if it is a standard one of that type; else invalid.
    OpId makerOf(ProgramValueId value, std::string_view type) const;
    /// Returns the only reader of `value`; invalid if there are others or none, or it is in another
    /// block.
    OpId onlyReaderOf(ProgramValueId value) const;
    /// Returns the only reader, if it is a standard operator of that type; else invalid.
    OpId onlyReaderOf(ProgramValueId value, std::string_view type) const;
    /// Returns the operators that read the value; none for an invalid id, as an output without a
    /// name has.
    const std::vector<OpId>& readersOf(ProgramValueId value) const
    {
        return value.isValid() ? m_readers[value.value()] : m_none;
    }
    /// Number of times the value is read, also as an output of a block.
    std::uint32_t usesOf(ProgramValueId value) const
    {
        return value.isValid() ? m_uses[value.value()] : 0;
    }

    /// Returns the number, if the value is a constant float of one element.
    std::optional<float> scalarOf(ProgramValueId value) const;
    /// Whether the value is a constant row of `width` floats, of any rank up to `rank` with ones in
    /// front.
    bool isRow(ProgramValueId value, std::int64_t width, std::size_t rank) const;
    /// Returns the type if it is known and of 32-bit floats.
    std::optional<TensorType> floatType(ProgramValueId value) const;

    /// Returns the input that is not `value`, for an operator with two inputs in any order; invalid
    /// if neither is `value`.
    ProgramValueId otherInput(OpId id, ProgramValueId value) const;
    /// Returns the input beside a constant scalar near `scalar`; invalid if there is none.
    ProgramValueId inputBesideScalar(OpId id, float scalar) const;

    /// Whether all operators are in one block and the outputs of all but the last are read only by
    /// them (`ids` in any order, except for the last one). Those in `kept` may be outputs of the
    /// block too.
    bool isClosed(const std::vector<OpId>& ids, std::span<const ProgramValueId> kept = {}) const;
    /// Replaces `taken` by one operator, which gets the label of the first one and the output and
    /// the device of the last one.
    Edit fused(
        const std::vector<OpId>& taken, OpNode node, std::vector<ProgramValueId> inputs) const;

private:
    OpId standardOnly(OpId id, std::string_view type) const;

    const Program& m_program;
    const Facts& m_facts;
    std::vector<std::uint32_t> m_uses;
    std::vector<std::vector<OpId>> m_readers;
    std::vector<OpId> m_none;
};

/// Returns the pattern of this program, which the passes of one context share.
const Pattern& patternOf(const Program& program, const PassContext& context);

/// Whether a kernel other than the reference may run such an operator: only then is a fused one
/// faster.
bool isRunFast(const RunRequest& request, std::string_view domain, std::string_view type);

/// Returns a standard operator without a label.
OpNode standardNode(std::string type, int version, std::vector<model::Attribute> attributes);

} // namespace engine
