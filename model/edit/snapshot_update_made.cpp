#include "model/edit/snapshot_update.h"

#include "model/onnx/name_resolver.h"
#include "model/operator.h"
#include "model/support/text.h"

#include <algorithm>
#include <onnx/onnx.pb.h>

/// The values and nodes that SnapshotUpdate makes again, and what must hold for them.
namespace model::edit {

namespace {

using onnx_pb::TensorProto;
using onnx_pb::ValueInfoProto;

bool isUtf8(const std::string& text) { return support::validUtf8(text) == text; }

bool isKnownType(const ValueType& type)
{
    const auto* innermost = &type;
    while (innermost->inner)
        innermost = innermost->inner.get();
    return isKnown(innermost->element);
}

} // namespace

/// Reads all that the file declares about the values that are made again.
bool SnapshotUpdate::readDeclarations()
{
    if (m_declared.empty() && m_defined.empty())
        return true;
    Fields fields;
    const auto add = [&](const Fields& all, std::uint32_t nameNumber) {
        for (const auto* const field : all) {
            const std::string name(textIn(*field, nameNumber));
            if (m_declared.contains(name) || m_defined.contains(name))
                fields.push_back(field);
        }
    };
    for (const auto* const list : { &m_lists.inputs, &m_lists.outputs, &m_lists.infos })
        add(*list, ValueInfoProto::kNameFieldNumber);
    if (m_initializersChange)
        for (const auto* const field : m_lists.initializers)
            if (m_declared.contains(std::string(textIn(*field, TensorProto::kNameFieldNumber))))
                fields.push_back(field);
    m_declarations = read(fields);
    Names seen;
    return m_declarations != nullptr
        && std::ranges::all_of(m_declarations->graphs.front().infos, [&](const auto& info) {
               return seen.insert(m_declarations->names.text(info.name))
                   .second; // else declared twice
           });
}

bool SnapshotUpdate::makeValues()
{
    std::unordered_map<std::string, Value*> made;
    std::size_t count = 0;
    for (auto& placedValue : m_placedValues)
        if (placedValue.made != none)
            placedValue.made = static_cast<std::uint32_t>(count++);
    m_made.resize(count);
    for (const auto& [name, id] : m_new)
        m_made[m_placedValues[id.value()].made].name = name;
    for (const auto& placedValue : m_placedValues)
        if (placedValue.made != none && placedValue.before.isValid())
            m_made[placedValue.made].name = m_before.value(placedValue.before).name;
    for (auto& value : m_made) {
        value.graph = m_before.main().id;
        value.isDefined = true;
        made.emplace(value.name, &value);
    }
    for (const auto& placedValue : m_placedValues)
        if (placedValue.made != none && placedValue.producer != none) {
            m_made[placedValue.made].producer = NodeId(placedValue.producer);
            m_made[placedValue.made].producerOutput = placedValue.output;
        }
    if (m_made.empty())
        return true;

    auto& declared = m_declarations->graphs.front();
    const auto& names = m_declarations->names;
    for (auto& input : declared.inputs)
        if (const auto found = made.find(names.text(input.name)); found != made.end()) {
            found->second->isInput = true;
            onnx::complete(*found->second, input);
        }
    for (std::size_t i = 0; i < m_initializers.size(); ++i) {
        const auto& placedValue = m_placedValues[m_initializers[i].value()];
        if (placedValue.made == none)
            continue;
        auto& value = m_made[placedValue.made];
        value.initializer = TensorId(i);
        const auto before
            = m_initializersChange ? m_tensors[i] : PlacedTensor { TensorId(i), none };
        onnx::complete(value,
            before.read != none ? m_declarations->model->tensors[before.read]
                                : m_before.tensor(before.before));
    }
    for (auto& info : declared.infos)
        if (const auto found = made.find(names.text(info.name)); found != made.end())
            onnx::complete(*found->second, info);
    for (auto& output : declared.outputs)
        if (const auto found = made.find(names.text(output.name)); found != made.end()) {
            found->second->isOutput = true;
            onnx::complete(*found->second, output);
        }
    return std::ranges::all_of(m_made, [](const Value& value) {
        return isUtf8(value.name) && (isKnownType(value.type) || value.initializer.isValid());
    });
}

/// Returns false if an output of the graph is not defined.
bool SnapshotUpdate::connectOutputs()
{
    if (!m_outputsChange) {
        for (const auto id : m_before.main().outputs)
            m_outputs.push_back(m_valuesNow[id.value()]);
    } else {
        std::unordered_map<std::string, ValueId> known;
        for (const auto id : m_before.main().outputs)
            known.emplace(m_before.value(id).name, id);
        for (const auto* const field : m_lists.outputs) {
            const std::string name(textIn(*field, ValueInfoProto::kNameFieldNumber));
            const auto before = known.find(name);
            m_outputs.push_back(
                before != known.end() ? m_valuesNow[before->second.value()] : placed(name));
        }
    }
    return std::ranges::all_of(m_outputs, &ValueId::isValid);
}

/// Returns false if a node reads a name that is not defined.
bool SnapshotUpdate::connectNodes()
{
    for (std::size_t i = 0; i < m_readPositions.size(); ++i) {
        auto& node = m_nodes->model->nodes[i];
        const auto position = m_readPositions[i];
        const auto before = m_placedNodes[position].before;
        node.graph = m_before.main().id;
        node.position = position;
        const auto idOf
            = [&](onnx::NameId nameId, const std::vector<ValueId>* values, std::size_t index) {
                  const auto& name = m_nodes->names.text(nameId);
                  if (values != nullptr && index < values->size() && (*values)[index].isValid()
                      && m_before.value((*values)[index]).name == name)
                      return m_valuesNow[(*values)[index].value()];
                  return placed(name);
              };
        const auto connect = [&](const std::vector<onnx::NameId>& names,
                                 const std::vector<ValueId>* values, std::vector<ValueId>& ids) {
            for (std::size_t j = 0; j < names.size(); ++j) {
                ids.push_back(names[j] == 0 ? ValueId() : idOf(names[j], values, j));
                if (names[j] != 0 && !ids.back().isValid())
                    return false;
            }
            return true;
        };
        const auto* const known = before == none ? nullptr : &m_before.nodes[before];
        if (!connect(m_nodes->nodes[i].inputs, known ? &known->inputs : nullptr, node.inputs)
            || !connect(m_nodes->nodes[i].outputs, known ? &known->outputs : nullptr, node.outputs)
            || !resolve(node))
            return false;
    }
    return true;
}

/// Finds the function or operator of a node. Returns false if its domain is not imported.
bool SnapshotUpdate::resolve(Node& node) const
{
    if (!isUtf8(node.name) || !isUtf8(node.type) || !isUtf8(node.domain))
        return false;
    const auto& functions = m_before.functions;
    const auto function = std::ranges::find_if(functions, [&](const Function& candidate) {
        return candidate.domain == node.domain && candidate.name == node.type
            && candidate.overload == node.overload;
    });
    if (function != functions.end())
        node.function = FunctionId(static_cast<std::size_t>(function - functions.begin()));
    else if (std::ranges::find(m_before.opsets, node.domain, &OpsetImport::domain)
        == m_before.opsets.end())
        return false;
    node.schema = OperatorRegistry::instance().find(
        node.domain, node.type, m_before.opset(node.domain, node.graph));
    return true;
}

/// The position of the node that makes a value of the main graph; `none` for others.
std::uint32_t SnapshotUpdate::producerOf(ValueId now) const
{
    return now.isValid() && now.value() < m_placedValues.size()
        ? m_placedValues[now.value()].producer
        : none;
}

/// Where a node of the main graph is, or the one that owns the body around a node; `none` for nodes
/// of functions.
std::uint32_t SnapshotUpdate::mainPosition(NodeId before) const
{
    while (before.isValid() && before.value() >= m_mainNodes)
        before = m_before.graph(m_before.node(before).graph).owner;
    return before.isValid() ? m_positions[before.value()] : none;
}

/// Whether the nodes of the main graph are in topological order, as they were before.
bool SnapshotUpdate::isSorted() const
{
    if (!m_isReordered)
        return std::ranges::all_of(m_readPositions, [&](std::uint32_t position) {
            return isSortedAt(position) && areReadersBehind(position);
        });
    for (std::size_t position = 0; position < m_placedNodes.size(); ++position)
        if (!isSortedAt(position))
            return false;
    return std::ranges::all_of(m_before.graphs, [&](const Graph& graph) {
        if (graph.parent != m_before.main().id)
            return true;
        const auto owner = mainPosition(graph.owner);
        return std::ranges::all_of(graph.captures, [&](ValueId captured) {
            const auto producer = producerOf(valueNow(captured));
            return producer == none || producer < owner;
        });
    });
}

bool SnapshotUpdate::isSortedAt(std::size_t position) const
{
    const auto [before, read] = m_placedNodes[position];
    const auto& inputs
        = read != none ? m_nodes->model->nodes[read].inputs : m_before.nodes[before].inputs;
    return std::ranges::all_of(inputs, [&](ValueId id) {
        if (read == none && id.isValid())
            id = valueNow(id);
        const auto producer = producerOf(id);
        return producer == none || producer < position;
    });
}

/// Whether the readers of what a changed node makes come after it. Readers that changed as well are
/// checked by isSortedAt().
bool SnapshotUpdate::areReadersBehind(std::size_t position) const
{
    const auto& outputs = m_nodes->model->nodes[m_placedNodes[position].read].outputs;
    return std::ranges::all_of(outputs, [&](ValueId id) {
        const auto before = id.isValid() ? m_placedValues[id.value()].before : ValueId();
        return !before.isValid()
            || std::ranges::all_of(m_before.value(before).uses, [&](const Value::Use& use) {
                   return isChanged(use.node) || mainPosition(use.node) > position;
               });
    });
}

/// Whether the findings of reading stay, with other ids.
bool SnapshotUpdate::mayKeepFindings() const
{
    if (m_before.diagnostics.empty())
        return true;
    return !m_initializersChange
        && std::ranges::all_of(m_before.diagnostics, [&](const support::Diagnostic& finding) {
               const auto node = finding.where.node;
               if (node && (m_nodesMove || isChanged(NodeId(*node))))
                   return false;
               const ValueId value(finding.where.value.value_or(none));
               return !value.isValid() || value.value() >= m_mainValues
                   || (m_valuesNow[value.value()].isValid() && !m_isMade[value.value()]
                       && !m_before.value(value).producer.isValid());
           });
}

NodeId SnapshotUpdate::nodeNow(NodeId before) const
{
    if (before.value() >= m_mainNodes)
        return NodeId(before.value() + m_placedNodes.size() - m_mainNodes);
    const auto position = m_positions[before.value()];
    return position == none ? NodeId() : NodeId(position);
}

ValueId SnapshotUpdate::valueNow(ValueId before) const
{
    return before.value() < m_mainValues
        ? m_valuesNow[before.value()]
        : ValueId(before.value() + m_placedValues.size() - m_mainValues);
}

} // namespace model::edit
