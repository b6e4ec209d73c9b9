#include "engine/passes/optimised_nodes.h"

#include "engine/passes/all_passes.h"
#include "engine/program/program_builder.h"
#include "model/edit/editing.h"
#include "model/edit/tree.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <unordered_set>

namespace engine {

namespace {

using model::Model;
using model::NodeId;
using model::edit::separateInitializers; // before this IR version all weights are inputs
using support::Result;

constexpr int mostRounds = 6; ///< each uses what the one before made possible

constexpr std::array writtenPasses {
    Pass { "remove identity", Optimisation::Basic, removeIdentity },
    Pass { "fold batch normalization", Optimisation::Full, foldBatchNormalization },
    Pass { "fuse layer normalization", Optimisation::Full, fuseLayerNormalization },
    Pass { "fuse gelu", Optimisation::Full, fuseGelu },
};

class NodeOptimiser {
public:
    NodeOptimiser(const Model& model, Program program, Optimisation level)
        : m_model(model)
        , m_program(std::move(program))
        , m_ops(m_program.ops.size())
        , m_fresh(valueNames(model))
    {
        m_request.optimisation = level;
    }

    OptimisedNodes run(MemoryPool& pool)
    {
        for (int round = 0; round < mostRounds; ++round)
            if (!runPasses(pool))
                break;
        collect();
        return std::move(m_result);
    }

private:
    static std::unordered_set<std::string> valueNames(const Model& model)
    {
        std::unordered_set<std::string> names;
        for (const auto& value : model.values)
            names.insert(value.name);
        return names;
    }

    bool runPasses(MemoryPool& pool)
    {
        std::vector<model::ValueType> inputs;
        for (const auto input : m_program.main().inputs)
            inputs.push_back(m_program.value(input).declared);
        bool hasChanged = false;
        for (const auto& pass : writtenPasses) {
            if (pass.level > m_request.optimisation)
                continue;
            const auto facts = findFacts(m_program, inputs, { settingsOf(m_request) }, pool);
            findValuesOutside();
            auto patch = pass.find(m_program, { facts, m_request });
            std::erase_if(patch.edits, [this](const Edit& edit) { return !canWrite(edit); });
            if (patch.isEmpty())
                continue;
            apply(m_program, std::move(patch), pass.name);
            hasChanged = true;
        }
        return hasChanged;
    }

    /// Notes the values that more than nodes of the main graph read: outputs, bodies, functions.
    void findValuesOutside()
    {
        m_isReadOutside.assign(m_program.values.size(), false);
        const auto note = [this](ProgramValueId id) {
            if (id.isValid())
                m_isReadOutside[id.value()] = true;
        };
        for (const auto& block : m_program.blocks)
            std::ranges::for_each(block.outputs, note);
        for (const auto& op : m_program.ops)
            if (!op.isRemoved && (op.block != BlockId(0u) || !op.calls.empty()))
                std::ranges::for_each(op.inputs, note);
    }

    bool canWrite(const Edit& edit) const
    {
        return edit.constants.empty()
            && std::ranges::all_of(
                edit.taken, [this](const Edit::Taken& taken) { return isOfMainGraph(taken.op); })
            && std::ranges::all_of(edit.added, [this](const Op& op) { return isOfModel(op); })
            && std::ranges::none_of(edit.replaced, [this](const auto& pair) {
                   return m_isReadOutside[pair.first.value()] || !isNamed(pair.second);
               });
    }

    bool isOfMainGraph(OpId id) const
    {
        const auto& op = m_program.op(id);
        const auto isNamedOrLeftOut
            = [this](ProgramValueId value) { return !value.isValid() || isNamed(value); };
        return op.block == BlockId(0u) && op.calls.empty() && op.bodies.empty()
            && !op.origins.empty()
            && std::ranges::all_of(op.origins,
                [this](NodeId node) { return m_model.node(node).graph == m_model.main().id; })
            && std::ranges::all_of(op.inputs, isNamedOrLeftOut)
            && std::ranges::all_of(op.outputs, isNamedOrLeftOut);
    }

