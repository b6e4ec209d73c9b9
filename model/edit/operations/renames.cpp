#include "model/edit/new_messages.h"
#include "model/edit/operation.h"

#include "model/support/text.h"

#include <algorithm>
#include <array>

namespace model::edit {

namespace {

using onnx_pb::FunctionProto;
using onnx_pb::GraphProto;
using onnx_pb::NodeProto;
using onnx_pb::TrainingInfoProto;
using onnx_pb::ValueInfoProto;
using support::ErrorKind;
using support::failAs;
using support::quote;
using support::Result;

/// Renames one value in all places that name it, and counts them.
class ValueRenamer {
public:
    ValueRenamer(Editing& editing, ValueId value, std::string to)
        : m_editing(editing)
        , m_value(editing.model.value(value))
        , m_id(value)
        , m_to(std::move(to))
    {
    }

    Result<std::size_t> run()
    {
        TRY(inGraph());
        if (m_value.producer.isValid())
            TRY(inNode(m_value.producer, NodeProto::kOutputFieldNumber, m_value.producerOutput));
        for (const auto& use : m_value.uses)
            TRY(inNode(use.node, NodeProto::kInputFieldNumber, use.input));
        for (const auto& graph : m_editing.model.graphs)
            if (graph.id != m_value.graph)
                TRY(inOutputsOf(graph));
        if (m_value.graph == m_editing.model.main().id)
            TRY(inTraining());
        return m_places;
    }

private:
    /// Fields `number` of a message that hold the name as text `inner`.
    Result<void> inFields(Message& message, std::uint32_t number, std::uint32_t inner)
    {
        for (const auto position : positionsOf(message, number)) {
            if (textIn(message.fields[position], inner) != m_value.name)
                continue;
            ++m_places;
            TRY(m_editing.change.setTextIn(message, position, inner, m_to));
        }
        return {};
    }
    /// The same in the messages of fields `outer`.
    Result<void> inFieldsOfFields(
        Message& message, std::uint32_t outer, std::uint32_t number, std::uint32_t inner)
    {
        for (const auto position : positionsOf(message, outer)) {
            auto* const opened = TRY(m_editing.change.open(message, position));
            TRY(inFields(*opened, number, inner));
        }
        return {};
    }
    /// Text fields `number` of a message.
    void inTexts(Message& message, std::uint32_t number)
    {
        for (const auto position : positionsOf(message, number))
            if (message.fields[position].text() == m_value.name) {
                ++m_places;
                m_editing.change.replace(message, position, bytesField(number, m_to));
            }
    }

    Result<void> inGraph();
    Result<void> inNode(NodeId node, std::uint32_t number, std::size_t index);
    Result<void> inOutputsOf(const Graph& graph);
    Result<void> inTraining();
    Result<void> inTrainingGraph(Message& training, std::uint32_t number);

