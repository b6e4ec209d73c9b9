#include "ui/widgets/tip_widget.h"

#include "ui/widgets/plain_text.h"

#include <QHelpEvent>
#include <QToolTip>

namespace ui {

void TipWidget::showTip(QPoint point)
{
    QToolTip::showText(mapToGlobal(point), toolTipOf(tipAt(point)), this);
}

bool TipWidget::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    showTip(static_cast<QHelpEvent*>(event)->pos());
    return true;
}

} // namespace ui
