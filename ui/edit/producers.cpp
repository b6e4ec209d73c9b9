#include "ui/edit/producers.h"
#include "ui/edit/edit_words.h"

#include "layout/reach.h"
#include "model/operator.h"
#include "ui/widgets/plain_text.h"

#include <algorithm>
#include <array>

namespace ui {

namespace {

/// The node itself, what depends on it, and the nodes that have it in their bodies.
std::vector<bool> dependentNodes(const model::Model& model, model::NodeId node)
{
    std::vector<bool> depends(model.nodes.size());
    for (auto at = node; at.isValid(); at = model.graph(model.node(at).graph).owner) {
        const std::array from { at };
        for (const auto reached :
            layout::reach(model, from, layout::Flow::Readers, layout::anySteps))
            depends[reached.value()] = true;
        depends[at.value()] = true;
    }
    return depends;
}

} // namespace

QString inputName(const model::Model& model, model::NodeId node, std::size_t input)
{
    const auto& read = model.node(node);
    const auto value = input < read.inputs.size() ? read.inputs[input] : model::ValueId();
    auto text = EditWords::tr("input %1").arg(input);
    if (read.schema != nullptr && input < read.schema->inputs.size()
        && read.schema->inputs[input].option != model::FormalParameter::Option::Variadic)
        text = plain(read.schema->inputs[input].name, 60);
    return value.isValid()
        ? text + QStringLiteral("  (") + plain(model.value(value).name, 80) + u')'
        : text;
}

std::size_t inputSlots(const model::Model& model, model::NodeId node)
{
    const auto& known = model.node(node);
    const auto count = known.inputs.size();
    return known.schema != nullptr && count < known.schema->maxInputs() ? count + 1 : count;
}

Producers producersFor(const model::Model& model, const model::Analysis* analysis,
    model::NodeId node, std::size_t input)
{
    Producers found;
    const auto& inputs = model.node(node).inputs;
    const auto now = input < inputs.size() ? inputs[input] : model::ValueId();
    const auto element
        = now.isValid() ? typeOf(model, analysis, now).element : model::ElementType::Undefined;
    const auto depends = dependentNodes(model, node);
    for (auto graph = model.node(node).graph; graph.isValid(); graph = model.graph(graph).parent) {
        for (const auto id : model.graph(graph).values) {
            const auto& value = model.value(id);
            if (!value.isDefined || value.name.empty() || id == now
                || (value.producer.isValid() && depends[value.producer.value()]))
                continue;
            const auto& type = typeOf(model, analysis, id);
            const bool isOther = element != model::ElementType::Undefined
                && type.element != model::ElementType::Undefined && type.element != element;
            if (isOther)
                ++found.otherTypes;
            else
                found.values.push_back(id);
        }
    }
    return found;
}

QString producerText(const model::Model& model, const model::Analysis* analysis, model::ValueId id)
{
    const auto& value = model.value(id);
    const auto origin = value.producer.isValid()
        ? EditWords::tr("from %1").arg(plain(model.node(value.producer).type, 60))
        : value.initializer.isValid() ? EditWords::tr("weight")
                                      : EditWords::tr("input");
    return plain(value.name, 100) + QStringLiteral("   ")
        + plain(model::typeText(typeOf(model, analysis, id)), 80) + QStringLiteral("   ") + origin;
}

} // namespace ui
