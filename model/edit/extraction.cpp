#include "model/edit/extraction.h"

#include "model/edit/new_messages.h"
#include "model/edit/tensor_content.h"
#include "model/inference/analysis.h"
#include "model/support/text.h"

#include <algorithm>
#include <set>

namespace model::edit {

using onnx_pb::AttributeProto;
using onnx_pb::FunctionProto;
using onnx_pb::GraphProto;
using onnx_pb::ModelProto;
using onnx_pb::NodeProto;
using onnx_pb::TensorAnnotation;
using onnx_pb::TensorProto;
using onnx_pb::ValueInfoProto;
using support::ErrorKind;
using support::failAs;
using support::quote;
using support::Result;

namespace {

class Extractor {
public:
    Extractor(Editing& editing, const Region& region, const ExtractionArguments& arguments)
        : m_editing(editing)
        , m_model(editing.model)
        , m_region(region)
        , m_arguments(arguments)
        , m_isInside(graphsInside(editing.model, region.nodes))
    {
    }

    Result<ExtractedModel> run();

private:
    Result<void> addNodes();
    Result<void> addInitializers();
    Result<void> addInterface(const std::vector<ValueId>& values, std::uint32_t number);
    Result<void> addDescriptions();
    Result<void> addFunctions();
    Result<AttributeBindings> bindings(const Function& function);
    Result<void> checkReferences(const AttributeBindings& given);
    Result<Field> declarationOf(ValueId value, std::uint32_t number);
    const ValueType& inferredType(ValueId value);
    void addImports(const std::vector<Field>& fields, std::uint32_t number);
    Result<Field> rootGraphField();
    bool isFunction() const
    {
        return m_model.graph(m_region.graph).role == Graph::Role::FunctionBody;
    }
    /// Function that the region is in; invalid in the main graph.
    FunctionId aroundRegion() const { return m_model.graph(m_region.graph).function; }

