#include "ui/selection.h"

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
        || (m_position >= 0 && m_history[m_position] == m_current))
        return;
    m_history.resize(m_position + 1); // a new step cuts what was ahead
    m_history.append(m_current);
    if (m_history.size() > historyLimit)
        m_history.removeFirst();
    m_position = m_history.size() - 1;
}

void Selection::visit(qsizetype position)
{
    m_position = position;
    m_current = m_history[position];
    m_items = { m_current };
    emit changed(nullptr);
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

} // namespace ui
