#include "ui/canvas/painting/paint_frame.h"
#include "ui/format.h"
#include "ui/widgets/icon.h"

#include <QFontMetricsF>
#include <QPainterPath>

#include <algorithm>
#include <optional>

namespace ui {

using layout::CardMetrics;
using layout::TextRole;

namespace {

/// A card on screen.
struct Placed {
    QRectF rect;
    const PreparedCard* card;
    std::uint32_t box;
};

const model::CategoryColours& categoryColours(const PaintFrame& frame, const PreparedCard& card)
{
    return model::Palette::instance().colours(card.category, frame.style.theme);
}

std::optional<model::HeatStop> heatOf(const PaintFrame& frame, const PreparedCard& card)
{
    if (!card.isMeasured || !frame.content.isHeat())
        return std::nullopt;
    return model::Palette::instance().heatAt(
        frame.style.theme, frame.content.overlay->ramp, card.heat);
}

/// A rectangle whose upper corners are round.
QPainterPath headerPath(const QRectF& rect, double radius)
{
    QPainterPath path(rect.bottomLeft());
    path.lineTo(rect.left(), rect.top() + radius);
    path.quadTo(rect.topLeft(), rect.topLeft() + QPointF(radius, 0));
    path.lineTo(rect.right() - radius, rect.top());
    path.quadTo(rect.topRight(), rect.topRight() + QPointF(0, radius));
    path.lineTo(rect.bottomRight());
    path.closeSubpath();
    return path;
}

/// A rectangle whose left corners are round.
QPainterPath stripePath(const QRectF& rect, double radius)
{
    QPainterPath path(rect.topRight());
    path.lineTo(rect.left() + std::min(radius, rect.width()), rect.top());
    path.quadTo(rect.topLeft(), rect.topLeft() + QPointF(0, radius));
    path.lineTo(rect.left(), rect.bottom() - radius);
    path.quadTo(rect.bottomLeft(), rect.bottomLeft() + QPointF(std::min(radius, rect.width()), 0));
    path.lineTo(rect.bottomRight());
    path.closeSubpath();
    return path;
}

class CardsPainter {
public:
    explicit CardsPainter(PaintFrame& frame)
        : m_frame(frame)
        , m_painter(frame.painter)
        , m_zoom(frame.zoom())
        , m_isFull(frame.detail == Detail::Full)
    {
        m_placed.reserve(frame.boxes.size());
        for (const auto box : frame.boxes) {
            if (!frame.scene().items[box].isGroup())
                m_placed.push_back({ frame.rect(box), &frame.cards.card(box), box });
        }
    }

    void paint()
    {
        m_painter.setRenderHint(QPainter::Antialiasing, m_isFull);
        for (const auto& placed : m_placed) {
            if (m_frame.isStopped())
                return;
            drawBody(placed);
        }
        drawTitles();
        drawNames();
        if (m_isFull)
            drawRows();
        drawMeasuredTexts();
        drawBadges();
    }

private:
    double units(float length) const { return double(length) * m_zoom; }

    QPen borderPen(const PreparedCard& card, const QColor& colour) const
    {
        QPen pen(colour, 1);
        if (card.isCustom || card.kind == layout::ItemKind::Capture)
            pen.setDashPattern({ 4, 3 });
        return pen;
    }

    void drawBody(const Placed& placed)
    {
        if (placed.card->kind != layout::ItemKind::Node)
            return drawTerminal(placed);
        const double radius = m_isFull ? units(CardMetrics::radius) : 0;
        if (m_isFull) {
            m_painter.setPen(Qt::NoPen);
            m_painter.setBrush(m_frame.style.shadow);
            m_painter.drawRoundedRect(placed.rect.translated(0, 1.5), radius, radius);
        }
        m_painter.setPen(borderPen(*placed.card, m_frame.style.nodeBorder));
        m_painter.setBrush(m_frame.style.nodeFill);
        m_painter.drawRoundedRect(placed.rect, radius, radius);
        drawHeader(placed, radius);
        drawHeat(placed, radius);
        const auto& colours = categoryColours(m_frame, *placed.card);
        const auto solid
            = placed.card->isCustom ? m_frame.style.groupBorder : toColour(colours.solid);
        const QRectF stripe(placed.rect.topLeft(),
            QSizeF(std::max(2.0, units(CardMetrics::stripe)), placed.rect.height()));
        m_painter.setPen(Qt::NoPen);
        if (m_isFull)
            m_painter.fillPath(stripePath(stripe, radius), solid);
        else
            m_painter.fillRect(stripe, solid);
    }

