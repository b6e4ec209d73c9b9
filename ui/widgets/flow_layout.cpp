#include "ui/widgets/flow_layout.h"

#include <algorithm>

namespace ui {

FlowLayout::~FlowLayout() { qDeleteAll(m_items); }

void FlowLayout::addItem(QLayoutItem* item) { m_items.append(item); }
int FlowLayout::count() const { return static_cast<int>(m_items.size()); }
QLayoutItem* FlowLayout::itemAt(int index) const { return m_items.value(index); }
QLayoutItem* FlowLayout::takeAt(int index)
{
    return index >= 0 && index < m_items.size() ? m_items.takeAt(index) : nullptr;
}

std::vector<QRect> FlowLayout::placesIn(const QRect& rect) const
{
    const auto area = rect.marginsRemoved(contentsMargins());
    std::vector<QRect> places;
    QPoint at = area.topLeft();
    int rowHeight = 0;
    for (const auto* item : m_items) {
        const auto size = item->isEmpty() ? QSize(0, 0) : item->sizeHint();
        if (at.x() > area.left() && at.x() + size.width() > area.right() + 1) {
            at = { area.left(), at.y() + rowHeight + spacing() };
            rowHeight = 0;
        }
        places.emplace_back(at, QSize(std::min(size.width(), area.width()), size.height()));
        if (!item->isEmpty())
            at.rx() += size.width() + spacing();
        rowHeight = std::max(rowHeight, size.height());
    }
    return places;
}

int FlowLayout::heightForWidth(int width) const
{
    int bottom = contentsMargins().top();
    for (const auto& place : placesIn({ 0, 0, width, 0 }))
        bottom = std::max(bottom, place.y() + place.height());
    return bottom + contentsMargins().bottom();
}

QSize FlowLayout::sizeHint() const
{
    QSize size(0, 0);
    for (const auto* item : m_items) {
        const auto hint = item->isEmpty() ? QSize(0, 0) : item->sizeHint();
        size = { size.width() + hint.width() + (item->isEmpty() ? 0 : spacing()),
            std::max(size.height(), hint.height()) };
    }
    return size.grownBy(contentsMargins());
}

QSize FlowLayout::minimumSize() const
{
    QSize size(0, 0);
    for (const auto* item : m_items)
        size = item->isEmpty() ? size : size.expandedTo(item->minimumSize());
    return size.grownBy(contentsMargins());
}

void FlowLayout::setGeometry(const QRect& rect)
{
    QLayout::setGeometry(rect);
    const auto places = placesIn(rect);
    for (std::size_t i = 0; i < places.size(); ++i)
        m_items[static_cast<qsizetype>(i)]->setGeometry(places[i]);
}

} // namespace ui
