#include "model/edit/quantise/graph_rewrite.h"

#include <algorithm>

namespace model::edit {

using onnx_pb::GraphProto;
using onnx_pb::NodeProto;
using support::Result;

namespace {

std::string freshName(std::unordered_set<std::string>& taken, const std::string& wanted)
{
    auto name = wanted;
    for (int i = 1; !taken.insert(name).second; ++i)
        name = wanted + "_" + std::to_string(i);
    return name;
}

/// Whether the node only hands a constant on.
bool isOfConstants(const Node& node)
{
    return node.domain.empty() && (node.type == "Constant" || node.type == "Transpose");
}

} // namespace

GraphRewrite::GraphRewrite(Editing& editing)
    : m_editing(editing)
    , m_graph(editing.model.main().id)
    , m_valueNames(editing.namesIn(m_graph, Editing::Names::All))
{
    for (const auto& node : editing.model.nodes)
        m_nodeNames.insert(node.name);
}

std::string GraphRewrite::freshValue(const std::string& wanted)
{
    return freshName(m_valueNames, wanted);
}

std::string GraphRewrite::freshNode(const std::string& wanted)
{
    return freshName(m_nodeNames, wanted);
}

void GraphRewrite::addNodeBefore(std::size_t position, NodeProto node)
{
    m_before[position].push_back(std::move(node));
}

void GraphRewrite::addNodeBehind(ValueId value, NodeProto node)
{
    const auto producer = m_editing.model.value(value).producer;
    addNodeBefore(
        producer.isValid() ? m_editing.model.node(producer).position + 1UL : 0UL, std::move(node));
}

void GraphRewrite::replaceNode(NodeId node, std::vector<NodeProto> nodes)
{
    const auto& before = m_editing.model.node(node);
    for (const auto input : before.inputs)
        if (input.isValid())
            ++m_droppedUses[input];
    auto& first = nodes.front();
    if (!before.doc.empty())
        first.set_doc_string(before.doc);
    for (const auto& [key, value] : before.metadata) {
        auto& entry = *first.add_metadata_props();
        entry.set_key(key);
        entry.set_value(value);
    }
    m_replaced[node] = std::move(nodes);
}

void GraphRewrite::setInput(NodeId node, std::size_t input, const std::string& name)
{
    const auto before = m_editing.model.node(node).inputs[input];
    if (m_inputs[node].emplace(input, name).second && before.isValid())
        ++m_droppedUses[before];
}

void GraphRewrite::removeAttribute(NodeId node, const std::string& name)
{
    m_attributes[node] = name;
}

std::string GraphRewrite::addInitializer(const std::string& wanted, TensorSource source)
{
    auto name = freshValue(wanted);
    m_initializers.emplace_back(name, std::move(source));
    return name;
}

void GraphRewrite::importDomain(const std::string& domain) { m_domains.insert(domain); }

void GraphRewrite::findUnread()
{
    std::unordered_set<std::string_view> read;
    const auto note = [&](const std::vector<NodeProto>& nodes) {
        for (const auto& node : nodes)
            read.insert(node.input().begin(), node.input().end());
    };
    for (const auto& [position, nodes] : m_before)
        note(nodes);
    for (const auto& [replaced, nodes] : m_replaced)
        note(nodes);
    std::vector<ValueId> open;
    for (const auto& [id, uses] : m_droppedUses)
        open.push_back(id);
    while (!open.empty()) {
        const auto id = open.back();
        open.pop_back();
        const auto& value = m_editing.model.value(id);
        auto& names = m_unreadNames[value.graph];
        if (value.isOutput || m_droppedUses[id] < value.uses.size() || read.contains(value.name)
            || names.contains(value.name))
            continue;
        if (value.initializer.isValid() && !value.isInput)
            names.insert(value.name);
        if (!value.producer.isValid() || !isOfConstants(m_editing.model.node(value.producer)))
            continue;
        names.insert(value.name);
        m_unread.insert(value.producer);
        for (const auto input : m_editing.model.node(value.producer).inputs) {
            if (!input.isValid())
                continue;
            ++m_droppedUses[input];
            open.push_back(input);
        }
    }
}

Result<void> GraphRewrite::changeNode(Message& graph, std::size_t field, NodeId id)
{
    auto& change = m_editing.change;
    const auto replaced = m_replaced.find(id);
    if (replaced != m_replaced.end() || m_unread.contains(id)) {
        change.remove(graph, field);
        if (replaced != m_replaced.end())
            for (auto node = replaced->second.rbegin(); node != replaced->second.rend(); ++node)
                change.insert(graph, field, messageField(GraphProto::kNodeFieldNumber, *node));
        return {};
    }
    const auto inputs = m_inputs.find(id);
    const auto attribute = m_attributes.find(id);
    if (inputs == m_inputs.end() && attribute == m_attributes.end())
        return {};
    auto& message = *TRY(change.open(graph, field));
    if (inputs != m_inputs.end())
        for (const auto& [input, name] : inputs->second)
            change.replace(message, *positionOf(message, NodeProto::kInputFieldNumber, input),
                bytesField(NodeProto::kInputFieldNumber, name));
    if (attribute == m_attributes.end())
        return {};
    for (const auto position : positionsOf(message, NodeProto::kAttributeFieldNumber))
        if (textIn(message.fields[position], onnx_pb::AttributeProto::kNameFieldNumber)
            == attribute->second) {
            change.remove(message, position);
            break;
        }
    return {};
}

void GraphRewrite::addNodes(
    Message& graph, const std::vector<std::size_t>& positions, std::size_t index)
{
    const auto added = m_before.find(index);
    if (added == m_before.end())
        return;
    const auto place = index < positions.size() ? positions[index] : positions.back() + 1;
    for (auto node = added->second.rbegin(); node != added->second.rend(); ++node)
        m_editing.change.insert(graph, place, messageField(GraphProto::kNodeFieldNumber, *node));
}

void GraphRewrite::removeUnread(Message& graph, const std::unordered_set<std::string>& names)
{
    const auto drop = [&](std::uint32_t number, std::uint32_t nameNumber) {
        const auto positions = positionsOf(graph, number);
        for (auto position = positions.rbegin(); position != positions.rend(); ++position)
            if (names.contains(std::string(textIn(graph.fields[*position], nameNumber))))
                m_editing.change.remove(graph, *position);
    };
    drop(GraphProto::kInitializerFieldNumber, onnx_pb::TensorProto::kNameFieldNumber);
    drop(GraphProto::kValueInfoFieldNumber, onnx_pb::ValueInfoProto::kNameFieldNumber);
    drop(GraphProto::kQuantizationAnnotationFieldNumber,
        onnx_pb::TensorAnnotation::kTensorNameFieldNumber);
}

std::vector<GraphId> GraphRewrite::changedGraphs() const
{
    std::set<GraphId> graphs { m_graph };
    const auto note = [&](NodeId node) { graphs.insert(m_editing.model.node(node).graph); };
    for (const auto& [node, inputs] : m_inputs)
        note(node);
    for (const auto& [node, attribute] : m_attributes)
        note(node);
    for (const auto& [graph, names] : m_unreadNames)
        graphs.insert(graph);
    return { graphs.rbegin(), graphs.rend() }; // a body has a larger id than the graph around it
}

Result<void> GraphRewrite::changeGraph(GraphId id)
{
    auto& graph = *TRY(m_editing.graphMessage(id));
    const auto& nodes = m_editing.model.graph(id).nodes;
    const auto positions = positionsOf(graph, GraphProto::kNodeFieldNumber);
    // From the last node to the first: what is inserted does not move those before it.
    for (auto i = nodes.size() + 1; i-- > 0;) {
        if (i < nodes.size())
            TRY(changeNode(graph, positions[i], nodes[i]));
        if (id == m_graph)
            addNodes(graph, positions, i);
    }
    if (const auto unread = m_unreadNames.find(id); unread != m_unreadNames.end())
        removeUnread(graph, unread->second);
    return {};
}

Result<void> GraphRewrite::apply()
{
    findUnread();
    for (const auto graph : changedGraphs())
        TRY(changeGraph(graph));
    auto& main = *TRY(m_editing.graphMessage(m_graph));
    for (auto& [name, source] : m_initializers)
        m_editing.change.append(
            main, tensorField(GraphProto::kInitializerFieldNumber, name, source));
    for (const auto& domain : m_domains)
        TRY(m_editing.ensureImport(m_graph, domain));
    return {};
}

NodeProto makeNode(const std::string& type, const std::string& name,
    const std::vector<std::string>& inputs, const std::vector<std::string>& outputs,
    const std::string& domain)
{
    NodeProto node;
    for (const auto& input : inputs)
        node.add_input(input);
    for (const auto& output : outputs)
        node.add_output(output);
    node.set_name(name);
    node.set_op_type(type);
    if (!domain.empty())
        node.set_domain(domain);
    return node;
}

void addAttribute(NodeProto& node, const std::string& name, std::int64_t value)
{
    auto& attribute = *node.add_attribute();
    attribute.set_name(name);
    attribute.set_i(value);
    attribute.set_type(onnx_pb::AttributeProto::INT);
}

} // namespace model::edit
