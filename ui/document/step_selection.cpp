#include "ui/document/step_selection.h"

#include "ui/document/document.h"

#include <QSet>

#include <algorithm>

namespace ui {

namespace {

bool isInModel(const Document& document, const profiler::Origin& origin)
{
    return origin.node.isValid() && document.model() != nullptr
        && origin.node.value() < document.model()->nodes.size();
}

} // namespace

std::vector<bool> selectedSteps(const profiler::Profile& profile, const QList<SelectedItem>& items)
{
    std::vector<bool> selected(profile.steps.size(), false);
    QSet<quint32> nodes;
    for (const auto& item : items) {
        if (item.isNode())
            nodes.insert(item.id);
        else if (item.kind == SelectedItem::Kind::Step && item.id < selected.size())
            selected[item.id] = true;
    }
    for (std::size_t i = 0; i < profile.steps.size() && !nodes.isEmpty(); ++i) {
        if (std::ranges::any_of(profile.steps[i].origins, [&](const profiler::Origin& from) {
                return from.node.isValid() && nodes.contains(from.node.value());
            }))
            selected[i] = true;
    }
    return selected;
}

SelectedItem itemOfStep(const Document& document, engine::StepId step)
{
    const auto& origins = document.profile()->step(step).origins;
    if (!origins.empty() && isInModel(document, origins.front()))
        return { SelectedItem::Kind::Node, origins.front().node.value() };
    return { SelectedItem::Kind::Step, step.value() };
}

void selectStep(Document& document, engine::StepId step, const QObject* origin)
{
    const auto item = itemOfStep(document, step);
    if (item.isNode())
        document.reveal(model::NodeId(item.id), origin);
    else
        document.selection()->select(item, origin);
}

void selectSteps(
    Document& document, const std::vector<engine::StepId>& steps, const QObject* origin)
{
    QList<SelectedItem> items;
    QSet<quint32> nodes;
    for (const auto step : steps) {
        const auto item = itemOfStep(document, step);
        if (!item.isNode()) {
            items.append(item);
            continue;
        }
        for (const auto& from : document.profile()->step(step).origins) {
            if (!isInModel(document, from) || nodes.contains(from.node.value()))
                continue;
            nodes.insert(from.node.value());
            items.append({ SelectedItem::Kind::Node, from.node.value() });
        }
    }
    if (items.isEmpty())
        return;
    document.enterGraphOf(items.first());
    document.selection()->set(items, items.first(), origin);
}

} // namespace ui
