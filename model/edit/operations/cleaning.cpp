#include "model/edit/operation.h"
#include "model/edit/tensor_content.h"
#include "model/edit/tree.h"
#include "model/edit/unused.h"

#include "model/support/text.h"

#include <algorithm>
#include <array>
#include <onnx/onnx.pb.h>
#include <ranges>

namespace model::edit {

namespace {

using onnx_pb::GraphProto;
using onnx_pb::ModelProto;
using onnx_pb::NodeProto;
using onnx_pb::TensorProto;
using onnx_pb::ValueInfoProto;
using support::ErrorKind;
using support::failAs;
using support::quote;
using support::Result;

/// Removes nodes. Bodies come before the graphs around them, whose nodes would move.
Result<void> removeNodes(Editing& editing, const std::vector<bool>& isRemoved)
{
    for (const auto& graph : std::views::reverse(editing.model.graphs)) {
        if (std::ranges::none_of(graph.nodes, [&](NodeId node) { return isRemoved[node.value()]; }))
            continue;
        auto* const message = TRY(editing.graphMessage(graph.id));
        const auto positions = positionsOf(*message, editing.fieldsOf(graph.id).node);
        for (auto i = std::min(positions.size(), graph.nodes.size()); i > 0; --i)
            if (isRemoved[graph.nodes[i - 1].value()])
                editing.change.remove(*message, positions[i - 1]);
    }
    return {};
}

/// Removes what a graph declares about values that are gone: types and annotations.
Result<void> removeDeclarations(
    Editing& editing, GraphId graph, const std::unordered_set<std::string>& names)
{
    if (names.empty())
        return {};
    auto* const message = TRY(editing.graphMessage(graph));
    const auto fields = editing.fieldsOf(graph);
    for (auto i = message->fields.size(); i > 0; --i) {
        const auto& field = message->fields[i - 1];
        const bool isInfo = field.number == fields.valueInfo;
        const bool isAnnotation = fields.hasTypedInterface
            && field.number == GraphProto::kQuantizationAnnotationFieldNumber;
        if ((isInfo || isAnnotation)
            && names.contains(std::string(textIn(field, ValueInfoProto::kNameFieldNumber))))
            editing.change.remove(*message, i - 1);
    }
    return {};
}
static_assert(static_cast<int>(ValueInfoProto::kNameFieldNumber)
    == static_cast<int>(onnx_pb::TensorAnnotation::kTensorNameFieldNumber));

/// Removes nodes that only pass their input on.
class IdentityRemover {
public:
    explicit IdentityRemover(Editing& editing)
        : m_editing(editing)
        , m_model(editing.model)
        , m_sources(editing.model.values.size())
        , m_names(editing.model.values.size())
        , m_isRemoved(editing.model.nodes.size())
        , m_isReturned(editing.model.values.size())
    {
        for (const auto& graph : m_model.graphs)
            for (const auto output : graph.outputs)
                m_isReturned[output.value()] = true;
    }

    /// Returns the number of nodes removed.
    Result<std::size_t> run()
    {
        for (const auto& graph : m_model.graphs)
            for (const auto node : graph.order)
                consider(node);
        TRY(rewire());
        TRY(removeNodes(m_editing, m_isRemoved));
        return static_cast<std::size_t>(std::ranges::count(m_isRemoved, true));
    }

private:
    bool passesOn(const Node& node) const;
    void consider(NodeId node);
    bool canTakeName(const Value& source, const Value& output) const;
    bool areReadersFree(const Value& output, const std::string& name) const;
    ValueId sourceOf(ValueId value) const
    {
        while (m_sources[value.value()].isValid())
            value = m_sources[value.value()];
        return value;
    }
    const std::string& nameOf(ValueId value) const
    {
        const auto& renamed = m_names[value.value()];
        return renamed.empty() ? m_model.value(value).name : renamed;
    }
    Result<void> setText(NodeId node, std::uint32_t number, std::size_t index, ValueId value);
    Result<void> rewire();