    void drawHeader(const Placed& placed, double radius)
    {
        const auto& colours = categoryColours(m_frame, *placed.card);
        const double height = std::min(units(CardMetrics::header), placed.rect.height());
        const QRectF header = QRectF(placed.rect.topLeft(), QSizeF(placed.rect.width(), height))
                                  .adjusted(0.5, 0.5, -0.5, 0);
        const QBrush tint = placed.card->isCustom
            ? QBrush(m_frame.style.nodeBorder, Qt::BDiagPattern)
            : QBrush(toColour(colours.tint));
        if (m_isFull)
            m_painter.fillPath(headerPath(header, std::max(0.0, radius - 0.5)), tint);
        else
            m_painter.fillRect(header, tint);
    }

    /// Colours the line with the measurement. The rest of the card has no heat colour, so that its
    /// texts stay readable.
    void drawHeat(const Placed& placed, double radius)
    {
        if (!m_frame.content.cards.measured)
            return;
        const double height = std::min(units(CardMetrics::measured), placed.rect.height());
        const QRectF line(placed.rect.left() + 0.5, placed.rect.bottom() - height,
            placed.rect.width() - 1, height - 0.5);
        if (const auto heat = heatOf(m_frame, *placed.card)) {
            QPainterPath path;
            path.addRoundedRect(line, radius / 2, radius / 2);
            m_painter.fillPath(path, toColour(heat->fill));
        }
        m_painter.setPen(QPen(m_frame.style.border, 0));
        m_painter.drawLine(line.topLeft(), line.topRight());
    }

    void drawTerminal(const Placed& placed)
    {
        const double radius = placed.rect.height() / 2;
        m_painter.setPen(borderPen(*placed.card, m_frame.style.groupBorder));
        m_painter.setBrush(m_frame.style.groupFill);
        m_painter.drawRoundedRect(placed.rect, radius, radius);
    }

    bool startText(TextRole role)
    {
        if (fontPixels(role, m_zoom) < minTextPixels)
            return false;
        m_painter.setFont(canvasFont(role, m_zoom));
        return true;
    }

    /// Baseline of a line of `height` units whose text is centred in it.
    double baseline(double top, float height, TextRole role) const
    {
        constexpr double capital = 0.36; // half the height of a capital, in em
        return top + units(height) / 2 + fontPixels(role, m_zoom) * capital;
    }

    void drawTitles()
    {
        if (fontPixels(TextRole::Title, m_zoom) < smallTitlePixels)
            return drawSmallTitles();
        startText(TextRole::Title);
        for (const auto& [rect, card, box] : m_placed) {
            if (card->kind != layout::ItemKind::Node)
                continue;
            m_painter.setPen(inkOf(*card));
            m_painter.drawText(QPointF(rect.left() + units(CardMetrics::side),
                                   baseline(rect.top(), CardMetrics::header, TextRole::Title)),
                card->title);
        }
    }

    /// Draws titles in the smallest readable size; long ones lose their end.
    void drawSmallTitles()
    {
        constexpr double letterWidth = 5.2; // pixels, about, of a bold font of that size
        constexpr double side = 3;
        m_painter.setFont(smallTitleFont());
        for (const auto& [rect, card, box] : m_placed) {
            const auto room = static_cast<qsizetype>(
                (rect.width() - units(CardMetrics::stripe) - 2 * side) / letterWidth);
            if (card->kind != layout::ItemKind::Node || room < 2)
                continue;
            m_painter.setPen(inkOf(*card));
            m_painter.drawText(QPointF(rect.left() + units(CardMetrics::stripe) + side,
                                   rect.top() + std::max(units(CardMetrics::header) / 2, 5.0) + 3),
                card->title.size() <= room ? card->title
                                           : card->title.left(room - 1) + QChar(0x2026));
        }
    }

    QColor inkOf(const PreparedCard& card) const
    {
        return card.isCustom ? m_frame.style.text : toColour(categoryColours(m_frame, card).ink);
    }

    void drawNames()
    {
        drawTerminalNames();
        m_painter.setPen(m_frame.style.textSecondary);
        if (startText(TextRole::Row)) {
            for (const auto& [rect, card, box] : m_placed) {
                if (card->kind != layout::ItemKind::Node && hasSecondLine(*card))
                    drawCentred(rect, card->name, 7.5F, TextRole::Row);
            }
        }
        if (!startText(TextRole::Name))
            return;
        for (const auto& [rect, card, box] : m_placed) {
            if (card->kind == layout::ItemKind::Node && !card->name.isEmpty())
                m_painter.drawText(QPointF(rect.left() + units(CardMetrics::side),
                                       baseline(rect.top() + units(CardMetrics::header),
                                           CardMetrics::name + 2, TextRole::Name)),
                    card->name);
        }
    }

