#include "profiler/attribution/onnx_runtime_values.h"

#include "profiler/attribution/derived_names.h"
#include "profiler/attribution/onnx_runtime_graph.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace profiler::onnx_runtime {

namespace {

using model::Graph;
using model::GraphId;
using model::Model;
using model::Node;
using model::NodeId;
using model::ValueId;

/// Longest chain between the value that a kernel is named after and the kernel's own node.
constexpr int maxChain = 16;
constexpr std::size_t maxInputsInChain = 16;

/// Finds nodes and values of the model by name. A name that is not unique finds nothing, unless the
/// graph is known.
class NameIndex {
public:
    explicit NameIndex(const Model& model)
        : m_ofGraph(model.graphs.size())
    {
        for (const auto& graph : model.graphs) {
            if (graph.function.isValid() || graph.role == Graph::Role::Training)
                continue;
            for (const auto id : graph.values) {
                const auto& value = model.value(id);
                if (!value.isDefined || value.name.empty())
                    continue;
                m_ofGraph[graph.id.value()].emplace(value.name, id);
                add(m_values, value.name, id);
            }
            for (const auto id : graph.nodes)
                if (const auto& node = model.node(id); !node.name.empty())
                    add(m_nodes, node.name, id);
        }
    }

    NodeId node(std::string_view name) const { return find(m_nodes, name); }
    ValueId value(std::string_view name) const { return find(m_values, name); }
    /// Prefers a value of `graph`, which may be invalid.
    ValueId value(std::string_view name, GraphId graph) const
    {
        if (graph.isValid())
            if (const auto found = find(m_ofGraph[graph.value()], name); found.isValid())
                return found;
        return value(name);
    }

private:
    template <typename Id>
    using ByName = std::unordered_map<std::string_view, Id>;

    template <typename Id>
    static void add(ByName<Id>& names, std::string_view name, Id id)
    {
        const auto [place, isNew] = names.emplace(name, id);
        if (!isNew)
            place->second = Id();
    }
    template <typename Id>
    static Id find(const ByName<Id>& names, std::string_view name)
    {
        const auto found = names.find(name);
        return found == names.end() ? Id() : found->second;
    }

    std::vector<ByName<ValueId>> m_ofGraph;
    ByName<ValueId> m_values;
    ByName<NodeId> m_nodes;
};

class ValuePairing {
public:
    ValuePairing(const Model& model, const Model& executed)
        : m_model(model)
        , m_executed(executed)
        , m_names(model)
        , m_isConstant(constantValues(model))
        , m_isTaken(model.values.size(), false)
        , m_isQuantised(executed.values.size(), false)
    {
        m_pairs.values.resize(executed.values.size());
        m_pairs.anchors.resize(executed.nodes.size());
    }

    ValuePairs pair() &&
    {
        pairGraphs();
        findQuantised();
        for (const auto graph : m_order)
            for (const auto node : m_executed.graph(graph).nodes)
                anchorByName(node);
        settle();
        for (const auto graph : m_order)
            for (const auto node : m_executed.graph(graph).order) {
                pairOutputs(node);
                settle();
            }
        return std::move(m_pairs);
    }

private:
    ValueId& paired(ValueId value) { return m_pairs.values[value.value()]; }
    NodeId& anchor(NodeId node) { return m_pairs.anchors[node.value()]; }

    /// Pairs a value that has no pair yet.
    void set(ValueId executed, ValueId value)
    {
        if (!executed.isValid() || !value.isValid() || paired(executed).isValid())
            return;
        paired(executed) = value;
        m_isTaken[value.value()] = true;
        m_changed.push_back(executed);
    }

    // Values of the same name, graph by graph: the owner of a body before the body.

    void pairGraphs()
    {
        m_order.push_back(m_executed.main().id);
        std::vector<GraphId> partners { m_model.main().id };
        for (std::size_t i = 0; i < m_order.size(); ++i) {
            const auto& graph = m_executed.graph(m_order[i]);
            pairNames(graph, partners[i]);
            for (const auto node : graph.nodes)
                forEachBody(m_executed.node(node), [&](std::string_view attribute, GraphId body) {
                    m_order.push_back(body);
                    partners.push_back(partnerOfBody(m_executed.node(node), attribute));
                });
        }
    }

    void pairNames(const Graph& graph, GraphId partner)
    {
        for (const auto id : graph.values) {
            std::string_view name = m_executed.value(id).name;
            for (int i = 0; i < maxRemovedAdditions && !name.empty() && !paired(id).isValid();
                 ++i) {
                set(id, m_names.value(name, partner));
                name = withoutPrefix(name);
            }
        }
        if (!partner.isValid() || partner == m_model.main().id)
            return;
        // Inputs and outputs of bodies are known by their position.
        const auto pairAll = [this](const auto& executed, const auto& values) {
            if (executed.size() == values.size())
                for (std::size_t i = 0; i < values.size(); ++i)
                    set(executed[i], values[i]);
        };
        pairAll(graph.inputs, m_model.graph(partner).inputs);
        pairAll(graph.outputs, m_model.graph(partner).outputs);
    }

