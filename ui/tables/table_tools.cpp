#include "ui/tables/table_tools.h"

#include "ui/tables/table_copy.h"
#include "ui/tables/table_view.h"
#include "ui/translation/text.h"
#include "ui/widgets/icon.h"
#include "ui/widgets/layouts.h"
#include "ui/window/panel.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLineEdit>
#include <QMenu>
#include <QToolButton>

#include <algorithm>
#include <array>

namespace ui {

namespace {

constexpr int toolIcon = 16;

const TableView* tableOf(const QList<TableView*>& tables)
{
    for (const auto* table : tables) {
        if (table->hasFocus())
            return table;
    }
    const auto found
        = std::ranges::find_if(tables, [](const TableView* table) { return table->isVisible(); });
    return found != tables.end() ? *found : tables.first();
}

QMenu* makeCopyMenu(const QList<TableView*>& tables, QWidget* parent)
{
    auto* menu = new QMenu(parent);
    const std::array<std::pair<QString, TableForm>, 3> forms {
        { { tr("Copy as Text"), TableForm::Text }, { tr("Copy as Markdown"), TableForm::Markdown },
            { tr("Copy as CSV"), TableForm::Csv } }
    };
    for (const auto& [title, form] : forms)
        menu->addAction(title, menu, [tables, form = form] {
            QGuiApplication::clipboard()->setText(viewText(*tableOf(tables), form));
        });
    return menu;
}

} // namespace

QToolButton* makeToolButton(const char* iconName, const QString& toolTip, QWidget* parent)
{
    auto* button = new QToolButton(parent);
    button->setIcon(icon(iconName, "textSecondary"));
    button->setIconSize({ toolIcon, toolIcon });
    button->setToolTip(toolTip);
    button->setAccessibleName(toolTip);
    return button;
}

QWidget* makeTableTools(Context& context, const TableToolsSpec& spec, QWidget* parent)
{
    auto* tools = new QWidget(parent);
    auto* row = makeRow(tools, {}, 2);
    if (spec.filter != nullptr) {
        auto* filter = makeToolButton("filter", tr("Filter this table"), tools);
        filter->setObjectName("filterTable");
        QObject::connect(filter, &QToolButton::clicked, spec.filter, [line = spec.filter] {
            line->setFocus(Qt::ShortcutFocusReason);
            line->selectAll();
        });
        row->addWidget(filter);
    }
    auto* copy = makeToolButton(
        "copy", tr("Copy the selected rows, or all; more forms in the menu"), tools);
    copy->setObjectName("copyTable");
    copy->setPopupMode(QToolButton::DelayedPopup);
    copy->setMenu(makeCopyMenu(spec.tables, copy));
    QObject::connect(copy, &QToolButton::clicked, copy, [tables = spec.tables] {
        QGuiApplication::clipboard()->setText(viewText(*tableOf(tables), TableForm::Text));
    });
    row->addWidget(copy);
    auto* save = makeToolButton(
        "export", tr("Export all rows of this table (CSV, Markdown, text)…"), tools);
    save->setObjectName("exportTable");
    QObject::connect(save, &QToolButton::clicked, parent, [&context, spec, parent] {
        exportTable(context, *tableOf(spec.tables), spec.exported, spec.name, parent);
    });
    row->addWidget(save);
    return tools;
}

} // namespace ui
