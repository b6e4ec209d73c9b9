#include "ui/canvas/tools/legend.h"

#include "ui/canvas/painting/badges.h"
#include "ui/canvas/painting/canvas_style.h"
#include "ui/document/settings.h"
#include "ui/translation/translations.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <array>

namespace ui {

namespace {

constexpr int rowHeight = 22;
constexpr int padding = 10;
constexpr int swatch = 11;
constexpr int scaleWidth = 330;
constexpr int scaleHeight = 34;
constexpr int steps = 9;
constexpr int foldedHeight = 26;
constexpr int arrowRoom = 18; // at the right
constexpr int dragFrom = 4; // pixels
constexpr auto foldedKey = "view/legendFolded";

/// Most classes that are listed: more would cover the graph.
constexpr std::size_t maxEntries = 9;
/// More rows are shown in two columns.
constexpr int maxRows = 8;
constexpr qsizetype longestName = 28;

} // namespace

Legend::Legend(QWidget* parent)
    : QWidget(parent)
{
    setObjectName("legend");
    setFocusPolicy(Qt::TabFocus);
    setCursor(Qt::OpenHandCursor);
    setAccessibleName(tr("Legend"));
    setToolTip(tr("Drag to move, click to fold"));
    m_isFolded = settings::value(foldedKey) == QStringLiteral("yes");
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void Legend::setContent(const CanvasContent& content)
{
    m_entries.clear();
    m_overlay = content.isHeat() ? content.overlay : nullptr;
    m_range = m_overlay ? m_overlay->range() : layout::Overlay::Range {};
    if (content.overlay != nullptr && content.overlay->use == layout::Overlay::Use::Classes) {
        const auto& names = content.overlay->classNames;
        for (std::size_t i = 0; i < std::min(names.size(), maxEntries); ++i)
            m_entries.push_back({ layout::Overlay::hueOfClass(static_cast<std::uint32_t>(i)),
                plain(names[i], longestName) });
        if (names.size() > maxEntries)
            m_entries.back().name
                = tr("and %n more", nullptr, static_cast<int>(names.size() - maxEntries + 1));
        else if (content.overlay->hasUnclassed())
            m_entries.push_back({ model::Category::Custom, tr("others") });
    } else if (!content.isEmpty()) {
        const auto& palette = model::Palette::instance();
        std::array<bool, model::categoryCount> occurs {};
        for (const auto& item : content.scene->items) {
            if (!item.node().isValid())
                continue;
            const auto category = layout::nodeCategory(content.model->node(item.node()));
            occurs[static_cast<std::size_t>(category)] = true;
        }
        for (const auto& card : content.scene->groupCards) {
            for (std::size_t i = 0; i < model::categoryCount; ++i)
                occurs[i] = occurs[i] || card.mix[i] > 0;
        }
        for (std::size_t i = 0; i < model::categoryCount; ++i) {
            if (occurs[i])
                m_entries.push_back({ static_cast<model::Category>(i),
                    nameText(palette.name(static_cast<model::Category>(i))) });
        }
    }
    if (!m_overlay)
        addFallbacks(content.badges.get());
    emit reshaped();
    update();
}

void Legend::addFallbacks(const layout::Badges* badges)
{
    if (badges == nullptr)
        return;
    const auto word = fallbackWord();
    const auto count = std::ranges::count_if(*badges, [&](const auto& ofNode) {
        return std::ranges::find(ofNode.second, word, &layout::Badge::text) != ofNode.second.end();
    });
    if (count > 0)
        m_entries.push_back({ model::Category::Custom,
            tr("%1: on the CPU, %2").arg(QString::fromStdString(word)).arg(count), true });
}

void Legend::setFolded(bool isFolded)
{
    m_isFolded = isFolded;
    m_isCrowded = false;
    settings::setValue(foldedKey, isFolded ? QStringLiteral("yes") : QStringLiteral("no"));
    emit reshaped();
    update();
}

void Legend::setFoldedForRoom(bool isSqueezed)
{
    m_isSqueezed = isSqueezed;
    update();
}

void Legend::setFoldedForCards(bool isCrowded)
{
    m_isCrowded = isCrowded;
    update();
}

void Legend::setCurrent(model::NodeId node)
{
    m_current = node;
    update();
}

QSize Legend::sizeHint() const
{
    if (isFolded())
        return { fontMetrics().horizontalAdvance(tr("Legend")) + 2 * padding + arrowRoom,
            foldedHeight };
    return fullSize();
}

QSize Legend::fullSize() const
{
    if (m_overlay)
        return { scaleWidth + arrowRoom, scaleHeight };
    return { columnCount() * columnWidth() + padding + arrowRoom,
        rowCount() * rowHeight + padding };
}

int Legend::columnCount() const { return std::ssize(m_entries) > maxRows ? 2 : 1; }

int Legend::rowCount() const
{
    return (static_cast<int>(m_entries.size()) + columnCount() - 1) / columnCount();
}

int Legend::columnWidth() const
{
    int width = 0;
    for (const auto& entry : m_entries)
        width = std::max(width, fontMetrics().horizontalAdvance(entry.name));
    return width + swatch + 2 * padding;
}

void Legend::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const CanvasStyle style(Theme::instance().kind());
    style.paintTool(painter, rect());
    if (isFolded())
        paintFolded(painter);
    else if (m_overlay)
        paintScale(painter);
    else
        paintCategories(painter);
    paintArrow(painter);
    if (hasFocus()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(themeColour("accent"), 2));
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 6, 6);
    }
}

