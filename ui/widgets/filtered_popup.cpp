#include "ui/widgets/filtered_popup.h"

#include <QCoreApplication>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QScreen>

#include <algorithm>

namespace ui {

FilteredPopup::FilteredPopup(const QString& title, const QString& filterName, QWidget* parent)
    : QFrame(parent, Qt::Popup)
    , m_filter(new QLineEdit(this))
    , m_list(new QListView(this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setFrameShape(QFrame::StyledPanel);
    setAccessibleName(title);
    m_filter->setPlaceholderText(filterName);
    m_filter->setAccessibleName(filterName);
    m_filter->setClearButtonEnabled(true);
    m_filter->installEventFilter(this);
    m_list->setUniformItemSizes(true);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setAccessibleName(title);
    setFocusProxy(m_filter);
}

void FilteredPopup::popUp(const QPoint& at)
{
    resize(sizeHint());
    const auto* screen = QGuiApplication::screenAt(at);
    const auto area
        = (screen != nullptr ? screen : QGuiApplication::primaryScreen())->availableGeometry();
    move(std::clamp(at.x(), area.left(), std::max(area.left(), area.right() - width())),
        std::clamp(at.y(), area.top(), std::max(area.top(), area.bottom() - height())));
    show();
    m_filter->setFocus();
}

bool FilteredPopup::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_filter && event->type() == QEvent::KeyPress) {
        const auto key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Down || key == Qt::Key_Up || key == Qt::Key_PageDown
            || key == Qt::Key_PageUp) {
            QCoreApplication::sendEvent(m_list, event);
            return true;
        }
    }
    return QFrame::eventFilter(watched, event);
}

} // namespace ui
