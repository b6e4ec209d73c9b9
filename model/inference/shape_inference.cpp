#include "model/inference/shape_inference.h"

#include "model/inference/call_key.h"
#include "model/inference/declared_type.h"
#include "model/inference/type_constraints.h"
#include "model/tensor_store.h"

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>

namespace model {

namespace {

/// Limit of node visits: per node of the model, plus an allowance for small models. Nested calls
/// and loops multiply visits.
constexpr std::size_t visitsPerNode = 16;
constexpr std::size_t freeVisits = 100'000;
/// Floating constants up to this size are read: scales and factors. Weights are larger.
constexpr std::size_t maximumKnownReals = 16;
constexpr std::size_t nodesBetweenPolls = 256;
/// Limit of elements that are followed: an allowance, plus some per value. Every node of a file may
/// give as many as a weight.
constexpr std::size_t freeElements = std::size_t(8) << 20;
constexpr std::size_t elementsPerValue = 16;
/// Findings of one severity at one node. A node may have any number of inputs.
constexpr std::ptrdiff_t maximumFindings = 100;

struct BodyRun {
    GraphId graph;
    Arguments inputs;
};

/// Returns to a rule the results of the bodies that have run, in the order of its calls. Stores the
/// first body that has not run.
class PreparedBodies final : public SubgraphInference {
public:
    explicit PreparedBodies(const std::vector<Arguments>& results)
        : m_results(results)
    {
    }

    Arguments infer(GraphId graph, std::span<const InferenceArgument> inputs) override
    {
        if (m_next < m_results.size())
            return m_results[m_next++];
        if (!m_wanted)
            m_wanted = BodyRun { graph, Arguments(inputs.begin(), inputs.end()) };
        return {};
    }

    const std::optional<BodyRun>& wanted() const { return m_wanted; }

private:
    const std::vector<Arguments>& m_results;
    std::size_t m_next = 0;
    std::optional<BodyRun> m_wanted;
};

/// A graph that is being visited. The stack of frames replaces recursion.
struct Frame {
    GraphId graph;
    std::size_t next = 0; ///< position in Graph::order
    std::vector<Arguments> results; ///< of the bodies that the node at `next` needs
    std::shared_ptr<const CallAttributes> attributes; ///< of the function this graph belongs to
    std::size_t call = 0; ///< number of the function call; 0: not in a function
    FunctionId function; ///< set only in the frame of the function's body itself
    CallKey key; ///< of the call
    bool namesDimensions = false; ///< a node in it or in its calls made a data-dependent dimension
};

/// True if an output has a dimension whose name starts with `prefix`, that is a data-dependent one.
bool namesDimensions(const InferenceResult& result, std::string_view prefix)
{
    const auto isNew = [&](const Dimension& dim) {
        return !dim.isUnknown() && !dim.isNumber()
            && std::ranges::any_of(
                dim.symbols(), [&](const auto& name) { return name.starts_with(prefix); });
    };
    return std::ranges::any_of(result.outputs, [&](const InferenceArgument& output) {
        return (output.type.shape && std::ranges::any_of(*output.type.shape, isNew))
            || (output.elements && std::ranges::any_of(output.elements->integers, isNew));
    });
}

std::size_t elementsOf(const Arguments& arguments)
{
    std::size_t count = 0;
    for (const auto& argument : arguments)
        count += argument.elements ? argument.elements->count() : 0;
    return count;
}

class Inference {
public:
    Inference(const Model& model, const Binding& binding, std::stop_token stop,
        const support::Progress& progress)
        : m_model(model)
        , m_binding(binding)
        , m_stop(std::move(stop))
        , m_progress(progress)
        , m_isOpen(model.functions.size(), false)
        , m_callsSeen(model.functions.size(), false)
        , m_functionValues(model.functions.size())
        , m_findings(model.nodes.size())
    {
        for (const auto& graph : model.graphs)
            if (graph.function.isValid())
                std::ranges::copy(
                    graph.values, std::back_inserter(m_functionValues[graph.function.value()]));
        m_result.types.resize(model.values.size());
        m_result.elements.resize(model.values.size());
        m_functionTypes.resize(model.functions.empty() ? 0 : model.values.size());
    }

