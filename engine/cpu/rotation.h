#pragma once

#include "engine/attention/attention_plan.h"
#include "engine/cpu/native.h"

namespace engine {

/// What is done to the vector of a head on its way to new memory.
struct VectorChange {
    const float* bias = nullptr;
    const float* cosines = nullptr; ///< null: no rotation
    const float* sines = nullptr;
    std::int64_t rotated = 0; ///< elements that are rotated, the first ones
    bool isInterleaved = false;
};
/// Writes the vector `from` of `size` elements, rotated, plus the bias.
void writeVector(const float* from, const VectorChange& change, std::int64_t size, float* to);

/// The rotations of the steps of one run.
class StepRotation {
public:
    /// `rules` give the positions if no input does. They must stay alive.
    StepRotation(const RunContext& context, const RotationPlan& plan, const ScoreRules& rules,
        std::int64_t steps);
    /// Fails for a position outside of the caches.
    Result<void> check(std::int64_t batch) const;
    void set(std::int64_t b, std::int64_t step, VectorChange& change) const;

private:
    std::int64_t rowOf(std::int64_t b, std::int64_t step) const;

    const RotationPlan& m_plan;
    const ScoreRules& m_rules;
    std::int64_t m_steps;
    Integers m_positions;
    const float* m_cosines;
    const float* m_sines;
};

} // namespace engine
