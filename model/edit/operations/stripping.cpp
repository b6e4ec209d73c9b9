#include "model/edit/new_messages.h"
#include "model/edit/operation.h"
#include "model/edit/tensor_content.h"
#include "model/edit/tree.h"

#include "model/support/text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <set>

namespace model::edit {

namespace {

using onnx_pb::FunctionProto;
using onnx_pb::GraphProto;
using onnx_pb::ModelProto;
using onnx_pb::NodeProto;
using onnx_pb::OperatorSetIdProto;
using onnx_pb::TensorProto;
using onnx_pb::TensorShapeProto;
using onnx_pb::ValueInfoProto;
using support::ErrorKind;
using support::failAs;
using support::quote;
using support::Result;

using FieldNames = std::initializer_list<std::string_view>;

bool isNamed(const onnx::FieldRule& rule, const FieldNames& names)
{
    return std::ranges::find(names, rule.name) != names.end();
}

/// Whether a message that is not opened has one of the fields somewhere in it.
bool hasField(Bytes bytes, const onnx::MessageRule& message, const FieldNames& names)
{
    struct Open {
        const onnx::MessageRule* rule;
        onnx::WireReader reader;
    };
    std::vector<Open> open;
    open.push_back({ &message, onnx::WireReader({ bytes, 0 }) });
    while (!open.empty()) {
        const auto field = open.back().reader.next();
        if (!field) {
            open.pop_back();
            continue;
        }
        const auto* const rule = open.back().rule->field(field->number);
        if (rule == nullptr || !field->isBytes())
            continue;
        if (isNamed(*rule, names))
            return true;
        if (rule->message)
            open.push_back({ rule->message, onnx::WireReader(field->content) });
    }
    return false;
}

/// Visits the messages that have one of the fields in them or below, innermost last.
Result<void> visitWith( // NOLINT(misc-no-recursion): at most deepestLevel deep
    Change& change, Message& message, const FieldNames& names,
    const std::function<void(Message&)>& visit)
{
    visit(message);
    for (std::size_t i = 0; i < message.fields.size(); ++i) {
        const auto& field = message.fields[i];
        const auto* const rule = message.rule->field(field.number);
        if (!rule || !rule->message || field.type != onnx::WireType::Bytes
            || (!field.child && !hasField(field.body, *rule->message, names)))
            continue;
        auto* const inner = TRY(change.open(message, i));
        TRY(visitWith(change, *inner, names, visit));
    }
    return {};
}

/// Removes fields of these names everywhere; returns their number.
Result<std::size_t> removeEverywhere(Change& change, Message& root, const FieldNames& names)
{
    std::size_t removed = 0;
    TRY(visitWith(change, root, names, [&](Message& message) {
        for (auto i = message.fields.size(); i > 0; --i) {
            const auto* const rule = message.rule->field(message.fields[i - 1].number);
            if (rule == nullptr || !isNamed(*rule, names))
                continue;
            change.remove(message, i - 1);
            ++removed;
        }
    }));
    return removed;
}

Result<std::string> stripDocs(Editing& editing, const OperationArguments&)
{
    const auto removed = TRY(removeEverywhere(editing.change, editing.root, { "doc_string" }));
    if (removed == 0)
        return failAs(ErrorKind::Usage, "the model has no doc strings");
    return "removed " + support::countOf(removed, "doc string", "doc strings");
}

/// Where the data of removed weights would be.
struct Skeleton {
    std::string location;
    std::uint64_t threshold = 0;
    std::uint64_t bytes = 0;
    std::size_t tensors = 0;
};

Result<void> stripTensor(Editing& editing, Message& tensor, Skeleton& skeleton)
{
    const auto content = TRY(tensorContent(tensor, *editing.model.store));
    if (content.place != TensorContent::Place::Inside || content.bytes.size() < skeleton.threshold)
        return {};
    setExternalPlace(
        editing.change, tensor, skeleton.location, skeleton.bytes, content.bytes.size());
    skeleton.bytes += content.bytes.size();
    ++skeleton.tensors;
    return {};
}

Result<std::string> stripWeights(Editing& editing, const OperationArguments& arguments)
{
    Skeleton skeleton;
    skeleton.location = arguments.has("location") ? TRY(arguments.text("location")) : "weights.bin";
    const auto threshold = arguments.has("threshold") ? TRY(arguments.integer("threshold")) : 1024;
    if (threshold < 1)
        return failAs(ErrorKind::Usage, "threshold is ", threshold, ", expected 1 byte or more");
    skeleton.threshold = static_cast<std::uint64_t>(threshold);
    for (const auto& graph : editing.model.graphs) {
        if (!editing.fieldsOf(graph.id).hasTypedInterface)
            continue;
        auto* const message = TRY(editing.graphMessage(graph.id));
        for (const auto position : positionsOf(*message, GraphProto::kInitializerFieldNumber)) {
            if (!message->fields[position].child
                && message->fields[position].body.size() < skeleton.threshold)
                continue;
            auto* const tensor = TRY(editing.change.open(*message, position));
            TRY(stripTensor(editing, *tensor, skeleton));
        }
    }
    if (skeleton.tensors == 0)
        return failAs(ErrorKind::Usage, "no initializer in the file has ",
            support::bytesText(skeleton.threshold), " or more");
    return "removed the data of "
        + support::countOf(skeleton.tensors, "initializer", "initializers") + " ("
        + support::bytesText(skeleton.bytes) + "); they name the file " + quote(skeleton.location)
        + " instead";
}

/// Gives everything in a model a name that says nothing.
class Anonymiser {
public:
    explicit Anonymiser(Editing& editing)
        : m_editing(editing)
    {
    }
    Result<std::string> run();

private:
    Result<void> findFixedNames(Message& graph, std::uint32_t number);
    Result<void> renameGraph(Message& graph);
    Result<void> renameFunction(Message& function);
    Result<void> renameNodes(Message& graph, std::uint32_t number);
    void renameImports(Message& message, std::uint32_t number);
    void renameCall(Message& message, std::uint32_t typeNumber, std::uint32_t domainNumber);
    std::string dimensionName(std::string_view expression);
    std::string nextValue()
    {
        auto name = "v" + std::to_string(++m_values);
        return m_fixed.contains(name) ? nextValue() : name;
    }