    /// True if a node of the file can read the value: it is one of the main graph, or a new
    /// constant. The default of an input is no constant, because a caller may replace it.
    bool isNamed(ProgramValueId id) const
    {
        const auto& value = m_program.value(id);
        if (!value.origin.isValid())
            return value.constant.has_value();
        const auto& known = m_model.value(value.origin);
        const bool isDefault = known.isInput && known.initializer.isValid()
            && m_model.irVersion >= separateInitializers;
        return known.graph == m_model.main().id && !known.name.empty() && !isDefault;
    }

    /// True if the operator set that the model imports has the operator.
    bool isOfModel(const Op& op) const
    {
        const auto imported = m_model.opset("", m_model.main().id);
        const auto isPlain = [](const model::Attribute& attribute) {
            return attribute.reference.empty()
                && (std::holds_alternative<std::int64_t>(attribute.value)
                    || std::holds_alternative<float>(attribute.value)
                    || std::holds_alternative<std::string>(attribute.value)
                    || std::holds_alternative<std::vector<std::int64_t>>(attribute.value)
                    || std::holds_alternative<std::vector<float>>(attribute.value));
        };
        return op.node.domain.empty() && op.bodies.empty() && op.node.version <= imported
            && model::OperatorRegistry::instance().find("", op.node.type, imported) != nullptr
            && std::ranges::all_of(op.node.attributes, isPlain);
    }

    void collect()
    {
        std::unordered_map<NodeId, std::size_t> places; // in the main block as it was
        for (std::size_t i = 0; i < m_model.main().order.size(); ++i)
            places[m_model.main().order[i]] = i;
        for (std::size_t i = 0; i < m_program.ops.size(); ++i)
            if (const auto& op = m_program.ops[i]; op.block == BlockId(0u) && i < m_ops)
                op.isRemoved ? noteRemoved(op) : noteInputs(op);
        for (const auto id : m_program.main().ops) {
            const auto& op = m_program.op(id);
            if (id.value() < m_ops)
                continue;
            OptimisedNodes::Added added { *std::ranges::max_element(op.origins, {},
                                              [&](NodeId node) { return places[node]; }),
                op.node, m_model.node(op.origins.front()).name, {}, {} };
            for (const auto input : op.inputs)
                added.inputs.push_back(nameOf(input));
            for (const auto output : op.outputs)
                added.outputs.push_back(nameOf(output));
            m_result.added.push_back(std::move(added));
        }
    }

    /// Only edits remove operators here, so each is of one node of the main graph.
    void noteRemoved(const Op& op) { m_result.removed.push_back(op.origins.front()); }

    void noteInputs(const Op& op)
    {
        if (!op.calls.empty() || op.origins.size() != 1
            || m_model.node(op.origins.front()).graph != m_model.main().id)
            return;
        const auto node = op.origins.front();
        const auto& before = m_model.node(node).inputs;
        for (std::size_t i = 0; i < std::min(before.size(), op.inputs.size()); ++i)
            if (before[i].isValid() && op.inputs[i].isValid()
                && m_program.value(op.inputs[i]).origin != before[i])
                m_result.inputs.push_back({ node, i, nameOf(op.inputs[i]) });
    }

    std::string nameOf(ProgramValueId id)
    {
        if (!id.isValid())
            return {};
        const auto& value = m_program.value(id);
        if (value.origin.isValid())
            return m_model.value(value.origin).name;
        const auto [known, isNew] = m_names.try_emplace(id);
        if (isNew) {
            auto name = value.name;
            std::ranges::replace(name, ' ', '_');
            known->second = m_fresh.take(name);
            m_result.constants.push_back({ known->second, *value.constant });
        }
        return known->second;
    }

    const Model& m_model;
    Program m_program;
    const std::size_t m_ops; ///< those of the model; passes add others behind them
    RunRequest m_request;
    std::vector<bool> m_isReadOutside; ///< by program value
    model::edit::FreshNames m_fresh; ///< for values
    std::unordered_map<ProgramValueId, std::string> m_names; ///< of new constants
    OptimisedNodes m_result;
};

} // namespace

Result<OptimisedNodes> optimisedNodes(
    std::shared_ptr<const Model> model, Optimisation level, MemoryPool& pool)
{
    auto built = TRY(buildProgram(model, {}, pool));
    return NodeOptimiser(*model, std::move(built.program), level).run(pool);
}

} // namespace engine
