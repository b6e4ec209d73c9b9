#include "ui/document/selection.h"

#include <algorithm>

namespace ui {

namespace {

constexpr qsizetype historyLimit = 200;

} // namespace

void Selection::select(SelectedItem item, const QObject* origin)
{
    if (item.kind == SelectedItem::Kind::None) {
        clear(origin);
        return;
    }
    set({ item }, item, origin);
}

void Selection::set(QList<SelectedItem> items, SelectedItem current, const QObject* origin)
{
    if (items == m_items && current == m_current)
        return;
    if (m_position >= 0)
        emit leaving();
    m_items = std::move(items);
    m_current = current;
    remember();
    emit changed(origin);
}

void Selection::toggle(SelectedItem item, const QObject* origin)
{
    auto items = m_items;
    if (items.removeAll(item) > 0) {
        set(items, items.isEmpty() ? SelectedItem {} : items.last(), origin);
        return;
    }
    items.append(item);
    set(items, item, origin);
}

void Selection::clear(const QObject* origin) { set({}, {}, origin); }

void Selection::remember()
{
    if (m_current.kind == SelectedItem::Kind::None
        || (m_position >= 0 && m_history[m_position].current == m_current
            && m_history[m_position].items == m_items))
        return;
    append({ m_items, m_current, {}, m_graph });
}

void Selection::append(Step step)
{
    m_history.resize(m_position + 1); // a new step removes the steps ahead
    m_history.append(std::move(step));
    if (m_history.size() > historyLimit)
        m_history.removeFirst();
    m_position = m_history.size() - 1;
    emit remembered();
    emit historyChanged();
}

void Selection::setPlace(const QVariant& place)
{
    if (m_position < 0)
        return;
    auto& step = m_history[m_position];
    if (m_graph == step.graph) // otherwise the view shows another graph already
        step.place = place;
}

void Selection::rememberPlace(const QVariant& place)
{
    append({ m_items, m_current, place, m_graph });
}

void Selection::visit(qsizetype position)
{
    emit leaving();
    m_position = position;
    const auto step = m_history[position];
    emit graphNeeded(step.graph);
    m_current = step.current;
    m_items = step.items;
    emit changed(nullptr);
    emit historyChanged();
    emit visited(step.place);
}

void Selection::goBack()
{
    if (canGoBack())
        visit(m_position - 1);
}

void Selection::goForward()
{
    if (canGoForward())
        visit(m_position + 1);
}

void Selection::setGraph(std::uint32_t graph)
{
    if (graph == m_graph)
        return;
    m_graph = graph;
    if (m_items.removeIf(std::mem_fn(&SelectedItem::isGroup)) == 0)
        return;
    if (m_current.isGroup())
        m_current = m_items.isEmpty() ? SelectedItem {} : m_items.last();
    emit changed(nullptr);
}

/// Removes steps without items and merges neighbours that became equal.
void Selection::mapSteps(const Renamed& renamed)
{
    QList<Step> kept;
    qsizetype position = -1;
    for (qsizetype i = 0; i < m_history.size(); ++i) {
        auto step = m_history[i];
        const auto graph = renamed({ SelectedItem::Kind::Graph, step.graph });
        step.items.clear();
        for (const auto& item : m_history[i].items) {
            if (const auto known = renamed(item))
                step.items.append(*known);
        }
        if (graph && !step.items.isEmpty()) {
            step.graph = graph->id;
            step.current = renamed(step.current).value_or(step.items.last());
            if (kept.isEmpty() || kept.last() != step)
                kept.append(std::move(step));
        }
        if (i <= m_position)
            position = kept.size() - 1;
    }
    m_history = std::move(kept);
    m_position = m_history.isEmpty() ? -1 : std::max<qsizetype>(position, 0);
    emit historyChanged();
}

void Selection::rename(const Renamed& renamed)
{
    for (auto& step : m_history)
        step.place = {};
    mapSteps(renamed);
}

void Selection::forget(const std::function<bool(const SelectedItem&)>& isGone)
{
    mapSteps([&](const SelectedItem& item) {
        return isGone(item) ? std::nullopt : std::optional(item);
    });
    if (m_items.removeIf(isGone) == 0)
        return;
    if (isGone(m_current))
        m_current = m_items.isEmpty() ? SelectedItem {} : m_items.last();
    emit changed(nullptr);
}

} // namespace ui
