#include "model/onnx/name_resolver.h"

#include "model/support/text.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace model::onnx {

namespace {

using support::quote;
using support::Severity;

/// Limit of captures. A capture is listed in every graph between reader and definition, so their
/// number can be the product of values and nested graphs. Models with a thousand bodies have about
/// ten thousand.
constexpr std::size_t captureLimit = 1'000'000;

class Resolver {
public:
    explicit Resolver(Draft& draft)
        : m_draft(draft)
        , m_model(*draft.model)
        , m_current(draft.names.size())
    {
    }

    void resolveTree(GraphId root)
    {
        enter(root);
        while (!m_open.empty() && !m_draft.refusal && !m_draft.stop.stop_requested()) {
            auto& open = m_open.back();
            const auto& children = m_draft.graphs[open.graph.value()].children;
            if (open.nextChild < children.size())
                enter(children[open.nextChild++]);
            else
                leave();
        }
    }

private:
    struct Open {
        GraphId graph;
        std::size_t nextChild = 0;
        std::size_t undoFrom = 0;
    };
    struct Undo {
        NameId name;
        ValueId before;
    };

    void enter(GraphId id);
    void leave();
    void defineInputs(GraphId id);
    void defineInitializers(GraphId id);
    void replaceInitializer(ValueId id, TensorId tensorId);
    void defineOutputsOfNodes(GraphId id);
    ValueId defineOutput(NodeId node, std::size_t output, NameId name);
    void applyInfos(GraphId id);
    void connectOutputs(GraphId id);
    void connectInputsOfNodes(GraphId id);
    ValueId connectInput(NodeId node, std::size_t input, NameId name);
    ValueId own(GraphId graph, NameId name) const;
    ValueId addValue(GraphId graph, NameId name);
    void bind(NameId name, ValueId value);
    void capture(GraphId reader, ValueId value);