void Legend::paintFolded(QPainter& painter)
{
    painter.setPen(CanvasStyle(Theme::instance().kind()).text);
    painter.drawText(
        rect().adjusted(padding, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, tr("Legend"));
}

/// Draws an arrow: up if folded, because it unfolds upwards from the corner; down if unfolded.
void Legend::paintArrow(QPainter& painter)
{
    const QPointF at(width() - padding - 2, std::min(height() / 2.0, foldedHeight / 2.0));
    const double by = isFolded() ? -2 : 2;
    painter.setPen(QPen(CanvasStyle(Theme::instance().kind()).textSecondary, 1.4));
    painter.setBrush(Qt::NoBrush);
    const QPointF corners[3] { at + QPointF(-4, -by), at + QPointF(0, by), at + QPointF(4, -by) };
    painter.drawPolyline(corners, 3);
}

void Legend::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return event->ignore();
    m_pressed = event->pos();
    m_isDragged = false;
    setCursor(Qt::ClosedHandCursor);
}

void Legend::mouseMoveEvent(QMouseEvent* event)
{
    if (!event->buttons().testFlag(Qt::LeftButton))
        return;
    m_isDragged = m_isDragged || (event->pos() - m_pressed).manhattanLength() > dragFrom;
    if (!m_isDragged)
        return;
    const auto area = parentWidget()->rect();
    const auto wanted = mapToParent(event->pos() - m_pressed);
    move(std::clamp(wanted.x(), 0, std::max(0, area.width() - width())),
        std::clamp(wanted.y(), 0, std::max(0, area.height() - height())));
}

void Legend::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return event->ignore();
    setCursor(Qt::OpenHandCursor);
    if (m_isDragged)
        emit dragged();
    else
        setFolded(!m_isCrowded && !m_isFolded);
}

void Legend::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Space || event->key() == Qt::Key_Return)
        return setFolded(!m_isCrowded && !m_isFolded);
    QWidget::keyPressEvent(event);
}

void Legend::paintCategories(QPainter& painter)
{
    const auto theme = Theme::instance().kind();
    const CanvasStyle style(theme);
    for (int i = 0; i < static_cast<int>(m_entries.size()); ++i) {
        const auto& entry = m_entries[static_cast<std::size_t>(i)];
        const int left = padding + i / rowCount() * columnWidth();
        const int top = padding / 2 + i % rowCount() * rowHeight;
        const QRectF sign(left, top + (rowHeight - swatch) / 2.0, swatch, swatch);
        if (entry.isFallback) {
            const auto tone = layout::toneColours(layout::Badge::Tone::Warning, theme);
            painter.setPen(QPen(toColour(tone.text), 1.5));
            painter.setBrush(toColour(tone.background));
        } else if (entry.category == model::Category::Custom) {
            painter.setPen(QPen(style.groupBorder, 1, Qt::DashLine));
            painter.setBrush(Qt::NoBrush);
        } else {
            painter.setPen(Qt::NoPen);
            painter.setBrush(
                toColour(model::Palette::instance().colours(entry.category, theme).solid));
        }
        painter.drawRoundedRect(sign, 2, 2);
        painter.setPen(style.text);
        painter.drawText(QRectF(left + swatch + padding, top, columnWidth(), rowHeight),
            Qt::AlignVCenter | Qt::AlignLeft, entry.name);
    }
}

void Legend::paintScale(QPainter& painter)
{
    const auto theme = Theme::instance().kind();
    const CanvasStyle style(theme);
    const auto text = [&](double value) {
        return m_overlay->text ? QString::fromStdString(m_overlay->text(value))
                               : QString::number(value);
    };
    auto bold = painter.font();
    bold.setWeight(QFont::DemiBold);
    painter.setPen(style.text);
    painter.setFont(bold);
    const auto name = QString::fromStdString(m_overlay->name);
    const QRectF line(padding, 0, width() - 2 * padding - arrowRoom, height());
    painter.drawText(line, Qt::AlignVCenter | Qt::AlignLeft, name);
    const double nameWidth = QFontMetricsF(bold).horizontalAdvance(name);
    painter.setFont(font());
    const auto low = text(m_range.low);
    const auto high = text(m_range.high)
        + (m_overlay->scale == layout::Overlay::Scale::Logarithmic ? tr(" · log") : QString());
    const double lowWidth = QFontMetricsF(font()).horizontalAdvance(low);
    const double highWidth = QFontMetricsF(font()).horizontalAdvance(high);
    painter.setPen(style.textSecondary);
    painter.drawText(
        line.adjusted(nameWidth + padding, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, low);
    painter.drawText(line, Qt::AlignVCenter | Qt::AlignRight, high);
    const double left = line.left() + nameWidth + lowWidth + 2 * padding;
    const double step = (line.right() - highWidth - padding - left) / steps;
    for (int i = 0; i < steps; ++i) {
        const auto heat
            = model::Palette::instance().heatAt(theme, m_overlay->ramp, i / (steps - 1.0));
        painter.fillRect(
            QRectF(left + i * step, height() / 2.0 - 5, step + 0.5, 10), toColour(heat.fill));
    }
    if (!m_current.isValid() || !m_overlay->isMeasured(m_current))
        return;
    const double at
        = left + m_overlay->position(m_overlay->value(m_current), m_range) * step * steps;
    painter.setPen(Qt::NoPen);
    painter.setBrush(style.text);
    const QPointF mark[3] { { at, height() / 2.0 - 6 }, { at - 4, height() / 2.0 - 12 },
        { at + 4, height() / 2.0 - 12 } };
    painter.drawConvexPolygon(mark, 3);
}

} // namespace ui
