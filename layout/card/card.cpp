#include "layout/card/card.h"

#include "layout/card/element_type_attribute.h"
#include "layout/card/tensor_text.h"
#include "model/operator.h"
#include "model/support/elide_path.h"
#include "model/support/text.h"

#include <algorithm>
#include <cmath>

namespace layout {
namespace {

constexpr std::size_t titleCharacters = 36;
constexpr std::size_t nameCharacters = 44;
constexpr std::size_t rowCharacters = 28;
constexpr std::size_t chipCharacters = 24;
/// Rows reserved for weights when attributes alone would fill the card.
constexpr std::size_t weightRowsKept = 2;

/// Elided before it is sanitised, because a name may be megabytes long.
std::string shown(std::string_view text, std::size_t characters)
{
    return support::sanitise(support::elidePath(text, characters));
}

template <typename T>
std::string joined(const std::vector<T>& items)
{
    std::string text;
    for (const auto& item : items) {
        if (text.size() > rowCharacters)
            break;
        text += (text.empty() ? "" : " ") + support::shortestText(item);
    }
    return text;
}

/// Shorter than attributeText: `3 3` instead of `[3, 3]`, and strings without quotes.
std::string cardText(const model::Attribute& attribute)
{
    if (!attribute.reference.empty())
        return shown(model::attributeText(attribute, rowCharacters), rowCharacters);
    if (const auto* number = std::get_if<std::int64_t>(&attribute.value);
        number && isElementTypeAttribute(attribute.name))
        return std::string(model::name(static_cast<model::ElementType>(*number)));
    if (const auto* numbers = std::get_if<std::vector<std::int64_t>>(&attribute.value))
        return shown(joined(*numbers), rowCharacters);
    if (const auto* numbers = std::get_if<std::vector<float>>(&attribute.value))
        return shown(joined(*numbers), rowCharacters);
    if (const auto* text = std::get_if<std::string>(&attribute.value))
        return shown(*text, rowCharacters);
    return shown(model::attributeText(attribute, rowCharacters), rowCharacters);
}

bool isDefault(const model::Node& node, const model::Attribute& attribute)
{
    const auto* spec = node.schema ? node.schema->attribute(attribute.name) : nullptr;
    if (!spec || std::holds_alternative<std::monostate>(spec->defaultValue)
        || !attribute.reference.empty())
        return false;
    model::Attribute standard;
    standard.name = attribute.name;
    standard.kind = spec->kind;
    standard.value = spec->defaultValue;
    return model::attributeText(standard) == model::attributeText(attribute);
}

bool isGraph(const model::Attribute& attribute)
{
    return attribute.kind == model::AttributeKind::Graph
        || attribute.kind == model::AttributeKind::Graphs;
}

std::vector<CardRow> attributeRows(const model::Node& node)
{
    std::vector<CardRow> rows;
    for (const auto& attribute : node.attributes) {
        if (!isGraph(attribute) && !isDefault(node, attribute))
            rows.push_back({ CardRow::Kind::Attribute, shown(attribute.name, rowCharacters),
                cardText(attribute), {} });
    }
    return rows;
}

/// Returns the operator's name for an input (`W`), or the last part of the value's name if the
/// operator has none.
std::string inputLabel(const model::Model& model, const model::Node& node, std::size_t input)
{
    if (node.schema && input < node.schema->inputs.size()
        && node.schema->inputs[input].option != model::FormalParameter::Option::Variadic)
        return shown(node.schema->inputs[input].name, rowCharacters);
    const std::string_view name = model.value(node.inputs[input]).name;
    const auto slash = name.find_last_of("/.");
    return shown(
        slash == std::string_view::npos || slash + 1 == name.size() ? name : name.substr(slash + 1),
        rowCharacters);
}

const model::Tensor* constantTensor(const model::Model& model, const model::Value& value)
{
    if (value.initializer.isValid())
        return &model.tensor(value.initializer);
    if (!value.producer.isValid())
        return nullptr;
    const auto* attribute = model.node(value.producer).attribute("value");
    return attribute ? std::get_if<model::Tensor>(&attribute->value) : nullptr;
}

std::string constantText(
    const model::Model& model, const model::Analysis* analysis, model::ValueId id)
{
    const model::Value& value = model.value(handedOn(model, id));
    if (const auto* tensor = constantTensor(model, value)) {
        const std::string elements = smallTensorText(model, *tensor);
        return elements.empty() ? model::typeText(
                   model::ValueType::tensor(tensor->element, model::shapeOf(tensor->dims)))
                                : elements;
    }
    if (value.producer.isValid() && !model.node(value.producer).attributes.empty())
        return cardText(model.node(value.producer).attributes.front());
    return valueTypeText(model, analysis, id);
}

std::vector<CardRow> weightRows(
    const model::Model& model, const model::Analysis* analysis, const model::Node& node)
{
    std::vector<CardRow> rows;
    for (std::size_t input = 0; input < node.inputs.size(); ++input) {
        const auto id = node.inputs[input];
        if (!id.isValid())
            continue;
        const model::Value& value = model.value(id);
        const bool isConstant
            = value.producer.isValid() && isFolded(model, model.node(value.producer));
        if (!value.initializer.isValid() && !isConstant)
            continue;
        if (rows.size() == CardMetrics::maximumRows) { // this row only says how many more there are
            rows.push_back({ CardRow::Kind::Weight, {}, {}, id });
            continue;
        }
        const bool isWeight = model.value(handedOn(model, id)).initializer.isValid();
        rows.push_back({ isWeight ? CardRow::Kind::Weight : CardRow::Kind::Constant,
            inputLabel(model, node, input), shown(constantText(model, analysis, id), rowCharacters),
            id });
    }
    return rows;
}

std::vector<CardRow> shortened(std::vector<CardRow> attributes, std::vector<CardRow> weights)
{
    constexpr std::size_t most = CardMetrics::maximumRows;
    const std::size_t all = attributes.size() + weights.size();
    if (all > most) {
        const std::size_t weightRoom = std::min(weights.size(),
            std::max(weightRowsKept, most - 1 - std::min(attributes.size(), most - 1)));
        attributes.resize(std::min(attributes.size(), most - 1 - weightRoom));
        weights.resize(weightRoom);
    }
    const std::size_t hidden = all - attributes.size() - weights.size();
    attributes.insert(attributes.end(), std::make_move_iterator(weights.begin()),
        std::make_move_iterator(weights.end()));
    if (hidden > 0)
        attributes.push_back(
            { CardRow::Kind::More, "… " + std::to_string(hidden) + " more", {}, {} });
    return attributes;
}

CardContent nodeContent(const model::Model& model, const model::Analysis* analysis,
    model::NodeId id, const CardOptions& options)
{
    const model::Node& node = model.node(id);
    CardContent content;
    content.title = shown(node.type.empty() ? "(no type)" : node.type, titleCharacters);
    if (options.names)
        content.name = shown(node.name, nameCharacters);
    content.isUnknown = node.schema == nullptr && !node.function.isValid();
    content.category = nodeCategory(node);
    content.hasInside = node.function.isValid()
        || std::any_of(node.attributes.begin(), node.attributes.end(), isGraph);
    auto attributes = options.attributes ? attributeRows(node) : std::vector<CardRow>();
    if (content.isUnknown && !node.domain.empty() && options.attributes)
        attributes.insert(attributes.begin(),
            { CardRow::Kind::Attribute, "domain", shown(node.domain, rowCharacters), {} });
    content.rows = shortened(std::move(attributes),
        options.weights ? weightRows(model, analysis, node) : std::vector<CardRow>());
    return content;
}

CardContent terminalContent(const model::Model& model, const model::Analysis* analysis, Item item)
{
    CardContent content;
    content.kind = item.kind;
    content.category = model::Category::Other;
    const model::Value& value = model.value(item.value());
    if (item.count > 1) {
        // The common beginning of the names, as in layout/compound/terminals.cpp.
        const std::string_view stem
            = std::string_view(value.name).substr(0, value.name.find_first_of("0123456789"));
        content.title
            = shown(stem.substr(0, stem.find_last_not_of("._-/") + 1), titleCharacters) + " …";
        content.name = item.kind == ItemKind::GraphOutput
            ? support::countOf(item.count, "output", "outputs")
            : support::countOf(item.count, "input", "inputs");
        return content;
    }
    content.title = value.name.empty() ? "(no name)" : shown(value.name, titleCharacters);
    content.name = shown(valueTypeText(model, analysis, item.value()), nameCharacters);
    return content;
}

/// Longer chains are drawn as cards. The limit keeps the test of every node cheap.
constexpr int longestIdentityChain = 8;

bool isReadByNodes(const model::Model& model, const model::Node& node)
{
    if (!node.domain.empty() || node.outputs.size() != 1 || !node.outputs[0].isValid())
        return false;
    const model::Value& output = model.value(node.outputs[0]);
    return !output.isOutput && !output.uses.empty();
}

/// True for an Identity node that reads a value of its own graph.
bool isFoldedIdentity(const model::Model& model, const model::Node& node)
{
    return node.type == "Identity" && isReadByNodes(model, node) && node.inputs.size() == 1
        && node.inputs[0].isValid() && model.value(node.inputs[0]).graph == node.graph;
}

/// True if a short chain of Identity nodes starts at a constant or an initializer.
bool isStored(const model::Model& model, model::ValueId id)
{
    for (int step = 0; step < longestIdentityChain; ++step) {
        const model::Value& value = model.value(id);
        if (value.initializer.isValid())
            return true;
        if (!value.producer.isValid())
            return false;
        const model::Node& producer = model.node(value.producer);
        if (producer.type == "Constant")
            return isReadByNodes(model, producer);
        if (!isFoldedIdentity(model, producer))
            return false;
        id = producer.inputs[0];
    }
    return false;
}

float stepped(float width)
{
    const float rounded = std::ceil(width / CardMetrics::widthStep) * CardMetrics::widthStep;
    return std::clamp(rounded, CardMetrics::minimumWidth, CardMetrics::maximumWidth);
}

float rowWidth(const CardRow& row, const TextMeasurer& measurer)
{
    const float icon = row.kind == CardRow::Kind::Weight || row.kind == CardRow::Kind::Constant
        ? CardMetrics::weightIcon
        : 0;
    const float text
        = row.text.empty() ? 0 : CardMetrics::columnGap + measurer.width(TextRole::Row, row.text);
    return icon + measurer.width(TextRole::Row, row.label) + text;
}

}

CardContent cardContent(const model::Model& model, const model::Analysis* analysis, Item item,
    const CardOptions& options)
{
    return item.kind == ItemKind::Node ? nodeContent(model, analysis, item.node(), options)
                                       : terminalContent(model, analysis, item);
}

Size cardSize(const CardContent& content, const CardOptions& options, const TextMeasurer& measurer)
{
    float width = measurer.width(TextRole::Title, content.title);
    width = std::max(width, measurer.width(TextRole::Name, content.name));
    if (content.kind != ItemKind::Node)
        return { stepped(width + 2 * CardMetrics::side), CardMetrics::terminalHeight };
    for (const auto& row : content.rows)
        width = std::max(width, rowWidth(row, measurer));
    float height = CardMetrics::header + static_cast<float>(content.rows.size()) * CardMetrics::row;
    if (!content.name.empty())
        height += CardMetrics::name;
    if (!content.rows.empty() || !content.name.empty())
        height += CardMetrics::padding;
    if (options.measured)
        height += CardMetrics::measured;
    return { stepped(width + 2 * CardMetrics::side), height };
}

std::string valueName(const model::Model& model, model::ValueId value)
{
    // Exporters name values after the path of their producer, so the end of the name distinguishes
    // them.
    std::string_view name = model.value(value).name;
    const auto slash = name.find_last_of('/');
    if (slash != std::string_view::npos && slash + 1 < name.size())
        name.remove_prefix(slash + 1);
    return shown(name, chipCharacters);
}

std::string valueTypeText(
    const model::Model& model, const model::Analysis* analysis, model::ValueId value)
{
    const auto& type = model::typeOf(model, analysis, value);
    return type.kind == model::ValueType::Kind::Unknown ? std::string() : model::typeText(type);
}

model::Category nodeCategory(const model::Node& node)
{
    return node.function.isValid() ? model::Category::Control
                                   : model::Palette::instance().category(node.domain, node.type);
}

bool isFolded(const model::Model& model, const model::Node& node)
{
    if (node.type == "Constant") // most nodes are told by their type, without a look at their value
        return isReadByNodes(model, node);
    return isFoldedIdentity(model, node) && isStored(model, node.inputs[0]);
}

bool isRow(const model::Model& model, const model::Value& value)
{
    return value.initializer.isValid()
        || (value.producer.isValid() && isFolded(model, model.node(value.producer)));
}

model::ValueId handedOn(const model::Model& model, model::ValueId id)
{
    if (!isRow(model, model.value(id)))
        return id;
    for (int step = 0; step <= longestIdentityChain; ++step) {
        const auto producer = model.value(id).producer;
        if (!producer.isValid() || !isFoldedIdentity(model, model.node(producer)))
            break;
        id = model.node(producer).inputs[0];
    }
    return id;
}

}
