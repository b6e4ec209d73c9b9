#include "model/edit/convert/floats.h"

#include "model/edit/convert/converted_weights.h"
#include "model/edit/convert/float_types.h"
#include "model/edit/convert/node_draft.h"
#include "model/edit/convert/type_attribute.h"
#include "model/support/text.h"

#include <algorithm>

namespace model::edit::convert {

using onnx_pb::GraphProto;
using onnx_pb::TensorProto;
using onnx_pb::TypeProto;
using onnx_pb::ValueInfoProto;
using support::ErrorKind;
using support::failAs;
using support::quote;
using support::Result;

namespace {

/// Constants up to this size are copied where both types are read; larger ones get a Cast.
constexpr std::uint64_t largestCopy = 64U << 10;

std::string upperCased(std::string_view text)
{
    std::string upper(text);
    std::ranges::transform(upper, upper.begin(),
        [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
    return upper;
}

class FloatConverter {
public:
    FloatConverter(Editing& editing, const FloatChoice& choice)
        : m_editing(editing)
        , m_model(editing.model)
        , m_choice(choice)
        , m_inferred(inferTypes(editing.model))
        , m_types(editing.model, m_inferred, choice)
        , m_names(editing)
        , m_weights(choice.to)
        , m_graphs(editing.model.graphs.size())
        , m_base(editing.model.values.size())
        , m_other(editing.model.values.size())
        , m_alias(editing.model.values.size())
    {
    }
    FloatConverter(const FloatConverter&) = delete;

    Result<std::string> run();

private:
    ElementType madeType(ValueId value) const;
    ElementType readType(NodeId node, std::size_t input) const;
    ElementType outputType(GraphId graph, std::size_t output) const;
    /// The name under which a value is read in a type. Asks for a Cast if it is made in another.
    std::string nameIn(ValueId value, ElementType type);

    NodeDraft& draft(NodeId node);
    NodeDraft castNode(ValueId value, ElementType to);
    void findCastsWithoutEffect();
    void nameOutputs();
    void renameReaders();
    Result<void> retypeMakers();
    Result<void> retype(NodeId node);
    Result<void> addCasts();
    Result<bool> addCopy(ValueId value, ElementType to);
    Result<void> convertWeights();
    Result<void> writeWeights();
    Result<void> writeInterfaces();
    Result<void> writeInterface(const Graph& graph);
    Result<void> setElement(Message& graph, std::size_t position, ElementType element);
    std::string sentence() const;

    Editing& m_editing;
    const Model& m_model;
    const FloatChoice& m_choice;
    const InferredTypes m_inferred;
    const FloatTypes m_types;
    FreshNames m_names;
    ConvertedWeights m_weights;
    std::vector<ValueId> m_converted; ///< initializers, in the order of m_weights
    std::vector<GraphDraft> m_graphs;
    std::map<std::uint32_t, NodeDraft> m_drafts; ///< by node
    std::vector<std::string> m_base; ///< name of a value in the type in which it is made; empty: as
                                     ///< it was
    std::vector<std::string> m_other; ///< name of its Cast; empty: none is needed
    std::vector<ValueId> m_alias; ///< the input of a Cast that has no effect any more
    std::size_t m_casts = 0;
    std::size_t m_removed = 0;
};

ElementType FloatConverter::madeType(ValueId value) const
{
    return m_types.isMadeNew(value) ? m_choice.to : leafElement(m_inferred.types[value.value()]);
}

ElementType FloatConverter::readType(NodeId node, std::size_t input) const
{
    return m_types.isReadNew(node, input)
        ? m_choice.to
        : leafElement(m_inferred.types[m_model.node(node).inputs[input].value()]);
}

ElementType FloatConverter::outputType(GraphId graph, std::size_t output) const
{
    return m_types.isOutputNew(graph, output)
        ? m_choice.to
        : leafElement(m_inferred.types[m_model.graph(graph).outputs[output].value()]);
}

std::string FloatConverter::nameIn(ValueId value, ElementType type)
{
    while (m_alias[value.value()].isValid())
        value = m_alias[value.value()];
    const auto& known = m_model.value(value);
    if (type == madeType(value))
        return m_base[value.value()].empty() ? known.name : m_base[value.value()];
    auto& other = m_other[value.value()];
    if (other.empty())
        other = m_names.value(known.graph, known.name + "_" + std::string(name(type)));
    return other;
}

NodeDraft& FloatConverter::draft(NodeId node)
{
    const auto known = m_drafts.find(node.value());
    return known != m_drafts.end()
        ? known->second
        : m_drafts.emplace(node.value(), draftOf(m_model, node)).first->second;
}

/// A Cast that does nothing any more is left out, unless its output has a name that must stay.
void FloatConverter::findCastsWithoutEffect()
{
    std::vector<bool> isReturned(m_model.values.size());
    for (const auto& graph : m_model.graphs)
        for (const auto output : graph.outputs)
            if (output.isValid())
                isReturned[output.value()] = true;
    for (std::size_t i = 0; i < m_model.nodes.size(); ++i) {
        const auto& node = m_model.nodes[i];
        if (node.type != "Cast" || !node.domain.empty() || node.function.isValid()
            || node.inputs.size() != 1 || node.outputs.size() != 1 || !node.inputs[0].isValid()
            || !node.outputs[0].isValid() || isReturned[node.outputs[0].value()])
            continue;
        const auto typeOf
            = [&](ValueId value) { return leafElement(m_inferred.types[value.value()]); };
        if (typeOf(node.inputs[0]) == typeOf(node.outputs[0])
            || readType(NodeId(i), 0) != madeType(node.outputs[0]))
            continue;
        m_alias[node.outputs[0].value()] = node.inputs[0];
        draft(NodeId(i)).isRemoved = true;
        ++m_removed;
    }
}

/// An output of the model keeps its name in its type. What is made in another type gets a new name.
void FloatConverter::nameOutputs()
{
    const auto& main = m_model.main();
    for (std::size_t i = 0; i < main.outputs.size(); ++i) {
        const auto value = main.outputs[i];
        if (!value.isValid() || outputType(main.id, i) == madeType(value))
            continue;
        const auto& known = m_model.value(value);
        m_base[value.value()]
            = m_names.value(main.id, known.name + "_" + std::string(name(m_choice.to)));
        m_other[value.value()] = known.name;
    }
}

void FloatConverter::renameReaders()
{
    for (std::size_t i = 0; i < m_model.nodes.size(); ++i) {
        const NodeId id(i);
        const auto& node = m_model.nodes[i];
        if (const auto known = m_drafts.find(id.value());
            known != m_drafts.end() && known->second.isRemoved)
            continue;
        for (std::size_t j = 0; j < node.inputs.size(); ++j) {
            if (!node.inputs[j].isValid())
                continue;
            auto read = nameIn(node.inputs[j], readType(id, j));
            if (read != m_model.value(node.inputs[j]).name)
                draft(id).setInput(j, { std::move(read), {} });
        }
        for (std::size_t j = 0; j < node.outputs.size(); ++j)
            if (node.outputs[j].isValid() && !m_base[node.outputs[j].value()].empty()) {
                draft(id).outputs[j] = { m_base[node.outputs[j].value()], {} };
                draft(id).isChanged = true;
            }
    }
}

Tensor scalarZero(ElementType element)
{
    Tensor tensor;
    tensor.element = element;
    tensor.dims = { 1 };
    tensor.ref = TensorRef::inMemory(TensorBytes::of(
        std::vector<std::byte>(static_cast<std::size_t>(packedBytes(element, 1).value_or(0)))));
    return tensor;
}

/// Changes the attribute that gives the type of output 0.
Result<void> FloatConverter::retype(NodeId id)
{
    const auto& node = m_model.node(id);
    if (const auto attribute = typeAttribute(node)) {
        const auto* const written = node.attribute(*attribute);
        const auto number = static_cast<std::int64_t>(m_choice.to);
        if (written && std::holds_alternative<std::string>(written->value))
            draft(id).set(*attribute, upperCased(traits(m_choice.to).onnxName));
        else
            draft(id).set(*attribute, number);
        return {};
    }
    if (!node.domain.empty() || (node.type != "Constant" && node.type != "ConstantOfShape"))
        return {};
    const auto* const value = node.attribute("value");
    const auto* const tensor = value ? std::get_if<Tensor>(&value->value) : nullptr;
    if (node.type == "ConstantOfShape" && value == nullptr) {
        draft(id).set("value", scalarZero(m_choice.to));
        return {};
    }
    Tensor before;
    if (tensor) {
        before = *tensor;
    } else {
        // value_float and value_floats
        if (node.attributes.size() != 1)
            return {};
        const auto& held = node.attributes.front().value;
        std::vector<float> values;
        if (const auto* const one = std::get_if<float>(&held))
            values = { *one };
        if (const auto* const list = std::get_if<std::vector<float>>(&held)) {
            values = *list;
            before.dims = { static_cast<std::int64_t>(values.size()) };
        }
        before.element = ElementType::Float;
        before.ref = TensorRef::inMemory(TensorBytes::copyOf(std::as_bytes(std::span(values))));
        draft(id).drop(node.attributes.front().name);
    }
    ConvertedWeights one(m_choice.to);
    TRY(one.add(m_model, before).within(describe(m_model, id)));
    const auto source = TRY(one.take());
    Tensor after;
    after.element = m_choice.to;
    after.dims = before.dims;
    after.ref = TensorRef::inMemory(TensorBytes::copyOf(source[0].bytes));
    draft(id).set("value", std::move(after));
    m_weights.count(one);
    return {};
}

Result<void> FloatConverter::retypeMakers()
{
    for (std::size_t i = 0; i < m_model.nodes.size(); ++i) {
        const auto& outputs = m_model.nodes[i].outputs;
        if (!outputs.empty() && outputs[0].isValid() && m_types.isMadeNew(outputs[0])
            && !m_model.nodes[i].function.isValid() && !m_alias[outputs[0].value()].isValid())
            TRY(retype(NodeId(i)));
    }
    return {};
}

NodeDraft FloatConverter::castNode(ValueId value, ElementType to)
{
    const auto& known = m_model.value(value);
    NodeDraft cast;
    cast.graph = known.graph;
    cast.type = "Cast";
    const auto base = m_base[value.value()].empty() ? known.name : m_base[value.value()];
    cast.inputs = { { base, {} } };
    cast.outputs = { { m_other[value.value()], {} } };
    if (known.producer.isValid())
        cast.name = m_names.node(m_model.node(known.producer).name, "Cast");
    constexpr std::int64_t typesAsNumbers = 6;
    if (m_model.opset("", known.graph) < typesAsNumbers)
        cast.set("to", upperCased(traits(to).onnxName));
    else
        cast.set("to", static_cast<std::int64_t>(to));
    ++m_casts;
    return cast;
}

/// Adds a small constant in another type. False if the value is none.
Result<bool> FloatConverter::addCopy(ValueId id, ElementType to)
{
    const auto& value = m_model.value(id);
    if (!value.initializer.isValid() || value.isInput || !takesInitializers(m_editing, value.graph))
        return false;
    const auto& tensor = m_model.tensor(value.initializer);
    const auto bytes = packedBytes(to, elementCount(tensor.dims).value_or(0));
    if (!bytes || *bytes > largestCopy)
        return false;
    const auto data = TRY(m_model.store->bytes(tensor));
    m_graphs[value.graph.value()].constants.push_back(
        { m_other[id.value()], to, tensor.dims, converted(data.bytes, tensor.element, to).bytes });
    return true;
}

/// One for each value that is read in another type than it is made in: behind the node that makes
/// it, or in front of all. Small constants get a copy instead.
Result<void> FloatConverter::addCasts()
{
    for (std::size_t i = 0; i < m_model.values.size(); ++i) {
        if (m_other[i].empty())
            continue;
        const ValueId id(i);
        const auto& value = m_model.values[i];
        const auto to = m_types.isMadeNew(id) ? leafElement(m_inferred.types[i]) : m_choice.to;
        if (!value.producer.isValid() && TRY(addCopy(id, to)))
            continue;
        if (const auto why = castRefusal(m_model, value.graph, m_choice.to); !why.empty())
            return failAs(ErrorKind::Unsupported, quote(value.name), " needs a Cast, but ", why,
                "; convert the operator set first (convertOpset)");
        auto& place = value.producer.isValid() ? draft(value.producer).after
                                               : m_graphs[value.graph.value()].first;
        place.push_back(castNode(id, to));
    }
    return {};
}

Result<void> FloatConverter::convertWeights()
{
    for (std::size_t i = 0; i < m_model.values.size(); ++i) {
        const auto& value = m_model.values[i];
        if (!value.initializer.isValid() || !m_types.isMadeNew(ValueId(i)))
            continue;
        TRY(m_weights.add(m_model, m_model.tensor(value.initializer)));
        m_converted.emplace_back(i);
    }
    return {};
}

Result<void> FloatConverter::writeWeights()
{
    const auto sources = TRY(m_weights.take());
    std::map<std::pair<std::uint32_t, std::string>, std::size_t> wanted; // by graph and name
    for (std::size_t i = 0; i < m_converted.size(); ++i) {
        const auto& value = m_model.value(m_converted[i]);
        wanted[{ value.graph.value(), value.name }] = i;
    }
    for (const auto& graph : m_model.graphs) {
        if (graph.initializers.empty() || !m_editing.fieldsOf(graph.id).hasTypedInterface)
            continue;
        auto& message = *TRY(m_editing.graphMessage(graph.id));
        for (const auto position : positionsOf(message, GraphProto::kInitializerFieldNumber)) {
            const auto found = wanted.find({ graph.id.value(),
                std::string(textIn(message.fields[position], TensorProto::kNameFieldNumber)) });
            if (found == wanted.end())
                continue;
            auto* const tensor = TRY(m_editing.change.open(message, position));
            replaceTensor(m_editing.change, *tensor, sources[found->second]);
        }
    }
    return {};
}

/// Sets the element type in the ValueInfoProto of a field, also in a sequence or optional.
Result<void> FloatConverter::setElement(Message& graph, std::size_t position, ElementType element)
{
    auto& change = m_editing.change;
    auto* message = TRY(change.open(graph, position));
    if (lastOf(*message, ValueInfoProto::kTypeFieldNumber) == nullptr)
        return {};
    message = TRY(change.openOnly(*message, ValueInfoProto::kTypeFieldNumber));
    for (;;) {
        if (lastOf(*message, TypeProto::kTensorTypeFieldNumber)) {
            message = TRY(change.openOnly(*message, TypeProto::kTensorTypeFieldNumber));
            change.setInteger(*message, TypeProto::Tensor::kElemTypeFieldNumber,
                static_cast<std::int64_t>(element));
            return {};
        }
        const auto inner = lastOf(*message, TypeProto::kSequenceTypeFieldNumber)
            ? static_cast<std::uint32_t>(TypeProto::kSequenceTypeFieldNumber)
            : static_cast<std::uint32_t>(TypeProto::kOptionalTypeFieldNumber);
        if (lastOf(*message, inner) == nullptr)
            return {};
        message = TRY(change.openOnly(*message, inner));
        message = TRY(change.openOnly(*message, TypeProto::Sequence::kElemTypeFieldNumber));
    }
}

/// Types and names of inputs and outputs, and types of inner values.
Result<void> FloatConverter::writeInterface(const Graph& graph)
{
    auto& message = *TRY(m_editing.graphMessage(graph.id));
    auto& change = m_editing.change;
    const auto fields = m_editing.fieldsOf(graph.id);
    const auto outputs = positionsOf(message, fields.output);
    for (std::size_t i = 0; i < outputs.size() && i < graph.outputs.size(); ++i) {
        const auto value = graph.outputs[i];
        if (!value.isValid())
            continue;
        const auto output = nameIn(value, outputType(graph.id, i));
        if (!fields.hasTypedInterface) {
            if (message.fields[outputs[i]].text() != output)
                change.replace(message, outputs[i], bytesField(fields.output, output));
            continue;
        }
        if (m_types.isOutputNew(graph.id, i))
            TRY(setElement(message, outputs[i], m_choice.to));
        if (output != m_model.value(value).name)
            TRY(change.setTextIn(message, outputs[i], ValueInfoProto::kNameFieldNumber, output));
    }
    std::map<std::string_view, ValueId> made; // values with a new type and their old name
    for (const auto* const values : { &graph.values, &graph.captures }) // a body may declare both
        for (const auto value : *values)
            if (m_types.isMadeNew(value) && m_base[value.value()].empty())
                made[m_model.value(value).name] = value;
    std::vector<std::uint32_t> numbers { fields.valueInfo };
    if (fields.hasTypedInterface)
        numbers.push_back(fields.input);
    for (const auto number : numbers)
        for (const auto position : positionsOf(message, number))
            if (made.contains(textIn(message.fields[position], ValueInfoProto::kNameFieldNumber)))
                TRY(setElement(message, position, m_choice.to));
    return {};
}

Result<void> FloatConverter::writeInterfaces()
{
    for (const auto& graph : m_model.graphs)
        TRY(writeInterface(graph));
    return {};
}

std::string FloatConverter::sentence() const
{
    std::size_t values = 0;
    for (std::size_t i = 0; i < m_model.values.size(); ++i)
        values += m_types.isMadeNew(ValueId(i));
    const auto to = std::string(name(m_choice.to));
    auto text = "converted " + support::countOf(values, "value", "values") + " to " + to + ": "
        + support::countOf(m_converted.size(), "weight", "weights") + " of "
        + support::bytesText(m_weights.bytesBefore()) + " became "
        + support::bytesText(m_weights.bytesAfter()) + ", "
        + support::countOf(m_casts, "Cast", "Casts") + " added";
    if (m_removed > 0)
        text += ", " + std::to_string(m_removed) + " removed";
    for (const auto& [reason, count] : m_types.reasons())
        text += "; " + reason + " (" + support::countOf(count, "node", "nodes") + ")";
    if (m_weights.clamped() > 0)
        text += "; clamped " + support::countOf(m_weights.clamped(), "element", "elements") + " of "
            + support::countOf(m_weights.clampedTensors(), "constant", "constants")
            + " to the largest " + to;
    if (m_weights.vanished() > 0)
        text += "; " + support::countOf(m_weights.vanished(), "element", "elements") + " of "
            + support::countOf(m_weights.vanishedTensors(), "constant", "constants")
            + " became zero";
    return text;
}

Result<std::string> FloatConverter::run()
{
    findCastsWithoutEffect();
    nameOutputs();
    renameReaders();
    for (const auto& graph : m_model.graphs) // asks for the Casts of outputs
        for (std::size_t i = 0; i < graph.outputs.size(); ++i)
            if (graph.outputs[i].isValid())
                nameIn(graph.outputs[i], outputType(graph.id, i));
    TRY(retypeMakers());
    TRY(addCasts());
    TRY(convertWeights());
    for (auto& [id, node] : m_drafts)
        m_graphs[m_model.nodes[id].graph.value()].nodes.push_back(std::move(node));
    DraftWriter writer(m_editing);
    // Bodies have higher ids than the graphs around them, in which positions change.
    TRY(writeInterfaces());
    TRY(writeWeights());
    for (auto i = m_graphs.size(); i > 0; --i)
        if (!m_graphs[i - 1].isEmpty())
            TRY(writer.write(GraphId(i - 1), std::move(m_graphs[i - 1])));
    return sentence();
}

Result<FloatChoice> choiceFrom(const Editing& editing, const OperationArguments& arguments)
{
    FloatChoice choice;
    const auto to = TRY(arguments.text("to"));
    const auto element = elementTypeFromName(to);
    if (element != ElementType::Float16 && element != ElementType::Bfloat16
        && element != ElementType::Float)
        return failAs(ErrorKind::Usage, "to is ", quote(to), ", expected fp16, bf16 or fp32");
    choice.to = *element;
    if (choice.to == ElementType::Float)
        choice.from = { ElementType::Float16, ElementType::Bfloat16 };
    for (const auto& item : arguments["keep"].items()) {
        const auto type = std::string(item.stringOr(""));
        const auto isUsed = [&](const Node& node) { return node.type == type; };
        if (std::ranges::none_of(editing.model.nodes, isUsed))
            return failAs(ErrorKind::Usage, "no node has the operator ", quote(type));
        choice.keptOperators.insert(type);
    }
    for (const auto& item : arguments["keepNodes"].items())
        choice.keptNodes.insert(TRY(editing.nodeCalled(item.stringOr(""))).value());
    choice.keepsInterface = arguments["keepInterface"].booleanOr(false);
    return choice;
}

/// Sparse initializers keep their type.
Result<void> keepSparse(Editing& editing, FloatChoice& choice)
{
    for (const auto& graph : editing.model.graphs) {
        if (graph.initializers.empty() || !editing.fieldsOf(graph.id).hasTypedInterface)
            continue;
        auto& message = *TRY(editing.graphMessage(graph.id));
        for (const auto position :
            positionsOf(message, GraphProto::kSparseInitializerFieldNumber)) {
            auto& sparse = *TRY(editing.change.open(message, position));
            const auto* const values
                = lastOf(sparse, onnx_pb::SparseTensorProto::kValuesFieldNumber);
            for (const auto value : graph.initializers)
                if (values
                    && textIn(*values, TensorProto::kNameFieldNumber)
                        == editing.model.value(value).name)
                    choice.keptValues.insert(value.value());
        }
    }
    return {};
}

} // namespace

Result<std::string> convertFloats(Editing& editing, const OperationArguments& arguments)
{
    auto choice = TRY(choiceFrom(editing, arguments));
    TRY(keepSparse(editing, choice));
    if (editing.model.trainingGraphs > 0)
        return failAs(ErrorKind::Unsupported,
            "the model has training information, whose graphs cannot be converted; remove it "
            "first");
    if (editing.model.opset("", editing.model.main().id) == 0)
        return failAs(ErrorKind::Unsupported,
            "the model does not import ai.onnx, which has the operator Cast; import it first "
            "(setImport)");
    return FloatConverter(editing, choice).run();
}

} // namespace model::edit::convert
