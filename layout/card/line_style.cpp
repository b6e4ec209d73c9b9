#include "layout/card/line_style.h"

#include "layout/card/card.h"
#include "model/support/text.h"

#include <algorithm>

namespace layout {
namespace {

bool isShapeKnown(const model::ValueType& type)
{
    if (type.kind == model::ValueType::Kind::Unknown)
        return false;
    return !type.isTensor() || type.shape.has_value();
}

/// True if the node reads the value only in a subgraph.
bool readsByCapture(const model::Node& node, model::ValueId value)
{
    const auto isGraph = [](const model::Attribute& attribute) {
        return attribute.kind == model::AttributeKind::Graph
            || attribute.kind == model::AttributeKind::Graphs;
    };
    return std::any_of(node.attributes.begin(), node.attributes.end(), isGraph)
        && std::find(node.inputs.begin(), node.inputs.end(), value) == node.inputs.end();
}

model::ValueId firstInput(const model::Model& model, const model::Value& value)
{
    if (!value.producer.isValid())
        return {};
    const auto& inputs = model.node(value.producer).inputs;
    return inputs.empty() ? model::ValueId() : inputs.front();
}

}

LineStyle lineStyle(const model::Model& model, const model::Analysis* analysis, const Scene& scene,
    std::size_t line)
{
    const Item tail = scene.items[scene.lineTail[line]];
    const Item head = scene.items[scene.lineHead[line]];
    const auto value = scene.values[scene.lineValue[line]];
    const bool isOuter
        = head.kind == ItemKind::Node && model.node(head.node()).graph != model.value(value).graph;
    if (tail.kind == ItemKind::Capture || isOuter
        || (head.kind == ItemKind::Node && readsByCapture(model.node(head.node()), value)))
        return LineStyle::Dotted;
    // Before the analysis is finished all shapes may be unknown; then no line is dashed.
    if (analysis != nullptr && !isShapeKnown(typeOf(model, analysis, value)))
        return LineStyle::Dashed;
    return LineStyle::Plain;
}

std::string chipText(const model::Model& model, const Scene& scene, const Chip& chip)
{
    if (chip.count > 1)
        return "… " + support::countText(chip.count) + " more values";
    auto text = valueName(model, scene.values[chip.value]);
    if (chip.isProducer())
        text += " · " + support::countOf(chip.readers, "reader", "readers");
    return text;
}

std::string labelText(
    const model::Model& model, const model::Analysis* analysis, model::ValueId id, LabelRule rule)
{
    const model::Value& value = model.value(id);
    if (!value.producer.isValid() && rule == LabelRule::Changes)
        return {}; // the box of the input shows it
    const auto& type = typeOf(model, analysis, id);
    const auto before = firstInput(model, value);
    const bool wasKnown = !before.isValid() || isShapeKnown(typeOf(model, analysis, before));
    if (!isShapeKnown(type))
        return analysis != nullptr && wasKnown ? "shape unknown" : std::string();
    std::string text = valueTypeText(model, analysis, id);
    if (rule == LabelRule::Changes && before.isValid()
        && text == valueTypeText(model, analysis, before))
        return {};
    return text;
}

}