    InferredTypes run()
    {
        for (std::size_t i = 0; i < m_model.values.size(); ++i)
            declare(ValueId(i));
        for (const auto& graph : m_model.graphs)
            if (graph.role == Graph::Role::Main
                || (graph.role == Graph::Role::Training && !graph.owner.isValid()))
                visitFrom(graph.id);
        for (std::size_t i = 0; i < m_functionTypes.size(); ++i)
            if (m_functionTypes[i].kind != ValueType::Kind::Unknown)
                m_result.types[i] = m_functionTypes[i];
        reportFindings();
        return std::move(m_result);
    }

private:
    ValueType declaredType(ValueId id) const;
    std::optional<KnownElements> readConstant(const Tensor& tensor) const;
    void declare(ValueId id);
    std::size_t maxElements() const;
    void setElements(ValueId id, std::shared_ptr<const KnownElements> elements);

    void visitFrom(GraphId graph);
    void visitNode();
    void visitCall(const Node& node);
    void visitOperator(const Node& node);
    void pushBody(const BodyRun& body);
    void finishGraph();
    bool isExhausted();
    void advance();

    Arguments argumentsOf(const std::vector<ValueId>& values) const;
    std::vector<Attribute> attributesOf(const Node& node) const;
    CallAttributes callAttributes(const Node& node) const;
    void enter(const Graph& graph, const Arguments& inputs);
    void assign(const Node& node, const Arguments& outputs);
    ValueType merged(
        const Node& node, std::size_t output, const ValueType& declared, const ValueType& inferred);
    void rememberFunction(FunctionId function);

    void add(const Node& node, InferenceFinding finding);
    void reportFindings();

    const Model& m_model;
    const Binding& m_binding;
    std::stop_token m_stop;
    const support::Progress& m_progress;

