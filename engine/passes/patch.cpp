#include "engine/passes/patch.h"

#include "engine/passes/pattern.h"
#include "engine/program/node_check.h"

#include <unordered_map>
#include <unordered_set>

namespace engine {

namespace {

/// Placeholder ids of new values begin here; no program has so many values.
constexpr std::uint32_t firstNewValue = 0xf0000000u;

class Application {
public:
    Application(Program& program, std::string_view pass)
        : m_program(program)
        , m_pass(pass)
    {
    }

    void run(Patch& patch)
    {
        for (auto& edit : patch.edits)
            apply(edit);
        rebuildLists();
        renameReaders();
    }

private:
    void apply(Edit& edit)
    {
        const auto base = m_program.values.size();
        for (auto& value : edit.values)
            m_program.addValue(std::move(value));
        for (auto& [id, tensor] : edit.constants) {
            m_program.value(id).constant = std::move(tensor);
            m_program.value(id).producer = {};
        }
        for (const auto& [from, to] : edit.replaced)
            m_replaced[from] = resolved(to, base);
        std::vector<model::NodeId> origins;
        for (const auto& taken : edit.taken) {
            auto& op = m_program.op(taken.op);
            op.isRemoved = true;
            origins.insert(origins.end(), op.origins.begin(), op.origins.end());
        }
        const auto lead = edit.added.empty() || origins.empty() ? model::NodeId() : leadOf(edit);
        for (const auto& taken : edit.taken) {
            for (const auto node : m_program.op(taken.op).origins)
                m_program.fates[node.value()]
                    = { taken.fate, std::string(m_pass), lead == node ? model::NodeId() : lead };
        }
        if (lead.isValid() && edit.taken.size() > 1)
            m_program.fates[lead.value()] = { NodeFate::Kind::Kept, {}, {} };
        for (auto& op : edit.added)
            add(std::move(op), edit.taken.back().op, origins, base);
    }

    /// Returns the node that names the new step: the first origin of the first removed operator.
    model::NodeId leadOf(const Edit& edit) const
    {
        const auto& origins = m_program.op(edit.taken.front().op).origins;
        return origins.empty() ? model::NodeId() : origins.front();
    }

    static ProgramValueId resolved(ProgramValueId id, std::size_t base)
    {
        return id.isValid() && id.value() >= firstNewValue
            ? ProgramValueId(base + id.value() - firstNewValue)
            : id;
    }

    void add(Op op, OpId place, const std::vector<model::NodeId>& origins, std::size_t base)
    {
        for (auto& input : op.inputs)
            input = resolved(input, base);
        for (auto& output : op.outputs)
            output = resolved(output, base);
        op.block = m_program.op(place).block;
        op.origins = origins;
        op.calls = m_program.op(place).calls;
        m_blocks.insert(op.block);
        m_after[place].push_back(m_program.addOp(std::move(op)));
    }

    /// Inserts new operators at the place of the last one that they replace: all their inputs exist
    /// there, and no operator before it reads their outputs.
    void rebuildLists()
    {
        for (const auto id : m_blocks) {
            std::vector<OpId> ops;
            for (const auto op : m_program.block(id).ops) {
                ops.push_back(op);
                if (const auto found = m_after.find(op); found != m_after.end())
                    ops.insert(ops.end(), found->second.begin(), found->second.end());
            }
            m_program.block(id).ops = std::move(ops);
        }
        for (auto& block : m_program.blocks)
            std::erase_if(block.ops, [&](OpId op) { return m_program.op(op).isRemoved; });
    }

    /// Returns the value at the end of the replacements of `id`. Enters it for all values on the
    /// path: many readers of a long chain would walk it again and again.
    ProgramValueId finalOf(ProgramValueId id)
    {
        auto last = id;
        for (auto found = m_replaced.find(id); found != m_replaced.end();
             found = m_replaced.find(last))
            last = found->second;
        for (auto found = m_replaced.find(id); found != m_replaced.end();
             found = m_replaced.find(id))
            id = std::exchange(found->second, last);
        return last;
    }

    void renameReaders()
    {
        if (m_replaced.empty())
            return;
        for (auto& op : m_program.ops) {
            for (auto& input : op.inputs)
                input = finalOf(input);
        }
        for (auto& block : m_program.blocks) {
            for (auto& output : block.outputs)
                output = finalOf(output);
        }
    }

    Program& m_program;
    std::string_view m_pass;
    std::unordered_map<ProgramValueId, ProgramValueId> m_replaced;
    std::unordered_map<OpId, std::vector<OpId>> m_after;
    std::unordered_set<BlockId> m_blocks;
};

} // namespace

ProgramValueId newValue(std::size_t i)
{
    return ProgramValueId(firstNewValue + static_cast<std::uint32_t>(i));
}

Op ownOperator(std::string_view type, ProgramValueId input, ProgramValueId output)
{
    Op op;
    op.node.type = type;
    op.node.domain = passDomain;
    op.node.version = 1;
    op.inputs = { input };
    op.outputs = { output };
    op.block = BlockId(0u);
    return op;
}

Op castOperator(const Program& program, ProgramValueId input, ProgramValueId output,
    ElementType element, BlockId block)
{
    Op op;
    op.node = standardNode("Cast", 13, { attributeOf("to", static_cast<std::int64_t>(element)) });
    op.node.label = "to " + std::string(model::name(element)) + ": " + program.value(input).name;
    op.inputs = { input };
    op.outputs = { output };
    op.block = block;
    op.device = program.value(input).device;
    return op;
}

void apply(Program& program, Patch patch, std::string_view pass)
{
    Application(program, pass).run(patch);
}

} // namespace engine