    /// Draws the names of inputs and outputs. Small ones keep a readable size and are elided in the
    /// middle.
    void drawTerminalNames()
    {
        const bool isSmall = fontPixels(TextRole::Strong, m_zoom) < smallTitlePixels;
        m_painter.setFont(isSmall ? smallTitleFont() : canvasFont(TextRole::Strong, m_zoom));
        m_painter.setPen(m_frame.style.text);
        const QFontMetricsF metrics(m_painter.font());
        for (const auto& [rect, card, box] : m_placed) {
            if (card->kind == layout::ItemKind::Node)
                continue;
            if (isSmall)
                m_painter.drawText(rect, Qt::AlignCenter,
                    metrics.elidedText(card->title, Qt::ElideMiddle, rect.width() - 6));
            else
                drawCentred(rect, card->title, hasSecondLine(*card) ? -8.5F : 0, TextRole::Strong);
        }
    }

    /// True if the card of an input or output has room for the second line: not if the first one
    /// was enlarged.
    bool hasSecondLine(const PreparedCard& card) const
    {
        return !card.name.isEmpty() && fontPixels(TextRole::Row, m_zoom) >= minTextPixels
            && fontPixels(TextRole::Strong, m_zoom) >= smallTitlePixels;
    }

    void drawCentred(const QRectF& rect, const QString& text, float offset, TextRole role)
    {
        if (text.isEmpty())
            return;
        const double width = QFontMetricsF(m_painter.font()).horizontalAdvance(text);
        m_painter.drawText(QPointF(rect.center().x() - width / 2,
                               rect.center().y() + units(offset) + fontPixels(role, m_zoom) * 0.36),
            text);
    }

    double rowsTop(const Placed& placed) const
    {
        return placed.rect.top()
            + units(CardMetrics::header + (placed.card->name.isEmpty() ? 0 : CardMetrics::name));
    }

    void drawRows()
    {
        if (!startText(TextRole::Row))
            return;
        const QFontMetricsF metrics(m_painter.font());
        for (const auto& placed : m_placed) {
            double top = rowsTop(placed);
            for (const auto& row : placed.card->rows) {
                drawRow(placed.rect, row, top, metrics);
                top += units(CardMetrics::row);
            }
        }
    }

    void drawRow(
        const QRectF& rect, const PreparedCard::Row& row, double top, const QFontMetricsF& metrics)
    {
        double left = rect.left() + units(CardMetrics::side);
        const double y = baseline(top, CardMetrics::row + 2, TextRole::Row);
        if (row.kind == layout::CardRow::Kind::Weight
            || row.kind == layout::CardRow::Kind::Constant) {
            drawStore(QRectF(left, top + units(4), units(9), units(10)));
            left += units(CardMetrics::weightIcon);
        }
        m_painter.setPen(m_frame.style.textSecondary);
        m_painter.drawText(QPointF(left, y), row.label);
        if (row.text.isEmpty())
            return;
        m_painter.setPen(m_frame.style.text);
        m_painter.drawText(
            QPointF(
                rect.right() - units(CardMetrics::side) - metrics.horizontalAdvance(row.text), y),
            row.text);
    }

    /// Draws the sign of stored data, a cylinder.
    void drawStore(const QRectF& rect)
    {
        const double lid = rect.height() * 0.3;
        QPainterPath drum;
        drum.addEllipse(QRectF(rect.topLeft(), QSizeF(rect.width(), lid)));
        drum.moveTo(rect.left(), rect.top() + lid / 2);
        drum.lineTo(rect.left(), rect.bottom() - lid / 2);
        drum.arcTo(QRectF(rect.left(), rect.bottom() - lid, rect.width(), lid), 180, 180);
        drum.lineTo(rect.right(), rect.top() + lid / 2);
        m_painter.strokePath(drum, QPen(m_frame.style.textSecondary, 1));
    }