    /// Of values only prefixes are removed: a suffix means another value.
    static std::string_view withoutPrefix(std::string_view name)
    {
        const auto shorter = withoutAddition(name);
        const bool isSuffixKept = shorter.data() + shorter.size() == name.data() + name.size();
        return isSuffixKept ? shorter : std::string_view();
    }

    GraphId partnerOfBody(const Node& owner, std::string_view attribute) const
    {
        auto found = m_names.node(owner.name);
        if (!found.isValid() && !owner.outputs.empty() && owner.outputs.front().isValid())
            if (const auto value = m_pairs.values[owner.outputs.front().value()]; value.isValid())
                found = m_model.value(value).producer;
        if (!found.isValid() || m_model.node(found).type != owner.type)
            return {};
        const auto* body = m_model.node(found).attribute(attribute);
        const auto* graph = body != nullptr ? std::get_if<GraphId>(&body->value) : nullptr;
        return graph != nullptr ? *graph : GraphId();
    }

    void findQuantised()
    {
        for (const auto graph : m_order)
            for (const auto id : m_executed.graph(graph).order) {
                const auto& node = m_executed.node(id);
                const bool isFirst = isQuantisedType(node.type) || node.type == "QuantizeLinear"
                    || node.type == "DynamicQuantizeLinear";
                if (isFirst || readsQuantised(node))
                    for (const auto output : node.outputs)
                        if (output.isValid())
                            m_isQuantised[output.value()] = true;
            }
    }

    bool readsQuantised(const Node& node) const
    {
        return isQuantisedType(node.type)
            || (keepsQuantisation(node.type) && !node.inputs.empty()
                && node.inputs.front().isValid() && m_isQuantised[node.inputs.front().value()]);
    }

    // Anchors

    bool hasSameKernel(const Node& executed, NodeId id) const
    {
        const auto& node = m_model.node(id);
        return !node.function.isValid() && kernelFamily(executed.type) == kernelFamily(node.type);
    }

    /// Returns the only node that makes a non-constant input of `id`.
    NodeId onlyMaker(NodeId id) const
    {
        NodeId maker;
        if (m_model.node(id).inputs.size() > maxInputsInChain)
            return maker;
        for (const auto input : m_model.node(id).inputs) {
            if (!input.isValid() || m_isConstant[input.value()])
                continue;
            const auto& value = m_model.value(input);
            if (maker.isValid() || !value.producer.isValid() || value.uses.size() != 1)
                return {};
            maker = value.producer;
        }
        return maker;
    }

    void anchorByName(NodeId id)
    {
        const auto& node = m_executed.node(id);
        std::string_view name = node.name;
        for (int i = 0; i < maxRemovedAdditions && !name.empty(); ++i) {
            if (const auto found = m_names.node(name);
                found.isValid() && hasSameKernel(node, found) && isPlausible(node, found))
                return setAnchor(id, found);
            if (const auto value = m_names.value(name); value.isValid())
                for (auto [at, steps] = std::pair(m_model.value(value).producer, 0);
                     at.isValid() && steps < maxChain; at = onlyMaker(at), ++steps)
                    if (hasSameKernel(node, at) && isPlausible(node, at)) {
                        m_namedAfter.emplace(id, value);
                        return setAnchor(id, at);
                    }
            name = withoutAddition(name);
        }
    }

    /// ONNX Runtime may give a reorder that it adds the name of a node that it removed. So the name
    /// alone does not tell: one of the values must be the node's.
    bool isPlausible(const Node& executed, NodeId id) const
    {
        if (moverPurpose(executed.type).empty())
            return true;
        const auto& node = m_model.node(id);
        const auto share = [this](const auto& ours, const auto& theirs) {
            return !ours.empty() && !theirs.empty() && ours.front().isValid()
                && m_pairs.values[ours.front().value()].isValid()
                && m_pairs.values[ours.front().value()] == theirs.front();
        };
        return share(executed.inputs, node.inputs) || share(executed.outputs, node.outputs);
    }

    void setAnchor(NodeId id, NodeId found)
    {
        anchor(id) = found;
        const auto& executed = m_executed.node(id);
        const auto& node = m_model.node(found);
        for (const auto [from, to] : pairedInputs(executed, node))
            set(executed.inputs[from], storedInput(executed, node.inputs[to]));
        if (const auto ends = fusedEnds(id); ends && ends->addend.isValid())
            set(executed.inputs[addendInput(executed, node)], ends->addend);
    }

