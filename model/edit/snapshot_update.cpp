#include "model/edit/snapshot_update.h"

#include "model/onnx/weights.h"
#include "model/tensor_store.h"

#include <algorithm>
#include <bitset>
#include <onnx/onnx.pb.h>
#include <string_view>

namespace model::edit {

namespace {

using onnx_pb::GraphProto;
using onnx_pb::ModelProto;
using onnx_pb::TensorProto;
using onnx_pb::ValueInfoProto;

constexpr std::uint64_t bit(int number) { return std::uint64_t(1) << number; }

/// Fields of the main graph that may change; the last is not in a Model.
constexpr std::uint64_t followedFields = bit(GraphProto::kNodeFieldNumber)
    | bit(GraphProto::kInputFieldNumber) | bit(GraphProto::kOutputFieldNumber)
    | bit(GraphProto::kValueInfoFieldNumber) | bit(GraphProto::kInitializerFieldNumber)
    | bit(GraphProto::kQuantizationAnnotationFieldNumber);

/// Findings of reading that do not depend on nodes and names.
bool isKept(const support::Diagnostic& finding)
{
    static constexpr std::string_view kept[] { "weights-missing", "external-data-missing",
        "external-data-refused", "ir-version-newer", "ir-version-missing", "opset-newer" };
    return std::ranges::find(kept, finding.code) != std::end(kept);
}

bool holdsGraph(const Attribute& attribute)
{
    return std::holds_alternative<GraphId>(attribute.value)
        || std::holds_alternative<std::vector<GraphId>>(attribute.value);
}

bool holdsTensor(const Attribute& attribute)
{
    return std::holds_alternative<Tensor>(attribute.value)
        || std::holds_alternative<std::vector<Tensor>>(attribute.value)
        || std::holds_alternative<SparseTensor>(attribute.value)
        || std::holds_alternative<std::vector<SparseTensor>>(attribute.value);
}

} // namespace

SnapshotPrints printsOf(const Model& model, const Message& root)
{
    SnapshotPrints prints { fingerprintsOf(model, root), {} };
    for (const auto& graph : root.fields)
        if (graph.number == ModelProto::kGraphFieldNumber && graph.child)
            for (const auto& field : graph.child->fields)
                if (field.number == GraphProto::kNodeFieldNumber)
                    prints.nodeMessages.push_back(field.child.get());
    prints.nodeMessages.resize(model.main().nodes.size());
    return prints;
}

bool SnapshotUpdate::prepare()
{
    if (!std::ranges::all_of(m_before.diagnostics, isKept) || !findMainGraph() || !collectFields())
        return false;
    matchNodes();
    return readNodes() && findNames() && placeValues() && readDeclarations() && makeValues()
        && connectOutputs() && connectNodes() && isSorted() && mayKeepFindings();
}

/// Returns false if something else than the main graph changed.
bool SnapshotUpdate::findMainGraph()
{
    const auto& root = m_file.root();
    if (m_touched.has(root))
        return false;
    for (const auto& field : root.fields) {
        if (field.number == ModelProto::kGraphFieldNumber) {
            if (m_main != nullptr || !field.child)
                return false;
            m_main = field.child.get();
        } else if (field.child && m_touched.hasIn(*field.child)) {
            return false;
        }
    }
    const auto numbers
        = m_main != nullptr ? m_touched.messages.find(m_main) : m_touched.messages.end();
    return m_main != nullptr
        && (numbers == m_touched.messages.end() || (numbers->second & ~followedFields) == 0);
}

bool SnapshotUpdate::collectFields()
{
    for (const auto& field : m_main->fields) {
        if (field.type != onnx::WireType::Bytes)
            continue;
        switch (field.number) {
        case GraphProto::kNodeFieldNumber:
            m_lists.nodes.push_back(&field);
            break;
        case GraphProto::kInputFieldNumber:
            m_lists.inputs.push_back(&field);
            break;
        case GraphProto::kOutputFieldNumber:
            m_lists.outputs.push_back(&field);
            break;
        case GraphProto::kValueInfoFieldNumber:
            m_lists.infos.push_back(&field);
            break;
        case GraphProto::kInitializerFieldNumber:
            m_lists.initializers.push_back(&field);
            break;
        case GraphProto::kQuantizationAnnotationFieldNumber:
            break;
        default:
            m_lists.hasSparse |= field.number == GraphProto::kSparseInitializerFieldNumber;
            if (field.child && m_touched.hasIn(*field.child))
                return false;
        }
    }
    m_declared = m_touched.declared;
    constexpr auto nameOfInfo = ValueInfoProto::kNameFieldNumber;
    m_inputsChange = isTouched(GraphProto::kInputFieldNumber, m_lists.inputs, nameOfInfo);
    m_outputsChange = isTouched(GraphProto::kOutputFieldNumber, m_lists.outputs, nameOfInfo);
    isTouched(GraphProto::kValueInfoFieldNumber, m_lists.infos, nameOfInfo);
    m_initializersChange = isTouched(
        GraphProto::kInitializerFieldNumber, m_lists.initializers, TensorProto::kNameFieldNumber);
    return !m_lists.hasSparse || (!m_inputsChange && !m_initializersChange);
}

/// Whether a list of the main graph changed. Adds the names in changed fields.
bool SnapshotUpdate::isTouched(std::uint32_t number, const Fields& fields, std::uint32_t nameNumber)
{
    const auto numbers = m_touched.messages.find(m_main);
    bool isTouched = numbers != m_touched.messages.end()
        && (numbers->second & bit(static_cast<int>(number))) != 0;
    for (const auto* const field : fields)
        if (field->child && m_touched.hasIn(*field->child)) {
            m_declared.emplace(textIn(*field, nameNumber));
            isTouched = true;
        }
    return isTouched;
}

/// Finds the nodes that were there before by the addresses of their fields. One whose message was
/// changed or exchanged is read again.
void SnapshotUpdate::matchNodes()
{
    std::vector<const std::byte*> now;
    for (const auto* const field : m_lists.nodes)
        now.push_back(field->head.data());
    m_positions = matchedPositions(std::span(m_prints.fields.nodes).first(m_mainNodes), now);
    m_placedNodes.resize(now.size());
    m_nodesMove = now.size() != m_mainNodes;
    std::uint32_t latest = 0;
    for (std::uint32_t before = 0; before < m_mainNodes; ++before) {
        const auto position = m_positions[before];
        m_nodesMove |= position != before;
        if (position == none)
            continue;
        m_placedNodes[position].before = before;
        m_isReordered |= position < latest;
        latest = position;
    }
    for (std::uint32_t position = 0; position < now.size(); ++position) {
        auto& placed = m_placedNodes[position];
        const auto* const message = m_lists.nodes[position]->child.get();
        if (placed.before != none && message == m_prints.nodeMessages[placed.before]
            && (message == nullptr || !m_touched.hasIn(*message)))
            continue;
        placed.read = static_cast<std::uint32_t>(m_readPositions.size());
        m_readPositions.push_back(position);
    }
}

bool SnapshotUpdate::isChanged(NodeId before) const
{
    if (before.value() >= m_mainNodes)
        return false;
    const auto position = m_positions[before.value()];
    return position == none || m_placedNodes[position].read != none;
}

bool SnapshotUpdate::readNodes()
{
    const bool hasFindings = !m_before.diagnostics.empty();
    for (std::size_t i = 0; i < m_mainNodes; ++i)
        if (isChanged(NodeId(i))
            && std::ranges::any_of(m_before.nodes[i].attributes, [&](const Attribute& attribute) {
                   return holdsGraph(attribute) || (hasFindings && holdsTensor(attribute));
               }))
            return false;
    if (m_readPositions.empty())
        return true;
    Fields fields;
    for (const auto position : m_readPositions)
        fields.push_back(m_lists.nodes[position]);
    m_nodes = read(fields);
    return m_nodes != nullptr;
}

/// Reads fields of the main graph. Returns null if there are bodies in them, or something to be
/// reported.
std::unique_ptr<onnx::Draft> SnapshotUpdate::read(const Fields& fields) const
{
    auto draft = m_file.readFields(fields);
    if (!draft || !(*draft)->pending.empty() || !(*draft)->findings.take().empty())
        return nullptr;
    bool isReadable = true;
    onnx::visitTensors(*(*draft)->model,
        [&](const Tensor& tensor) { isReadable = isReadable && m_before.store->check(tensor); });
    return isReadable ? *std::move(draft) : nullptr;
}

/// Finds the names that changed nodes define or read newly, and looks up which values they were.
bool SnapshotUpdate::findNames()
{
    auto wanted = m_declared;
    for (std::size_t i = 0; i < m_readPositions.size(); ++i) {
        const auto before = m_placedNodes[m_readPositions[i]].before;
        const auto& names = m_nodes->nodes[i];
        const auto isSame
            = [&](const std::vector<ValueId>& values, std::size_t index, const std::string& name) {
                  return index < values.size() && values[index].isValid()
                      && m_before.value(values[index]).name == name;
              };
        static const Node nothing;
        const auto& node = before == none ? nothing : m_before.nodes[before];
        for (std::size_t j = 0; j < names.inputs.size(); ++j)
            if (const auto& name = m_nodes->names.text(names.inputs[j]);
                names.inputs[j] != 0 && !isSame(node.inputs, j, name))
                wanted.insert(name);
        for (std::size_t j = 0; j < names.outputs.size(); ++j)
            if (const auto& name = m_nodes->names.text(names.outputs[j]);
                names.outputs[j] != 0 && !isSame(node.outputs, j, name)) {
                if (!m_defined.insert(name).second)
                    return false; // defined twice
                wanted.insert(name);
            }
    }
    lookUp(wanted);
    m_isMade.assign(m_mainValues, false);
    for (const auto& [name, id] : m_known)
        m_isMade[id.value()] = m_declared.contains(name) || m_defined.contains(name);
    return true;
}

void SnapshotUpdate::lookUp(const Names& wanted)
{
    if (wanted.empty())
        return;
    std::bitset<256> lengths;
    for (const auto& name : wanted)
        lengths.set(name.size() % lengths.size());
    for (std::size_t i = 0; i < m_mainValues; ++i) {
        const auto& name = m_before.values[i].name;
        if (lengths.test(name.size() % lengths.size()) && wanted.contains(name))
            m_known.emplace(name, ValueId(i));
    }
}

bool SnapshotUpdate::placeValues()
{
    m_valuesNow.assign(m_mainValues, ValueId());
    if (!placeInputs() || !placeInitializers() || !placeOutputs())
        return false;
    m_valuesMove = m_placedValues.size() != m_mainValues;
    ValueId latest(0U);
    for (std::size_t i = 0; i < m_placedValues.size(); ++i) {
        const auto before = m_placedValues[i].before;
        if (before.isValid()) {
            m_valuesMove |= before != ValueId(i);
            m_areValuesReordered |= before < latest;
            latest = before;
        } else {
            // A new value may have the id of one that is gone.
            m_valuesMove |= i < m_mainValues && m_valuesNow[i].isValid();
        }
    }
    return mayForgetValues();
}

/// Gives the next id to a value that was there before. Returns false if it has one already.
bool SnapshotUpdate::place(ValueId before)
{
    auto& now = m_valuesNow[before.value()];
    if (now.isValid())
        return false;
    now = ValueId(m_placedValues.size());
    m_placedValues.push_back({ before, m_isMade[before.value()] ? 0 : none });
    return true;
}

bool SnapshotUpdate::place(const std::string& name)
{
    if (const auto before = m_known.find(name); before != m_known.end())
        return place(before->second);
    if (!m_new.emplace(name, ValueId(m_placedValues.size())).second)
        return false;
    m_placedValues.push_back({ ValueId(), 0 });
    return true;
}

/// The id of a name that was looked up; invalid if no value has it.
ValueId SnapshotUpdate::placed(const std::string& name) const
{
    if (const auto before = m_known.find(name); before != m_known.end())
        return m_valuesNow[before->second.value()];
    const auto found = m_new.find(name);
    return found == m_new.end() ? ValueId() : found->second;
}

bool SnapshotUpdate::placeInputs()
{
    const auto& inputs = m_before.main().inputs;
    if (!m_inputsChange) {
        for (const auto id : inputs) {
            m_inputs.emplace_back(m_placedValues.size());
            if (!place(id))
                return false;
        }
        return true;
    }
    std::unordered_map<std::string, ValueId> known;
    for (const auto id : inputs)
        known.emplace(m_before.value(id).name, id);
    for (const auto* const field : m_lists.inputs) {
        const std::string name(textIn(*field, ValueInfoProto::kNameFieldNumber));
        const auto before = known.find(name);
        m_inputs.emplace_back(m_placedValues.size());
        if (before != known.end() ? !place(before->second) : !place(name))
            return false;
    }
    return true;
}

/// An initializer that is an input is placed already.
bool SnapshotUpdate::placeInitializers()
{
    const auto& initializers = m_before.main().initializers;
    if (!m_initializersChange) {
        for (const auto id : initializers) {
            if (!m_valuesNow[id.value()].isValid())
                place(id);
            m_initializers.push_back(m_valuesNow[id.value()]);
        }
        return true;
    }
    const auto matched = matchedInitializers();
    std::vector<bool> isInitializer(m_placedValues.size() + matched.size());
    std::uint32_t read = 0;
    for (std::size_t i = 0; i < matched.size(); ++i) {
        const auto before = matched[i];
        const auto text = textIn(*m_lists.initializers[i], TensorProto::kNameFieldNumber);
        const bool isRead
            = !before.isValid() || m_isMade[before.value()] || text != m_before.value(before).name;
        m_tensors.push_back(
            { isRead ? TensorId() : m_before.value(before).initializer, isRead ? read++ : none });
        const std::string name(isRead ? text : std::string_view());
        if (isRead && (name.empty() || !m_declared.contains(name)))
            return false;
        auto id = isRead ? placed(name) : m_valuesNow[before.value()];
        if (!id.isValid()) {
            id = ValueId(m_placedValues.size());
            if (isRead ? !place(name) : !place(before))
                return false;
        }
        if (isInitializer[id.value()])
            return false; // two have one name
        isInitializer[id.value()] = true;
        m_initializers.push_back(id);
    }
    return true;
}

/// The initializers before, by position now: by the addresses of their fields. One that is also an
/// input has the address of the input, so it is found by its name.
std::vector<ValueId> SnapshotUpdate::matchedInitializers() const
{
    const auto& initializers = m_before.main().initializers;
    std::vector<const std::byte*> before;
    std::vector<const std::byte*> now;
    std::unordered_map<std::string, ValueId> alsoInputs;
    for (const auto id : initializers) {
        before.push_back(m_prints.fields.values[id.value()]);
        if (const auto& value = m_before.value(id); value.isInput)
            alsoInputs.emplace(value.name, id);
    }
    for (const auto* const field : m_lists.initializers)
        now.push_back(field->head.data());
    std::vector<ValueId> matched(now.size());
    const auto positions = matchedPositions(before, now);
    for (std::size_t i = 0; i < positions.size(); ++i)
        if (positions[i] != none)
            matched[positions[i]] = initializers[i];
    if (!alsoInputs.empty())
        for (std::size_t i = 0; i < matched.size(); ++i)
            if (!matched[i].isValid())
                if (const auto found = alsoInputs.find(std::string(
                        textIn(*m_lists.initializers[i], TensorProto::kNameFieldNumber)));
                    found != alsoInputs.end())
                    matched[i] = found->second;
    return matched;
}

bool SnapshotUpdate::placeOutputs()
{
    for (std::size_t position = 0; position < m_placedNodes.size(); ++position) {
        const auto [before, read] = m_placedNodes[position];
        static const std::vector<ValueId> nothing;
        const auto& outputs = before == none ? nothing : m_before.nodes[before].outputs;
        const auto count = read == none ? outputs.size() : m_nodes->nodes[read].outputs.size();
        for (std::size_t i = 0; i < count; ++i) {
            const auto name = read == none ? onnx::NameId() : m_nodes->nodes[read].outputs[i];
            if (read == none ? !outputs[i].isValid() : name == 0)
                continue;
            // A name that the node does not define newly is that of the same output before.
            const bool isNew = read != none && m_defined.contains(m_nodes->names.text(name));
            if (isNew ? !place(m_nodes->names.text(name)) : !place(outputs[i]))
                return false;
            m_placedValues.back().producer = static_cast<std::uint32_t>(position);
            m_placedValues.back().output = static_cast<std::uint32_t>(i);
        }
    }
    return true;
}

/// Whether nothing that stays refers to a value that is gone, and no body reads one that is defined
/// elsewhere now.
bool SnapshotUpdate::mayForgetValues() const
{
    for (std::size_t i = 0; i < m_mainValues; ++i)
        if (!m_valuesNow[i].isValid()
            && !std::ranges::all_of(m_before.values[i].uses,
                [&](const Value::Use& use) { return isChanged(use.node); }))
            return false;
    const auto mayStay = [&](ValueId id) {
        return id.value() >= m_mainValues
            || (m_valuesNow[id.value()].isValid() && !m_defined.contains(m_before.value(id).name));
    };
    return std::ranges::all_of(m_before.graphs, [&](const Graph& graph) {
        return graph.id == m_before.main().id || std::ranges::all_of(graph.captures, mayStay);
    });
}

} // namespace model::edit