    Editing& m_editing;
    const Model& m_model;
    std::vector<ValueId> m_sources; ///< by ValueId: what is read instead; invalid: itself
    std::vector<std::string> m_names; ///< by ValueId: new name; empty: its own
    std::vector<bool> m_isRemoved; ///< by NodeId
    std::vector<bool> m_isReturned; ///< by ValueId: an output of a graph
};

/// Identity, and Dropout that does not train.
bool IdentityRemover::passesOn(const Node& node) const
{
    if (!node.domain.empty() || node.inputs.empty() || !node.inputs.front().isValid()
        || node.outputs.empty() || !node.outputs.front().isValid())
        return false;
    if (node.type == "Identity")
        return node.outputs.size() == 1;
    const auto opset = m_model.opset("", node.graph);
    const bool hasMask = node.outputs.size() > 1 && node.outputs[1].isValid();
    return node.type == "Dropout" && !hasMask && opset >= 7
        && (opset < 12 || node.inputs.size() < 3 || !node.inputs[2].isValid());
}

/// An output of a graph keeps its name: what makes the source gets it. Not if the source has a name
/// that must stay, too, or a declared type of its own.
bool IdentityRemover::canTakeName(const Value& source, const Value& output) const
{
    const auto id = m_model.node(source.producer.isValid() ? source.producer : output.producer);
    return output.isOutput && source.graph == output.graph && source.producer.isValid()
        && !id.outputs.empty();
}

/// False if a body defines another value of this name between.
bool IdentityRemover::areReadersFree(const Value& output, const std::string& name) const
{
    const auto home = output.graph;
    for (const auto& use : output.uses)
        for (auto graph = m_model.node(use.node).graph; graph != home && graph.isValid();
             graph = m_model.graph(graph).parent)
            for (const auto id : m_model.graph(graph).values)
                if (m_model.value(id).name == name && m_model.value(id).isDefined)
                    return false;
    return true;
}

void IdentityRemover::consider(NodeId id)
{
    const auto& node = m_model.node(id);
    if (!passesOn(node))
        return;
    const auto source = sourceOf(node.inputs.front());
    const auto output = node.outputs.front();
    const auto& from = m_model.value(source);
    const auto& to = m_model.value(output);
    if (source == output || !from.isDefined)
        return;
    if (m_isReturned[output.value()]) {
        if (!canTakeName(from, to) || m_isReturned[source.value()]
            || !m_names[source.value()].empty())
            return;
        m_names[source.value()] = to.name;
    } else if (!areReadersFree(to, nameOf(source))) {
        return;
    }
    m_sources[output.value()] = source;
    m_isRemoved[id.value()] = true;
}

Result<void> IdentityRemover::setText(
    NodeId node, std::uint32_t number, std::size_t index, ValueId value)
{
    auto* const message = TRY(m_editing.nodeMessage(node));
    if (const auto position = positionOf(*message, number, index))
        m_editing.change.replace(*message, *position, bytesField(number, nameOf(value)));
    return {};
}

Result<void> IdentityRemover::rewire()
{
    std::vector<std::unordered_set<std::string>> gone(m_model.graphs.size());
    for (std::size_t i = 0; i < m_model.values.size(); ++i) {
        const ValueId id(i);
        const auto& value = m_model.values[i];
        const auto source = sourceOf(id);
        if (source == id && m_names[i].empty())
            continue;
        if (!m_isReturned[i])
            gone[value.graph.value()].insert(value.name);
        if (source == id && value.producer.isValid())
            TRY(setText(value.producer, NodeProto::kOutputFieldNumber, value.producerOutput, id));
        for (const auto& use : value.uses)
            if (!m_isRemoved[use.node.value()])
                TRY(setText(use.node, NodeProto::kInputFieldNumber, use.input, source));
    }
    for (const auto& graph : m_model.graphs)
        TRY(removeDeclarations(m_editing, graph.id, gone[graph.id.value()]));
    return {};
}

Result<std::string> removeIdentities(Editing& editing, const OperationArguments&)
{
    const auto count = TRY(IdentityRemover(editing).run());
    if (count == 0)
        return failAs(ErrorKind::Usage, "no node passes its input on and can be removed");
    return "removed " + support::countOf(count, "node that passes", "nodes that pass")
        + " its input on";
}

/// Initializers that nothing needs, of one graph.
Result<std::size_t> removeInitializers(
    Editing& editing, const Graph& graph, const std::unordered_set<std::string>& names)
{
    if (names.empty())
        return std::size_t { 0 };
    auto* const message = TRY(editing.graphMessage(graph.id));
    std::size_t removed = 0;
    for (auto i = message->fields.size(); i > 0; --i) {
        const auto& field = message->fields[i - 1];
        const bool isDense = field.number == GraphProto::kInitializerFieldNumber;
        const bool isInput = field.number == GraphProto::kInputFieldNumber;
        if (!isDense && !isInput && field.number != GraphProto::kSparseInitializerFieldNumber)
            continue;
        const auto name = std::string(isInput ? textIn(field, ValueInfoProto::kNameFieldNumber)
                : isDense                     ? textIn(field, TensorProto::kNameFieldNumber)
                                              : sparseName(field));
        if (!names.contains(name))
            continue;
        editing.change.remove(*message, i - 1);
        removed += isInput ? 0 : 1;
    }
    return removed;
}

/// Parameters of annotations stay, although no node reads them.
Result<void> keepParameters(Editing& editing, GraphId graph, std::unordered_set<std::string>& names)
{
    if (names.empty())
        return {};
    auto* const message = TRY(editing.graphMessage(graph));
    for (const auto position :
        positionsOf(*message, GraphProto::kQuantizationAnnotationFieldNumber)) {
        auto* const annotation = TRY(editing.change.open(*message, position));
        for (const auto& field : annotation->fields)
            if (field.number == onnx_pb::TensorAnnotation::kQuantParameterTensorNamesFieldNumber)
                names.erase(
                    std::string(textIn(field, onnx_pb::StringStringEntryProto::kValueFieldNumber)));
    }
    return {};
}

Result<std::string> removeUnused(Editing& editing, const OperationArguments&)
{
    const auto& model = editing.model;
    const auto unused = unusedParts(model);
    if (unused.isEmpty())
        return failAs(ErrorKind::Usage, "the outputs need everything that is in the model");
    std::vector<bool> isDead(model.nodes.size());
    std::vector<std::unordered_set<std::string>> gone(model.graphs.size());
    for (const auto id : unused.nodes) {
        isDead[id.value()] = true;
        for (const auto output : model.node(id).outputs)
            if (output.isValid())
                gone[model.node(id).graph.value()].insert(model.value(output).name);
    }
    std::vector<std::unordered_set<std::string>> weights(model.graphs.size());
    for (const auto id : unused.weights)
        weights[model.value(id).graph.value()].insert(model.value(id).name);
    std::size_t removedWeights = 0;
    for (const auto& graph : model.graphs) {
        auto& names = weights[graph.id.value()];
        TRY(keepParameters(editing, graph.id, names));
        TRY(removeDeclarations(editing, graph.id, gone[graph.id.value()]));
        TRY(removeDeclarations(editing, graph.id, names));
        removedWeights += TRY(removeInitializers(editing, graph, names));
    }
    TRY(removeNodes(editing, isDead));
    for (auto function = unused.functions.rbegin(); function != unused.functions.rend(); ++function)
        editing.change.remove(editing.root,
            *positionOf(editing.root, ModelProto::kFunctionsFieldNumber, function->value()));
    return "removed what no output needs: " + support::countOf(unused.nodes.size(), "node", "nodes")
        + ", " + support::countOf(removedWeights, "initializer", "initializers") + ", "
        + support::countOf(unused.functions.size(), "function", "functions");
}

} // namespace

std::span<const OperationKind> cleaningOperations()
{
    static constexpr std::array kinds {
        OperationKind { "removeIdentities", "",
            "removes Identity, and Dropout that does not train; outputs keep their names",
            removeIdentities },
        OperationKind { "removeUnused", "",
            "removes nodes, initializers and functions that no output of the model needs",
            removeUnused },
    };
    return kinds;
}

} // namespace model::edit
