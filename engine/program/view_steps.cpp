#include "engine/program/view_steps.h"

#include <unordered_map>
#include <unordered_set>

namespace engine {

namespace {

constexpr std::string_view passName = "share memory";

/// Removes the view steps of one block. `replacements` gets, for each of them, the step before it.
class BlockViews {
public:
    BlockViews(Plan::State& state, PlanBlock& block, std::vector<StepId>& replacements)
        : m_state(state)
        , m_block(block)
        , m_replacements(replacements)
    {
    }

    void run()
    {
        std::vector<PlanStep> kept;
        kept.reserve(m_block.steps.size());
        for (auto& step : m_block.steps) {
            if (const auto maker = makerOfView(step)) {
                attach(step, kept[*maker]);
                m_replacements[step.id.value()] = kept.back().id;
                continue;
            }
            for (const auto output : step.outputs) {
                if (output.isValid()
                    && m_state.placements[output.value()].kind == Placement::Kind::Arena)
                    m_roots[output] = { output, kept.size() };
            }
            takePending(step);
            kept.push_back(std::move(step));
        }
        m_block.steps = std::move(kept);
        if (m_block.steps.empty())
            return;
        takePending(m_block.steps.back());
        for (auto& step : m_block.steps)
            std::erase_if(step.releases, [&](ProgramValueId id) { return m_views.contains(id); });
    }

private:
    struct Root {
        ProgramValueId value; ///< the value that owns the memory
        std::size_t maker = 0; ///< position of the step among those kept
    };

    std::optional<std::size_t> makerOfView(const PlanStep& step) const
    {
        if (step.outputs.size() != 1 || !step.outputs.front().isValid()
            || m_state.placements[step.outputs.front().value()].kind != Placement::Kind::View)
            return std::nullopt;
        const auto root = m_roots.find(step.inputs.front());
        return root == m_roots.end() ? std::nullopt : std::optional(root->second.maker);
    }

    void attach(PlanStep& step, PlanStep& maker)
    {
        const auto view = step.outputs.front();
        const auto root = m_roots.at(step.inputs.front());
        m_roots[view] = root;
        m_views.insert(view);
        maker.views.push_back({ view, root.value });
        m_pending.insert(m_pending.end(), step.releases.begin(), step.releases.end());
        for (const auto origin : m_state.program.op(step.op).origins) {
            auto& fate = m_state.program.fates[origin.value()];
            if (fate.kind == NodeFate::Kind::Kept)
                fate = { NodeFate::Kind::Removed, std::string(passName), {} };
        }
    }

    /// Gives the releases of dropped steps to the next step that stays.
    void takePending(PlanStep& step)
    {
        step.releases.insert(step.releases.end(), m_pending.begin(), m_pending.end());
        m_pending.clear();
    }

    Plan::State& m_state;
    PlanBlock& m_block;
    std::vector<StepId>& m_replacements;
    std::unordered_map<ProgramValueId, Root> m_roots;
    std::unordered_set<ProgramValueId> m_views;
    std::vector<ProgramValueId> m_pending;
};

/// `replacements`: by old number, the step itself or the step that replaces a dropped one.
void renumber(Plan::State& state, const std::vector<StepId>& replacements)
{
    std::vector<StepId> numbers(replacements.size());
    std::vector<StepDescription> descriptions;
    for (std::size_t i = 0; i < replacements.size(); ++i) {
        if (replacements[i] != StepId(i))
            continue;
        numbers[i] = StepId(descriptions.size());
        descriptions.push_back(std::move(state.descriptions[i]));
    }
    const auto numberOf = [&](StepId old) {
        return old.isValid() ? numbers[replacements[old.value()].value()] : old;
    };
    for (auto& description : descriptions) {
        description.id = numberOf(description.id);
        description.parent = numberOf(description.parent);
    }
    for (auto& block : state.blocks) {
        for (auto& step : block.steps)
            step.id = numberOf(step.id);
    }
    for (auto* values : { &state.memory.values, &state.memory.deviceValues }) {
        for (auto& value : *values) {
            value.first = numberOf(value.first);
            value.last = numberOf(value.last);
        }
    }
    state.descriptions = std::move(descriptions);
}

} // namespace

void dropViewSteps(Plan::State& state)
{
    std::vector<StepId> replacements;
    for (std::size_t i = 0; i < state.descriptions.size(); ++i)
        replacements.emplace_back(i);
    for (auto& block : state.blocks)
        BlockViews(state, block, replacements).run();
    renumber(state, replacements);
}

} // namespace engine
