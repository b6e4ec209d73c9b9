#include "engine/verify/tier_rows.h"

#include "engine/plan/plan_state.h"

#include <algorithm>
#include <array>

namespace engine {

namespace {

// Shares of the largest element of a value: the rounding error of one operator, and the error that
// many operators before it may add up to.
constexpr double ownShare = 1e-5;
constexpr double accumulatedShare = 1e-4;
/// The same where the CPU multiplies bfloat16 numbers, which have 8 digits.
constexpr double ownBfloatShare = 0x1p-7;
constexpr double accumulatedBfloatShare = 0x1p-4;

ComparedValue described(const ProgramValue& value, const RuntimeValue& found)
{
    ComparedValue compared { value.name, typeWords(found), {}, {} };
    if (found.isTensor())
        compared.dims = found.tensor().dims();
    return compared;
}

/// Returns the implementation that ran, also if the kernel was prepared when the step ran.
std::string implementationOf(const PlanStep& step, const std::string& planned)
{
    const auto* late = step.late ? step.late->latest() : nullptr;
    return planned.empty() && late != nullptr ? late->implementation() : planned;
}

bool isCovered(const ComparedStep& step) { return !step.outputs.empty(); }

} // namespace

bool ComparedStep::isWithin() const
{
    return std::ranges::all_of(
        outputs, [](const auto& output) { return output.accumulated.difference.isWithin; });
}

std::optional<bool> ComparedStep::isOwnWithin() const
{
    std::optional<bool> isWithin;
    for (const auto& output : outputs) {
        if (output.own)
            isWithin = isWithin.value_or(true) && output.own->isWithin;
    }
    return isWithin;
}

std::uint64_t ComparedStep::roundedApart() const
{
    constexpr std::array<std::string_view, 6> codes { "uint8", "int8", "uint4", "int4", "uint2",
        "int2" };
    std::uint64_t apart = 0;
    for (const auto& output : outputs) {
        const auto& difference = output.accumulated.difference;
        const bool isCode = std::ranges::find(codes, output.accumulated.type) != codes.end();
        if (isCode && difference.isWithin)
            apart += difference.elements - difference.histogram.equal;
    }
    return apart;
}

Tolerance TierRows::toleranceFor(const RuntimeValue& expected, Judged judged) const
{
    const auto own = m_hasBfloats ? ownBfloatShare : ownShare;
    const auto accumulated = m_hasBfloats ? accumulatedBfloatShare : accumulatedShare;
    auto tolerance = roundingTolerance(expected, judged == Judged::Own ? own : accumulated);
    tolerance.relative = m_request.relative.value_or(tolerance.relative);
    tolerance.absolute = m_request.absolute.value_or(tolerance.absolute);
    return tolerance;
}

TierRows::Row& TierRows::rowOf(const PlanStep& step)
{
    auto [place, isNew] = m_rows.try_emplace(step.id);
    auto& row = place->second;
    if (isNew) {
        row.compared.step = m_plan.steps()[step.id.value()];
        row.compared.comparedIterations = 0;
        row.order = m_next++;
    }
    return row;
}

bool TierRows::note(const PlanStep& step, std::size_t output, std::uint64_t turn,
    const RuntimeValue& found, const RuntimeValue& expected, Judged judged)
{
    auto& row = rowOf(step);
    auto difference = compare(found, expected, toleranceFor(expected, judged));
    const bool isWithin = difference.isWithin;
    const auto where = "turn " + std::to_string(turn);
    auto [place, isNew] = row.outputs.try_emplace(output);
    auto& compared = place->second;
    if (isNew)
        compared.accumulated = described(m_plan.program().value(step.outputs[output]), found);
    const bool isInBody = row.compared.step.parent.isValid();
    const auto add = [&](Difference soFar) {
        return isInBody ? worse(std::move(soFar), std::move(difference), where)
                        : std::move(difference);
    };
    if (judged == Judged::Own) {
        compared.own = add(compared.own.value_or(Difference()));
        return isWithin;
    }
    compared.accumulated.difference = add(std::move(compared.accumulated.difference));
    row.compared.comparedIterations = std::max(row.compared.comparedIterations, turn + 1);
    m_hasDivergence = m_hasDivergence || !isWithin;
    if (m_request.compared && turn == 0)
        m_request.compared(row.compared.step, compared.accumulated);
    return isWithin;
}

void TierRows::noteFolded(const Op& op, ProgramValueId id, const RuntimeValue& expected)
{
    const RuntimeValue found { *m_plan.program().value(id).constant };
    ComparedStep folded;
    folded.isFolded = true;
    folded.step.label = op.node.label;
    folded.step.opType = op.node.type;
    folded.step.domain = op.node.domain;
    folded.step.version = op.node.version;
    folded.step.origins = op.origins;
    folded.step.calls = op.calls;
    auto compared = described(m_plan.program().value(id), found);
    compared.difference = compare(found, expected, toleranceFor(expected, Judged::Own));
    m_hasDivergence = m_hasDivergence || !compared.difference.isWithin;
    const auto own = compared.difference;
    folded.outputs.push_back({ std::move(compared), own });
    m_folded.push_back(std::move(folded));
}

void TierRows::noteTurns(const PlanStep& step, std::uint64_t turns)
{
    auto& row = rowOf(step);
    row.turns = std::max(row.turns, turns);
    row.compared.step.implementation = implementationOf(step, row.compared.step.implementation);
}

TierComparison TierRows::finish()
{
    std::vector<Row*> ordered;
    for (auto& [id, row] : m_rows)
        ordered.push_back(&row);
    std::ranges::stable_sort(ordered, {}, &Row::order);
    TierComparison result;
    result.steps = std::move(m_folded);
    for (auto* row : ordered) {
        row->compared.turns = row->turns;
        for (auto& [position, output] : row->outputs)
            row->compared.outputs.push_back(std::move(output));
        if (isCovered(row->compared))
            result.steps.push_back(std::move(row->compared));
    }
    for (std::size_t i = 0; i < result.steps.size(); ++i) {
        if (!result.firstDivergence && !result.steps[i].isWithin())
            result.firstDivergence = i;
        if (!result.firstAtFault && !result.steps[i].isOwnWithin().value_or(true))
            result.firstAtFault = i;
    }
    for (std::size_t i = 0; result.firstDivergence && i <= *result.firstDivergence; ++i) {
        const auto& step = result.steps[i];
        if (step.roundedApart() > 0 && step.isOwnWithin().value_or(true)) {
            result.firstRounding = i;
            break;
        }
    }
    addSkipped(result);
    return result;
}

void TierRows::addSkipped(TierComparison& result) const
{
    // A step of several nodes has the output of one of them. The others have no value to compare.
    std::unordered_set<model::NodeId> named;
    for (const auto& step : result.steps) {
        for (const auto node : step.step.origins) {
            if (m_plan.fates()[node.value()].kind == NodeFate::Kind::Kept || step.isFolded
                || step.step.origins.size() == 1)
                named.insert(node);
        }
    }
    for (std::size_t i = 0; i < m_plan.fates().size(); ++i) {
        const model::NodeId node(i);
        const auto& fate = m_plan.fates()[i];
        if (!named.contains(node))
            result.skipped.push_back({ node, fate, reasonFor(node, fate) });
    }
}

std::string TierRows::reasonFor(model::NodeId node, const NodeFate& fate) const
{
    const auto& model = m_plan.model();
    const auto into = fate.into.isValid() ? fate.into : node;
    switch (fate.kind) {
    case NodeFate::Kind::FusedInto:
        return "part of " + model::describe(model, into) + " (" + fate.pass + ")";
    case NodeFate::Kind::Replaced:
        return "runs as " + model::describe(model, into) + " (" + fate.pass + ")";
    case NodeFate::Kind::Folded:
        return "computed while preparing" + (fate.pass.empty() ? "" : " (" + fate.pass + ")");
    case NodeFate::Kind::Removed:
        return "removed (" + fate.pass + ")";
    case NodeFate::Kind::Inlined:
        return "a function: the nodes of its body are compared";
    case NodeFate::Kind::NotRun:
        return "not run (" + fate.pass + ")";
    case NodeFate::Kind::Kept:
        break;
    }
    return m_request.against == Against::Files ? "no file for its outputs"
                                               : "not reached by both runs";
}

} // namespace engine
