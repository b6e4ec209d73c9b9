#pragma once

#include "engine/verify/step_interceptor.h"
#include "engine/verify/tier_rows.h"
#include "model/support/progress.h"

#include <functional>
#include <unordered_map>
#include <unordered_set>

namespace engine {

/// Steps whose outputs are compared together, and the values that are kept for that.
struct Batch {
    std::unordered_set<StepId> steps;
    std::unordered_set<ProgramValueId> values; ///< their outputs, and inputs for the own errors
};

/// Judges the steps of the examined run. For own errors it replaces the computed values by the
/// expected ones.
class ExaminedRunJudge final : public StepInterceptor {
public:
    ExaminedRunJudge(const Plan& plan, const Batch& batch, ExpectedValues& expected, TierRows& rows)
        : m_plan(plan)
        , m_batch(batch)
        , m_expected(expected)
        , m_rows(rows)
    {
    }

    void judge(TierRows::Judged judged, Extent extent);
    /// Whether it ended a run.
    bool hasEnded() const { return m_last.isValid(); }

    Result<void> afterStep(Executor& executor, const PlanStep& step) override;

private:
    Result<bool> look(Executor& executor, const PlanStep& step, std::size_t i, bool isJudged);

    /// Whether all inputs are expected values. False for control flow, whose bodies have values of
    /// their own: the steps inside are judged instead.
    bool areInputsExact(const PlanStep& step) const;

    void noteUnknown(const PlanStep& step, ProgramValueId id);

    const Plan& m_plan;
    const Batch& m_batch;
    ExpectedValues& m_expected;
    TierRows& m_rows;
    TierRows::Judged m_judged = TierRows::Judged::Accumulated;
    Extent m_extent = Extent::Everything;
    StepId m_last; ///< step at which it ended the run
    std::uint64_t m_lastRuns = 0;
    std::unordered_map<ProgramValueId, std::uint64_t> m_turns;
    std::unordered_map<StepId, std::uint64_t> m_runs;
    std::unordered_set<ProgramValueId> m_inexact; ///< not replaced by an expected value
};

/// Compares values that preparation has folded with those that the other run computes.
class FoldedValues final : public StepInterceptor {
public:
    FoldedValues(const Program& examined, const Program& other, TierRows& rows)
        : m_examined(examined)
        , m_other(other)
        , m_rows(rows)
    {
    }

    Result<void> afterStep(Executor& executor, const PlanStep& step) override;

private:
    const Program& m_examined;
    const Program& m_other;
    TierRows& m_rows;
    std::unordered_set<ProgramValueId> m_seen;
};

/// Keeps the values of the other run that a batch needs.
class ValueKeeper final : public StepInterceptor {
public:
    struct Places {
        KeptValues& kept;
        std::unordered_map<ProgramValueId, std::uint64_t>& bytes; ///< seen, all iterations
        FoldedValues* folded = nullptr; ///< called for each step too; may be null
    };
    ValueKeeper(const Program& program, const Batch& batch, Places places)
        : m_program(program)
        , m_batch(batch)
        , m_kept(places.kept)
        , m_bytes(places.bytes)
        , m_folded(places.folded)
    {
        for (const auto id : batch.values)
            m_bytes[id] = 0;
    }

    Result<void> afterStep(Executor& executor, const PlanStep& step) override;

private:
    Result<RuntimeValue> keep(Executor& executor, ProgramValueId id) const;

    const Program& m_program;
    const Batch& m_batch;
    KeptValues& m_kept;
    std::unordered_map<ProgramValueId, std::uint64_t>& m_bytes;
    FoldedValues* m_folded;
};

/// Compares the values of the other run that are too large to keep: the other run waits at each of
/// them while the examined run is run to the same place.
class LargeValueComparison final : public StepInterceptor {
public:
    using Visit = std::function<Result<void>(ExpectedValues&)>;
    LargeValueComparison(const Program& program, const Batch& batch, Visit visit)
        : m_program(program)
        , m_batch(batch)
        , m_visit(std::move(visit))
    {
    }

    Result<void> afterStep(Executor& executor, const PlanStep& step) override;

private:
    const Program& m_program;
    const Batch& m_batch;
    Visit m_visit;
    std::unordered_set<ProgramValueId> m_seen; ///< only the first iteration is compared
};

/// Reports the progress of a run and forwards each step to another interceptor.
class ProgressReporter final : public StepInterceptor {
public:
    ProgressReporter(
        StepInterceptor& worker, const support::Progress& progress, std::string_view what)
        : m_worker(worker)
        , m_progress(progress)
        , m_what(what)
    {
    }
    Result<void> afterStep(Executor& executor, const PlanStep& step) override;

private:
    StepInterceptor& m_worker;
    const support::Progress& m_progress;
    std::string_view m_what;
    std::uint64_t m_done = 0; ///< steps of the main block
    std::uint64_t m_told = 0; ///< reported per cent
};

} // namespace engine
