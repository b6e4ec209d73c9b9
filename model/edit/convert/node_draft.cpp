#include "model/edit/convert/node_draft.h"

#include "model/edit/new_messages.h"

#include <algorithm>
#include <cassert>

namespace model::edit::convert {

using onnx_pb::AttributeProto;
using onnx_pb::NodeProto;
using support::Result;

namespace {

/// Sets the value of a message of an attribute.
struct ValueWriter {
    AttributeProto& proto;

    void operator()(std::monostate) const { }
    void operator()(float value) const { proto.set_f(value); }
    void operator()(std::int64_t value) const { proto.set_i(value); }
    void operator()(const std::string& value) const { proto.set_s(value); }
    void operator()(const std::vector<float>& values) const
    {
        proto.mutable_floats()->Add(values.begin(), values.end());
    }
    void operator()(const std::vector<std::int64_t>& values) const
    {
        proto.mutable_ints()->Add(values.begin(), values.end());
    }
    void operator()(const std::vector<std::string>& values) const
    {
        for (const auto& value : values)
            proto.add_strings(value);
    }
    void operator()(const Tensor& tensor) const
    {
        auto& t = *proto.mutable_t();
        t.mutable_dims()->Add(tensor.dims.begin(), tensor.dims.end());
        t.set_data_type(static_cast<std::int32_t>(tensor.element));
        if (tensor.ref.strings)
            for (const auto& text : *tensor.ref.strings)
                t.add_string_data(text);
        if (const auto& memory = tensor.ref.memory)
            t.set_raw_data(memory->bytes.data(), memory->bytes.size());
    }
    template <typename Other>
    void operator()(const Other&) const
    {
        assert(false && "conversions make no attributes of this kind");
    }
};

/// The kind of each alternative of Attribute::Value, in its order.
constexpr AttributeKind valueKinds[] { AttributeKind::Undefined, AttributeKind::Float,
    AttributeKind::Int, AttributeKind::String, AttributeKind::Tensor, AttributeKind::Graph,
    AttributeKind::Floats, AttributeKind::Ints, AttributeKind::Strings, AttributeKind::Tensors,
    AttributeKind::Graphs, AttributeKind::SparseTensor, AttributeKind::SparseTensors,
    AttributeKind::TypeProto, AttributeKind::TypeProtos };
static_assert(std::size(valueKinds) == std::variant_size_v<Attribute::Value>);

AttributeProto protoOf(const Attribute& attribute)
{
    AttributeProto proto;
    proto.set_name(attribute.name);
    if (!attribute.reference.empty())
        proto.set_ref_attr_name(attribute.reference);
    proto.set_type(static_cast<AttributeProto::AttributeType>(attribute.kind));
    std::visit(ValueWriter { proto }, attribute.value);
    return proto;
}

/// Makes the repeated text field `number` a list of these names.
void setNames(
    Change& change, Message& node, std::uint32_t number, const std::vector<DraftValue>& names)
{
    auto positions = positionsOf(node, number);
    for (; positions.size() > names.size(); positions.pop_back())
        change.remove(node, positions.back());
    for (std::size_t i = 0; i < names.size(); ++i)
        if (i >= positions.size())
            change.append(node, bytesField(number, names[i].name));
        else if (node.fields[positions[i]].text() != names[i].name)
            change.replace(node, positions[i], bytesField(number, names[i].name));
}

std::optional<std::size_t> attributePosition(const Message& node, std::string_view name)
{
    for (const auto position : positionsOf(node, NodeProto::kAttributeFieldNumber))
        if (textIn(node.fields[position], AttributeProto::kNameFieldNumber) == name)
            return position;
    return std::nullopt;
}

/// A node that makes a constant.
NodeDraft constantNode(const NewConstant& constant)
{
    NodeDraft draft;
    draft.type = "Constant";
    draft.outputs = { { constant.name, {} } };
    Tensor tensor;
    tensor.element = constant.element;
    tensor.dims = constant.dims;
    tensor.ref = TensorRef::inMemory(TensorBytes::copyOf(constant.bytes));
    draft.set("value", std::move(tensor));
    return draft;
}

Field initializerField(const NewConstant& constant)
{
    TensorSource source { constant.element, constant.dims, {}, {}, {} };
    const auto owner = std::make_shared<const std::vector<std::byte>>(constant.bytes);
    source.bytes = *owner;
    source.owner = owner;
    return tensorField(onnx_pb::GraphProto::kInitializerFieldNumber, constant.name, source);
}

/// Appends new nodes and those around them, in the order in which they run.
void appendNodes(std::vector<Change::Insertion>& added, std::size_t position, std::uint32_t number,
    const std::vector<NodeDraft>&
        nodes) // NOLINT(misc-no-recursion): new nodes have few around them
{
    for (const auto& node : nodes) {
        appendNodes(added, position, number, node.before);
        added.push_back({ position, nodeField(number, node) });
        appendNodes(added, position, number, node.after);
    }
}

} // namespace

Attribute* NodeDraft::attribute(std::string_view wanted)
{
    const auto found = std::ranges::find(attributes, wanted, &Attribute::name);
    return found == attributes.end() ? nullptr : &*found;
}

void NodeDraft::set(std::string_view attributeName, Attribute::Value value)
{
    auto* changed = attribute(attributeName);
    if (changed == nullptr)
        changed = &attributes.emplace_back();
    changed->name = attributeName;
    changed->kind = valueKinds[value.index()];
    changed->value = std::move(value);
    changed->reference.clear();
    setAttributes.insert(changed->name);
    isChanged = true;
}

void NodeDraft::drop(std::string_view attributeName)
{
    if (std::erase_if(attributes, [&](const Attribute& a) { return a.name == attributeName; }) > 0)
        isChanged = true;
}

void NodeDraft::setInput(std::size_t index, DraftValue value)
{
    if (inputs.size() <= index)
        inputs.resize(index + 1);
    inputs[index] = std::move(value);
    isChanged = true;
}

void NodeDraft::trimInputs()
{
    while (!inputs.empty() && inputs.back().name.empty()) {
        inputs.pop_back();
        isChanged = true;
    }
}

NodeDraft draftOf(const Model& model, NodeId id)
{
    const auto& node = model.node(id);
    NodeDraft draft;
    draft.node = id;
    draft.graph = node.graph;
    draft.name = node.name;
    draft.domain = node.domain;
    draft.type = node.type;
    draft.opset = model.opset(node.domain, node.graph);
    const auto named = [&](ValueId value) {
        return value.isValid() ? DraftValue { model.value(value).name, value } : DraftValue();
    };
    std::ranges::transform(node.inputs, std::back_inserter(draft.inputs), named);
    std::ranges::transform(node.outputs, std::back_inserter(draft.outputs), named);
    draft.attributes = node.attributes;
    return draft;
}

std::string FreshNames::taken(std::unordered_set<std::string>& names, std::string base)
{
    auto name = base;
    for (int i = 1; !names.insert(name).second; ++i)
        name = base + "_" + std::to_string(i);
    return name;
}

std::string FreshNames::value(GraphId graph, std::string_view base)
{
    const auto root = m_editing.rootOf(graph);
    auto known = m_values.find(root.value());
    if (known == m_values.end())
        known = m_values.emplace(root.value(), m_editing.namesIn(root, Editing::Names::All)).first;
    return taken(known->second, std::string(base));
}

std::string FreshNames::node(std::string_view beside, std::string_view type)
{
    if (beside.empty())
        return {};
    if (m_nodes.empty())
        for (const auto& node : m_editing.model.nodes)
            m_nodes.insert(node.name);
    return taken(m_nodes, std::string(beside) + "_" + std::string(type));
}

bool takesInitializers(const Editing& editing, GraphId graph)
{
    return editing.fieldsOf(graph).hasTypedInterface
        && editing.model.irVersion >= separateInitializers;
}

Field attributeField(const Attribute& attribute)
{
    return messageField(NodeProto::kAttributeFieldNumber, protoOf(attribute));
}

Field nodeField(std::uint32_t number, const NodeDraft& draft)
{
    NodeProto node;
    for (const auto& input : draft.inputs)
        node.add_input(input.name);
    for (const auto& output : draft.outputs)
        node.add_output(output.name);
    if (!draft.name.empty())
        node.set_name(draft.name);
    node.set_op_type(draft.type);
    if (!draft.domain.empty())
        node.set_domain(draft.domain);
    for (const auto& attribute : draft.attributes)
        *node.add_attribute() = protoOf(attribute);
    return messageField(number, node);
}

void DraftWriter::rewrite(Message& node, const NodeDraft& draft)
{
    auto& change = m_editing.change;
    change.setText(node, NodeProto::kOpTypeFieldNumber, draft.type);
    setNames(change, node, NodeProto::kInputFieldNumber, draft.inputs);
    setNames(change, node, NodeProto::kOutputFieldNumber, draft.outputs);
    for (const auto& before : m_editing.model.node(draft.node).attributes)
        if (std::ranges::find(draft.attributes, before.name, &Attribute::name)
            == draft.attributes.end())
            if (const auto position = attributePosition(node, before.name))
                change.remove(node, *position);
    for (const auto& attribute : draft.attributes) {
        if (!draft.setAttributes.contains(attribute.name))
            continue;
        if (const auto position = attributePosition(node, attribute.name))
            change.replace(node, *position, attributeField(attribute));
        else
            change.append(node, attributeField(attribute));
    }
}

Result<void> DraftWriter::write(GraphId graph, GraphDraft draft)
{
    auto& message = *TRY(m_editing.graphMessage(graph));
    auto& change = m_editing.change;
    const auto number = m_editing.fieldsOf(graph).node;
    const auto positions = positionsOf(message, number);
    const auto place = [&](const NodeDraft& node) {
        return positions[m_editing.model.node(node.node).position];
    };
    for (const auto& node : draft.nodes)
        if (node.isChanged && !node.isRemoved) {
            auto* const opened = TRY(change.open(message, place(node)));
            rewrite(*opened, node);
        }
    const auto front = positions.empty() ? message.fields.size() : positions.front();
    const bool asInitializers = takesInitializers(m_editing, graph);
    std::vector<Change::Insertion> added;
    for (const auto& constant : draft.constants)
        if (!asInitializers)
            added.push_back({ front, nodeField(number, constantNode(constant)) });
    appendNodes(added, front, number, draft.first);
    for (const auto& node : draft.nodes) {
        appendNodes(added, place(node), number, node.before);
        appendNodes(added, place(node) + 1, number, node.after);
    }
    std::ranges::stable_sort(added, {}, &Change::Insertion::position);
    std::vector<std::size_t> removed;
    for (const auto& node : draft.nodes)
        if (node.isRemoved)
            removed.push_back(place(node)
                + static_cast<std::size_t>(
                    std::ranges::upper_bound(added, place(node), {}, &Change::Insertion::position)
                    - added.begin()));
    std::ranges::sort(removed);
    change.insertAll(message, std::move(added));
    for (; !removed.empty(); removed.pop_back())
        change.remove(message, removed.back());
    for (const auto& constant : draft.constants)
        if (asInitializers)
            change.append(message, initializerField(constant));
    return {};
}

Result<void> DraftWriter::removeInitializers(
    GraphId graph, const std::unordered_set<std::string>& names)
{
    auto& message = *TRY(m_editing.graphMessage(graph));
    auto positions = positionsOf(message, onnx_pb::GraphProto::kInitializerFieldNumber);
    for (; !positions.empty(); positions.pop_back())
        if (names.contains(std::string(
                textIn(message.fields[positions.back()], onnx_pb::TensorProto::kNameFieldNumber))))
            m_editing.change.remove(message, positions.back());
    return {};
}

} // namespace model::edit::convert
