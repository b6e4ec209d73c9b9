#include "engine/plan/placement.h"

#include "engine/plan/memory_plan.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace engine {

namespace {

constexpr std::array viewOperators { std::string_view("Reshape"), std::string_view("Squeeze"),
    std::string_view("Unsqueeze"), std::string_view("Flatten"), std::string_view("Identity") };

class BlockPlacement {
public:
    BlockPlacement(Plan::State& state, BlockId block)
        : m_state(state)
        , m_program(state.program)
        , m_id(block)
        , m_block(state.program.block(block))
        , m_steps(state.blocks[block.value()].steps)
    {
    }

    void run()
    {
        findPinned();
        findLastUses();
        findViews();
        placeInArena();
        placeInDeviceArena();
        findReleases();
    }

private:
    /// Values that outlive the block's run: their memory is never in the arena.
    void findPinned()
    {
        for (const auto output : m_block.outputs) {
            if (output.isValid())
                m_pinned.insert(output);
        }
        m_pinned.insert(m_state.kept.begin(), m_state.kept.end());
    }

    void findLastUses()
    {
        const auto use = [this](ProgramValueId id, std::uint32_t step) {
            if (id.isValid())
                m_lastUse[id] = step;
        };
        for (std::uint32_t i = 0; i < m_steps.size(); ++i) {
            for (const auto input : m_steps[i].inputs)
                use(input, i);
            for (const auto output : m_steps[i].outputs) {
                use(output, i);
                if (output.isValid())
                    m_madeBy[output] = i;
            }
            for (const auto& body : m_program.op(m_steps[i].op).bodies) {
                for (const auto captured : capturesOf(m_program, body.block))
                    use(captured, i);
            }
        }
        if (m_block.owner.isValid()) {
            for (const auto input : m_block.inputs)
                m_lastUse.try_emplace(input, 0);
        }
    }

    ProgramValueId rootOf(ProgramValueId id) const
    {
        for (auto found = m_viewOf.find(id); found != m_viewOf.end(); found = m_viewOf.find(id))
            id = found->second;
        return id;
    }

    const TensorType* plannedType(ProgramValueId id) const
    {
        const auto& placement = m_state.placements[id.value()];
        return placement.isTyped ? &placement.type : nullptr;
    }

    /// Whether it is a Transpose between two layouts of the same bytes (passes/channels_last.h).
    bool isLayoutView(const PlanStep& step) const
    {
        const auto from = step.inputs.front();
        const auto to = step.outputs.front();
        return m_program.op(step.op).node.type == "Transpose" && from.isValid() && to.isValid()
            && m_program.value(from).layout != m_program.value(to).layout;
    }

    void findViews()
    {
        for (const auto& step : m_steps) {
            if (step.inputs.empty() || step.outputs.size() != 1
                || !(isViewOperator(m_program.op(step.op).node) || isLayoutView(step)))
                continue;
            const auto from = step.inputs.front();
            const auto to = step.outputs.front();
            if (!from.isValid() || !to.isValid())
                continue;
            const auto* before = plannedType(from);
            const auto* after = plannedType(to);
            if (before == nullptr || after == nullptr || before->element != after->element
                || before->count() != after->count())
                continue;
            m_state.placements[to.value()].kind = Placement::Kind::View;
            m_viewOf[to] = from;
            const auto root = rootOf(from);
            if (const auto made = m_lastUse.find(root); made != m_lastUse.end())
                made->second = std::max(made->second, m_lastUse[to]);
            if (m_pinned.contains(to))
                m_pinnedRoots.insert(root);
        }
    }

    bool belongsInArena(ProgramValueId id, const PlanStep& step, DeviceKind device) const
    {
        if (!id.isValid() || m_program.value(id).device != device)
            return false;
        const auto& placement = m_state.placements[id.value()];
        return placement.kind == Placement::Kind::Dynamic && placement.isTyped
            && placement.type.element != ElementType::String
            && step.controlFlow == ControlFlow::None && !m_pinned.contains(id)
            && !m_pinnedRoots.contains(id)
            && tensorBytes(placement.type.element, placement.type.dims).has_value();
    }

    /// A part of the host's arena. Without value it is the arena of the step's bodies or, if there
    /// are none, the workspace of its kernel.
    struct HostRange {
        ProgramValueId value;
        std::uint32_t step = 0;
    };

