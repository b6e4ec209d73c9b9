#include "ui/widgets/wheel_guard.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QEvent>
#include <QPointer>

namespace ui {

void WheelGuard::install()
{
    static QPointer<WheelGuard> guard;
    if (guard == nullptr)
        qApp->installEventFilter(guard = new WheelGuard(qApp));
}

bool WheelGuard::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::Wheel && event->type() != QEvent::Polish)
        return false;
    auto* box = qobject_cast<QWidget*>(watched);
    if (box == nullptr
        || (qobject_cast<QComboBox*>(box) == nullptr
            && qobject_cast<QAbstractSpinBox*>(box) == nullptr))
        return false;
    if (event->type() == QEvent::Polish) {
        if (box->focusPolicy() == Qt::WheelFocus)
            box->setFocusPolicy(Qt::StrongFocus);
        return false;
    }
    const auto* focus = QApplication::focusWidget();
    if (focus != nullptr && (focus == box || box->isAncestorOf(focus)))
        return false;
    event->ignore(); // so that Qt sends the event to the parent
    return true;
}

} // namespace ui