    Draft& m_draft;
    Model& m_model;
    std::vector<ValueId> m_current; // by NameId: the value that the name refers to in the current
                                    // graph
    std::vector<Undo> m_undo;
    std::vector<Open> m_open;
    std::unordered_set<std::uint64_t> m_captured; // graph << 32 | value
};

void Resolver::enter(GraphId id)
{
    m_open.push_back({ id, 0, m_undo.size() });
    defineInputs(id);
    defineInitializers(id);
    defineOutputsOfNodes(id);
    applyInfos(id);
    connectOutputs(id);
    connectInputsOfNodes(id);
}

void Resolver::leave()
{
    for (const auto from = m_open.back().undoFrom; m_undo.size() > from; m_undo.pop_back())
        m_current[m_undo.back().name] = m_undo.back().before;
    m_open.pop_back();
}

void Resolver::bind(NameId name, ValueId value)
{
    m_undo.push_back({ name, m_current[name] });
    m_current[name] = value;
}

ValueId Resolver::own(GraphId graph, NameId name) const
{
    const auto value = m_current[name];
    return value.isValid() && m_model.value(value).graph == graph ? value : ValueId();
}

ValueId Resolver::addValue(GraphId graph, NameId name)
{
    const ValueId id(m_model.values.size());
    Value value;
    value.graph = graph;
    value.name = m_draft.names.text(name);
    m_model.values.push_back(std::move(value));
    m_model.graphs[graph.value()].values.push_back(id);
    return id;
}

void Resolver::defineInputs(GraphId id)
{
    auto& graph = m_model.graphs[id.value()];
    for (auto& declared : m_draft.graphs[id.value()].inputs) {
        const auto before = own(id, declared.name);
        const auto valueId = addValue(id, declared.name);
        auto& value = m_model.values[valueId.value()];
        value.isInput = true;
        value.isDefined = true;
        complete(value, declared);
        graph.inputs.push_back(valueId);
        if (before.isValid())
            m_draft.findings.add(Severity::Error, "name-duplicate", locateValue(m_model, valueId),
                "two inputs of the graph are called " + quote(value.name));
        else
            bind(declared.name, valueId);
    }
}

void Resolver::defineInitializers(GraphId id)
{
    for (const auto tensorId : m_draft.graphs[id.value()].initializers) {
        if (m_draft.isStopped(tensorId.value()))
            return;
        const auto& tensor = m_model.tensor(tensorId);
        const auto name = m_draft.names.intern(tensor.name);
        m_current.resize(m_draft.names.size());
        auto valueId = own(id, name);
        const bool isInput = valueId.isValid() && m_model.value(valueId).isInput
            && !m_model.value(valueId).initializer.isValid();
        if (!isInput && valueId.isValid() && name != 0) {
            replaceInitializer(valueId, tensorId);
            continue;
        }
        if (!isInput) {
            valueId = addValue(id, name);
            if (name != 0)
                bind(name, valueId);
            if (name == 0)
                m_draft.findings.add(Severity::Warning, "initializer-unnamed",
                    locateValue(m_model, valueId),
                    "an initializer has no name, so nothing can read it");
        }
        auto& value = m_model.values[valueId.value()];
        value.initializer = tensorId;
        value.isDefined = true;
        complete(value, tensor);
        m_model.graphs[id.value()].initializers.push_back(valueId);
    }
}

/// If two initializers have the same name, the last one is used, as in ONNX Runtime. The earlier
/// tensor is kept with a value that nothing reads.
void Resolver::replaceInitializer(ValueId id, TensorId tensorId)
{
    const auto& tensor = m_model.tensor(tensorId);
    const auto graph = m_model.value(id).graph;
    const auto earlier = addValue(graph, m_draft.names.intern(tensor.name));
    auto& unread = m_model.values[earlier.value()];
    auto& value = m_model.values[id.value()];
    unread.initializer = std::exchange(value.initializer, tensorId);
    unread.isDefined = true;
    const auto& before = m_model.tensor(unread.initializer);
    unread.type = ValueType::tensor(before.element, shapeOf(before.dims));
    if (!value.isInput)
        value.type = ValueType::tensor(tensor.element, shapeOf(tensor.dims));
    m_model.graphs[graph.value()].initializers.push_back(earlier);
    m_draft.findings.add(Severity::Warning, "name-duplicate", locateValue(m_model, id),
        "two initializers are called " + quote(tensor.name) + "; the last one counts");
}

void Resolver::defineOutputsOfNodes(GraphId id)
{
    for (const auto node : m_model.graph(id).nodes) {
        if (m_draft.isStopped(node.value()))
            return;
        const auto& names = m_draft.nodes[node.value()].outputs;
        auto& outputs = m_model.nodes[node.value()].outputs;
        outputs.reserve(names.size());
        for (std::size_t i = 0; i < names.size(); ++i)
            outputs.push_back(names[i] == 0 ? ValueId() : defineOutput(node, i, names[i]));
    }
}

ValueId Resolver::defineOutput(NodeId node, std::size_t output, NameId name)
{
    const auto graph = m_model.node(node).graph;
    const auto before = own(graph, name);
    const auto valueId = addValue(graph, name);
    auto& value = m_model.values[valueId.value()];
    value.producer = node;
    value.producerOutput = static_cast<std::uint32_t>(output);
    value.isDefined = true;
    if (!before.isValid()) {
        bind(name, valueId);
        return valueId;
    }
    support::Location where = locate(m_model, node);
    where.path += "/output[" + std::to_string(output) + "]";
    where.value = valueId.value();
    // Tools that patch models append Constant nodes with names that exist already. Runtimes use the
    // last one, so these files work there.
    const auto isConstant = [this](ValueId id) {
        return m_model.value(id).producer.isValid()
            && m_model.node(m_model.value(id).producer).type == "Constant";
    };
    const bool lastCounts = isConstant(valueId) && isConstant(before);
    if (lastCounts)
        bind(name, valueId);
    m_draft.findings.add(lastCounts ? Severity::Warning : Severity::Error,
        lastCounts ? "constant-redefined" : "value-redefined", std::move(where),
        quote(value.name) + " is defined again; first by " + locateValue(m_model, before).path,
        lastCounts ? "readers get the last constant"
                   : "readers are shown with the first definition");
    return valueId;
}

void Resolver::applyInfos(GraphId id)
{
    std::unordered_set<NameId> seen;
    for (auto& info : m_draft.graphs[id.value()].infos) {
        const auto valueId = own(id, info.name);
        if (!seen.insert(info.name).second) {
            m_draft.findings.add(Severity::Warning, "value-info-duplicate",
                support::locationOf(
                    graphPath(m_model, id) + "/value_info " + quote(m_draft.names.text(info.name))),
                "the type of a value is declared twice", "the first one is used");
            continue;
        }
        if (valueId.isValid())
            complete(m_model.values[valueId.value()], info);
    }
}

void Resolver::connectOutputs(GraphId id)
{
    for (auto& declared : m_draft.graphs[id.value()].outputs) {
        auto valueId = m_current[declared.name];
        const bool isOuter = valueId.isValid() && m_model.value(valueId).graph != id;
        if (declared.name == 0 || !valueId.isValid()) {
            valueId = addValue(id, declared.name);
            if (declared.name != 0)
                bind(declared.name, valueId);
            const auto where = locateValue(m_model, valueId);
            m_draft.findings.add(Severity::Error, "output-undefined", where,
                "output " + quote(m_draft.names.text(declared.name))
                    + " of the graph is not computed by any node");
        }
        if (isOuter)
            capture(id, valueId);
        auto& value = m_model.values[valueId.value()];
        m_model.graphs[id.value()].outputs.push_back(valueId);
        // An inner graph's declaration of an outer value does not change that value's type.
        if (isOuter)
            continue;
        value.isOutput = true;
        complete(value, declared);
    }
}

void Resolver::connectInputsOfNodes(GraphId id)
{
    for (const auto node : m_model.graph(id).nodes) {
        if (m_draft.isStopped(node.value()))
            return;
        const auto& names = m_draft.nodes[node.value()].inputs;
        std::vector<ValueId> inputs;
        inputs.reserve(names.size());
        for (std::size_t i = 0; i < names.size(); ++i)
            inputs.push_back(names[i] == 0 ? ValueId() : connectInput(node, i, names[i]));
        m_model.nodes[node.value()].inputs = std::move(inputs);
    }
}

ValueId Resolver::connectInput(NodeId node, std::size_t input, NameId name)
{
    const auto graph = m_model.node(node).graph;
    auto valueId = m_current[name];
    if (!valueId.isValid()) {
        valueId = addValue(graph, name);
        bind(name, valueId);
        auto where = locate(m_model, node);
        where.path += "/input[" + std::to_string(input) + "]";
        where.value = valueId.value();
        m_draft.findings.add(Severity::Error, "input-undefined", std::move(where),
            quote(m_draft.names.text(name))
                + " is read but never defined: no input, initializer or node output has that name");
    }
    if (m_model.value(valueId).graph != graph)
        capture(graph, valueId);
    m_model.values[valueId.value()].uses.push_back({ node, static_cast<std::uint32_t>(input) });
    return valueId;
}

void Resolver::capture(GraphId reader, ValueId value)
{
    if (m_draft.refusal)
        return;
    const auto home = m_model.value(value).graph;
    for (auto graph = reader; graph.isValid() && graph != home;
         graph = m_model.graph(graph).parent) {
        const auto key = static_cast<std::uint64_t>(graph.value()) << 32 | value.value();
        if (m_captured.contains(key))
            return;
        if (m_captured.size() >= captureLimit) {
            m_draft.refusal = support::failAs(support::ErrorKind::Resource, "nested graphs read ",
                "values of the graphs around them in more than ", support::countText(captureLimit),
                " places (graph and value), the most that is ", "read; the last in ",
                graphPath(m_model, reader));
            return;
        }
        m_captured.insert(key);
        m_model.graphs[graph.value()].captures.push_back(value);
    }
}

} // namespace