    Editing& m_editing;
    const Model& m_model;
    const Region& m_region;
    const ExtractionArguments& m_arguments;
    const std::vector<bool> m_isInside; ///< by GraphId: bodies of the region's nodes
    std::vector<Field> m_fields; ///< of the new GraphProto
    std::set<std::string> m_names; ///< of values of the region's graph that stay
    std::set<std::string> m_interface; ///< those that are inputs or outputs
    std::set<std::string> m_domains; ///< of the nodes
    std::vector<std::string> m_untyped;
    std::vector<Field> m_givenAttributes; ///< values for attributes of the function
    std::shared_ptr<const Analysis> m_analysis; ///< made when it is needed first
    ExtractedModel m_made;
};

Result<ExtractedModel> Extractor::run()
{
    TRY(addNodes());
    TRY(addInitializers());
    TRY(addInterface(m_region.inputs, GraphProto::kInputFieldNumber));
    TRY(addInterface(m_region.outputs, GraphProto::kOutputFieldNumber));
    if (!m_untyped.empty())
        return failAs(ErrorKind::Usage, "the type of ", support::joined(m_untyped, ", "),
            m_untyped.size() == 1 ? " is" : " are", " not known; give it, such as ",
            m_untyped.front(), ": float[1,?]");
    TRY(addDescriptions());
    std::ranges::stable_sort(m_fields, {}, &Field::number);
    auto graph = TRY(rootGraphField());
    m_made.root.rule = &onnx::messageRule("ModelProto");
    for (const auto& field : m_editing.root.fields)
        if (field.number != ModelProto::kGraphFieldNumber
            && field.number != ModelProto::kOpsetImportFieldNumber
            && field.number != ModelProto::kTrainingInfoFieldNumber
            && field.number != ModelProto::kFunctionsFieldNumber)
            m_made.root.fields.push_back(cloneOf(field));
    Change unlogged;
    if (m_model.irVersion < separateInitializers) {
        unlogged.setInteger(m_made.root, ModelProto::kIrVersionFieldNumber, separateInitializers);
        m_made.notes.push_back("IR version 4 instead of " + std::to_string(m_model.irVersion)
            + ", so that initializers need not be inputs");
    }
    unlogged.append(m_made.root, std::move(graph));
    TRY(addFunctions());
    if (aroundRegion().isValid())
        addImports(TRY(m_editing.functionMessage(aroundRegion()))->fields,
            FunctionProto::kOpsetImportFieldNumber);
    else
        addImports(m_editing.root.fields, ModelProto::kOpsetImportFieldNumber);
    if (m_model.trainingGraphs > 0)
        m_made.notes.emplace_back("the training information is left out");
    m_made.nodes = m_region.nodes.size();
    return std::move(m_made);
}

Result<Field> Extractor::rootGraphField()
{
    return nestedField(ModelProto::kGraphFieldNumber, "GraphProto", std::move(m_fields));
}

/// Values of the function's attributes: given, else their defaults.
Result<AttributeBindings> Extractor::bindings(const Function& function)
{
    AttributeBindings bound;
    auto* const message = TRY(m_editing.functionMessage(aroundRegion()));
    for (const auto position : positionsOf(*message, FunctionProto::kAttributeProtoFieldNumber)) {
        const auto& field = message->fields[position];
        bound[std::string(textIn(field, AttributeProto::kNameFieldNumber))] = &field;
    }
    if (m_arguments.attributes == nullptr)
        return bound;
    m_givenAttributes.reserve(m_arguments.attributes->members().size());
    for (const auto& [name, value] : m_arguments.attributes->members()) {
        const auto isCalled = [&](const AttributeDefault& spec) { return spec.name == name; };
        if (std::ranges::none_of(function.attributes, isCalled))
            return failAs(ErrorKind::Usage, "the function has no attribute ", quote(name));
        auto kind = kindOf(value);
        for (const auto& node : m_model.nodes)
            for (const auto& attribute : node.attributes)
                if (attribute.reference == name
                    && m_model.graph(node.graph).function == aroundRegion()
                    && attribute.kind != AttributeKind::Undefined)
                    kind = attribute.kind;
        auto fields = TRY(
            attributeValueFields(kind, value, m_editing.folder).within("attribute " + quote(name)));
        fields.push_back(bytesField(AttributeProto::kNameFieldNumber, name));
        fields.push_back(
            integerField(AttributeProto::kTypeFieldNumber, static_cast<std::int64_t>(kind)));
        std::ranges::stable_sort(fields, {}, &Field::number);
        m_givenAttributes.push_back(
            nestedField(NodeProto::kAttributeFieldNumber, "AttributeProto", std::move(fields)));
        bound[name] = &m_givenAttributes.back();
    }
    return bound;
}

/// Attributes without a value would be lost, so they are asked for.
Result<void> Extractor::checkReferences(const AttributeBindings& given)
{
    std::set<std::string> missing;
    std::vector<bool> isNode(m_model.nodes.size());
    for (const auto node : m_region.nodes)
        isNode[node.value()] = true;
    for (std::size_t i = 0; i < m_model.nodes.size(); ++i) {
        const auto& node = m_model.nodes[i];
        if (!isNode[i] && !m_isInside[node.graph.value()])
            continue;
        for (const auto& attribute : node.attributes)
            if (!attribute.reference.empty() && !given.contains(attribute.reference))
                missing.insert(attribute.reference);
    }
    if (missing.empty())
        return {};
    return failAs(ErrorKind::Usage, "the function's attributes ",
        support::joined(missing, ", ", [](const std::string& name) { return quote(name); }),
        " have no value here; give them, such as ", *missing.begin(), "=1");
}

Result<void> Extractor::addNodes()
{
    AttributeBindings bound;
    if (aroundRegion().isValid()) {
        bound = TRY(bindings(m_model.function(aroundRegion())));
        TRY(checkReferences(bound));
    }
    Message holder; // of the nodes while they change
    holder.rule = &onnx::messageRule("GraphProto");
    for (const auto id : m_region.nodes) {
        const auto& node = m_model.node(id);
        auto* const graph = TRY(m_editing.graphMessage(node.graph));
        const auto number = m_editing.fieldsOf(node.graph).node;
        auto field = cloneOf(graph->fields[*positionOf(*graph, number, node.position)]);
        if (number != GraphProto::kNodeFieldNumber)
            field = renumbered(std::move(field), GraphProto::kNodeFieldNumber);
        holder.fields.push_back(std::move(field));
        for (const auto output : node.outputs)
            if (output.isValid())
                m_names.insert(m_model.value(output).name);
    }
    for (std::size_t i = 0; i < m_region.nodes.size() && aroundRegion().isValid(); ++i) {
        auto* const node = TRY(openIn(holder, i));
        TRY(bindAttributes(*node, bound));
    }
    m_fields = std::move(holder.fields);
    for (const auto& node : m_model.nodes)
        if (m_isInside[node.graph.value()])
            m_domains.insert(node.domain);
    for (const auto id : m_region.nodes)
        m_domains.insert(m_model.node(id).domain);
    return {};
}

Result<void> Extractor::addInitializers()
{
    std::map<GraphId, std::set<std::string>> wanted;
    for (const auto id : m_region.constants)
        wanted[m_model.value(id).graph].insert(m_model.value(id).name);
    // The parameters of annotations are initializers that no node reads.
    if (!isFunction()) {
        auto* const graph = TRY(m_editing.graphMessage(m_region.graph));
        auto kept = m_names;
        for (const auto id : m_region.inputs)
            kept.insert(m_model.value(id).name);
        kept.insert(wanted[m_region.graph].begin(), wanted[m_region.graph].end());
        for (const auto position :
            positionsOf(*graph, GraphProto::kQuantizationAnnotationFieldNumber)) {
            auto* const annotation = TRY(m_editing.change.open(*graph, position));
            if (!kept.contains(
                    std::string(textOf(*annotation, TensorAnnotation::kTensorNameFieldNumber))))
                continue;
            for (const auto& field : annotation->fields)
                if (field.number == TensorAnnotation::kQuantParameterTensorNamesFieldNumber)
                    wanted[m_region.graph].insert(std::string(
                        textIn(field, onnx_pb::StringStringEntryProto::kValueFieldNumber)));
        }
    }
    for (const auto& [graphId, names] : wanted) {
        if (m_model.graph(graphId).role == Graph::Role::FunctionBody)
            continue; // a function has no initializers
        auto* const graph = TRY(m_editing.graphMessage(graphId));
        for (const auto& field : graph->fields) {
            const bool isDense = field.number == GraphProto::kInitializerFieldNumber;
            if (!isDense && field.number != GraphProto::kSparseInitializerFieldNumber)
                continue;
            const auto name = std::string(
                isDense ? textIn(field, TensorProto::kNameFieldNumber) : sparseName(field));
            if (!names.contains(name))
                continue;
            m_fields.push_back(cloneOf(field));
            m_names.insert(name);
            ++m_made.initializers;
        }
    }
    return {};
}

const ValueType& Extractor::inferredType(ValueId value)
{
    if (!m_analysis)
        // The analysis does not outlive this object, so the model need not be shared.
        m_analysis = analyse(std::shared_ptr<const Model>(std::shared_ptr<const void>(), &m_model));
    return m_analysis->type(value);
}

/// The ValueInfoProto of a value: as the model has it, else with its inferred type.
Result<Field> Extractor::declarationOf(ValueId id, std::uint32_t number)
{
    const auto& value = m_model.value(id);
    const auto given = m_arguments.types.find(value.name);
    if (given != m_arguments.types.end()) {
        const auto type = TRY(typeProtoFrom(given->second).within(quote(value.name)));
        return valueInfoField(number, value.name, type);
    }
    if (m_model.graph(value.graph).role != Graph::Role::FunctionBody) {
        auto* const graph = TRY(m_editing.graphMessage(value.graph));
        for (const std::uint32_t place : { GraphProto::kInputFieldNumber,
                 GraphProto::kOutputFieldNumber, GraphProto::kValueInfoFieldNumber })
            for (const auto position : positionsOf(*graph, place)) {
                const auto& field = graph->fields[position];
                if (textIn(field, ValueInfoProto::kNameFieldNumber) != value.name
                    || textIn(field, ValueInfoProto::kTypeFieldNumber).empty()
                    || value.type.kind == ValueType::Kind::Unknown)
                    continue;
                return place == number ? cloneOf(field) : bytesField(number, contentOf(field));
            }
    }
    const auto& type = inferredType(id);
    if (type.kind == ValueType::Kind::Unknown
        || (type.isTensor() && type.element == ElementType::Undefined)) {
        ValueInfoProto untyped;
        untyped.set_name(value.name);
        if (m_arguments.typing == ExtractionArguments::Types::Required)
            m_untyped.push_back(quote(value.name));
        return edit::messageField(number, untyped);
    }
    const auto proto = TRY(typeProtoOf(type).within(quote(value.name)));
    return valueInfoField(number, value.name, proto);
}

Result<void> Extractor::addInterface(const std::vector<ValueId>& values, std::uint32_t number)
{
    for (const auto id : values) {
        m_fields.push_back(TRY(declarationOf(id, number)));
        m_names.insert(m_model.value(id).name);
        m_interface.insert(m_model.value(id).name);
    }
    return {};
}

/// Name, texts, declared types and annotations.
Result<void> Extractor::addDescriptions()
{
    const auto fields = m_editing.fieldsOf(m_region.graph);
    auto* const graph = TRY(m_editing.graphMessage(m_region.graph));
    std::set<std::string> declared = m_interface;
    for (const auto& field : graph->fields) {
        if (field.number == fields.valueInfo) {
            const auto name = std::string(textIn(field, ValueInfoProto::kNameFieldNumber));
            if (m_names.contains(name) && declared.insert(name).second)
                m_fields.push_back(isFunction()
                        ? renumbered(cloneOf(field), GraphProto::kValueInfoFieldNumber)
                        : cloneOf(field));
        } else if (field.number == fields.doc || field.number == fields.metadata) {
            const auto number = field.number == fields.doc ? GraphProto::kDocStringFieldNumber
                                                           : GraphProto::kMetadataPropsFieldNumber;
            m_fields.push_back(renumbered(cloneOf(field), static_cast<std::uint32_t>(number)));
        } else if (!isFunction() && field.number == GraphProto::kQuantizationAnnotationFieldNumber
            && m_names.contains(
                std::string(textIn(field, TensorAnnotation::kTensorNameFieldNumber)))) {
            m_fields.push_back(cloneOf(field));
        }
    }
    const auto name = isFunction() ? textOf(*graph, FunctionProto::kNameFieldNumber)
                                   : textOf(*graph, GraphProto::kNameFieldNumber);
    m_fields.push_back(
        bytesField(GraphProto::kNameFieldNumber, name.empty() ? std::string_view("part") : name));
    return {};
}

/// Functions that the nodes call, and those that these call.
Result<void> Extractor::addFunctions()
{
    std::vector<bool> isWanted(m_model.functions.size());
    std::vector<FunctionId> open;
    const auto call = [&](const Node& node) {
        if (!node.function.isValid() || isWanted[node.function.value()])
            return;
        isWanted[node.function.value()] = true;
        open.push_back(node.function);
    };
    for (const auto id : m_region.nodes)
        call(m_model.node(id));
    for (const auto& node : m_model.nodes)
        if (m_isInside[node.graph.value()])
            call(node);
    while (!open.empty()) {
        const auto next = open.back();
        open.pop_back();
        for (const auto& node : m_model.nodes)
            if (m_model.graph(node.graph).function == next)
                call(node);
    }
    std::size_t index = 0;
    for (const auto& field : m_editing.root.fields)
        if (field.number == ModelProto::kFunctionsFieldNumber && index < isWanted.size()
            && isWanted[index++]) {
            m_made.root.fields.push_back(cloneOf(field));
            ++m_made.functions;
        }
    return {};
}

void Extractor::addImports(const std::vector<Field>& fields, std::uint32_t number)
{
    Change unlogged;
    for (const auto& field : fields) {
        if (field.number != number)
            continue;
        const auto written
            = std::string(textIn(field, onnx_pb::OperatorSetIdProto::kDomainFieldNumber));
        if (m_domains.contains(written == "ai.onnx" ? "" : written))
            unlogged.append(
                m_made.root, renumbered(cloneOf(field), ModelProto::kOpsetImportFieldNumber));
    }
}

} // namespace

Result<ExtractedModel> extractedModel(
    Editing& editing, const Region& region, const ExtractionArguments& arguments)
{
    return Extractor(editing, region, arguments).run();
}

std::string regionText(const Model& model, const Region& region)
{
    const auto names = [&](const std::vector<ValueId>& values) {
        return values.empty() ? "none" : support::joined(values, ", ", [&](ValueId id) {
            return quote(model.value(id).name);
        });
    };
    auto text = support::countOf(region.nodes.size(), "node", "nodes");
    const auto constants = region.nodes.size()
        - std::min(region.nodes.size(), region.selected + region.closing.size());
    if (!region.closing.empty())
        text += ", " + std::to_string(region.closing.size())
            + " of them added because they lie between chosen ones ("
            + describe(model, region.closing.front()) + (region.closing.size() > 1 ? ", …)" : ")");
    if (constants > 0)
        text += ", " + std::to_string(constants) + " of them constants that came along";
    text += "; inputs: " + names(region.inputs) + "; outputs: " + names(region.outputs);
    for (const auto& name : region.unneeded)
        text += "; " + quote(name) + " is not needed";
    return text;
}

} // namespace model::edit
