#include "ui/canvas/tools/zoom_bar.h"

#include "ui/canvas/canvas_view.h"
#include "ui/canvas/painting/canvas_style.h"
#include "ui/widgets/icon.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QToolButton>

namespace ui {

ZoomBar::ZoomBar(CanvasView* canvas, QWidget* parent)
    : QWidget(parent)
    , m_canvas(canvas)
    , m_percent(new QLabel(this))
    , m_row(new QHBoxLayout(this))
{
    setObjectName("zoomBar");
    m_row->setContentsMargins(4, 2, 4, 2);
    m_row->setSpacing(2);
    const auto add = [&](const char* sign, const QString& text, auto action) {
        connect(addButton(sign, text), &QToolButton::clicked, canvas, action);
    };
    add("zoom-out", tr("Zoom out"), [canvas] { canvas->zoomBy(1 / zoomStep); });
    m_percent->setAlignment(Qt::AlignCenter);
    m_percent->setMinimumWidth(fontMetrics().horizontalAdvance(QStringLiteral("0.0055 %")));
    m_row->addWidget(m_percent);
    add("zoom-in", tr("Zoom in"), [canvas] { canvas->zoomBy(zoomStep); });
    add("fit", tr("Fit graph"), [canvas] { canvas->fitAll(); });
    add("fit-selection", tr("Fit selection"), [canvas] { canvas->fitSelection(); });
    connect(canvas, &CanvasView::viewChanged, this, &ZoomBar::refresh);
    refresh();
}

QToolButton* ZoomBar::addButton(const char* sign, const QString& text)
{
    auto* button = new QToolButton(this);
    button->setIcon(icon(sign));
    button->setToolTip(text);
    button->setAccessibleName(text);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    m_row->addWidget(button);
    return button;
}

void ZoomBar::addToggle(QAction* action)
{
    auto* button = addButton("hide", withoutMnemonic(action->text()));
    button->setDefaultAction(action);
    button->setAutoRaise(true);
}

void ZoomBar::addMenu(const char* sign, const QString& text, const QList<QAction*>& actions)
{
    auto* button = addButton(sign, text);
    auto* menu = new QMenu(button);
    menu->addActions(actions);
    button->setMenu(menu);
    button->setPopupMode(QToolButton::InstantPopup);
}

void ZoomBar::refresh()
{
    const double percent = m_canvas->view().zoom * 100;
    m_percent->setText(
        percent < 10 ? tr("%1 %").arg(percent, 0, 'g', 2) : tr("%1 %").arg(qRound(percent)));
}

void ZoomBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const CanvasStyle style(Theme::instance().kind());
    style.paintTool(painter, rect());
}

} // namespace ui
