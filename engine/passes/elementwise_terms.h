#pragma once

#include "engine/kernel/elementwise_chain.h"
#include "engine/program/facts.h"

#include <optional>
#include <vector>

namespace engine {

/// One operator as terms of a chain, before it is known what its inputs are there.
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
    std::vector<Dims> dims; ///< of each input, as broadcasting aligns it
    TensorType output;
};

/// Nothing if the operator is no function of single elements, or the device's kernels do not take
/// its types.
std::optional<ElementwiseTerms> elementwiseTerms(const Op& op, const Facts& facts);

} // namespace engine
