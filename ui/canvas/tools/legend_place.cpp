#include "ui/canvas/tools/legend_place.h"

#include <algorithm>
#include <array>

namespace ui {

namespace {

QRect freeWay(const LegendRoom& room, QSize size)
{
    const auto inner = room.area.adjusted(room.margin, room.margin, -room.margin, -room.margin);
    return { inner.topLeft(),
        QSize(std::max(0, inner.width() - size.width()),
            std::max(0, inner.height() - size.height())) };
}

QPoint at(const QRect& way, QPointF share)
{
    return way.topLeft()
        + QPoint(qRound(way.width() * share.x()), qRound(way.height() * share.y()));
}

constexpr std::array corners { QPointF(0, 1), QPointF(0, 0), QPointF(1, 0), QPointF(1, 1) };

bool isTaken(const LegendRoom& room, const QRect& here)
{
    return std::ranges::any_of(
        room.taken, [&](const QRect& other) { return other.intersects(here); });
}

} // namespace

std::optional<QPointF> clearCorner(const LegendRoom& room, QSize size, const QList<QRectF>& cards)
{
    const auto way = freeWay(room, size);
    for (const auto& corner : corners) {
        const QRect here(at(way, corner), size);
        const bool covers = std::ranges::any_of(
            cards, [&](const QRectF& card) { return card.intersects(QRectF(here)); });
        if (!covers && !isTaken(room, here))
            return corner;
    }
    return std::nullopt;
}

QPoint wantedPlace(const LegendRoom& room, QSize size)
{
    return at(freeWay(room, size), room.wanted);
}

QPointF shareOf(const LegendRoom& room, QSize size, QPoint place)
{
    const auto way = freeWay(room, size);
    const auto share = [](int offset, int length) {
        return length > 0 ? std::clamp(static_cast<double>(offset) / length, 0.0, 1.0) : 0.0;
    };
    return { share(place.x() - way.x(), way.width()), share(place.y() - way.y(), way.height()) };
}

std::optional<QPoint> legendPlace(const LegendRoom& room, QSize size)
{
    const auto way = freeWay(room, size);
    const std::array candidates { room.wanted, corners[0], corners[1], corners[2], corners[3] };
    for (const auto& share : candidates) {
        const QRect here(at(way, share), size);
        if (!isTaken(room, here) && !room.selection.intersects(QRectF(here)))
            return here.topLeft();
    }
    return std::nullopt;
}

} // namespace ui