    void drawMeasuredTexts()
    {
        if (!m_frame.content.cards.measured || !startText(TextRole::Strong))
            return;
        for (const auto& [rect, card, box] : m_placed) {
            if (!card->isMeasured) {
                drawNotMeasured(rect, *card);
                continue;
            }
            const auto heat = heatOf(m_frame, *card);
            const double top = rect.bottom() - units(CardMetrics::measured);
            m_painter.setPen(heat ? toColour(heat->text) : m_frame.style.text);
            m_painter.setFont(canvasFont(TextRole::Strong, m_zoom));
            const QPointF at(rect.left() + units(CardMetrics::side),
                baseline(top, CardMetrics::measured, TextRole::Strong));
            m_painter.drawText(at, card->measured);
            if (fontPixels(TextRole::Row, m_zoom) < minTextPixels)
                continue;
            const double next = at.x()
                + QFontMetricsF(m_painter.font()).horizontalAdvance(card->measured) + units(5);
            m_painter.setFont(canvasFont(TextRole::Row, m_zoom));
            const QFontMetricsF metrics(m_painter.font());
            m_painter.setPen(heat ? toColour(heat->text) : m_frame.style.textSecondary);
            const double shareLeft
                = rect.right() - units(CardMetrics::side) - metrics.horizontalAdvance(card->share);
            m_painter.drawText(QPointF(shareLeft, at.y()), card->share);
            if (m_isFull && next + metrics.horizontalAdvance(card->interval) < shareLeft - units(4))
                m_painter.drawText(QPointF(next, at.y()), card->interval);
        }
    }

    /// Marks a node without a measurement: it did not run, or was fused into another one. Its time
    /// is not 0.
    void drawNotMeasured(const QRectF& rect, const PreparedCard& card)
    {
        const auto* overlay = m_frame.content.overlay.get();
        if (card.kind != layout::ItemKind::Node || overlay == nullptr
            || overlay->use == layout::Overlay::Use::Classes)
            return;
        m_painter.setPen(m_frame.style.textSecondary);
        m_painter.setFont(canvasFont(TextRole::Strong, m_zoom));
        const double top = rect.bottom() - units(CardMetrics::measured);
        m_painter.drawText(QPointF(rect.left() + units(CardMetrics::side),
                               baseline(top, CardMetrics::measured, TextRole::Strong)),
            notMeasuredText());
    }

    void drawBadges()
    {
        const bool withText = m_isFull && startText(TextRole::Badge);
        m_painter.setRenderHint(QPainter::Antialiasing);
        for (const auto& placed : m_placed) {
            double right = placed.rect.right() - units(6);
            if (placed.card->hasInside) {
                drawIcon(m_painter, "subgraph",
                    QRectF(right - units(14), placed.rect.top() + units(5), units(14), units(14)),
                    m_frame.style.textSecondary);
                right -= units(18);
            }
            for (const auto& badge : placed.card->badges) {
                right = drawBadge(placed, badge, right, withText);
                if (!m_isFull)
                    break;
            }
        }
    }

    double drawBadge(
        const Placed& placed, const PreparedCard::Mark& badge, double right, bool withText)
    {
        const double width = withText ? units(badge.width) : units(12);
        const QRectF pill(right - width, placed.rect.top() + units(5), width, units(14));
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(toColour(withText ? badge.colours.background : badge.colours.text));
        m_painter.drawRoundedRect(pill, units(4), units(4));
        if (withText) {
            m_painter.setPen(toColour(badge.colours.text));
            m_painter.drawText(
                QPointF(pill.left() + units(4), baseline(pill.top(), 14, TextRole::Badge)),
                badge.text);
        }
        return right - width - units(4);
    }

    PaintFrame& m_frame;
    QPainter& m_painter;
    double m_zoom;
    bool m_isFull;
    std::vector<Placed> m_placed;
};

} // namespace

void paintCards(PaintFrame& frame) { CardsPainter(frame).paint(); }

void paintBlocks(PaintFrame& frame)
{
    constexpr double minHeight = 9;
    frame.painter.setRenderHint(QPainter::Antialiasing, false);
    auto font = canvasFont(TextRole::Title, 1);
    font.setPixelSize(9);
    frame.painter.setFont(font);
    for (const auto box : frame.boxes) {
        if (frame.scene().items[box].isGroup())
            continue;
        const auto& card = frame.cards.card(box);
        const auto rect = frame.rect(box);
        if (card.kind != layout::ItemKind::Node) {
            frame.painter.fillRect(rect, frame.style.groupBorder);
            continue;
        }
        const auto& colours = categoryColours(frame, card);
        const auto heat = heatOf(frame, card);
        const bool isOverlaid = frame.content.isHeat();
        const QColor solid = card.isCustom ? frame.style.groupBorder : toColour(colours.solid);
        const QColor fill = heat ? toColour(heat->fill) : isOverlaid ? frame.style.nodeFill : solid;
        frame.painter.fillRect(rect, fill);
        if (rect.height() < minHeight)
            continue;
        frame.painter.setPen(heat ? toColour(heat->text)
                : isOverlaid      ? frame.style.textSecondary
                                  : toColour(colours.onSolid));
        frame.painter.drawText(rect, Qt::AlignCenter, heat ? card.measured : card.code);
    }
}

} // namespace ui
