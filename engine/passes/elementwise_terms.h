#pragma once

#include "engine/kernel/elementwise_chain.h"
#include "engine/program/facts.h"

#include <optional>
#include <vector>

namespace engine {

/// One operator as terms of a chain. Operands refer to the operator's own inputs, because their
/// numbers in the chain are not known yet.
struct ElementwiseTerms {
    struct Operand {
        enum class Kind : std::uint8_t { Input, TermBefore, Constant };
        Kind kind = Kind::Input;
        std::size_t number = 0; ///< of the operator's input, or in `constants`
    };
    struct Term {
        std::string function;
        ElementType element = ElementType::Undefined;
        std::vector<Operand> operands;
        std::vector<float> parameters;
    };
    std::vector<Term> terms;
    std::vector<ChainConstant> constants;
    std::vector<Dims> dims; ///< of each input, aligned for broadcasting
    TensorType output;
};

/// Returns the terms of an operator; nothing if it does not work element by element, or if the
/// device's kernels do not accept its types.
std::optional<ElementwiseTerms> elementwiseTerms(const Op& op, const Facts& facts);

} // namespace engine
