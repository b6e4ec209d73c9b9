#pragma once

#include "engine/plan/plan.h"

#include <vector>

namespace engine {

/// Steps of a plan whose result is the same in every run, or the same as that of another step.
///
/// A step is *constant* if everything that it and its bodies read is a weight or an output of
/// constant steps. Random operators and operators of plugins that are not repeatable are never
/// constant. Shapes of inputs are not constants.
///
/// A step *repeats* another one that runs before it in the same block or an outer one, if both have
/// the same operator, version, attributes and inputs. Inputs are the same if they are the same
/// value, outputs of steps that repeat each other, or constants of equal content (compared up to 64
/// KiB). A step with bodies never repeats another one.
///
///     a = Relu(x)    b = Relu(x)    c = Neg(a)    d = Neg(b)      b repeats a, d repeats c
///
/// Cost: linear in steps.
struct Recomputed {
    std::vector<bool> isConstant; ///< by StepId
    std::vector<StepId> repeats; ///< by StepId; invalid = no other
};
Recomputed findRecomputed(const Plan& plan);

/// Largest constants whose contents are compared.
inline constexpr std::size_t maxComparedBytes = 64u << 10;

} // namespace engine