    /// True if the executed node works on quantised numbers, and the model's node on dequantised
    /// ones.
    bool isUnwrapped(const Node& executed, const Node& node) const
    {
        return readsQuantised(executed) && !node.inputs.empty() && node.inputs.front().isValid()
            && hasType(m_model.value(node.inputs.front()).producer, "DequantizeLinear");
    }

    /// The value before DequantizeLinear if the executed node reads the quantised one.
    ValueId storedInput(const Node& executed, ValueId input) const
    {
        const auto maker = m_model.value(input).producer;
        if (!readsQuantised(executed) || !hasType(maker, "DequantizeLinear")
            || m_model.node(maker).inputs.empty())
            return input;
        return m_model.node(maker).inputs.front();
    }

    // Outputs of fused kernels

    struct Ends {
        ValueId output;
        ValueId addend; ///< what a fused Add adds
    };

    /// Returns the only reader of a value that no one else sees.
    NodeId onlyReader(ValueId id) const
    {
        const auto& value = m_model.value(id);
        return value.isOutput || value.uses.size() != 1 ? NodeId() : value.uses.front().node;
    }

    ValueId firstOutput(NodeId id) const
    {
        const auto& outputs = m_model.node(id).outputs;
        return outputs.empty() ? ValueId() : outputs.front();
    }

    bool hasType(NodeId id, std::string_view type) const
    {
        return id.isValid() && m_model.node(id).type == type;
    }

    /// Which input of a kernel a fused Add adds: the fourth of a convolution, the third of a Gemm
    /// that was a MatMul. 0 = none.
    std::size_t addendInput(const Node& executed, const Node& node) const
    {
        const bool isConv = kernelFamily(executed.type) == "Conv";
        const bool isGemm = kernelFamily(executed.type) == "MatMul" && node.type == "MatMul";
        const std::size_t input = isConv ? 3 : isGemm ? 2 : 0;
        return isQuantisedType(executed.type) || input >= executed.inputs.size()
                || !executed.inputs[input].isValid()
            ? 0
            : input;
    }

    /// True for kernels whose end is known: what they do after their anchor is an input or an
    /// attribute.
    static bool hasKnownEnd(const Node& executed)
    {
        return kernelFamily(executed.type) != "MatMul" || isQuantisedType(executed.type)
            || executed.type == "Gemm" || executed.type == "FusedGemm";
    }

    /// Follows what a kernel does after its anchor: an Add, an activation, QuantizeLinear. Nothing
    /// if the model's nodes are others.
    std::optional<Ends> fusedEnds(NodeId id) const
    {
        const auto& executed = m_executed.node(id);
        const auto named = m_namedAfter.find(id);
        const auto anchor = m_pairs.anchors[id.value()];
        Ends ends { .output = named != m_namedAfter.end() ? named->second : firstOutput(anchor) };
        if (!hasKnownEnd(executed) || !ends.output.isValid()
            || (addendInput(executed, m_model.node(anchor)) != 0 && !passAdd(ends))
            || !passActivation(executed, ends))
            return std::nullopt;
        if (isUnwrapped(executed, m_model.node(anchor)))
            ends.output = quantised(ends.output);
        return ends.output.isValid() ? std::optional(ends) : std::nullopt;
    }

    bool passAdd(Ends& ends) const
    {
        const auto add = onlyReader(ends.output);
        if ((!hasType(add, "Add") && !hasType(add, "Sum")) || m_model.node(add).inputs.size() != 2)
            return false;
        const auto& inputs = m_model.node(add).inputs;
        ends = { .output = firstOutput(add), .addend = inputs[inputs[0] == ends.output ? 1 : 0] };
        return ends.output.isValid();
    }

    bool passActivation(const Node& executed, Ends& ends) const
    {
        const auto* activation = executed.attribute("activation");
        if (activation == nullptr)
            return true;
        const auto* type = std::get_if<std::string>(&activation->value);
        if (type == nullptr)
            return false;
        if (hasType(m_model.value(ends.output).producer, *type))
            return true;
        const auto reader = onlyReader(ends.output);
        if (!hasType(reader, *type))
            return false;
        ends.output = firstOutput(reader);
        return ends.output.isValid();
    }

    /// The output of the QuantizeLinear that follows, with one activation at most before it.
    ValueId quantised(ValueId value) const
    {
        if (value.isValid() && hasType(m_model.value(value).producer, "QuantizeLinear"))
            return value;
        for (int i = 0; i < 2 && value.isValid(); ++i) {
            const auto reader = onlyReader(value);
            if (!hasType(reader, "QuantizeLinear") && !hasType(reader, "Relu")
                && !hasType(reader, "Clip"))
                return {};
            value = firstOutput(reader);
            if (hasType(reader, "QuantizeLinear"))
                return value;
        }
        return {};
    }

