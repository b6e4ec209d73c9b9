#include "model/edit/new_messages.h"
#include "model/edit/operation.h"

#include "model/support/text.h"

#include <algorithm>
#include <array>

namespace model::edit {

namespace {

using onnx_pb::FunctionProto;
using onnx_pb::GraphProto;
using onnx_pb::ModelProto;
using onnx_pb::NodeProto;
using onnx_pb::OperatorSetIdProto;
using onnx_pb::TensorProto;
using onnx_pb::ValueInfoProto;
using support::ErrorKind;
using support::failAs;
using support::quote;
using support::Result;

/// Something with a doc string and metadata.
struct Subject {
    Message* message = nullptr;
    std::uint32_t doc = 0;
    std::uint32_t metadata = 0;
    std::string text; ///< `node "conv1"`
};

/// Field numbers of something that has a name.
struct TextFields {
    std::uint32_t name;
    std::uint32_t doc;
    std::uint32_t metadata;
};
constexpr TextFields valueInfoTexts { ValueInfoProto::kNameFieldNumber,
    ValueInfoProto::kDocStringFieldNumber, ValueInfoProto::kMetadataPropsFieldNumber };
constexpr TextFields tensorTexts { TensorProto::kNameFieldNumber,
    TensorProto::kDocStringFieldNumber, TensorProto::kMetadataPropsFieldNumber };

/// The declaration of a value, else its tensor.
Result<Subject> valueSubject(Editing& editing, const OperationArguments& arguments)
{
    const auto id = TRY(valueArgument(editing, arguments));
    const auto& value = editing.model.value(id);
    auto& graph = *TRY(editing.graphMessage(value.graph));
    const auto fields = editing.fieldsOf(value.graph);
    std::vector<std::uint32_t> numbers { fields.valueInfo };
    if (fields.hasTypedInterface)
        numbers = { fields.input, fields.output, fields.valueInfo,
            GraphProto::kInitializerFieldNumber };
    for (const auto number : numbers) {
        const auto texts = number == GraphProto::kInitializerFieldNumber && fields.hasTypedInterface
            ? tensorTexts
            : valueInfoTexts;
        for (const auto position : positionsOf(graph, number)) {
            if (textIn(graph.fields[position], texts.name) != value.name)
                continue;
            auto* const message = TRY(editing.change.open(graph, position));
            return Subject { message, texts.doc, texts.metadata, "value " + quote(value.name) };
        }
    }
    return failAs(ErrorKind::Usage, quote(value.name),
        " is not declared, so it can have no text; give it a type first (setValueType)");
}

Result<Subject> subjectOf(Editing& editing, const OperationArguments& arguments)
{
    if (arguments.has("value"))
        return valueSubject(editing, arguments);
    Subject subject;
    if (arguments.has("node")) {
        const auto node = TRY(nodeArgument(editing, arguments));
        subject.message = TRY(editing.nodeMessage(node));
        subject.doc = NodeProto::kDocStringFieldNumber;
        subject.metadata = NodeProto::kMetadataPropsFieldNumber;
        subject.text = describe(editing.model, node);
        return subject;
    }
    if (arguments.has("graph")) {
        const auto graph = TRY(graphArgument(editing, arguments));
        subject.message = TRY(editing.graphMessage(graph));
        subject.doc = editing.fieldsOf(graph).doc;
        subject.metadata = editing.fieldsOf(graph).metadata;
        subject.text = graphPath(editing.model, graph);
        return subject;
    }
    subject.message = &editing.root;
    subject.doc = ModelProto::kDocStringFieldNumber;
    subject.metadata = ModelProto::kMetadataPropsFieldNumber;
    subject.text = "the model";
    return subject;
}

Result<std::string> setDoc(Editing& editing, const OperationArguments& arguments)
{
    const auto subject = TRY(subjectOf(editing, arguments));
    const auto doc = TRY(arguments.text("doc"));
    editing.change.setText(*subject.message, subject.doc, doc);
    return (doc.empty() ? "removed the doc string of " : "set the doc string of ") + subject.text;
}

/// A list of pairs, because a key may repeat; also an object.
Result<std::string> setMetadata(Editing& editing, const OperationArguments& arguments)
{
    const auto subject = TRY(subjectOf(editing, arguments));
    std::vector<std::pair<std::string, std::string>> entries;
    const auto& json = arguments["entries"];
    for (const auto& [key, value] : json.members())
        entries.emplace_back(key, value.stringOr(""));
    for (const auto& pair : json.items()) {
        if (pair.items().size() != 2)
            return failAs(ErrorKind::Usage, "an entry is no pair of key and value");
        entries.emplace_back(pair.items()[0].stringOr(""), pair.items()[1].stringOr(""));
    }
    editing.change.removeAll(*subject.message, subject.metadata);
    for (const auto& [key, value] : entries) {
        onnx_pb::StringStringEntryProto entry;
        entry.set_key(key);
        entry.set_value(value);
        editing.change.append(*subject.message, messageField(subject.metadata, entry));
    }
    return "set the metadata of " + subject.text + " ("
        + support::countOf(entries.size(), "entry", "entries") + ")";
}

/// Whether a node that the import is for calls an operator of the domain.
const Node* nodeOfDomain(const Editing& editing, GraphId root, std::string_view domain)
{
    for (const auto& node : editing.model.nodes)
        if (node.domain == domain && editing.rootOf(node.graph) == root)
            return &node;
    return nullptr;
}

Result<std::string> setImport(Editing& editing, const OperationArguments& arguments)
{
    auto domain = TRY(arguments.text("domain"));
    if (domain == "ai.onnx")
        domain.clear();
    auto* message = &editing.root;
    auto root = editing.model.main().id;
    std::uint32_t number = ModelProto::kOpsetImportFieldNumber;
    if (arguments.has("function")) {
        const auto function = TRY(functionArgument(editing, arguments));
        message = TRY(editing.functionMessage(function));
        root = editing.model.function(function).body;
        number = FunctionProto::kOpsetImportFieldNumber;
    }
    std::vector<std::size_t> found;
    for (const auto position : positionsOf(*message, number)) {
        const auto text = textIn(message->fields[position], OperatorSetIdProto::kDomainFieldNumber);
        if (text == domain || (domain.empty() && text == "ai.onnx"))
            found.push_back(position);
    }
    const auto shown = quote(domain.empty() ? "ai.onnx" : domain);
    if (arguments["version"].isNull()) {
        if (const auto* const node = nodeOfDomain(editing, root, domain))
            return failAs(ErrorKind::Usage, "operators of ", shown, " are in use, such as ",
                quote(node->type));
        for (; !found.empty(); found.pop_back())
            editing.change.remove(*message, found.back());
        return "removed the import of " + shown;
    }
    const auto version = TRY(arguments.integer("version"));
    if (version < 1)
        return failAs(ErrorKind::Usage, "version is ", version, ", expected 1 or more");
    if (found.empty()) {
        OperatorSetIdProto import;
        import.set_domain(domain);
        import.set_version(version);
        editing.change.append(*message, messageField(number, import));
    }
    for (const auto position : found)
        editing.change.setInteger(*TRY(editing.change.open(*message, position)),
            OperatorSetIdProto::kVersionFieldNumber, version);
    return "set the import of " + shown + " to " + std::to_string(version)
        + "; the nodes stay as they are";
}

struct ModelField {
    std::string_view name;
    std::uint32_t number;
    bool isInteger;
};
constexpr std::array modelFields {
    ModelField { "ir_version", ModelProto::kIrVersionFieldNumber, true },
    ModelField { "producer_name", ModelProto::kProducerNameFieldNumber, false },
    ModelField { "producer_version", ModelProto::kProducerVersionFieldNumber, false },
    ModelField { "domain", ModelProto::kDomainFieldNumber, false },
    ModelField { "model_version", ModelProto::kModelVersionFieldNumber, true },
};

Result<std::string> setModelField(Editing& editing, const OperationArguments& arguments)
{
    const auto wanted = TRY(arguments.text("field"));
    if (wanted == "graph_name") {
        auto& graph = *TRY(editing.graphMessage(editing.model.main().id));
        const auto name = TRY(arguments.text("value"));
        editing.change.setText(graph, GraphProto::kNameFieldNumber, name);
        return "named the graph " + quote(name);
    }
    const auto field = std::ranges::find(modelFields, wanted, &ModelField::name);
    if (field == modelFields.end())
        return failAs(ErrorKind::Usage, "there is no field ", quote(wanted),
            ", expected graph_name, ", support::joined(modelFields, ", ", &ModelField::name));
    if (field->isInteger) {
        const auto value = TRY(arguments.integer("value"));
        editing.change.setInteger(editing.root, field->number, value);
        return "set " + wanted + " to " + std::to_string(value);
    }
    const auto value = TRY(arguments.text("value"));
    editing.change.setText(editing.root, field->number, value);
    return "set " + wanted + " to " + quote(value);
}

} // namespace

std::span<const OperationKind> modelOperations()
{
    static constexpr std::array kinds {
        OperationKind { "setDoc", "doc node? value? graph?",
            "sets the doc string of the model, a graph, a node or a value", setDoc },
        OperationKind { "setMetadata", "entries node? value? graph?",
            "sets the metadata of the model, a graph, a node or a value: an object or a list of "
            "pairs",
            setMetadata },
        OperationKind { "setImport", "domain version function?",
            "sets the version of an operator set, or removes an unused import (null)", setImport },
        OperationKind { "setModelField", "field value",
            "sets ir_version, producer_name, producer_version, domain, model_version or graph_name",
            setModelField },
    };
    return kinds;
}

} // namespace model::edit
