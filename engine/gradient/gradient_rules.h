#pragma once

#include "engine/program/program.h"
#include "model/support/result.h"

#include <string_view>
#include <vector>

namespace engine {

/// Adds operators of ai.onnx to a program, for derivatives written as graphs. added() lists them;
/// the caller inserts them into the block.
class DerivativeBuilder {
public:
    DerivativeBuilder(Program& program, BlockId block, Op model);

    /// Adds an operator in its newest version, with one output.
    ProgramValueId add(std::string_view type, std::vector<ProgramValueId> inputs,
        std::vector<model::Attribute> attributes = {}, std::string_view domain = {});
    /// Adds the same operator again with other inputs and new outputs. The second form takes a
    /// node, for other attributes, and has one output.
    std::vector<ProgramValueId> addLike(const Op& op, std::vector<ProgramValueId> inputs);
    ProgramValueId addLike(const OpNode& node, std::vector<ProgramValueId> inputs);
    /// `number` as a scalar of the element type of `like`.
    ProgramValueId scalar(float number, ProgramValueId like);
    /// int64 numbers as a vector.
    ProgramValueId integers(const std::vector<std::int64_t>& numbers);
    /// `number` in the type and shape of `like`.
    ProgramValueId filled(float number, ProgramValueId like);
    /// Makes value `to` a copy of `from` (Identity).
    void name(ProgramValueId from, ProgramValueId to);

    const std::vector<OpId>& added() const { return m_added; }
    Program& program() { return m_program; }

private:
    ProgramValueId newValue();
    void addOp(Op op);

    Program& m_program;
    Op m_model; ///< gives block, origins and label to what is added
    std::vector<OpId> m_added;
};

/// Returns the derivatives with respect to the inputs of an operator, given the derivative with
/// respect to its output. Invalid for inputs on which the output does not depend smoothly (indices,
/// shapes). Fails (ErrorKind::Unsupported) with the operator if it has no rule.
support::Result<std::vector<ProgramValueId>> differentiate(
    DerivativeBuilder& builder, const Op& op, ProgramValueId derivative);

} // namespace engine
