#pragma once

#include "engine/kernel/tensor.h"
#include "engine/program/op_node.h"
#include "model/support/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace engine {

/// Elementwise operators that a device runs as one kernel: opscope.FusedElementwise, made by
/// engine/passes/fuse_chains.h. Each element of the output is computed from one element of each
/// input, by terms that name functors of engine/functors.
///
///     t0 = Plus(i0, i1)      float
///     t1 = LeakyRelu(t0) 0.1 float
///     t2 = Convert(t1)       float16
///
/// Every term is rounded to its element type, like a value written to memory. So a chain gives the
/// same results as its operators run one by one.

struct ChainOperand {
    enum class Kind : std::uint8_t { Input, Term, Constant };
    Kind kind = Kind::Input;
    std::uint32_t number = 0;
    bool operator==(const ChainOperand&) const = default;
};

struct ChainTerm {
    std::string function; ///< of the table in engine/kernel/elementwise_functions.h
    ElementType element = ElementType::Undefined; ///< of the result
    std::vector<ChainOperand> operands;
    std::vector<float> parameters;
    bool operator==(const ChainTerm&) const = default;
};

/// One number, as its bytes in memory.
struct ChainConstant {
    ElementType element = ElementType::Undefined;
    std::uint64_t bits = 0;
    bool operator==(const ChainConstant&) const = default;
};

struct ElementwiseChain {
    static constexpr std::size_t maxTerms = 32;
    static constexpr std::size_t maxInputs = 8;

    std::vector<ChainTerm> terms; ///< the last one is the output; operands come before their term
    std::vector<ChainConstant> constants;
    std::vector<TensorType> inputs; ///< broadcast to `output`; legacyBroadcastDims() was
                                    ///< applied, so dims may differ from the tensor's
    TensorType output;
    bool operator==(const ElementwiseChain&) const = default;

    ElementType elementOf(ChainOperand operand) const;
};

inline constexpr std::string_view chainOperator = "FusedElementwise";
bool isChain(const OpNode& node);

/// Returns an operator that holds the chain in its attributes.
OpNode nodeOf(const ElementwiseChain& chain, std::string label);
/// Returns the chain of an operator made by nodeOf(). Fails for attributes of another form.
support::Result<ElementwiseChain> chainOf(const OpNode& node);
/// Returns the output's type; nothing if the attributes do not contain it.
std::optional<TensorType> chainOutput(const OpNode& node);

} // namespace engine