    void placeInArena()
    {
        std::vector<LiveRange> ranges;
        std::vector<HostRange> owners;
        const auto add = [&](std::uint64_t bytes, std::uint32_t step, std::uint32_t last,
                             ProgramValueId value) {
            ranges.push_back({ bytes, step, last });
            owners.push_back({ value, step });
        };
        for (std::uint32_t i = 0; i < m_steps.size(); ++i) {
            for (const auto output : m_steps[i].outputs) {
                if (belongsInArena(output, m_steps[i], DeviceKind::Cpu))
                    add(m_state.placements[output.value()].type.bytes(), i, m_lastUse.at(output),
                        output);
            }
            std::uint64_t bodies = 0; // only one body of a step runs at a time
            for (const auto& body : m_program.op(m_steps[i].op).bodies)
                bodies = std::max(bodies, m_state.blocks[body.block.value()].arenaBytes);
            if (bodies > 0)
                add(bodies, i, i, {});
            else if (m_steps[i].workspaceBytes > 0 && m_steps[i].device == DeviceKind::Cpu)
                add(m_steps[i].workspaceBytes, i, i, {});
        }
        const auto arena = planArena(ranges);
        m_state.blocks[m_id.value()].arenaBytes = arena.bytes;
        for (std::size_t i = 0; i < ranges.size(); ++i)
            placeOnHost(owners[i], ranges[i], arena.offsets[i]);
    }

    void placeOnHost(const HostRange& owner, const LiveRange& range, std::uint64_t offset)
    {
        auto& step = m_steps[owner.step];
        if (!owner.value.isValid()) {
            (step.workspaceBytes > 0 ? step.workspaceOffset : step.bodyArenaOffset) = offset;
            return;
        }
        auto& placement = m_state.placements[owner.value.value()];
        placement.kind = Placement::Kind::Arena;
        placement.offset = offset;
        const auto& value = m_program.value(owner.value);
        m_state.memory.values.push_back(
            { value.name, value.origin, range.bytes, offset, step.id, m_steps[range.last].id });
    }

    /// Places the values of the main block and the workspaces of its kernels. Values and workspaces
    /// of bodies on the device come from its pool.
    void placeInDeviceArena()
    {
        if (m_state.device == DeviceKind::Cpu)
            return;
        if (m_block.owner.isValid()) {
            for (auto& step : m_steps) {
                if (step.device != DeviceKind::Cpu)
                    step.workspaceBytes = 0;
            }
            return;
        }
        std::vector<LiveRange> ranges;
        std::vector<ProgramValueId> values; // invalid: the workspace of a step
        for (std::uint32_t i = 0; i < m_steps.size(); ++i) {
            for (const auto output : m_steps[i].outputs) {
                if (!belongsInArena(output, m_steps[i], m_state.device))
                    continue;
                ranges.push_back(
                    { m_state.placements[output.value()].type.bytes(), i, m_lastUse.at(output) });
                values.push_back(output);
            }
            if (m_steps[i].workspaceBytes > 0 && m_steps[i].device != DeviceKind::Cpu) {
                ranges.push_back({ m_steps[i].workspaceBytes, i, i });
                values.emplace_back();
            }
        }
        const auto arena = planArena(ranges, deviceArenaAlignment);
        m_state.blocks[m_id.value()].deviceArenaBytes = values.empty() ? 0 : arena.bytes;
        for (std::size_t i = 0; i < ranges.size(); ++i)
            placeOnDevice(values[i], ranges[i], arena.offsets[i]);
    }

    void placeOnDevice(ProgramValueId id, const LiveRange& range, std::uint64_t offset)
    {
        auto& first = m_steps[range.first];
        PlannedValue planned { "workspace", {}, range.bytes, offset, first.id,
            m_steps[range.last].id };
        if (id.isValid()) {
            auto& placement = m_state.placements[id.value()];
            placement.kind = Placement::Kind::Arena;
            placement.offset = offset;
            planned.name = m_program.value(id).name;
            planned.origin = m_program.value(id).origin;
        } else {
            first.workspaceOffset = offset;
        }
        m_state.memory.deviceValues.push_back(std::move(planned));
    }

    void findReleases()
    {
        if (m_steps.empty())
            return;
        for (const auto& [value, step] : m_lastUse) {
            const auto kind = m_state.placements[value.value()].kind;
            const bool isOurs = m_madeBy.contains(value)
                || (m_block.owner.isValid()
                    && std::ranges::find(m_block.inputs, value) != m_block.inputs.end());
            if (isOurs && !m_pinned.contains(value)
                && (kind == Placement::Kind::Dynamic || kind == Placement::Kind::View))
                m_steps[step].releases.push_back(value);
        }
        for (auto& step : m_steps)
            std::ranges::sort(step.releases);
    }

    Plan::State& m_state;
    const Program& m_program;
    BlockId m_id;
    const Block& m_block;
    std::vector<PlanStep>& m_steps;
    std::unordered_set<ProgramValueId> m_pinned;
    std::unordered_set<ProgramValueId> m_pinnedRoots;
    std::unordered_map<ProgramValueId, std::uint32_t>
        m_lastUse; // position of the step; at least the one that makes it
    std::unordered_map<ProgramValueId, std::uint32_t> m_madeBy;
    std::unordered_map<ProgramValueId, ProgramValueId> m_viewOf;
};

} // namespace

// Kernels of other operators may forward their input too. The plan has no view for them, so data in
// the arena is copied.
bool isViewOperator(const OpNode& node)
{
    return node.domain.empty()
        && std::ranges::find(viewOperators, node.type) != viewOperators.end();
}

void placeBlock(Plan::State& state, BlockId block) { BlockPlacement(state, block).run(); }

} // namespace engine
