#include "ui/window/tabs/tab_group.h"

#include "ui/widgets/theme.h"

#include <QTabBar>

namespace ui {

TabGroup::TabGroup(QWidget* parent)
    : QTabWidget(parent)
{
    setTabsClosable(true);
    setMovable(true);
    setDocumentMode(true);
    tabBar()->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(tabBar(), &QTabBar::tabMoved, this, &TabGroup::tabsChanged);
    connect(tabBar(), &QTabBar::tabBarClicked, this, &TabGroup::tabPressed);
    connect(tabBar(), &QWidget::customContextMenuRequested, this, [this](const QPoint& at) {
        emit menuRequested(tabBar()->tabAt(at), tabBar()->mapToGlobal(at));
    });
}

void TabGroup::setActive(bool isActive, bool isOnly)
{
    m_isActive = isActive;
    const QString mark = isOnly ? QString() : isActive ? "yes" : "no";
    if (tabBar()->property("activeGroup").toString() == mark)
        return;
    tabBar()->setProperty("activeGroup", mark);
    restyle(*tabBar());
}

void TabGroup::tabInserted(int index)
{
    QTabWidget::tabInserted(index);
    emit tabsChanged();
}

void TabGroup::tabRemoved(int index)
{
    QTabWidget::tabRemoved(index);
    emit tabsChanged();
}

bool isInActiveTab(const QWidget& view)
{
    if (!view.isVisible())
        return false;
    for (const auto* around = view.parentWidget(); around != nullptr;
         around = around->parentWidget())
        if (const auto* group = qobject_cast<const TabGroup*>(around))
            return group->isActive();
    return true;
}

} // namespace ui
