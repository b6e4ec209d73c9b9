#pragma once

#include "engine/passes/pattern.h"

namespace engine {

/// One end of a quantised stretch of a program: a DequantizeLinear or a QuantizeLinear between
/// float and bytes.
struct Quantised {
    OpId op;
    ProgramValueId codes; ///< what DequantizeLinear reads; invalid for QuantizeLinear
    ProgramValueId scale; ///< a constant float
    ProgramValueId zero; ///< a constant byte; invalid = 0
    ElementType element = ElementType::Undefined; ///< of the codes
};

/// Codes to which a result is limited.
struct CodeRange {
    std::int64_t low = 0;
    std::int64_t high = 0;
    bool operator==(const CodeRange&) const = default;
};
CodeRange codesOf(ElementType element);

/// Finds quantised values. Valid as long as the program is not changed.
class QuantisedValues {
public:
    QuantisedValues(const Program& program, const PassContext& context);

    /// The source of a value that a DequantizeLinear with one scale makes.
    std::optional<Quantised> dequantised(ProgramValueId value) const;
    /// The source of constant weights, with one scale or one per entry of `axis`.
    std::optional<Quantised> weights(ProgramValueId value, std::size_t axis) const;
    /// A QuantizeLinear with one scale.
    std::optional<Quantised> quantisation(OpId id) const;
    /// The codes to which Relu or Clip limits a result that is quantised after it; nothing for
    /// other operators.
    std::optional<CodeRange> limitsOf(OpId id, const Quantised& result) const;
    /// Whether both have equal scales, zero points and types.
    bool isSame(const Quantised& a, const Quantised& b) const;
    /// A constant row of `count` floats in units of the product of both scales, as int32; nothing
    /// if it is not constant or does not fit.
    std::optional<Tensor> biasOf(
        ProgramValueId value, const Quantised& x, const Quantised& w, std::int64_t count) const;
    /// The DequantizeLinear of constants that makes the value; invalid if it is made otherwise.
    OpId constantMaker(ProgramValueId value) const;
    std::optional<TensorType> typeOf(ProgramValueId value) const
    {
        return m_facts.tensorType(value);
    }

private:
    /// The DequantizeLinear that makes the value, which is of fp32; invalid if it is made
    /// otherwise.
    OpId dequantiserOf(ProgramValueId value) const;
    std::optional<Quantised> ends(OpId id, ProgramValueId codes, ElementType element) const;
    std::optional<std::vector<double>> numbersOf(ProgramValueId value) const;
    std::int64_t zeroOf(const Quantised& end) const;

    const Program& m_program;
    const Facts& m_facts;
    const Pattern& m_pattern;
};

} // namespace engine
