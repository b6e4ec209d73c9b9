#include "ui/widgets/banner.h"

#include "ui/widgets/flow_layout.h"
#include "ui/widgets/icon.h"
#include "ui/widgets/icon_label.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_text.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

namespace {

constexpr int minTextWidth = 280; // pixels; with less room the text is below the first line
constexpr int textPlace = 2; // index in the row: after icon and lead
constexpr int maxLines = 3;

} // namespace

Banner::Banner(const char* iconName, const char* tone, QWidget* parent)
    : QFrame(parent)
    , m_lead(makeLabel({}, "heading", this))
    , m_text(makeWrappedLabel({}, nullptr, this))
    , m_action(new QPushButton(this))
    , m_buttons(new QWidget(this))
    , m_row(new QHBoxLayout)
    , m_below(new QBoxLayout(QBoxLayout::LeftToRight))
{
    setProperty("tone", tone);
    auto* column = makeColumn(this, { 14, 6, 10, 6 }, 4);
    column->addLayout(m_row);
    column->addLayout(m_below);
    m_row->setSpacing(10);
    m_row->addWidget(new IconLabel(iconName, 18, tone, this));
    m_lead->setProperty("tone", tone);
    m_row->addWidget(m_lead);
    m_row->addWidget(m_text, 1);
    auto* buttons = new FlowLayout(m_buttons);
    buttons->setContentsMargins(0, 0, 0, 0);
    buttons->setSpacing(10);
    buttons->addWidget(m_action);
    m_row->addWidget(m_buttons);
    auto* dismiss = new QToolButton(this);
    dismiss->setIcon(icon("close"));
    dismiss->setAccessibleName(tr("Close this message"));
    m_row->addWidget(dismiss);
    connect(dismiss, &QToolButton::clicked, this, &Banner::dismissed);
    connect(m_action, &QPushButton::clicked, this, &Banner::followed);
    hide();
}

void Banner::showMessage(const QString& lead, const QString& text, const QString& action)
{
    m_lead->setText(lead);
    m_message = text;
    m_action->setText(action);
    m_action->setHidden(action.isEmpty());
    arrange();
}

void Banner::resizeEvent(QResizeEvent* event)
{
    QFrame::resizeEvent(event);
    arrange();
}

/// Moves the widget into `m_below` or `m_row`.
void Banner::stand(QWidget* widget, bool isBelow, int placeInRow)
{
    if (isBelow == (m_below->indexOf(widget) >= 0))
        return;
    (isBelow ? static_cast<QBoxLayout*>(m_row) : m_below)->removeWidget(widget);
    isBelow ? m_below->addWidget(widget) : m_row->insertWidget(placeInRow, widget);
}

void Banner::arrange()
{
    const int buttons = m_buttons->layout()->sizeHint().width();
    constexpr int signAndClose = 90; // pixels, with margins
    const int lead = m_lead->sizeHint().width();
    const int taken = lead + buttons;
    const bool isNarrow = width() - taken - signAndClose < minTextWidth;
    const bool isTight = isNarrow && width() - taken < signAndClose;
    stand(m_text, isNarrow, textPlace);
    m_row->setStretchFactor(m_text, 1);
    m_row->setStretchFactor(m_lead, isNarrow ? 1 : 0);
    stand(m_buttons, isTight, m_row->count() - 1); // before the close button
    m_below->setStretchFactor(m_text, 1);
    const bool isBeside = isTight && buttons * 2 < width(); // next to the text
    m_below->setDirection(isBeside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_buttons->setMinimumWidth(isTight && !isBeside ? 0 : buttons);
    // Word wrap leaves part of each line empty.
    constexpr double used = 0.85;
    const int beside = isBeside ? buttons + m_row->spacing() : 0;
    const int room
        = isNarrow ? width() - 30 - beside : std::max(minTextWidth, width() - taken - signAndClose);
    const auto shown = m_text->fontMetrics().elidedText(
        m_message, Qt::ElideRight, static_cast<int>(maxLines * used * room));
    if (shown != m_text->text())
        m_text->setText(shown);
    m_text->setToolTip(shown == m_message ? QString() : toolTipOf(m_message));
}

QPushButton* Banner::addButton(const QString& text)
{
    auto* button = new QPushButton(text, m_buttons);
    m_buttons->layout()->addWidget(button);
    return button;
}

} // namespace ui
