#include "engine/cpu/rotation.h"

#include "engine/cpu/attention.h"

#include <algorithm>

namespace engine {

void writeVector(const float* from, const VectorChange& change, std::int64_t size, float* to)
{
    std::int64_t e = 0;
    if (change.cosines != nullptr) {
        const auto half = change.rotated / 2;
        if (!change.isInterleaved)
            attentionTable().rotateHalves(from, change.cosines, change.sines, half, to);
        for (std::int64_t k = 0; change.isInterleaved && k < half; ++k) {
            const float a = from[2 * k];
            const float b = from[2 * k + 1];
            to[2 * k] = change.cosines[k] * a - change.sines[k] * b;
            to[2 * k + 1] = change.sines[k] * a + change.cosines[k] * b;
        }
        e = 2 * half;
    }
    std::copy(from + e, from + size, to + e);
    if (change.bias != nullptr)
        combineRows(BinaryOp::Add, to, change.bias, to, size);
}

StepRotation::StepRotation(const RunContext& context, const RotationPlan& plan,
    const ScoreRules& rules, std::int64_t steps)
    : m_plan(plan)
    , m_rules(rules)
    , m_steps(steps)
    , m_positions(plan.isCachePerStep ? Integers {} : integersIn(context, plan.positions))
    , m_cosines(floats(context.tensor(plan.cosines)))
    , m_sines(floats(context.tensor(plan.cosines + 1)))
{
}

std::int64_t StepRotation::rowOf(std::int64_t b, std::int64_t step) const
{
    if (m_plan.isCachePerStep)
        return b * m_steps + step;
    if (m_plan.isOffset)
        return m_positions.at(0) + step;
    return m_positions.isPresent() ? m_positions.at(b * m_steps + step)
                                   : m_rules.offset(b, m_steps) + step;
}

Result<void> StepRotation::check(std::int64_t batch) const
{
    // The last position of an offset may not fit.
    std::int64_t last = 0;
    if (m_plan.isOffset && __builtin_add_overflow(m_positions.at(0), m_steps, &last))
        return fail("position_ids begins at ", m_positions.at(0), ", which is too large");
    for (std::int64_t i = 0; i < batch * m_steps; ++i) {
        const auto position = rowOf(i / m_steps, i % m_steps);
        if (position < 0 || position >= m_plan.rows)
            return fail("position ", position, " is outside a cache of ", m_plan.rows);
    }
    return {};
}

void StepRotation::set(std::int64_t b, std::int64_t step, VectorChange& change) const
{
    const auto row = rowOf(b, step) * m_plan.width;
    change.cosines = m_cosines + row;
    change.sines = m_sines + row;
    change.rotated = m_plan.rotated;
    change.isInterleaved = m_plan.isInterleaved;
}

} // namespace engine
