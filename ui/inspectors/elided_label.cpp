#include "ui/inspectors/elided_label.h"

#include "ui/widgets/theme.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QMenu>
#include <QPainter>

namespace ui {

namespace {

constexpr int minWidth = 24;
constexpr double smallFactor = 0.92;

void copyText(const QString& text) { QGuiApplication::clipboard()->setText(text); }

} // namespace

ElidedLabel::ElidedLabel(const QString& text, Look look, QWidget* parent)
    : TipWidget(parent)
    , m_text(text)
    , m_look(look)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setAccessibleName(text);
}

void ElidedLabel::setText(const QString& text)
{
    m_text = text;
    setAccessibleName(text);
    updateGeometry();
    update();
}

void ElidedLabel::setAlignment(Qt::Alignment alignment)
{
    m_alignment = alignment;
    update();
}

void ElidedLabel::setTone(const QByteArray& token)
{
    m_tone = token;
    update();
}

void ElidedLabel::setLink(bool isLink)
{
    m_isLink = isLink;
    setFocusPolicy(isLink ? Qt::StrongFocus : Qt::NoFocus);
    setCursor(isLink ? Qt::PointingHandCursor : Qt::ArrowCursor);
    update();
}

QFont ElidedLabel::textFont() const
{
    auto result
        = m_look == Look::Mono ? QFontDatabase::systemFont(QFontDatabase::FixedFont) : font();
    if (m_look == Look::Strong)
        result.setWeight(QFont::DemiBold);
    if (m_look == Look::Mono)
        result.setPointSizeF(font().pointSizeF() * smallFactor);
    return result;
}

QByteArray ElidedLabel::colourToken() const
{
    if (m_isLink)
        return "accentInk";
    if (!m_tone.isEmpty())
        return m_tone;
    return m_look == Look::Secondary || m_look == Look::Mono ? "textSecondary" : "text";
}

QSize ElidedLabel::sizeHint() const
{
    const QFontMetrics metrics(textFont());
    return { metrics.horizontalAdvance(m_text.left(400)) + 3, metrics.height() + 4 };
}

QSize ElidedLabel::minimumSizeHint() const
{
    return { std::min(minWidth, sizeHint().width()), sizeHint().height() };
}

QString ElidedLabel::tipAt(QPoint) const
{
    const bool isElided = QFontMetrics(textFont()).horizontalAdvance(m_text) > width();
    return !m_hint.isEmpty() ? m_hint : isElided ? m_text : QString();
}

void ElidedLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    auto used = textFont();
    if (m_isLink && underMouse())
        used.setUnderline(true);
    painter.setFont(used);
    const auto& theme = Theme::instance();
    painter.setPen(theme.colour(colourToken().constData()));
    const auto shown = QFontMetrics(used).elidedText(m_text, Qt::ElideMiddle, width());
    painter.drawText(
        rect(), static_cast<int>(m_alignment | Qt::AlignVCenter) | Qt::TextSingleLine, shown);
    if (hasFocus()) {
        painter.setPen(theme.colour("accent"));
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
    }
}

void ElidedLabel::mousePressEvent(QMouseEvent* event)
{
    event->setAccepted(m_isLink && event->button() == Qt::LeftButton);
}

void ElidedLabel::mouseReleaseEvent(QMouseEvent* event)
{
    if (m_isLink && event->button() == Qt::LeftButton
        && rect().contains(event->position().toPoint()))
        emit activated();
}

void ElidedLabel::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy))
        return copyText(m_text);
    const bool isTrigger = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter
        || event->key() == Qt::Key_Space;
    if (m_isLink && isTrigger)
        emit activated();
    else
        QWidget::keyPressEvent(event);
}

void ElidedLabel::contextMenuEvent(QContextMenuEvent* event)
{
    auto* menu = new QMenu(this); // not a local: the label may go before the menu
    menu->setAttribute(Qt::WA_DeleteOnClose);
    connect(menu->addAction(tr("Copy")), &QAction::triggered, this, [this] { copyText(m_text); });
    menu->popup(event->globalPos());
}

} // namespace ui
