#include "ui/table_tools.h"

#include "model/support/atomic_file.h"
#include "ui/icon.h"
#include "ui/jobs/job_runner.h"
#include "ui/panel.h"
#include "ui/settings.h"
#include "ui/table_copy.h"
#include "ui/table_view.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QMenu>
#include <QToolButton>

#include <algorithm>
#include <array>
#include <string>

namespace ui {

namespace {

constexpr int toolIcon = 16;
constexpr auto folderKey = "export/folder";

QString tr(const char* text) { return QCoreApplication::translate("TableTools", text); }

struct FileForm {
    const char* suffix;
    const char* title;
    TableForm form;
};
constexpr std::array<FileForm, 3> fileForms { {
    { "csv", QT_TRANSLATE_NOOP("TableTools", "Comma-separated values (*.csv)"), TableForm::Csv },
    { "md", QT_TRANSLATE_NOOP("TableTools", "Markdown table (*.md)"), TableForm::Markdown },
    { "txt", QT_TRANSLATE_NOOP("TableTools", "Tab-separated text (*.txt)"), TableForm::Text },
} };

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

QString askForFile(const QString& name, QWidget* parent)
{
    QFileDialog dialog(parent, tr("Export table"), settings::value(QString::fromLatin1(folderKey)));
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    QStringList filters;
    for (const auto& form : fileForms)
        filters += tr(form.title);
    dialog.setNameFilters(filters);
    const auto offer = [&dialog, filters](const QString& filter) {
        const auto chosen = std::max<qsizetype>(0, filters.indexOf(filter));
        dialog.setDefaultSuffix(
            QString::fromLatin1(fileForms[static_cast<std::size_t>(chosen)].suffix));
    };
    QObject::connect(&dialog, &QFileDialog::filterSelected, &dialog, offer);
    offer(filters.first());
    dialog.selectFile(name + u'.' + QString::fromLatin1(fileForms.front().suffix));
    if (dialog.exec() != QDialog::Accepted || dialog.selectedFiles().isEmpty())
        return {};
    const auto path = dialog.selectedFiles().first();
    settings::setValue(QString::fromLatin1(folderKey), QFileInfo(path).absolutePath());
    return path;
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
    auto* row = new QHBoxLayout(tools);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(2);
    if (spec.filter != nullptr) {
        auto* filter = makeToolButton("filter", tr("Filter this table"), tools);
        filter->setObjectName(QStringLiteral("filterTable"));
        QObject::connect(filter, &QToolButton::clicked, spec.filter, [line = spec.filter] {
            line->setFocus(Qt::ShortcutFocusReason);
            line->selectAll();
        });
        row->addWidget(filter);
    }
    auto* copy = makeToolButton(
        "copy", tr("Copy the selected rows, or all; more forms in the menu"), tools);
    copy->setObjectName(QStringLiteral("copyTable"));
    copy->setPopupMode(QToolButton::DelayedPopup);
    copy->setMenu(makeCopyMenu(spec.tables, copy));
    QObject::connect(copy, &QToolButton::clicked, copy, [tables = spec.tables] {
        QGuiApplication::clipboard()->setText(viewText(*tableOf(tables), TableForm::Text));
    });
    row->addWidget(copy);
    auto* save = makeToolButton("export", tr("Export this table (CSV, Markdown, text)…"), tools);
    save->setObjectName(QStringLiteral("exportTable"));
    QObject::connect(save, &QToolButton::clicked, parent,
        [&context, tables = spec.tables, name = spec.name, parent] {
            exportTable(context, *tableOf(tables), name, parent);
        });
    row->addWidget(save);
    return tools;
}

void exportTable(Context& context, const TableView& table, const QString& name, QWidget* parent)
{
    const auto path = askForFile(name, parent);
    if (path.isEmpty())
        return;
    const auto suffix = QFileInfo(path).suffix().toLower();
    const auto form = std::ranges::find_if(
        fileForms, [&](const FileForm& known) { return suffix == QLatin1String(known.suffix); });
    const auto text
        = viewText(table, form != fileForms.end() ? form->form : TableForm::Csv).toStdString();
    using Done = std::monostate;
    context.jobs.start<Done>(
        parent, QStringLiteral("exportTable"), tr("Writing %1").arg(QFileInfo(path).fileName()),
        [path = path.toStdString(), text](
            std::stop_token, const support::Progress&) -> support::Result<Done> {
            TRY(support::writeFile(path, text));
            return Done {};
        },
        [&context, path](support::Result<Done> done) {
            done ? context.tell(tr("Wrote %1").arg(path), "ok")
                 : context.tell(QString::fromStdString(done.error().message()), "error");
        });
}

} // namespace ui
