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
    append({ m_items, m_current, {} });
}

void Selection::append(Step step)
{
    m_history.resize(m_position + 1); // a new step cuts what was ahead
    m_history.append(std::move(step));
    if (m_history.size() > historyLimit)
        m_history.removeFirst();
    m_position = m_history.size() - 1;
}

void Selection::setPlace(const QVariant& place)
{
    if (m_position >= 0)
        m_history[m_position].place = place;
}

void Selection::rememberPlace(const QVariant& place) { append({ m_items, m_current, place }); }

void Selection::visit(qsizetype position)
{
    emit leaving();
    m_position = position;
    const auto step = m_history[position];
    m_current = step.current;
    m_items = step.items;
    emit changed(nullptr);
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

} // namespace ui
