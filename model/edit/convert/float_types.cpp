#include "model/edit/convert/float_types.h"

#include "model/edit/convert/type_attribute.h"
#include "model/inference/node_attributes.h"
#include "model/inference/type_constraints.h"
#include "model/operator.h"
#include "model/support/disjoint_sets.h"
#include "model/support/text.h"

#include <algorithm>

namespace model::edit::convert {

namespace {

bool isConstantNode(const Node& node)
{
    return node.domain.empty() && (node.type == "Constant" || node.type == "ConstantOfShape");
}

/// The constraint that a parameter names; null for a fixed type.
const TypeConstraint* constraintNamed(const OperatorSchema& schema, const std::string& name)
{
    const auto found = std::ranges::find(schema.constraints, name, &TypeConstraint::name);
    return found == schema.constraints.end() ? nullptr : &*found;
}

/// The type with another element type, as ONNX writes it.
std::string typeTextWith(const ValueType& type, ElementType element)
{
    auto changed = type;
    if (type.inner) {
        auto inner = *type.inner; // one level suffices for what schemas list
        inner.element = element;
        changed.inner = std::make_shared<const ValueType>(std::move(inner));
    } else {
        changed.element = element;
    }
    return onnxTypeText(changed);
}

bool takes(const OperatorSchema& schema, const std::string& variable, const std::string& type)
{
    const auto* const constraint = constraintNamed(schema, variable);
    return constraint && std::ranges::find(constraint->types, type) != constraint->types.end();
}

/// Why a node keeps its floats, with the operator set in which it would not have to.
std::string refusalText(const OperatorSchema& schema, const std::string& variable,
    const std::string& type, ElementType to)
{
    auto text = schema.name + " of opset " + std::to_string(schema.sinceVersion) + " does not take "
        + std::string(name(to));
    const auto& registry = OperatorRegistry::instance();
    const auto newest = registry.newestOpset(schema.domain);
    for (std::int64_t opset = schema.sinceVersion + 1; opset <= newest; ++opset)
        if (const auto* const later = registry.find(schema.domain, schema.name, opset);
            later && takes(*later, variable, type))
            return text + ", that of opset " + std::to_string(opset) + " does";
    return text;
}

GraphId bodyOf(const Node& node, std::string_view name)
{
    const auto* const attribute = node.attribute(name);
    const auto* const graph = attribute ? std::get_if<GraphId>(&attribute->value) : nullptr;
    return graph ? *graph : GraphId();
}

} // namespace

/// Builds the classes of a FloatTypes.
class FloatClasses {
public:
    using Cell = FloatTypes::Cell;

    explicit FloatClasses(FloatTypes& types)
        : m_all(types)
        , m_model(types.m_model)
        , m_sets(numberCells(types))
        , m_isKept(m_values.size())
        , m_hasOutput(m_values.size())
    {
    }

    void build();
    void decide();

private:
    std::size_t numberCells(FloatTypes& types);
    Cell input(NodeId node, std::size_t index) const
    {
        return m_all.m_nodeInputs[node.value()] + static_cast<Cell>(index);
    }
    Cell output(NodeId node, std::size_t index) const
    {
        return input(node, m_model.node(node).inputs.size() + index);
    }
    Cell graphInput(GraphId graph, std::size_t index) const
    {
        return m_all.m_graphInputs[graph.value()] + static_cast<Cell>(index);
    }
    Cell graphOutput(GraphId graph, std::size_t index) const
    {
        return m_all.m_graphOutputs[graph.value()] + static_cast<Cell>(index);
    }
    /// The cell in which a value is made; none if it is not defined.
    Cell maker(ValueId value) const { return m_makers[value.value()]; }

