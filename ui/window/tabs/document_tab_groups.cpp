#include "ui/window/tabs/document_tabs.h"

#include "ui/canvas/graph_split.h"
#include "ui/canvas/graph_view.h"
#include "ui/pages/document_page.h"
#include "ui/window/tabs/tab_drag.h"
#include "ui/window/tabs/tab_group.h"

#include <QApplication>
#include <QEvent>
#include <QScopedValueRollback>
#include <QTabBar>

#include <algorithm>
#include <numeric>

/// The groups of tabs.
namespace ui {

TabGroup* DocumentTabs::addGroup()
{
    auto* group = new TabGroup(this);
    addWidget(group);
    m_drag->watch(*group);
    m_groups.append(group);
    if (m_active == nullptr)
        m_active = group;
    connect(group, &QTabWidget::currentChanged, this, [this, group] {
        if (group == m_active && group->count() > 0 && !m_isArranging)
            tellCurrent();
    });
    connect(group, &QTabWidget::tabCloseRequested, this,
        [this, group](int index) { emit tabCloseRequested(indexOf(group->widget(index))); });
    connect(group, &TabGroup::tabsChanged, this, [this, group] {
        if (group->count() == 0 && m_groups.size() > 1)
            closeGroup(group);
        emit tabsChanged();
    });
    connect(group, &TabGroup::tabPressed, this, [this, group](int index) {
        index >= 0 ? setCurrentWidget(group->widget(index)) : activate(group);
    });
    connect(group, &TabGroup::menuRequested, this,
        [this, group](int index, const QPoint& at) { showTabMenu(group, index, at); });
    setSizes(QList<int>(m_groups.size(), width())); // equal shares
    markGroups();
    return group;
}

/// Deletes the group later, because its last tab is just being removed.
void DocumentTabs::closeGroup(TabGroup* group)
{
    m_groups.removeOne(group);
    group->blockSignals(true);
    group->hide();
    group->deleteLater();
    if (group == m_active)
        activate(m_groups.front());
    markGroups();
}

/// Focus in the other group would leave the keys there.
void DocumentTabs::activate(TabGroup* group)
{
    if (group == m_active)
        return;
    m_active = group;
    markGroups();
    if (m_isArranging)
        return;
    tellCurrent();
    const auto* focus = window()->focusWidget();
    if (isAncestorOf(focus) && !group->isAncestorOf(focus))
        currentWidget()->setFocus();
}

void DocumentTabs::markGroups()
{
    const bool isOnly = m_groups.size() == 1;
    for (auto* group : m_groups) {
        group->setActive(group == m_active, isOnly);
        group->tabBar()->setAccessibleName(isOnly ? tr("Tabs")
                : group == m_groups.front()       ? tr("Tabs, left group")
                                                  : tr("Tabs, right group"));
    }
    isOnly ? qApp->removeEventFilter(this) : qApp->installEventFilter(this);
}

void DocumentTabs::tellCurrent()
{
    // Views that were visible before get no event that tells them.
    for (auto* split : currentWidget()->findChildren<GraphSplit*>())
        split->becomeActive();
    for (auto* view : currentWidget()->findChildren<GraphView*>())
        view->becomeActive();
    emit currentChanged(currentIndex());
    emit currentDocumentChanged();
}

/// Focus and mouse make a group the active one. Pressed tabs are told by tabPressed.
bool DocumentTabs::eventFilter(QObject* watched, QEvent* event)
{
    const bool isFocus = event->type() == QEvent::FocusIn;
    const auto* widget = qobject_cast<QWidget*>(watched);
    if (widget == nullptr || m_isArranging
        || (!isFocus && event->type() != QEvent::MouseButtonPress))
        return QSplitter::eventFilter(watched, event);
    for (auto* group : QList(m_groups)) {
        if (!group->isAncestorOf(widget) || (!isFocus && group->tabBar()->isAncestorOf(widget)))
            continue;
        const QScopedValueRollback following(m_isFollowingFocus, isFocus);
        activate(group);
    }
    return QSplitter::eventFilter(watched, event);
}

TabGroup* DocumentTabs::holderOf(const QWidget* page) const
{
    const auto found = std::ranges::find_if(
        m_groups, [&](const TabGroup* group) { return group->indexOf(page) >= 0; });
    return found != m_groups.end() ? *found : nullptr;
}

int DocumentTabs::groupOf(const QWidget* page) const
{
    return static_cast<int>(m_groups.indexOf(holderOf(page)));
}

bool DocumentTabs::isPageShown() const
{
    return std::ranges::any_of(m_groups, [](const TabGroup* group) {
        return qobject_cast<DocumentPage*>(group->currentWidget()) != nullptr;
    });
}

int DocumentTabs::count() const
{
    return std::accumulate(m_groups.begin(), m_groups.end(), 0,
        [](int sum, const TabGroup* group) { return sum + group->count(); });
}

QWidget* DocumentTabs::widget(int index) const
{
    for (const auto* group : m_groups) {
        if (index < group->count())
            return group->widget(index);
        index -= group->count();
    }
    return nullptr;
}

int DocumentTabs::indexOf(const QWidget* page) const
{
    int before = 0;
    for (const auto* group : m_groups) {
        if (const int index = group->indexOf(page); index >= 0)
            return before + index;
        before += group->count();
    }
    return -1;
}

QWidget* DocumentTabs::currentWidget() const { return m_active->currentWidget(); }

void DocumentTabs::setCurrentWidget(QWidget* page)
{
    auto* group = holderOf(page);
    if (group == nullptr)
        return;
    if (group == m_active)
        return group->setCurrentWidget(page);
    group->setCurrentWidget(page); // told by activate
    activate(group);
}

void DocumentTabs::setTabText(int index, const QString& text)
{
    if (auto* group = holderOf(widget(index)))
        group->setTabText(group->indexOf(widget(index)), text);
}

void DocumentTabs::setTabIcon(int index, const QIcon& icon)
{
    if (auto* group = holderOf(widget(index)))
        group->setTabIcon(group->indexOf(widget(index)), icon);
}

void DocumentTabs::setTabToolTip(int index, const QString& text)
{
    if (auto* group = holderOf(widget(index)))
        group->setTabToolTip(group->indexOf(widget(index)), text);
}

void DocumentTabs::setTabsVisible(bool areVisible)
{
    for (auto* group : m_groups)
        group->tabBar()->setVisible(areVisible);
}

int DocumentTabs::insertBeside(QWidget* page, const QIcon& icon, const QString& title)
{
    m_active->insertTab(m_active->currentIndex() + 1, page, icon, title);
    return indexOf(page);
}

void DocumentTabs::removeTab(int index)
{
    if (auto* group = holderOf(widget(index)))
        group->removeTab(group->indexOf(widget(index)));
}

QString DocumentTabs::splitBlocker() const
{
    if (m_groups.size() > 1)
        return tr("there are two groups of tabs already");
    return count() < 2 ? tr("there is no other tab to stand beside") : QString();
}

QString DocumentTabs::moveBlocker() const
{
    return m_groups.size() < 2 ? tr("there is one group of tabs only: Split Right makes another")
                               : QString();
}

void DocumentTabs::splitRight()
{
    if (splitBlocker().isEmpty())
        moveTab(currentWidget(), nullptr, 0);
}

void DocumentTabs::moveToOtherGroup()
{
    if (!moveBlocker().isEmpty())
        return;
    auto* other = m_groups[m_active == m_groups.front() ? 1 : 0];
    moveTab(currentWidget(), other, other->count());
}

/// Inserting a page takes it out of the group that it is in.
void DocumentTabs::moveTab(QWidget* page, TabGroup* to, int index)
{
    auto* from = holderOf(page);
    const int before = from->indexOf(page);
    if (to == nullptr)
        to = addGroup();
    const auto tip = from->tabToolTip(before);
    {
        const QScopedValueRollback arranging(m_isArranging, true);
        to->insertTab(index, page, from->tabIcon(before), from->tabText(before));
        to->setTabToolTip(to->indexOf(page), tip);
        to->setCurrentWidget(page);
        m_active = to;
        page->setFocus();
    }
    markGroups();
    tellCurrent();
}

} // namespace ui