    InferredTypes m_result;
    std::vector<Frame> m_stack;
    std::vector<bool> m_isOpen; ///< by FunctionId; true while its body is on the stack
    std::vector<bool> m_callsSeen; ///< by FunctionId
    std::vector<std::vector<ValueId>>
        m_functionValues; ///< by FunctionId; includes graphs nested in the body
    std::vector<ValueType> m_functionTypes; ///< by ValueId; common to all calls so far
    std::map<CallKey, Arguments> m_calls; ///< outputs of calls by their key
    std::size_t m_callCount = 0;
    NodeId m_notFollowed; ///< first node whose body or function exceeded the visit limit
    std::vector<std::vector<InferenceFinding>> m_findings; ///< by NodeId
    std::size_t m_visits = 0;
    std::size_t m_followed = 0; ///< elements of values and of outputs in m_calls
    ValueId m_notKept; ///< first value whose elements exceeded the limit
};

ValueType Inference::declaredType(ValueId id) const
{
    const auto& value = m_model.value(id);
    auto type = value.type;
    if (type.kind == ValueType::Kind::Unknown && value.initializer.isValid()) {
        const auto& tensor = m_model.tensor(value.initializer);
        type = ValueType::tensor(tensor.element, shapeOf(tensor.dims));
    }
    if (!type.shape || m_binding.empty())
        return type;
    auto shape = *type.shape;
    for (auto& dim : shape)
        dim = dim.bound(m_binding);
    type.shape = std::move(shape);
    return type;
}

std::optional<KnownElements> Inference::readConstant(const Tensor& tensor) const
{
    const auto count = elementCount(tensor.dims);
    const auto limit = isFloating(tensor.element) ? maximumKnownReals : maximumKnownElements;
    if (!count || *count > limit || tensor.ref.place == TensorRef::Place::Strings
        || tensor.ref.place == TensorRef::Place::None)
        return std::nullopt;
    if (tensor.ref.memory)
        return knownElements(tensor, tensor.ref.memory->bytes);
    const auto bytes = m_model.store ? m_model.store->bytes(tensor) : support::fail("no store");
    return bytes ? knownElements(tensor, bytes->bytes) : std::nullopt;
}

void Inference::declare(ValueId id)
{
    m_result.types[id.value()] = declaredType(id);
    const auto& value = m_model.value(id);
    if (!value.initializer.isValid())
        return;
    // The initializer decides: a graph input of the same name may be declared with open sizes.
    const auto& tensor = m_model.tensor(value.initializer);
    if (m_result.types[id.value()].isTensor())
        m_result.types[id.value()] = ValueType::tensor(tensor.element, shapeOf(tensor.dims));
    if (auto elements = readConstant(tensor))
        setElements(id, std::make_shared<const KnownElements>(std::move(*elements)));
}

std::size_t Inference::maxElements() const
{
    return freeElements + elementsPerValue * m_model.values.size();
}

/// Stores the elements of a value if it can have them. Its type must be set before.
void Inference::setElements(ValueId id, std::shared_ptr<const KnownElements> elements)
{
    auto& kept = m_result.elements[id.value()];
    m_followed -= kept ? kept->count() : 0;
    kept.reset();
    if (!elements || !canHave(m_result.types[id.value()], *elements))
        return;
    if (m_followed + elements->count() > maxElements()) {
        m_notKept = m_notKept.isValid() ? m_notKept : id;
        return;
    }
    m_followed += elements->count();
    kept = std::move(elements);
}

void Inference::visitFrom(GraphId graph)
{
    m_stack.push_back({ .graph = graph });
    while (!m_stack.empty()) {
        if (++m_visits % nodesBetweenPolls == 0) {
            if (m_stop.stop_requested())
                return;
            if (m_progress)
                m_progress("inferring shapes", m_visits, m_model.nodes.size());
        }
        if (m_stack.back().next < m_model.graph(m_stack.back().graph).order.size())
            visitNode();
        else
            finishGraph();
    }
}

void Inference::visitNode()
{
    const auto& frame = m_stack.back();
    const auto& node = m_model.node(m_model.graph(frame.graph).order[frame.next]);
    if (node.function.isValid())
        visitCall(node);
    else if (node.schema != nullptr)
        visitOperator(node);
    else
        advance();
}

void Inference::advance()
{
    m_stack.back().results.clear();
    ++m_stack.back().next;
}

void Inference::visitOperator(const Node& node)
{
    const auto inputs = argumentsOf(node.inputs);
    const auto attributes = attributesOf(node);
    PreparedBodies bodies(m_stack.back().results);
    const auto call = m_stack.back().call;
    const InferenceRequest request { *node.schema, attributes, inputs, node.outputs.size(),
        node.type + "_" + std::to_string(&node - m_model.nodes.data())
            + (call > 0 ? "_call" + std::to_string(call) : ""),
        [this](const Tensor& tensor) { return readConstant(tensor); }, &bodies };
    auto result = inferNode(request);
    m_stack.back().namesDimensions |= namesDimensions(result, request.symbolPrefix);
    if (bodies.wanted()) {
        pushBody(*bodies.wanted());
        return;
    }
    fillOutputElements(*node.schema, inputs, result.outputs);
    auto& findings = m_findings[static_cast<std::size_t>(&node - m_model.nodes.data())];
    findings.clear();
    for (auto& finding : checkInputTypes(*node.schema, inputs))
        add(node, std::move(finding));
    for (auto& finding : result.findings)
        add(node, std::move(finding));
    assign(node, result.outputs);
    advance();
}

void Inference::pushBody(const BodyRun& body)
{
    if (isExhausted()) {
        m_stack.back().results.emplace_back(m_model.graph(body.graph).outputs.size());
        return;
    }
    enter(m_model.graph(body.graph), body.inputs);
    m_stack.push_back({ .graph = body.graph,
        .attributes = m_stack.back().attributes,
        .call = m_stack.back().call });
}

bool Inference::isExhausted()
{
    if (m_visits <= freeVisits + visitsPerNode * m_model.nodes.size())
        return false;
    if (!m_notFollowed.isValid()) {
        const auto& frame = m_stack.back();
        m_notFollowed = m_model.graph(frame.graph).order[frame.next];
    }
    return true;
}

void Inference::visitCall(const Node& node)
{
    auto& frame = m_stack.back();
    if (!frame.results.empty()) {
        const auto outputs = frame.results.back();
        assign(node, outputs);
        advance();
        return;
    }
    const auto inputs = argumentsOf(node.inputs);
    auto attributes = callAttributes(node);
    const auto key = keyOf(node.function, inputs, attributes);
    if (const auto known = m_calls.find(key); known != m_calls.end()) {
        assign(node, known->second);
        advance();
        return;
    }
    if (m_isOpen[node.function.value()] || isExhausted()) {
        advance();
        return;
    }
    const auto body = m_model.function(node.function).body;
    enter(m_model.graph(body), inputs);
    m_isOpen[node.function.value()] = true;
    m_stack.push_back({ .graph = body,
        .attributes = std::make_shared<const CallAttributes>(std::move(attributes)),
        .call = ++m_callCount,
        .function = node.function,
        .key = key });
}

void Inference::finishGraph()
{
    auto frame = std::move(m_stack.back());
    m_stack.pop_back();
    auto outputs = argumentsOf(m_model.graph(frame.graph).outputs);
    if (frame.function.isValid()) {
        m_isOpen[frame.function.value()] = false;
        rememberFunction(frame.function);
        // A data-dependent dimension is a different one in each call, so such results are not
        // reused.
        if (!frame.namesDimensions && m_calls.emplace(frame.key, outputs).second)
            m_followed += elementsOf(outputs);
    }
    if (m_stack.empty())
        return;
    m_stack.back().namesDimensions |= frame.namesDimensions;
    m_stack.back().results.push_back(std::move(outputs));
}

Arguments Inference::argumentsOf(const std::vector<ValueId>& values) const
{
    Arguments arguments;
    for (const auto id : values) {
        if (id.isValid())
            arguments.push_back(
                { true, m_result.types[id.value()], m_result.elements[id.value()] });
        else
            arguments.push_back({ false, {}, {} });
    }
    return arguments;
}

/// Returns the node's attributes. A reference to a function attribute is replaced by its value at
/// this call; a reference without a value is left out.
std::vector<Attribute> Inference::attributesOf(const Node& node) const
{
    std::vector<Attribute> attributes;
    for (const auto& attribute : node.attributes) {
        if (attribute.reference.empty()) {
            attributes.push_back(attribute);
            continue;
        }
        const auto& call = m_stack.back().attributes;
        const auto found
            = call ? call->find(attribute.reference) : CallAttributes::const_iterator();
        if (!call || found == call->end())
            continue;
        attributes.push_back(found->second);
        attributes.back().name = attribute.name;
    }
    return attributes;
}

CallAttributes Inference::callAttributes(const Node& node) const
{
    CallAttributes attributes;
    for (const auto& spec : m_model.function(node.function).attributes)
        if (spec.value)
            attributes.emplace(spec.name, *spec.value);
    for (auto& attribute : attributesOf(node))
        attributes.insert_or_assign(attribute.name, attribute);
    return attributes;
}

/// Sets the types of formal inputs to those of the arguments. What the arguments leave unknown
/// stays as declared.
void Inference::enter(const Graph& graph, const Arguments& inputs)
{
    for (std::size_t i = 0; i < graph.inputs.size(); ++i) {
        const auto id = graph.inputs[i];
        if (!id.isValid())
            continue;
        auto type = declaredType(id);
        std::shared_ptr<const KnownElements> elements;
        if (i < inputs.size() && inputs[i].type.kind != ValueType::Kind::Unknown) {
            const auto keepsShape
                = !inputs[i].type.shape && type.shape && type.kind == inputs[i].type.kind;
            const auto declaredShape = type.shape;
            type = inputs[i].type;
            if (keepsShape)
                type.shape = declaredShape;
            elements = inputs[i].elements;
        }
        m_result.types[id.value()] = std::move(type);
        setElements(id, std::move(elements));
    }
}

void Inference::assign(const Node& node, const Arguments& outputs)
{
    for (std::size_t i = 0; i < node.outputs.size(); ++i) {
        const auto id = node.outputs[i];
        if (!id.isValid())
            continue;
        const auto isInferred = i < outputs.size();
        m_result.types[id.value()]
            = merged(node, i, declaredType(id), isInferred ? outputs[i].type : ValueType());
        setElements(id, isInferred ? outputs[i].elements : nullptr);
    }
}

ValueType Inference::merged(
    const Node& node, std::size_t output, const ValueType& declared, const ValueType& inferred)
{
    // In functions a contradiction is only a warning: exporters often declare the types of one call
    // out of many.
    const auto isInFunction = m_model.graph(node.graph).function.isValid();
    return mergedType(declared, inferred, [&](support::Severity severity, std::string message) {
        add(node,
            { isInFunction ? support::Severity::Warning : severity, InferenceFinding::Place::Output,
                output, "type-conflict", std::move(message), {} });
    });
}

/// Merges the types of this call into the types common to all calls, for the body and its nested
/// graphs.
void Inference::rememberFunction(FunctionId function)
{
    const auto isFirst = !m_callsSeen[function.value()];
    m_callsSeen[function.value()] = true;
    for (const auto id : m_functionValues[function.value()]) {
        auto& known = m_functionTypes[id.value()];
        known = isFirst ? m_result.types[id.value()] : common(known, m_result.types[id.value()]);
    }
}

void Inference::add(const Node& node, InferenceFinding finding)
{
    auto& findings = m_findings[static_cast<std::size_t>(&node - m_model.nodes.data())];
    if (std::ranges::count(findings, finding.severity, &InferenceFinding::severity)
        >= maximumFindings)
        return;
    const auto isSame = [&](const InferenceFinding& other) {
        return other.message == finding.message && other.index == finding.index
            && other.place == finding.place;
    };
    if (std::ranges::none_of(findings, isSame))
        findings.push_back(std::move(finding));
}

void Inference::reportFindings()
{
    for (std::size_t i = 0; i < m_findings.size(); ++i) {
        const NodeId node(i);
        for (auto& finding : m_findings[i]) {
            auto where = finding.place == InferenceFinding::Place::Input
                ? locateInput(m_model, node, finding.index)
                : finding.place == InferenceFinding::Place::Output
                ? locateOutput(m_model, node, finding.index)
                : locate(m_model, node);
            m_result.diagnostics.push_back({ finding.severity, std::move(finding.code),
                std::move(where), std::move(finding.message), std::move(finding.advice) });
        }
    }
    if (m_notFollowed.isValid())
        m_result.diagnostics.push_back(
            { support::Severity::Note, "shapes-limit", locate(m_model, m_notFollowed),
                "calls and bodies in each other ask for more than "
                    + std::to_string(freeVisits + visitsPerNode * m_model.nodes.size())
                    + " node visits; from here on those inside are not followed",
                "their outputs have the types that the file declares" });
    if (m_notKept.isValid())
        m_result.diagnostics.push_back(
            { support::Severity::Note, "shapes-limit", locateValue(m_model, m_notKept),
                "small values that decide shapes have more than " + std::to_string(maxElements())
                    + " elements together; from here on they are not followed",
                "shapes that depend on them are unknown" });
}

} // namespace

InferredTypes inferTypes(const Model& model, const Binding& binding, std::stop_token stop,
    const support::Progress& progress)
{
    return Inference(model, binding, std::move(stop), progress).run();
}

} // namespace model
