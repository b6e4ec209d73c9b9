#include "ui/window/tabs/tab_drag.h"

#include "ui/window/tabs/document_tabs.h"
#include "ui/window/tabs/tab_group.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QTabBar>

#include <utility>

namespace ui {

TabDrag::TabDrag(DocumentTabs& tabs)
    : QObject(&tabs)
    , m_tabs(tabs)
{
}

void TabDrag::watch(TabGroup& group) { group.tabBar()->installEventFilter(this); }

bool TabDrag::eventFilter(QObject* watched, QEvent* event)
{
    auto* bar = qobject_cast<QTabBar*>(watched);
    const auto* mouse = dynamic_cast<QMouseEvent*>(event);
    if (bar == nullptr)
        return false;
    if (event->type() == QEvent::MouseButtonPress && mouse->button() == Qt::LeftButton) {
        m_from = qobject_cast<TabGroup*>(bar->parentWidget());
        m_page = m_from ? m_from->widget(bar->tabAt(mouse->position().toPoint())) : nullptr;
    } else if (event->type() == QEvent::MouseMove && m_page != nullptr) {
        return follow(mouse->globalPosition().toPoint());
    } else if (event->type() == QEvent::ShortcutOverride && m_isOut) {
        event->accept(); // Escape is also a shortcut of the window
        return true;
    } else if (event->type() == QEvent::KeyPress && m_isOut) {
        if (static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape)
            end();
        return true;
    } else if (event->type() == QEvent::MouseButtonRelease && m_page != nullptr) {
        const QPointer page = m_page.data();
        const auto place = m_isOut ? m_place : std::nullopt;
        end();
        // Later, because the bar still has to end its own move.
        if (place)
            QMetaObject::invokeMethod(
                this,
                [this, page, place] {
                    if (page != nullptr)
                        m_tabs.moveTab(page, place->group, place->index);
                },
                Qt::QueuedConnection);
    }
    return false;
}

bool TabDrag::follow(const QPoint& global)
{
    auto* bar = m_from->tabBar();
    const int slack = QApplication::startDragDistance();
    const bool isOut
        = !bar->rect().adjusted(0, -slack, 0, slack).contains(bar->mapFromGlobal(global));
    if (isOut != std::exchange(m_isOut, isOut))
        isOut ? bar->grabKeyboard() : bar->releaseKeyboard();
    m_place = isOut ? placeAt(global) : std::nullopt;
    showFrame();
    return isOut;
}

void TabDrag::showFrame()
{
    if (m_frame == nullptr && m_place)
        m_frame = new QRubberBand(QRubberBand::Rectangle, m_tabs.window());
    if (m_frame == nullptr)
        return;
    if (m_place)
        m_frame->setGeometry(
            { m_tabs.mapTo(m_tabs.window(), m_place->frame.topLeft()), m_place->frame.size() });
    m_frame->setVisible(m_place.has_value());
}

std::optional<TabDrag::Place> TabDrag::placeAt(const QPoint& global) const
{
    const auto at = m_tabs.mapFromGlobal(global);
    for (auto* group : m_tabs.groups()) {
        if (group == m_from || !group->geometry().contains(at))
            continue;
        const auto* bar = group->tabBar();
        const int under = bar->tabAt(bar->mapFromGlobal(global));
        return Place { group, under < 0 ? group->count() : under, group->geometry() };
    }
    auto right = m_tabs.rect();
    right.setLeft(right.center().x());
    if (!right.contains(at) || !m_tabs.splitBlocker().isEmpty())
        return std::nullopt;
    return Place { nullptr, 0, right };
}

void TabDrag::end()
{
    if (m_isOut && m_from != nullptr)
        m_from->tabBar()->releaseKeyboard();
    m_page = nullptr;
    m_place.reset();
    m_isOut = false;
    showFrame();
}

} // namespace ui