    Editing& m_editing;
    Change m_unlogged;
    std::size_t m_values = 0;
    std::size_t m_interface = 0; ///< inputs and outputs
    std::size_t m_nodes = 0;
    std::map<std::string, std::string, std::less<>> m_dimensions;
    /// Names and domains of the functions, by domain and name.
    std::map<std::pair<std::string, std::string>, std::string> m_functions;
    /// Inputs and outputs of bodies whose operators find them by name, as BeamSearch does.
    std::set<std::string, std::less<>> m_fixed;
};

constexpr std::string_view anonymousDomain = "local";

void Anonymiser::renameCall(Message& message, std::uint32_t typeNumber, std::uint32_t domainNumber)
{
    const auto found = m_functions.find(
        { std::string(textOf(message, domainNumber)), std::string(textOf(message, typeNumber)) });
    if (found == m_functions.end())
        return;
    m_unlogged.setText(message, typeNumber, found->second);
    m_unlogged.setText(message, domainNumber, anonymousDomain);
}

Result<void> Anonymiser::renameNodes(Message& graph, std::uint32_t number)
{
    for (const auto position : positionsOf(graph, number)) {
        auto* const node = TRY(openIn(graph, position));
        TRY(visitNodes(*node, [&](Message& inner) -> Result<void> {
            if (!textOf(inner, NodeProto::kNameFieldNumber).empty())
                m_unlogged.setText(
                    inner, NodeProto::kNameFieldNumber, "n" + std::to_string(++m_nodes));
            renameCall(inner, NodeProto::kOpTypeFieldNumber, NodeProto::kDomainFieldNumber);
            return {};
        }));
    }
    return {};
}

/// Names of numbers stay, so expressions keep their meaning: `2*seq + 1` is `2*d1 + 1`.
std::string Anonymiser::dimensionName(std::string_view expression)
{
    std::string text;
    for (std::size_t i = 0; i < expression.size();) {
        const auto isPart = [&](std::size_t at) {
            const auto c = static_cast<unsigned char>(expression[at]);
            return std::isalnum(c) != 0 || c == '_' || c == '.' || c >= 0x80;
        };
        auto end = i;
        while (end < expression.size() && isPart(end))
            ++end;
        if (end == i) {
            text += expression[i++];
            continue;
        }
        const auto word = expression.substr(i, end - i);
        const bool isName = std::isdigit(static_cast<unsigned char>(word.front())) == 0
            && (end == expression.size() || expression[end] != '(');
        if (isName && !m_dimensions.contains(word))
            m_dimensions.emplace(word, "d" + std::to_string(m_dimensions.size() + 1));
        text += isName ? m_dimensions.find(word)->second : std::string(word);
        i = end;
    }
    return text;
}

/// Operators of ONNX take the inputs of their bodies by position, those of other domains may not.
Result<void> Anonymiser::findFixedNames(Message& graph, std::uint32_t number)
{
    const auto collect = [&](Message& body) -> Result<void> {
        for (const std::uint32_t side :
            { GraphProto::kInputFieldNumber, GraphProto::kOutputFieldNumber })
            for (const auto position : positionsOf(body, side))
                m_fixed.emplace(textIn(body.fields[position], ValueInfoProto::kNameFieldNumber));
        return {};
    };
    for (const auto position : positionsOf(graph, number)) {
        auto* const node = TRY(openIn(graph, position));
        TRY(visitNodes(*node, [&](Message& inner) -> Result<void> {
            const auto domain = textOf(inner, NodeProto::kDomainFieldNumber);
            return domain.empty() || domain == "ai.onnx" ? Result<void>()
                                                         : visitBodies(inner, collect);
        }));
    }
    return {};
}

Result<void> Anonymiser::renameGraph(Message& graph)
{
    NameMap interface;
    for (const auto& [number, prefix] :
        { std::pair { static_cast<std::uint32_t>(GraphProto::kInputFieldNumber), "input_" },
            std::pair { static_cast<std::uint32_t>(GraphProto::kOutputFieldNumber), "output_" } }) {
        std::size_t count = 0;
        for (const auto position : positionsOf(graph, number)) {
            auto name = prefix + std::to_string(++count);
            while (m_fixed.contains(name))
                name += "_";
            interface.try_emplace(
                std::string(textIn(graph.fields[position], ValueInfoProto::kNameFieldNumber)),
                std::move(name));
        }
    }
    TRY(renameInGraph(graph, {}, [&](std::string_view name) {
        const auto found = interface.find(std::string(name));
        // A body has values of its own of these names; they are renamed after the main graph.
        if (found == interface.end() || found->second.empty())
            return m_fixed.contains(name) ? std::string(name) : nextValue();
        ++m_interface;
        return std::exchange(found->second, {});
    }));
    return renameNodes(graph, GraphProto::kNodeFieldNumber);
}

Result<void> Anonymiser::renameFunction(Message& function)
{
    NameMap names;
    for (const auto& name : definedNames(function))
        if (!names.contains(name))
            names[name] = nextValue();
    for (const std::uint32_t number :
        { FunctionProto::kInputFieldNumber, FunctionProto::kOutputFieldNumber })
        for (const auto position : positionsOf(function, number)) {
            const auto found = names.find(std::string(function.fields[position].text()));
            if (found != names.end())
                function.fields[position] = bytesField(number, found->second);
        }
    for (const auto position : positionsOf(function, FunctionProto::kValueInfoFieldNumber)) {
        auto* const info = TRY(openIn(function, position));
        const auto found = names.find(std::string(textOf(*info, ValueInfoProto::kNameFieldNumber)));
        if (found != names.end())
            m_unlogged.setText(*info, ValueInfoProto::kNameFieldNumber, found->second);
    }
    for (const auto position : positionsOf(function, FunctionProto::kNodeFieldNumber)) {
        auto* const node = TRY(openIn(function, position));
        TRY(renameInNode(*node, names, [&](std::string_view name) {
            return m_fixed.contains(name) ? std::string(name) : nextValue();
        }));
    }
    TRY(renameNodes(function, FunctionProto::kNodeFieldNumber));
    renameCall(function, FunctionProto::kNameFieldNumber, FunctionProto::kDomainFieldNumber);
    renameImports(function, FunctionProto::kOpsetImportFieldNumber);
    return {};
}

/// Adds the import of the functions' domain. Operators that are no functions may need the old one.
void Anonymiser::renameImports(Message& message, std::uint32_t number)
{
    if (m_functions.empty())
        return;
    for (const auto position : positionsOf(message, number))
        if (textIn(message.fields[position], OperatorSetIdProto::kDomainFieldNumber)
            == anonymousDomain)
            return;
    OperatorSetIdProto import;
    import.set_domain(std::string(anonymousDomain));
    import.set_version(1);
    m_unlogged.append(message, bytesField(number, import.SerializeAsString()));
}

Result<std::string> Anonymiser::run()
{
    if (m_editing.model.trainingGraphs > 0)
        return failAs(ErrorKind::Unsupported,
            "the model has training information, whose names would not follow; extract the model "
            "without it first");
    auto root = cloneOf(m_editing.root);
    for (const auto position : positionsOf(root, ModelProto::kFunctionsFieldNumber)) {
        const auto& field = root.fields[position];
        m_functions.try_emplace({ std::string(textIn(field, FunctionProto::kDomainFieldNumber)),
                                    std::string(textIn(field, FunctionProto::kNameFieldNumber)) },
            "F" + std::to_string(m_functions.size() + 1));
    }
    auto* const graph = TRY(m_unlogged.openOnly(root, ModelProto::kGraphFieldNumber));
    TRY(findFixedNames(*graph, GraphProto::kNodeFieldNumber));
    for (const auto position : positionsOf(root, ModelProto::kFunctionsFieldNumber)) {
        auto* const function = TRY(openIn(root, position));
        TRY(findFixedNames(*function, FunctionProto::kNodeFieldNumber));
    }
    TRY(renameGraph(*graph));
    m_unlogged.setText(*graph, GraphProto::kNameFieldNumber, "graph");
    for (const auto position : positionsOf(root, ModelProto::kFunctionsFieldNumber)) {
        auto* const function = TRY(openIn(root, position));
        TRY(renameFunction(*function));
    }
    renameImports(root, ModelProto::kOpsetImportFieldNumber);
    const auto texts = TRY(removeEverywhere(m_unlogged, root, { "doc_string", "metadata_props" }));
    TRY(visitWith(m_unlogged, root, { "dim_param" }, [&](Message& message) {
        const auto number = TensorShapeProto::Dimension::kDimParamFieldNumber;
        if (message.rule == &onnx::messageRule("TensorShapeProto.Dimension"))
            m_unlogged.setText(message, number, dimensionName(textOf(message, number)));
    }));
    auto& change = m_editing.change;
    for (auto i = m_editing.root.fields.size(); i > 0; --i)
        change.remove(m_editing.root, i - 1);
    for (auto& field : root.fields)
        change.insert(m_editing.root, m_editing.root.fields.size(), std::move(field));
    return "renamed " + support::countOf(m_values + m_interface, "value", "values") + ", "
        + support::countOf(m_nodes, "node", "nodes") + ", "
        + support::countOf(m_dimensions.size(), "dimension", "dimensions") + " and "
        + support::countOf(m_functions.size(), "function", "functions") + "; removed "
        + support::countOf(
            texts, "doc string or metadata entry", "doc strings and metadata entries")
        + "; inputs and outputs are input_1, output_1 …; texts in attributes and names of data "
          "files stay";
}

Result<std::string> anonymise(Editing& editing, const OperationArguments&)
{
    return Anonymiser(editing).run();
}

} // namespace

std::span<const OperationKind> strippingOperations()
{
    static constexpr std::array kinds {
        OperationKind { "stripDocs", "", "removes all doc strings", stripDocs },
        OperationKind { "stripWeights", "threshold? location?",
            "removes the data of initializers of threshold bytes (1024) or more; they name an "
            "external file that is not there",
            stripWeights },
        OperationKind { "anonymise", "",
            "renames everything to names without meaning; removes doc strings and metadata",
            anonymise },
    };
    return kinds;
}

} // namespace model::edit
