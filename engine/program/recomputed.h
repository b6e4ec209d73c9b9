#pragma once

#include "engine/plan/plan.h"

#include <vector>

namespace engine {

/// What a plan computes in every run although it need not.
///
/// A step is *constant* if everything that it reads, bodies included, is a weight or was made by
/// such steps; random operators, and those of plugins that are not repeatable, never are. Shapes
/// of inputs are no constants.
///
/// A step *repeats* another one if that runs before it in the same block or one around it and has
/// the same operator, version, attributes and inputs: the same values, or results of steps that
/// repeat each other, or constants of the same content (compared up to 64 KiB). Steps with bodies
/// are not looked at.
///
///     a = Relu(x)    b = Relu(x)    c = Neg(a)    d = Neg(b)      b repeats a, d repeats c
///
/// Linear in steps.
struct Recomputed {
    std::vector<bool> isConstant; ///< by StepId
    std::vector<StepId> repeats; ///< by StepId; invalid = no other
};
Recomputed findRecomputed(const Plan& plan);

} // namespace engine
