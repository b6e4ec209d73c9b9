#include "engine/verify/tier_interceptors.h"

#include "engine/plan/plan_state.h"

#include <algorithm>

namespace engine {

using support::ErrorKind;
using support::failAs;

Result<void> ExaminedRunJudge::afterStep(Executor& executor, const PlanStep& step)
{
    const bool isRequested = m_batch.steps.contains(step.id);
    const bool isOwn = m_judged == TierRows::Judged::Own;
    if (!isRequested && !isOwn)
        return {};
    const auto runs = ++m_runs[step.id];
    if (!isOwn)
        m_rows.noteTurns(step, runs);
    const bool isJudged = isRequested && (!isOwn || areInputsExact(step));
    bool isWithin = true;
    for (std::size_t i = 0; i < step.outputs.size(); ++i)
        isWithin = TRY(look(executor, step, i, isJudged)) && isWithin;
    const bool isEnd = isOwn ? step.id == m_last && runs == m_lastRuns : !isWithin;
    if (m_extent == Extent::Everything || !isEnd)
        return {};
    m_last = step.id;
    m_lastRuns = runs;
    return failAs(ErrorKind::Cancelled, "ended at the first divergence");
}

void ExaminedRunJudge::judge(TierRows::Judged judged, Extent extent)
{
    m_judged = judged;
    m_extent = extent;
    m_turns.clear();
    m_runs.clear();
    m_inexact.clear();
}

Result<bool> ExaminedRunJudge::look(
    Executor& executor, const PlanStep& step, std::size_t i, bool isJudged)
{
    const auto id = step.outputs[i];
    if (!id.isValid())
        return true;
    const auto turn = m_turns[id]++;
    const auto* expected = TRY(m_expected.at(id, turn));
    if (expected == nullptr) {
        noteUnknown(step, id);
        return true;
    }
    const auto layout = m_plan.program().value(id).layout;
    bool isWithin = true;
    if (isJudged) {
        const auto found = TRY(onHost(executor, id));
        isWithin = m_rows.note(step, i, turn,
            inElementOf(*expected, inLayout(found, layout, Layout::Plain)), *expected, m_judged);
    }
    if (m_judged == TierRows::Judged::Own) {
        TRY(bringIn(executor, id,
            inElementOf(executor.value(id), inLayout(*expected, Layout::Plain, layout))));
        m_inexact.erase(id);
    }
    return isWithin;
}

bool ExaminedRunJudge::areInputsExact(const PlanStep& step) const
{
    return step.controlFlow == ControlFlow::None
        && std::ranges::none_of(
            step.inputs, [this](ProgramValueId id) { return m_inexact.contains(id); });
}

void ExaminedRunJudge::noteUnknown(const PlanStep& step, ProgramValueId id)
{
    const auto kind = m_plan.steps()[step.id.value()].kind;
    const bool isSame = kind == StepKind::Reorder || kind == StepKind::Copy;
    if (isSame && !m_inexact.contains(step.inputs.front()))
        m_inexact.erase(id);
    else
        m_inexact.insert(id);
}

Result<void> FoldedValues::afterStep(Executor& executor, const PlanStep& step)
{
    for (const auto id : step.outputs) {
        const bool isFolded = id.isValid() && id.value() < m_examined.values.size()
            && m_examined.isConstant(id) && m_examined.value(id).name == m_other.value(id).name
            && m_seen.insert(id).second;
        if (isFolded)
            m_rows.noteFolded(m_other.op(step.op), id,
                inLayout(executor.value(id), m_other.value(id).layout, Layout::Plain));
    }
    return {};
}

Result<void> ValueKeeper::afterStep(Executor& executor, const PlanStep& step)
{
    if (m_folded != nullptr)
        TRY(m_folded->afterStep(executor, step));
    for (const auto id : step.outputs) {
        if (!id.isValid() || !m_batch.values.contains(id))
            continue;
        const auto& value = executor.value(id);
        const auto bytes = bytesOf(value);
        m_bytes[id] += bytes;
        if (m_kept.hasRoomFor(id, bytes))
            m_kept.add(id, TRY(keep(executor, id)), bytes);
    }
    return {};
}

Result<RuntimeValue> ValueKeeper::keep(Executor& executor, ProgramValueId id) const
{
    const auto layout = m_program.value(id).layout;
    return layout == Layout::Plain ? executor.owned(executor.value(id))
                                   : inLayout(executor.value(id), layout, Layout::Plain);
}

Result<void> LargeValueComparison::afterStep(Executor& executor, const PlanStep& step)
{
    for (const auto id : step.outputs) {
        if (!id.isValid() || !m_batch.values.contains(id) || !m_seen.insert(id).second)
            continue;
        const auto value = inLayout(executor.value(id), m_program.value(id).layout, Layout::Plain);
        BorrowedValue borrowed(id, value);
        TRY(m_visit(borrowed));
    }
    return {};
}

Result<void> ProgressReporter::afterStep(Executor& executor, const PlanStep& step)
{
    const auto& plan = executor.plan();
    if (m_progress && plan.program.op(step.op).block == BlockId(0u)) {
        const auto total = plan.blocks.front().steps.size();
        const auto percent = 100 * ++m_done / total;
        if (percent > m_told)
            m_progress(m_what, m_done, total);
        m_told = percent;
    }
    return m_worker.afterStep(executor, step);
}

} // namespace engine