    bool isFloat(Cell cell) const
    {
        return m_values[cell].isValid() && m_all.isCandidate(m_values[cell]);
    }
    bool isNested(Cell cell) const
    {
        return m_values[cell].isValid() && m_all.m_types.types[m_values[cell].value()].inner;
    }
    void keep(Cell cell) { m_isKept[cell] = true; }
    void keepNode(NodeId node, const std::string& reason);
    void keepGraph(GraphId graph);
    void tie(Cell a, Cell b);
    void tieNode(NodeId node);
    void tieBySchema(NodeId node);
    void tieParameters(NodeId node, const std::vector<FormalParameter>& formal, bool areOutputs,
        std::map<std::string, Cell>& variables);
    void tieTypeAttribute(NodeId node);
    void tieBodies(NodeId node);
    void tieLoop(NodeId node, GraphId body);
    void tieScan(NodeId node, GraphId body);
    void tieCall(NodeId node);
    void tieNested();
    void keepFunctions(const std::vector<bool>& isCalled);
    bool follows(Cell root) const { return !m_hasOutput[root]; }
    void decideMakers();
    void decideReaders();
    void decideConstants();

    FloatTypes& m_all;
    const Model& m_model;
    std::vector<ValueId> m_values; ///< by cell
    std::vector<Cell> m_makers; ///< by value
    support::DisjointSets m_sets;
    std::vector<bool> m_isKept; ///< by cell, then by root
    std::vector<bool> m_hasOutput; ///< by root: a node or a body makes a value in the class
    std::set<Cell> m_following; ///< cells that make a value in the type in which it is read
    std::set<std::uint32_t> m_keptNodes;
};

std::size_t FloatClasses::numberCells(FloatTypes& types)
{
    const auto add = [&](const std::vector<ValueId>& values) {
        const auto first = static_cast<Cell>(m_values.size());
        m_values.insert(m_values.end(), values.begin(), values.end());
        return first;
    };
    m_makers.assign(m_model.values.size(), FloatTypes::none);
    const auto made = [&](const std::vector<ValueId>& values, Cell first) {
        for (std::size_t i = 0; i < values.size(); ++i)
            if (values[i].isValid())
                m_makers[values[i].value()] = first + static_cast<Cell>(i);
    };
    for (const auto& node : m_model.nodes) {
        types.m_nodeInputs.push_back(add(node.inputs));
        made(node.outputs, add(node.outputs));
    }
    for (const auto& graph : m_model.graphs) {
        types.m_graphInputs.push_back(add(graph.inputs));
        made(graph.inputs, types.m_graphInputs.back());
        types.m_graphOutputs.push_back(add(graph.outputs));
        made(graph.initializers, FloatTypes::none); // set below, unless they are inputs
        made(graph.inputs, types.m_graphInputs.back());
    }
    types.m_constants.assign(m_model.values.size(), FloatTypes::none);
    for (std::size_t i = 0; i < m_model.values.size(); ++i)
        if (m_model.values[i].initializer.isValid() && !m_model.values[i].isInput) {
            types.m_constants[i] = static_cast<Cell>(m_values.size());
            m_makers[i] = types.m_constants[i];
            m_values.emplace_back(i);
        }
    return m_values.size();
}

void FloatClasses::keepNode(NodeId id, const std::string& reason)
{
    const auto& node = m_model.node(id);
    bool hasFloats = false;
    const auto keepAll = [&](std::size_t count, Cell first) {
        for (std::size_t i = 0; i < count; ++i) {
            const auto cell = first + static_cast<Cell>(i);
            hasFloats = hasFloats || isFloat(cell);
            keep(cell);
        }
    };
    keepAll(node.inputs.size(), input(id, 0));
    keepAll(node.outputs.size(), output(id, 0));
    if (hasFloats && m_keptNodes.insert(id.value()).second)
        ++m_all.m_reasons[reason];
}

/// Keeps what a body takes and gives.
void FloatClasses::keepGraph(GraphId graph)
{
    for (std::size_t i = 0; i < m_model.graph(graph).inputs.size(); ++i)
        keep(graphInput(graph, i));
    for (std::size_t i = 0; i < m_model.graph(graph).outputs.size(); ++i)
        keep(graphOutput(graph, i));
}

/// A place that holds no float of the old type decides that the other keeps it.
void FloatClasses::tie(Cell a, Cell b)
{
    if (!isFloat(a) || !isFloat(b)) {
        keep(a);
        keep(b);
    }
    m_sets.unite(a, b);
}

void FloatClasses::tieParameters(NodeId id, const std::vector<FormalParameter>& formal,
    bool areOutputs, std::map<std::string, Cell>& variables)
{
    const auto& node = m_model.node(id);
    const auto count = areOutputs ? node.outputs.size() : node.inputs.size();
    for (std::size_t i = 0; i < count; ++i) {
        const auto cell = areOutputs ? output(id, i) : input(id, i);
        const auto* const parameter = parameterAt(formal, i);
        if (!m_values[cell].isValid())
            continue;
        const bool isUnknown
            = leafElement(m_all.m_types.types[m_values[cell].value()]) == ElementType::Undefined;
        const auto* const constraint
            = parameter ? constraintNamed(*node.schema, parameter->type) : nullptr;
        if (parameter == nullptr || constraint == nullptr) {
            keep(cell);
            continue;
        }
        if (!isFloat(cell) && !isUnknown)
            continue;
        const auto to = m_all.m_choice.to;
        const auto type = typeTextWith(m_all.m_types.types[m_values[cell].value()], to);
        if (isUnknown || !takes(*node.schema, parameter->type, type)) {
            keep(cell);
            if (!isUnknown && m_keptNodes.insert(id.value()).second)
                ++m_all.m_reasons[refusalText(*node.schema, parameter->type, type, to)];
        }
        if (!parameter->isHomogeneous)
            continue;
        const auto [first, isNew] = variables.try_emplace(parameter->type, cell);
        if (!isNew)
            m_sets.unite(first->second, cell);
    }
}

void FloatClasses::tieBySchema(NodeId id)
{
    const auto& node = m_model.node(id);
    std::map<std::string, Cell> variables;
    tieParameters(id, node.schema->inputs, false, variables);
    tieParameters(id, node.schema->outputs, true, variables);
    // Sequences and their tensors have different variables, but one element type.
    std::vector<Cell> floats;
    bool hasNested = false;
    for (std::size_t i = 0; i < node.inputs.size() + node.outputs.size(); ++i) {
        const auto cell = input(id, i);
        if (!isFloat(cell))
            continue;
        floats.push_back(cell);
        hasNested = hasNested || isNested(cell);
    }
    for (std::size_t i = 1; hasNested && i < floats.size(); ++i)
        m_sets.unite(floats[0], floats[i]);
    // The region of interest is read as float by engines, whatever the schema says.
    if (node.domain.empty() && node.type == "Resize" && node.inputs.size() > 2)
        keep(input(id, 1));
    // Mean and deviation are in the type that stash_type gives.
    if (node.type == "LayerNormalization")
        for (std::size_t i = 1; i < node.outputs.size(); ++i)
            keep(output(id, i));
    tieTypeAttribute(id);
}

/// Output 0 of operators whose type an attribute gives.
void FloatClasses::tieTypeAttribute(NodeId id)
{
    const auto& node = m_model.node(id);
    if (node.outputs.empty() || !isFloat(output(id, 0)))
        return;
    const auto made = output(id, 0);
    const bool isGiven = std::ranges::any_of(
        node.attributes, [](const Attribute& one) { return !one.reference.empty(); });
    if (isConstantNode(node)) {
        // In a function, the value may be that of an attribute of each call.
        if (isGiven)
            keep(made);
        else
            m_following.insert(made);
        return;
    }
    const auto attribute = typeAttribute(node);
    if (!attribute) {
        // Such an operator without its attribute has the type of its floats.
        const bool isSuch = canHaveTypeAttribute(node);
        for (std::size_t i = 0; isSuch && i < node.inputs.size(); ++i)
            if (isFloat(input(id, i)))
                m_sets.unite(input(id, i), made);
        return;
    }
    if (isGiven)
        keep(made);
    else
        m_following.insert(made);
}

void FloatClasses::tieLoop(NodeId id, GraphId body)
{
    const auto& node = m_model.node(id);
    const auto& graph = m_model.graph(body);
    const auto carried = node.inputs.size() < 2 ? 0 : node.inputs.size() - 2;
    if (graph.inputs.size() != carried + 2 || graph.outputs.size() != node.outputs.size() + 1)
        return keepNode(id, "its body does not fit"), keepGraph(body);
    for (std::size_t i = 0; i < node.outputs.size(); ++i) {
        if (node.outputs[i].isValid())
            tie(graphOutput(body, i + 1), output(id, i));
        if (i >= carried)
            continue;
        tie(graphOutput(body, i + 1), graphInput(body, i + 2));
        if (node.inputs[i + 2].isValid())
            tie(input(id, i + 2), graphInput(body, i + 2));
    }
}

void FloatClasses::tieScan(NodeId id, GraphId body)
{
    const auto& node = m_model.node(id);
    const auto& graph = m_model.graph(body);
    const auto* const attribute = node.attribute("num_scan_inputs");
    const auto* const count = attribute ? std::get_if<std::int64_t>(&attribute->value) : nullptr;
    const auto inputs = node.inputs.size();
    if (node.schema->sinceVersion < 9 || count == nullptr || *count < 0
        || static_cast<std::size_t>(*count) > inputs || graph.inputs.size() != inputs
        || graph.outputs.size() != node.outputs.size())
        return keepNode(id, "its body does not fit"), keepGraph(body);
    const auto states = inputs - static_cast<std::size_t>(*count);
    for (std::size_t i = 0; i < inputs; ++i) {
        tie(input(id, i), graphInput(body, i));
        if (i < states && i < node.outputs.size())
            tie(graphInput(body, i), graphOutput(body, i));
    }
    for (std::size_t i = 0; i < node.outputs.size(); ++i)
        if (node.outputs[i].isValid())
            tie(output(id, i), graphOutput(body, i));
}

void FloatClasses::tieBodies(NodeId id)
{
    const auto& node = m_model.node(id);
    if (node.domain.empty() && node.type == "If") {
        for (const auto* const name : { "then_branch", "else_branch" }) {
            const auto branch = bodyOf(node, name);
            if (!branch.isValid())
                continue;
            const auto count = std::min(node.outputs.size(), m_model.graph(branch).outputs.size());
            for (std::size_t i = 0; i < count; ++i)
                if (node.outputs[i].isValid())
                    tie(output(id, i), graphOutput(branch, i));
        }
        return;
    }
    const auto body = bodyOf(node, "body");
    if (node.domain.empty() && node.schema && body.isValid()) {
        if (node.type == "Loop")
            return tieLoop(id, body);
        if (node.type == "Scan")
            return tieScan(id, body);
    }
    keepNode(id, node.type + " has a body");
    for (const auto& graph : m_model.graphs)
        if (graph.owner == id)
            keepGraph(graph.id);
}

void FloatClasses::tieCall(NodeId id)
{
    const auto& node = m_model.node(id);
    const auto body = m_model.function(node.function).body;
    const auto& graph = m_model.graph(body);
    for (std::size_t i = 0; i < std::min(node.inputs.size(), graph.inputs.size()); ++i)
        if (node.inputs[i].isValid())
            tie(input(id, i), graphInput(body, i));
    for (std::size_t i = 0; i < std::min(node.outputs.size(), graph.outputs.size()); ++i)
        if (node.outputs[i].isValid())
            tie(output(id, i), graphOutput(body, i));
}

void FloatClasses::tieNode(NodeId id)
{
    const auto& node = m_model.node(id);
    const bool hasBody = std::ranges::any_of(node.attributes, [](const Attribute& attribute) {
        return std::holds_alternative<GraphId>(attribute.value)
            || std::holds_alternative<std::vector<GraphId>>(attribute.value);
    });
    if (node.function.isValid())
        tieCall(id);
    else if (hasBody)
        tieBodies(id);
    else if (node.schema == nullptr)
        keepNode(id, node.type + " is not known");
    else
        tieBySchema(id);
    const auto& choice = m_all.m_choice;
    if (choice.keptNodes.contains(id.value()) || choice.keptOperators.contains(node.type))
        keepNode(id, node.type + " is kept as wished");
}

/// A Cast takes no sequence, so all places of one have one type.
void FloatClasses::tieNested()
{
    for (Cell cell = 0; cell < m_values.size(); ++cell) {
        if (!isNested(cell))
            continue;
        if (const auto made = maker(m_values[cell]); made != FloatTypes::none)
            m_sets.unite(cell, made);
        else
            keep(cell);
    }
}

/// Floats of a function stay if nothing tells their types, or if it can hold no Cast.
void FloatClasses::keepFunctions(const std::vector<bool>& isCalled)
{
    const auto isKept = [&](FunctionId id) {
        return id.isValid()
            && (!isCalled[id.value()] || m_model.opset("", m_model.function(id).body) == 0);
    };
    for (const auto& graph : m_model.graphs) {
        if (!isKept(graph.function))
            continue;
        keepGraph(graph.id);
        for (const auto node : graph.nodes)
            keepNode(node, "functions that are not called or do not import ai.onnx are kept");
    }
}

void FloatClasses::build()
{
    std::vector<bool> isCalled(m_model.functions.size());
    for (std::size_t i = 0; i < m_model.nodes.size(); ++i) {
        tieNode(NodeId(i));
        if (m_model.nodes[i].function.isValid())
            isCalled[m_model.nodes[i].function.value()] = true;
    }
    keepFunctions(isCalled);
    tieNested();
    for (const auto value : m_all.m_choice.keptValues)
        if (m_makers[value] != FloatTypes::none)
            keep(m_makers[value]);
    const auto& main = m_model.main();
    for (std::size_t i = 0; i < main.inputs.size(); ++i)
        if (m_all.m_choice.keepsInterface)
            keep(graphInput(main.id, i));
        else if (!isNested(graphInput(main.id, i)))
            m_following.insert(graphInput(main.id, i));
    // A constant that is an output keeps its name.
    for (std::size_t i = 0; m_all.m_choice.keepsInterface && i < main.outputs.size(); ++i)
        if (main.outputs[i].isValid()
            && m_all.m_constants[main.outputs[i].value()] != FloatTypes::none)
            keep(m_all.m_constants[main.outputs[i].value()]);
    for (std::size_t i = 0; m_all.m_choice.keepsInterface && i < main.outputs.size(); ++i)
        keep(graphOutput(main.id, i));
    for (const auto cell : m_all.m_constants)
        if (cell != FloatTypes::none)
            m_following.insert(cell);
}

void FloatClasses::decideMakers()
{
    for (Cell cell = 0; cell < m_values.size(); ++cell)
        if (m_isKept[cell])
            m_isKept[m_sets.find(cell)] = true;
    const auto makes = [&](Cell cell) {
        if (!m_following.contains(cell))
            m_hasOutput[m_sets.find(cell)] = true;
    };
    for (std::size_t i = 0; i < m_model.nodes.size(); ++i)
        for (std::size_t j = 0; j < m_model.nodes[i].outputs.size(); ++j)
            makes(output(NodeId(i), j));
    for (const auto& graph : m_model.graphs) {
        for (std::size_t i = 0; i < graph.inputs.size(); ++i)
            makes(graphInput(graph.id, i));
        for (std::size_t i = 0; graph.id != m_model.main().id && i < graph.outputs.size(); ++i)
            makes(graphOutput(graph.id, i));
    }
    for (Cell cell = 0; cell < m_values.size(); ++cell) {
        const auto root = m_sets.find(cell);
        m_all.m_isNew[cell] = isFloat(cell) && !m_isKept[root] && m_hasOutput[root];
    }
}

/// Operators without a float output, and outputs of the model, read what is made; what only
/// constants and inputs of the model make is read in the new type.
void FloatClasses::decideReaders()
{
    std::map<Cell, int> votes; // by root: made in the new type 1, in the old one -1
    for (Cell cell = 0; cell < m_values.size(); ++cell) {
        const auto root = m_sets.find(cell);
        if (!isFloat(cell) || m_isKept[root] || m_hasOutput[root] || m_following.contains(cell))
            continue;
        auto& vote = votes[root];
        const auto made = maker(m_values[cell]);
        if (made != FloatTypes::none && m_following.contains(made))
            continue;
        const bool isNew = made != FloatTypes::none && m_all.m_isNew[made];
        vote = isNew || vote > 0 ? 1 : -1;
    }
    for (Cell cell = 0; cell < m_values.size(); ++cell)
        if (const auto vote = votes.find(m_sets.find(cell)); vote != votes.end() && isFloat(cell))
            m_all.m_isNew[cell] = vote->second >= 0;
}

/// Inputs of the model and constants are made in the new type if one place reads them so.
void FloatClasses::decideConstants()
{
    const auto& readers = m_all.m_isNew;
    std::vector<bool> isRead(m_model.values.size());
    const auto read = [&](Cell cell) {
        if (m_values[cell].isValid() && readers[cell])
            isRead[m_values[cell].value()] = true;
    };
    for (std::size_t i = 0; i < m_model.nodes.size(); ++i)
        for (std::size_t j = 0; j < m_model.nodes[i].inputs.size(); ++j)
            read(input(NodeId(i), j));
    for (const auto& graph : m_model.graphs)
        for (std::size_t i = 0; i < graph.outputs.size(); ++i)
            read(graphOutput(graph.id, i));
    for (const auto cell : m_following)
        m_all.m_isNew[cell]
            = isFloat(cell) && !m_isKept[m_sets.find(cell)] && isRead[m_values[cell].value()];
}

void FloatClasses::decide()
{
    m_all.m_isNew.assign(m_values.size(), false);
    decideMakers();
    decideReaders();
    decideConstants();
    m_all.m_isMadeNew.assign(m_model.values.size(), false);
    for (std::size_t i = 0; i < m_model.values.size(); ++i)
        if (const auto made = m_makers[i]; made != FloatTypes::none)
            m_all.m_isMadeNew[i] = m_all.m_isNew[made];
}

FloatTypes::FloatTypes(const Model& model, const InferredTypes& types, const FloatChoice& choice)
    : m_model(model)
    , m_types(types)
    , m_choice(choice)
{
    FloatClasses classes(*this);
    classes.build();
    classes.decide();
}

bool FloatTypes::isCandidate(ValueId value) const
{
    return m_choice.from.contains(leafElement(m_types.types[value.value()]));
}

bool FloatTypes::isReadNew(NodeId node, std::size_t input) const
{
    return m_isNew[m_nodeInputs[node.value()] + input];
}

bool FloatTypes::isOutputNew(GraphId graph, std::size_t output) const
{
    return m_isNew[m_graphOutputs[graph.value()] + output];
}

std::string castRefusal(const Model& model, GraphId graph, ElementType type)
{
    const auto* const cast = OperatorRegistry::instance().find("", "Cast", model.opset("", graph));
    if (cast == nullptr)
        return "the imported operator set has no Cast";
    const auto& variable = cast->inputs.front().type;
    const auto text = onnxTypeText(ValueType::tensor(type));
    return takes(*cast, variable, text) ? std::string() : refusalText(*cast, variable, text, type);
}

} // namespace model::edit::convert