    /// Pairs the outputs of a node from its anchor, if no other executed value stands for them: an
    /// operator that is split keeps its name in its first piece.
    void pairOutputs(NodeId id)
    {
        const auto setFree = [this](ValueId output, ValueId value) {
            if (value.isValid() && !m_isTaken[value.value()])
                set(output, value);
        };
        const auto& executed = m_executed.node(id);
        if (!anchor(id).isValid())
            return;
        const auto& node = m_model.node(anchor(id));
        if (executed.type == node.type && executed.domain == node.domain) {
            for (std::size_t i = 0; i < std::min(executed.outputs.size(), node.outputs.size()); ++i)
                setFree(executed.outputs[i],
                    isUnwrapped(executed, node) ? quantised(node.outputs[i]) : node.outputs[i]);
        } else if (const auto ends = fusedEnds(id); ends && !executed.outputs.empty()) {
            setFree(executed.outputs.front(), ends->output);
        }
    }

    // Consequences of pairs

    void settle()
    {
        while (!m_changed.empty()) {
            const auto value = m_changed.back();
            m_changed.pop_back();
            if (const auto maker = m_executed.value(value).producer; maker.isValid())
                concludeFromOutput(maker, value);
            for (const auto& use : m_executed.value(value).uses)
                if (use.input == 0 && isAddedMover(use.node))
                    set(m_executed.node(use.node).outputs.front(), paired(value));
        }
    }

    void concludeFromOutput(NodeId id, ValueId output)
    {
        const auto& executed = m_executed.node(id);
        const auto& made = m_model.value(paired(output));
        const auto isFirst = !executed.outputs.empty() && executed.outputs.front() == output;
        const bool isMoved = isAddedMover(id) && paired(executed.inputs.front()) == paired(output);
        if (!anchor(id).isValid() && isFirst && !isMoved)
            if (const auto found = makerLike(executed, paired(output)); found.isValid())
                return setAnchor(id, found);
        if (!isFirst || !isAddedMover(id))
            return;
        const bool isTranspose = isChannelsLast(executed) && hasType(made.producer, "Transpose")
            && made.producerOutput == 0;
        set(executed.inputs.front(),
            isTranspose ? m_model.node(made.producer).inputs.front() : paired(output));
    }

    /// A reorder between blocked channels and channels last does the work of a Transpose.
    static bool isChannelsLast(const Node& executed)
    {
        const auto* last = executed.attribute("channels_last");
        const auto* number = last != nullptr ? std::get_if<std::int64_t>(&last->value) : nullptr;
        return number != nullptr && *number != 0;
    }

    /// Returns the node that makes `value` by an operator as `executed`: directly, or for products,
    /// convolutions and quantised operators with further ones after it whose values the engine does
    /// not have.
    NodeId makerLike(const Node& executed, ValueId value) const
    {
        auto at
            = m_model.value(value).producerOutput == 0 ? m_model.value(value).producer : NodeId();
        if (at.isValid() && m_model.node(at).type == executed.type
            && m_model.node(at).inputs.size() == executed.inputs.size())
            return at;
        const auto family = kernelFamily(executed.type);
        if (family != "Conv" && family != "MatMul" && !readsQuantised(executed))
            return {};
        for (int steps = 0; at.isValid() && steps < maxChain; ++steps, at = onlyMaker(at)) {
            const auto output = firstOutput(at);
            if (steps > 0 && (!output.isValid() || m_isTaken[output.value()]))
                return {};
            if (hasSameKernel(executed, at))
                return at;
        }
        return {};
    }

    bool isAddedMover(NodeId id) const
    {
        const auto& node = m_executed.node(id);
        return !m_pairs.anchors[id.value()].isValid() && !moverPurpose(node.type).empty()
            && !node.inputs.empty() && node.inputs.front().isValid() && !node.outputs.empty()
            && node.outputs.front().isValid();
    }

    const Model& m_model;
    const Model& m_executed;
    NameIndex m_names;
    std::vector<bool> m_isConstant; ///< by ValueId of the model
    std::vector<bool> m_isTaken; ///< by ValueId of the model: an executed value stands for it
    std::vector<bool> m_isQuantised; ///< by ValueId of the executed model
    ValuePairs m_pairs;
    std::unordered_map<NodeId, ValueId> m_namedAfter; ///< the value whose name a kernel carries
    std::vector<GraphId> m_order; ///< graphs of the executed model, owners before bodies
    std::vector<ValueId> m_changed; ///< pairs whose consequences are open
};

} // namespace

ValuePairs pairValues(const Model& model, const Model& executed)
{
    return ValuePairing(model, executed).pair();
}

} // namespace profiler::onnx_runtime
