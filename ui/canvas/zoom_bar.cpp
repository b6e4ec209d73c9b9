#include "ui/canvas/zoom_bar.h"

#include "ui/canvas/canvas_view.h"
#include "ui/icon.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

namespace ui {

ZoomBar::ZoomBar(CanvasView* canvas, QWidget* parent)
    : QFrame(parent)
    , m_canvas(canvas)
    , m_percent(new QLabel(this))
{
    setObjectName(QStringLiteral("zoomBar"));
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(4, 2, 4, 2);
    row->setSpacing(2);
    const auto add = [&](const char* sign, const QString& text, auto action) {
        auto* button = new QToolButton(this);
        button->setIcon(icon(sign));
        button->setToolTip(text);
        button->setAccessibleName(text);
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::TabFocus);
        connect(button, &QToolButton::clicked, canvas, action);
        row->addWidget(button);
    };
    add("zoom-out", tr("Zoom out"), [canvas] { canvas->zoomBy(1 / zoomStep); });
    m_percent->setAlignment(Qt::AlignCenter);
    m_percent->setMinimumWidth(fontMetrics().horizontalAdvance(QStringLiteral("0000 %")));
    row->addWidget(m_percent);
    add("zoom-in", tr("Zoom in"), [canvas] { canvas->zoomBy(zoomStep); });
    add("fit", tr("Fit graph"), [canvas] { canvas->fitAll(); });
    add("fit-selection", tr("Fit selection"), [canvas] { canvas->fitSelection(); });
    connect(canvas, &CanvasView::viewChanged, this, &ZoomBar::refresh);
    refresh();
}

void ZoomBar::refresh()
{
    const double percent = m_canvas->view().zoom * 100;
    m_percent->setText(percent < 10 ? tr("%1 %").arg(percent, 0, 'g', 2) : tr("%1 %").arg(qRound(percent)));
}

} // namespace ui
