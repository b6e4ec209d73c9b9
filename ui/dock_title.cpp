#include "ui/dock_title.h"

#include "ui/icon.h"

#include <QDockWidget>
#include <QHBoxLayout>
#include <QLabel>
#include <QMainWindow>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace ui {

namespace {

constexpr int titleHeight = 32;

} // namespace

DockTitle::DockTitle(QDockWidget* dock, QWidget* tools)
    : QWidget(dock)
    , m_dock(dock)
    , m_text(new QLabel(dock->windowTitle(), this))
    , m_tools(tools)
    , m_close(new QToolButton(this))
{
    setObjectName(QStringLiteral("dockTitle"));
    setAttribute(Qt::WA_StyledBackground);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 0, 6, 0);
    row->setSpacing(2);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setProperty("heading", true);
    m_text->setMinimumWidth(0);
    row->addWidget(m_text);
    row->addStretch();
    if (m_tools != nullptr) {
        m_tools->setParent(this);
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

bool DockTitle::isAmongTabs() const
{
    const auto* window = qobject_cast<QMainWindow*>(m_dock->parentWidget());
    if (window == nullptr || m_dock->isFloating())
        return false;
    const auto others = window->tabifiedDockWidgets(m_dock);
    return std::ranges::any_of(others,
        [](const QDockWidget* other) { return !other->isHidden() && !other->isFloating(); });
}

void DockTitle::refresh()
{
    const bool isShort = isAmongTabs();
    if (std::exchange(m_isShort, isShort) == isShort)
        return;
    m_text->setVisible(!isShort);
    m_close->setVisible(!isShort);
    updateGeometry();
    // The dock asks for the height only when its own geometry changes.
    m_dock->setTitleBarWidget(this);
}

QSize DockTitle::sizeHint() const
{
    return { QWidget::sizeHint().width(), m_isShort && m_tools == nullptr ? 0 : titleHeight };
}

QSize DockTitle::minimumSizeHint() const { return { 0, sizeHint().height() }; }

} // namespace ui
