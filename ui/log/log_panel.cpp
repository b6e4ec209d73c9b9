#include "ui/log/log_panel.h"

#include "ui/log/log_model.h"
#include "ui/tables/table_tools.h"
#include "ui/tables/table_view.h"
#include "ui/widgets/layouts.h"

#include <QComboBox>
#include <QHeaderView>
#include <QScrollBar>

#include <algorithm>

namespace ui {

using support::LogLevel;

LogPanel::LogPanel(Context& context, QWidget* parent)
    : Panel(context, parent)
    , m_level(new QComboBox(this))
    , m_view(new TableView(context.actions, this))
    , m_model(new LogModel(this))
{
    auto* column = makeColumn(this);
    auto* row = makeRow(nullptr, { 8, 5, 8, 5 }, styleSpacing);
    m_level->setAccessibleName(tr("Least level shown"));
    m_level->addItem(tr("Errors"), static_cast<int>(LogLevel::Error));
    m_level->addItem(tr("Warnings and errors"), static_cast<int>(LogLevel::Warning));
    m_level->addItem(tr("Notes, warnings and errors"), static_cast<int>(LogLevel::Info));
    m_level->addItem(tr("Everything"), static_cast<int>(LogLevel::Debug));
    m_level->setCurrentIndex(2);
    row->addWidget(m_level);
    row->addStretch();
    column->addLayout(row);
    m_view->setAccessibleName(tr("Log"));
    m_view->setModel(m_model);
    m_view->setColumnWidth(LogModel::Time, 110);
    m_view->setColumnWidth(LogModel::Level, 80);
    m_view->header()->setStretchLastSection(true);
    column->addWidget(m_view, 1);
    m_tools = makeTableTools(context, { { m_view }, nullptr, QStringLiteral("log") }, this);
    setFocusProxy(m_view);
    connect(m_level, &QComboBox::currentIndexChanged, this, &LogPanel::chooseLevel);
    // Scrolls to new lines only if the view is at its end.
    connect(m_model, &QAbstractItemModel::rowsInserted, this,
        [this, bar = m_view->verticalScrollBar()] {
            if (bar->value() == bar->maximum())
                QMetaObject::invokeMethod(m_view, &QTreeView::scrollToBottom, Qt::QueuedConnection);
        });
    chooseLevel();
}

void LogPanel::chooseLevel()
{
    const auto level = static_cast<LogLevel>(m_level->currentData().toInt());
    // Lines below the global log level are never created, so that level must be at least as
    // detailed.
    support::setLogLevel(std::min(level, LogLevel::Info));
    m_model->setLevel(level);
}

} // namespace ui
