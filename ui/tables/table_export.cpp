#include "ui/tables/table_export.h"

#include "model/support/atomic_file.h"
#include "model/support/text.h"
#include "ui/delegates/roles.h"
#include "ui/dialogs/export_dialog.h"
#include "ui/document/settings.h"
#include "ui/format.h"
#include "ui/jobs/job_runner.h"
#include "ui/tables/table_copy.h"
#include "ui/tables/table_view.h"
#include "ui/translation/text.h"
#include "ui/window/panel.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QTimer>

#include <algorithm>
#include <array>

namespace ui {

namespace {

constexpr qsizetype rowsAtOnce = 2'000; // takes a few milliseconds

struct FileForm {
    const char* suffix;
    const char* title;
    TableForm form;
};
constexpr std::array<FileForm, 3> fileForms { {
    { "csv", QT_TR_NOOP("Comma-separated values (*.csv)"), TableForm::Csv },
    { "md", QT_TR_NOOP("Markdown table (*.md)"), TableForm::Markdown },
    { "txt", QT_TR_NOOP("Tab-separated text (*.txt)"), TableForm::Text },
} };

QString askForFile(const QString& name, QWidget* parent)
{
    QFileDialog dialog(parent, tr("Export table"), settings::value(exportFolderKey));
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
    settings::setValue(exportFolderKey, QFileInfo(path).absolutePath());
    return path;
}

/// The rows to export, in visual order. Persistent indices show which rows are removed meanwhile.
QList<QPersistentModelIndex> rowsOf(const TableView& table, ExportedRows rows)
{
    const auto& model = *table.model();
    QList<QPersistentModelIndex> found;
    for (int row = 0; row < model.rowCount(table.rootIndex()); ++row) {
        const auto index = model.index(row, 0, table.rootIndex());
        const int below = rows == ExportedRows::Leaves ? model.rowCount(index) : 0;
        if (below == 0)
            found.append(index);
        for (int child = 0; child < below; ++child)
            found.append(model.index(child, 0, index));
    }
    return found;
}

/// Collects the text of a table in chunks of rows, because a model may only be read on the GUI
/// thread. Then writes it in a job. Deletes itself.
class TableExport : public QObject {
public:
    TableExport(Context& context, const TableView& table, ExportedRows rows, QString path,
        TableForm form, QWidget* parent)
        : QObject(parent)
        , m_context(context)
        , m_model(table.model())
        , m_rows(rowsOf(table, rows))
        , m_columns(visibleColumns(table))
        , m_path(std::move(path))
        , m_form(form)
    {
        QModelIndexList first;
        if (!m_rows.isEmpty())
            first.append(m_rows.first());
        m_text = headingText(*m_model, first, m_columns, m_form, CellForm::File).toStdString();
        connect(m_model, &QAbstractItemModel::modelReset, this, &TableExport::stop);
        connect(m_model, &QObject::destroyed, this, &TableExport::stop);
        connect(&m_soon, &QTimer::timeout, this, &TableExport::takeRows);
        m_soon.start(0);
        takeRows();
    }

private:
    void takeRows()
    {
        QModelIndexList rows;
        const auto end = std::min(m_next + rowsAtOnce, m_rows.size());
        for (; m_next < end; ++m_next) {
            if (!m_rows[m_next].isValid())
                return stop();
            rows.append(m_rows[m_next]);
        }
        m_text += rowsText(rows, m_columns, m_form, CellForm::File).toStdString();
        if (m_next == m_rows.size())
            write();
    }

    void stop()
    {
        m_soon.stop();
        m_context.showStatus(
            tr("%1 was not written: the table changed meanwhile").arg(m_path), "warning");
        deleteLater();
    }

    void write()
    {
        m_soon.stop();
        disconnect(m_model, nullptr, this, nullptr);
        const auto omitted = m_model->headerData(0, Qt::Vertical, OmittedRole).toLongLong();
        auto done = tr("Wrote %1, rows: %2").arg(m_path, countText(m_rows.size()));
        if (omitted > 0)
            done += u' '
                + tr("of %1; the table leaves out the rest")
                      .arg(countText(m_rows.size() + omitted));
        m_context.jobs.start<void>(
            parent(), QStringLiteral("exportTable"),
            tr("Writing %1").arg(QFileInfo(m_path).fileName()),
            [path = m_path.toStdString(), text = std::move(m_text)](std::stop_token,
                const support::Progress&) { return support::writeFile(path, text); },
            [&context = m_context, done, isWhole = omitted == 0](support::Result<void> written) {
                written ? context.showStatus(done, isWhole ? "ok" : "warning")
                        : context.showStatus(
                            QString::fromStdString(written.error().message()), "error");
            });
        deleteLater();
    }

    Context& m_context;
    const QAbstractItemModel* m_model;
    QList<QPersistentModelIndex> m_rows;
    QList<int> m_columns;
    QString m_path;
    TableForm m_form;
    std::string m_text;
    qsizetype m_next = 0;
    QTimer m_soon;
};

} // namespace

void exportTable(Context& context, const TableView& table, ExportedRows rows, const QString& name,
    QWidget* parent)
{
    const auto path = askForFile(name, parent);
    if (path.isEmpty() || table.model() == nullptr)
        return;
    const auto suffix = QFileInfo(path).suffix().toLower();
    const auto* form = std::ranges::find_if(
        fileForms, [&](const FileForm& known) { return suffix == QLatin1String(known.suffix); });
    new TableExport(
        context, table, rows, path, form != fileForms.end() ? form->form : TableForm::Csv, parent);
}

} // namespace ui
