#include "ui/window/dock_title.h"

#include "ui/widgets/icon.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"

#include <QDockWidget>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMainWindow>
#include <QTabBar>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace ui {

namespace {

constexpr int titleHeight = 32;
constexpr int toolsGap = 8; // pixels beside the tools

} // namespace

DockTitle::DockTitle(QDockWidget* dock, QWidget* tools)
    : QWidget(dock)
    , m_dock(dock)
    , m_text(makeLabel(dock->windowTitle(), "heading", this))
    , m_tools(tools)
    , m_close(new QToolButton(this))
{
    setObjectName("dockTitle");
    setAttribute(Qt::WA_StyledBackground);
    auto* row = makeRow(this, { 12, 0, 6, 0 }, 2);
    m_text->setMinimumWidth(0);
    row->addWidget(m_text);
    row->addStretch();
    if (m_tools != nullptr) {
        m_tools->setParent(this);
        m_tools->installEventFilter(this);
        row->addWidget(m_tools);
    }
    auto* close = qobject_cast<QToolButton*>(m_close);
    close->setIcon(icon("close", "textSecondary"));
    close->setIconSize({ 14, 14 });
    close->setToolTip(tr("Close this panel"));
    close->setAccessibleName(close->toolTip());
    row->addWidget(close);
    connect(close, &QToolButton::clicked, dock, &QDockWidget::close);
    connect(dock, &QDockWidget::windowTitleChanged, m_text, &QLabel::setText);
    connect(dock, &QDockWidget::topLevelChanged, this, &DockTitle::refresh);
}

QTabBar* DockTitle::tabs() const
{
    const auto* window = qobject_cast<QMainWindow*>(m_dock->parentWidget());
    if (window == nullptr || m_dock->isFloating() || m_dock->isHidden())
        return nullptr;
    // QMainWindow has one tab bar, a direct child, for each place with several docks.
    for (auto* bar : window->findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly)) {
        for (int i = 0; i < bar->count() && bar->isVisibleTo(window); ++i) {
            if (bar->count() > 1 && bar->tabText(i) == m_dock->windowTitle())
                return bar;
        }
    }
    return nullptr;
}

void DockTitle::refresh()
{
    auto* bar = tabs();
    moveTools(bar);
    placeTools();
    const bool isShort = bar != nullptr;
    if (std::exchange(m_isShort, isShort) == isShort)
        return;
    m_text->setVisible(!isShort);
    m_close->setVisible(!isShort);
    updateGeometry();
    // Set again, because the dock reads the height only when its own geometry changes.
    m_dock->setTitleBarWidget(this);
}

void DockTitle::moveTools(QTabBar* bar)
{
    if (m_tools == nullptr || (m_tabs == bar && m_tools->parentWidget() != nullptr))
        return;
    if (m_tabs != nullptr)
        m_tabs->removeEventFilter(this);
    m_tabs = bar;
    if (bar != nullptr) {
        layout()->removeWidget(m_tools);
        m_tools->setParent(bar);
        bar->installEventFilter(this);
    } else {
        auto* row = static_cast<QHBoxLayout*>(layout());
        row->insertWidget(row->count() - 1, m_tools); // before the close button
        m_tools->show();
    }
}

/// Places the tools at the right end of the tab bar. They are hidden if this dock is not in front
/// or the room is too small.
void DockTitle::placeTools()
{
    if (m_tools == nullptr || m_tabs == nullptr)
        return;
    const int from = m_tabs->tabRect(m_tabs->count() - 1).right() + toolsGap;
    const int room = m_tabs->width() - from - toolsGap;
    const bool isInFront = m_tabs->tabText(m_tabs->currentIndex()) == m_dock->windowTitle();
    const bool isShown = isInFront && room >= m_tools->minimumSizeHint().width();
    m_tools->setVisible(isShown);
    if (!isShown)
        return;
    const int wide = std::min(room, m_tools->sizeHint().width());
    const int high = std::min(m_tabs->height(), m_tools->sizeHint().height());
    m_tools->setGeometry(
        m_tabs->width() - toolsGap - wide, (m_tabs->height() - high) / 2, wide, high);
}

bool DockTitle::eventFilter(QObject* watched, QEvent* event)
{
    // The type is compared first: while a tab bar is destroyed, it is no QTabBar any more.
    const bool isTabs = event->type() == QEvent::Resize && watched == m_tabs;
    const bool isTools = event->type() == QEvent::LayoutRequest && watched == m_tools;
    if (isTabs || isTools)
        placeTools();
    return QWidget::eventFilter(watched, event);
}

QSize DockTitle::sizeHint() const
{
    return { QWidget::sizeHint().width(), m_isShort ? 0 : titleHeight };
}

QSize DockTitle::minimumSizeHint() const { return { 0, sizeHint().height() }; }

} // namespace ui
