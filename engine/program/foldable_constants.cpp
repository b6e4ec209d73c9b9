#include "engine/program/foldable_constants.h"

#include "engine/program/facts.h"
#include "engine/program/program_builder.h"

#include <algorithm>
#include <optional>

namespace engine {

namespace {

using model::Model;
using model::NodeId;
using model::ValueId;

/// A value may be larger than its inputs up to this size.
constexpr std::uint64_t smallBytes = 4096;

/// Values that depend on the default of an input, which a caller may replace.
std::vector<bool> replaceableValues(const Model& model)
{
    std::vector<bool> isReplaceable(model.values.size());
    std::vector<ValueId> open;
    const auto add = [&](ValueId id) {
        if (id.isValid() && !isReplaceable[id.value()]) {
            isReplaceable[id.value()] = true;
            open.push_back(id);
        }
    };
    constexpr std::int64_t separateInitializers = 4; // before, all weights are inputs
    if (model.irVersion >= separateInitializers)
        for (const auto input : model.main().inputs)
            if (model.value(input).initializer.isValid())
                add(input);
    while (!open.empty()) {
        const auto next = open.back();
        open.pop_back();
        for (const auto& use : model.value(next).uses)
            for (auto node = use.node; node.isValid();
                 node = model.graph(model.node(node).graph).owner)
                for (const auto output : model.node(node).outputs)
                    add(output);
    }
    return isReplaceable;
}

class ConstantFinder {
public:
    ConstantFinder(const Model& model, std::uint64_t mostBytes)
        : m_model(model)
        , m_mostBytes(mostBytes)
        , m_known(model.values.size())
        , m_isFolded(model.nodes.size())
        , m_isReturned(model.values.size())
        , m_isReplaceable(replaceableValues(model))
    {
        for (const auto& graph : model.graphs)
            for (const auto output : graph.outputs)
                m_isReturned[output.value()] = true;
    }

    std::vector<FoldableConstant> run(const Program& program, const Facts& facts)
    {
        for (std::size_t i = 0; i < program.values.size(); ++i) {
            const auto origin = program.values[i].origin;
            if (origin.isValid() && facts.known[i])
                m_known[origin.value()] = facts.known[i];
        }
        for (std::size_t i = 0; i < m_model.nodes.size(); ++i)
            m_isFolded[i] = canFold(m_model.nodes[i]);
        std::vector<FoldableConstant> found;
        for (std::size_t i = 0; i < m_model.nodes.size(); ++i)
            if (m_isFolded[i] && isNeeded(m_model.nodes[i]))
                addOutputs(m_model.nodes[i], found);
        return found;
    }

private:
    bool isRead(ValueId id) const
    {
        return id.isValid() && (!m_model.value(id).uses.empty() || m_isReturned[id.value()]);
    }

    bool canFold(const model::Node& node) const
    {
        const auto& graph = m_model.graph(node.graph);
        if (graph.function.isValid() || node.function.isValid() || node.type == "Constant"
            || node.type == "DequantizeLinear" || node.outputs.empty())
            return false;
        std::uint64_t made = 0;
        for (const auto output : node.outputs) {
            if (!isRead(output))
                continue;
            const auto& known = m_known[output.value()];
            if (!known || m_isReplaceable[output.value()])
                return false;
            made += known->type.bytes();
        }
        std::uint64_t taken = 0;
        for (const auto input : node.inputs)
            if (input.isValid() && m_known[input.value()])
                taken += m_known[input.value()]->type.bytes();
        return made <= m_mostBytes && (made <= smallBytes || made <= taken);
    }

    /// Whether something that stays reads an output of the node.
    bool isNeeded(const model::Node& node) const
    {
        return std::ranges::any_of(node.outputs, [&](ValueId output) {
            return output.isValid()
                && (m_isReturned[output.value()]
                    || std::ranges::any_of(
                        m_model.value(output).uses, [&](const model::Value::Use& use) {
                            return !m_isFolded[use.node.value()];
                        }));
        });
    }

    void addOutputs(const model::Node& node, std::vector<FoldableConstant>& found) const
    {
        for (const auto output : node.outputs)
            if (isRead(output))
                found.push_back({ output, *m_known[output.value()] });
    }

    const Model& m_model;
    const std::uint64_t m_mostBytes;
    std::vector<std::optional<Tensor>> m_known; ///< by ValueId
    std::vector<bool> m_isFolded; ///< by NodeId
    std::vector<bool> m_isReturned; ///< by ValueId: an output of a graph
    const std::vector<bool> m_isReplaceable;
};

} // namespace

Result<std::vector<FoldableConstant>> foldableConstants(
    std::shared_ptr<const Model> model, std::uint64_t mostBytes, MemoryPool& pool)
{
    const auto built = TRY(buildProgram(model, {}, pool));
    const auto& program = built.program;
    std::vector<model::ValueType> inputs;
    for (const auto input : program.main().inputs)
        inputs.push_back(program.value(input).declared);
    FactOptions options;
    options.maxKnownBytes = mostBytes;
    const auto facts = findFacts(program, inputs, options, pool);
    return ConstantFinder(*model, mostBytes).run(program, facts);
}

} // namespace engine
