#pragma once

#include "engine/passes/lower_products.h"
#include "engine/run/executor.h"
#include "engine/verify/compare_tiers.h"
#include "engine/verify/expected_values.h"

#include <map>

namespace engine {

/// Builds the table of a comparison: one row per step of the examined plan.
class TierRows {
public:
    TierRows(const TierRequest& request, const Plan& plan)
        : m_request(request)
        , m_plan(plan)
        , m_hasBfloats(hasLoweredProducts(plan.program()))
    {
    }

    enum class Judged { Accumulated, Own };

    /// Compares an output of a step in one iteration; returns true if it is within the tolerance.
    bool note(const PlanStep& step, std::size_t output, std::uint64_t turn,
        const RuntimeValue& found, const RuntimeValue& expected, Judged judged);
    /// Compares a value that preparation computed.
    void noteFolded(const Op& op, ProgramValueId id, const RuntimeValue& expected);
    /// Notes how often the step has run.
    void noteTurns(const PlanStep& step, std::uint64_t turns);

    bool hasDivergence() const { return m_hasDivergence; }
    /// Returns the rows in the order in which the steps ran, the nodes without a row, and the first
    /// divergence, fault and rounding.
    TierComparison finish();

private:
    struct Row {
        ComparedStep compared;
        std::map<std::size_t, ComparedOutput> outputs; ///< by position
        std::uint64_t order = 0;
        std::uint64_t turns = 0;
    };
    Row& rowOf(const PlanStep& step);
    Tolerance toleranceFor(const RuntimeValue& expected, Judged judged) const;
    void addSkipped(TierComparison& result) const;
    std::string reasonFor(model::NodeId node, const NodeFate& fate) const;

    const TierRequest& m_request;
    const Plan& m_plan;
    bool m_hasBfloats; ///< the examined run multiplies bfloat16 numbers on the CPU
    std::map<StepId, Row> m_rows;
    std::vector<ComparedStep> m_folded;
    std::uint64_t m_next = 0;
    bool m_hasDivergence = false;
};

} // namespace engine
