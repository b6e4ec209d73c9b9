#include "ui/window/main_window.h"

#include "profiler/exporters/export_file.h"
#include "profiler/exporters/exporter.h"
#include "profiler/statistics/statistics.h"
#include "ui/compare/comparison_page.h"
#include "ui/dialogs/export_dialog.h"
#include "ui/document/document.h"
#include "ui/report/report_pdf.h"
#include "ui/window/status_jobs.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QTabWidget>

#include <variant>

/// Export of reports and data, and attaching of profiles.
namespace ui {

void MainWindow::exportProfile(const QString& title, const QList<ExportForm>& forms)
{
    auto* document = currentDocument();
    if (document == nullptr || document->profile() == nullptr)
        return;
    const auto target
        = askForExport(title, QFileInfo(document->path()).completeBaseName(), forms, this);
    if (!target)
        return;
    using Done = std::monostate;
    m_jobs.start<Done>(
        document, QStringLiteral("export"),
        tr("Writing %1").arg(QFileInfo(target->path).fileName()),
        [target = *target, profile = document->profile(), statistics = document->statistics()](
            std::stop_token, const support::Progress&) -> support::Result<Done> {
            const auto report = statistics != nullptr
                ? profiler::buildReport(profile, statistics)
                : profiler::buildReport(profile); // the job of the document still computes them
            if (target.form == pdfForm().id) {
                const auto page
                    = TRY(profiler::exportText(*profiler::findExporter("html"), report));
                TRY(writePagePdf(page, target.path));
                return Done {};
            }
            TRY(profiler::exportToFile(*profiler::findExporter(target.form.toStdString()), report,
                target.path.toStdString()));
            return Done {};
        },
        [this, path = target->path](support::Result<Done> done) {
            if (done)
                m_statusJobs->showResult(tr("Wrote %1").arg(path));
            else
                m_statusJobs->showResult(QString::fromStdString(done.error().message()), "error");
        });
}

void MainWindow::exportReport()
{
    if (auto* page = qobject_cast<ComparisonPage*>(m_tabs->currentWidget()))
        return page->exportReport();
    exportProfile(tr("Export report"), { exporterForm("html"), pdfForm() });
}

void MainWindow::connectExportActions()
{
    on("file.attachProfile", [this] {
        const auto path = QFileDialog::getOpenFileName(
            this, tr("Attach a profile"), {}, tr("Profiles (*.opscope *.html);;All files (*)"));
        if (!path.isEmpty() && currentDocument() != nullptr
            && currentDocument()->model() != nullptr)
            attachProfile(currentDocument(), path);
    });
    on("file.exportReport", [this] { exportReport(); });
    on("file.exportData", [this] {
        QList<ExportForm> forms;
        for (const auto* name : { "csv", "csv-nodes", "csv-runs", "json", "chrome", "markdown" })
            forms << exporterForm(name);
        exportProfile(tr("Export data"), forms);
    });
}

} // namespace ui
