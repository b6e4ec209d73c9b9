#pragma once

#include "engine/gradient/gradient_rules.h"

/// Types that the rules of derivatives share.
namespace engine {

using Ids = std::vector<ProgramValueId>;

/// Arguments of a rule: the operator x -> y and the derivative g with respect to y.
struct Step {
    DerivativeBuilder& b;
    const Op& op;
    ProgramValueId g;

    ProgramValueId x(std::size_t i = 0) const { return op.inputs[i]; }
    ProgramValueId y() const { return op.outputs[0]; }
    bool has(std::size_t i) const { return i < op.inputs.size() && op.inputs[i].isValid(); }
    ProgramValueId scaled(float factor, ProgramValueId value) const
    {
        return b.add("Mul", { value, b.scalar(factor, value) });
    }
    /// Sums a derivative over the axes along which the operand `like` was broadcast.
    ProgramValueId summedTo(ProgramValueId value, ProgramValueId like) const
    {
        return b.add("SumTo", { value, like }, {}, "ai.opscope");
    }
    ProgramValueId shapedLike(ProgramValueId value, ProgramValueId like) const
    {
        return b.add("Reshape", { value, b.add("Shape", { like }) });
    }
    ProgramValueId spreadLike(ProgramValueId value, ProgramValueId like) const
    {
        return b.add("Expand", { value, b.add("Shape", { like }) });
    }
    /// Gives each element of x its share of `derivative`, with respect to means over some of them.
    ProgramValueId meanSpread(ProgramValueId derivative) const
    {
        const auto count = b.add("Div", { b.add("Size", { x() }), b.add("Size", { y() }) });
        return b.add("Div", { spreadLike(derivative, x()), b.add("CastLike", { count, g }) });
    }
};

/// Rules of operators that join, pick or slide over elements. They return nothing if they do not
/// cover the attributes.
Ids concatRule(const Step& s);
Ids gatherRule(const Step& s); ///< only along the first axis
Ids maxPoolRule(const Step& s);
Ids averagePoolRule(const Step& s); ///< needs attribute kernel_shape, as convRule does
Ids convRule(const Step& s);

} // namespace engine
