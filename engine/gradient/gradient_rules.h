#pragma once

#include "engine/program/program.h"
#include "model/support/result.h"

#include <initializer_list>
#include <string_view>
#include <vector>

namespace engine {

/// Adds operators of ai.onnx to a block, for derivatives written as graphs. They lie in `added`
/// until their place is known.
class DerivativeBuilder {
public:
    DerivativeBuilder(Program& program, BlockId block, Op model);

    /// One operator in its newest version, with one output.
    ProgramValueId add(std::string_view type, std::vector<ProgramValueId> inputs,
        std::vector<model::Attribute> attributes = {}, std::string_view domain = {});
    /// The same operator again with other inputs and outputs of its own; or with other attributes.
    std::vector<ProgramValueId> addLike(const Op& op, std::vector<ProgramValueId> inputs);
    ProgramValueId addLike(const OpNode& node, std::vector<ProgramValueId> inputs);
    /// `number` as a scalar of the element type of `like`.
    ProgramValueId scalar(float number, ProgramValueId like);
    /// int64 numbers as a vector.
    ProgramValueId integers(const std::vector<std::int64_t>& numbers);
    /// `number` in the type and shape of `like`.
    ProgramValueId filled(float number, ProgramValueId like);
    /// `from` in the place of value `to`.
    void name(ProgramValueId from, ProgramValueId to);

    const std::vector<OpId>& added() const { return m_added; }
    Program& program() { return m_program; }

private:
    ProgramValueId newValue();
    void addOp(Op op);

    Program& m_program;
    Op m_model; ///< block, origins and label of what is added
    std::vector<OpId> m_added;
};

/// Derivatives of a value by the inputs of the operator that made it, given the derivative by that
/// value; invalid for inputs it does not depend on smoothly (indices, shapes). Fails
/// (ErrorKind::Unsupported) with the operator if it has no rule.
support::Result<std::vector<ProgramValueId>> differentiate(
    DerivativeBuilder& builder, const Op& op, ProgramValueId derivative);

} // namespace engine