    Editing& m_editing;
    const Value& m_value;
    const ValueId m_id;
    const std::string m_to;
    std::size_t m_places = 0;
};

Result<void> ValueRenamer::inGraph()
{
    auto& graph = *TRY(m_editing.graphMessage(m_value.graph));
    const auto fields = m_editing.fieldsOf(m_value.graph);
    TRY(inFields(graph, fields.valueInfo, ValueInfoProto::kNameFieldNumber));
    if (!fields.hasTypedInterface) {
        inTexts(graph, fields.input);
        inTexts(graph, fields.output);
        return {};
    }
    TRY(inFields(graph, fields.input, ValueInfoProto::kNameFieldNumber));
    TRY(inFields(graph, fields.output, ValueInfoProto::kNameFieldNumber));
    TRY(inFields(
        graph, GraphProto::kInitializerFieldNumber, onnx_pb::TensorProto::kNameFieldNumber));
    TRY(inFieldsOfFields(graph, GraphProto::kSparseInitializerFieldNumber,
        onnx_pb::SparseTensorProto::kValuesFieldNumber, onnx_pb::TensorProto::kNameFieldNumber));
    using onnx_pb::TensorAnnotation;
    const auto annotation = GraphProto::kQuantizationAnnotationFieldNumber;
    TRY(inFields(graph, annotation, TensorAnnotation::kTensorNameFieldNumber));
    return inFieldsOfFields(graph, annotation,
        TensorAnnotation::kQuantParameterTensorNamesFieldNumber,
        onnx_pb::StringStringEntryProto::kValueFieldNumber);
}

Result<void> ValueRenamer::inNode(NodeId node, std::uint32_t number, std::size_t index)
{
    auto& message = *TRY(m_editing.nodeMessage(node));
    const auto position = positionOf(message, number, index);
    if (!position)
        return failAs(ErrorKind::Failed, "a reader of the value is not found in the file");
    ++m_places;
    m_editing.change.replace(message, *position, bytesField(number, m_to));
    return inFieldsOfFields(message, NodeProto::kDeviceConfigurationsFieldNumber,
        onnx_pb::NodeDeviceConfigurationProto::kShardingSpecFieldNumber,
        onnx_pb::ShardingSpecProto::kTensorNameFieldNumber);
}

/// A body may return a value of a graph around it.
Result<void> ValueRenamer::inOutputsOf(const Graph& graph)
{
    if (std::ranges::find(graph.outputs, m_id) == graph.outputs.end())
        return {};
    auto& message = *TRY(m_editing.graphMessage(graph.id));
    return inFields(message, GraphProto::kOutputFieldNumber, ValueInfoProto::kNameFieldNumber);
}

/// Bindings name values of the main graph, and the graphs of training read its initializers.
Result<void> ValueRenamer::inTraining()
{
    using onnx_pb::StringStringEntryProto;
    auto& root = m_editing.root;
    const auto number = onnx_pb::ModelProto::kTrainingInfoFieldNumber;
    for (const std::uint32_t bindings : { TrainingInfoProto::kInitializationBindingFieldNumber,
             TrainingInfoProto::kUpdateBindingFieldNumber })
        TRY(inFieldsOfFields(root, number, bindings, StringStringEntryProto::kKeyFieldNumber));
    for (const auto position : positionsOf(root, number)) {
        auto* const training = TRY(m_editing.change.open(root, position));
        for (const std::uint32_t graph : { TrainingInfoProto::kInitializationFieldNumber,
                 TrainingInfoProto::kAlgorithmFieldNumber })
            TRY(inTrainingGraph(*training, graph));
    }
    return {};
}

Result<void> ValueRenamer::inTrainingGraph(Message& training, std::uint32_t number)
{
    if (positionsOf(training, number).empty())
        return {};
    auto* const graph = TRY(m_editing.change.openOnly(training, number));
    for (const auto position : positionsOf(*graph, GraphProto::kNodeFieldNumber)) {
        auto* const node = TRY(m_editing.change.open(*graph, position));
        inTexts(*node, NodeProto::kInputFieldNumber);
    }
    return {};
}

Result<std::string> renameValue(Editing& editing, const OperationArguments& arguments)
{
    const auto id = TRY(valueArgument(editing, arguments));
    const auto& value = editing.model.value(id);
    const auto to = TRY(arguments.text("to"));
    TRY(editing.valueOf(value.graph, value.name)); // not one of two
    TRY(editing.checkFree(value.graph, to, Editing::Names::All));
    auto text = "renamed value " + quote(value.name) + " to " + quote(to);
    const auto places = TRY(ValueRenamer(editing, id, to).run());
    text += " (" + support::countOf(places, "place", "places") + ")";
    if (value.graph == editing.model.main().id && (value.isInput || value.isOutput))
        text += "; programs that give or take it by name must follow";
    return text;
}

} // namespace

std::span<const OperationKind> renameOperations()
{
    static constexpr std::array kinds {
        OperationKind { "renameValue", "value to graph?",
            "renames a value where it is declared and read, also in bodies, annotations and "
            "training",
            renameValue },
    };
    return kinds;
}

} // namespace model::edit