void complete(Value& value, Declaration& declared)
{
    if (value.type.kind == ValueType::Kind::Unknown)
        value.type = std::move(declared.type);
    if (value.doc.empty())
        value.doc = std::move(declared.doc);
    value.metadata.insert(value.metadata.end(), declared.metadata.begin(), declared.metadata.end());
}

void complete(Value& value, const Tensor& tensor)
{
    if (value.type.kind == ValueType::Kind::Unknown)
        value.type = ValueType::tensor(tensor.element, shapeOf(tensor.dims));
    if (value.doc.empty())
        value.doc = tensor.doc;
}

void resolveNames(Draft& draft)
{
    // Reading a graph has stored its children in node order.
    Resolver resolver(draft);
    for (std::size_t i = 0; i < draft.model->graphs.size(); ++i) {
        const auto& graph = draft.model->graphs[i];
        if (!graph.parent.isValid())
            resolver.resolveTree(graph.id);
    }
    // Uses were added in order of nesting, but ids follow the order of reading; uses are sorted by
    // node id.
    for (auto& value : draft.model->values) {
        if (!std::ranges::is_sorted(value.uses, {}, &Value::Use::node))
            std::ranges::stable_sort(value.uses, {}, &Value::Use::node);
    }
}

} // namespace model::onnx
