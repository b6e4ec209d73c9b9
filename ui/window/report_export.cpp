#include "ui/window/report_export.h"

#include "profiler/exporters/exporter.h"
#include "profiler/statistics/statistics.h"
#include "ui/compare/comparison_page.h"
#include "ui/dialogs/export_dialog.h"
#include "ui/engines/engines_page.h"
#include "ui/jobs/job_runner.h"
#include "ui/report/report_pdf.h"
#include "ui/window/actions.h"
#include "ui/window/panel.h"
#include "ui/window/status_jobs.h"
#include "ui/window/tabs/document_tabs.h"

#include <QFileInfo>

namespace ui {

ReportExport::ReportExport(Context& context, DocumentTabs& tabs, StatusJobs& status)
    : QObject(&tabs)
    , m_jobs(context.jobs)
    , m_tabs(tabs)
    , m_status(status)
{
    context.actions.on("file.exportReport", this, [this] {
        if (auto* page = m_tabs.currentComparison())
            return page->exportReport();
        if (auto* page = m_tabs.currentEngines())
            return page->exportPage();
        exportProfile(tr("Export report"), { exporterForm("html"), pdfForm() });
    });
    context.actions.on("file.exportData", this, [this] {
        QList<ExportForm> forms;
        for (const auto* name : { "csv", "csv-nodes", "csv-runs", "json", "chrome", "markdown" })
            forms << exporterForm(name);
        exportProfile(tr("Export data"), forms);
    });
}

void ReportExport::exportProfile(const QString& title, const QList<ExportForm>& forms)
{
    auto* document = m_tabs.currentDocument();
    if (document == nullptr || document->profile() == nullptr)
        return;
    const auto target
        = askForExport(title, QFileInfo(document->path()).completeBaseName(), forms, &m_tabs);
    if (!target)
        return;
    m_jobs.start<void>(
        document, QStringLiteral("export"),
        tr("Writing %1").arg(QFileInfo(target->path).fileName()),
        [target = *target, profile = document->profile(), statistics = document->statistics()](
            std::stop_token, const support::Progress&) -> support::Result<void> {
            const auto report = statistics != nullptr
                ? profiler::buildReport(profile, statistics)
                : profiler::buildReport(profile); // the job of the document still computes them
            if (target.form == pdfForm().id) {
                const auto page
                    = TRY(profiler::exportText(*profiler::findExporter("html"), report));
                return writePagePdf(page, target.path);
            }
            return profiler::exportToFile(*profiler::findExporter(target.form.toStdString()),
                report, target.path.toStdString());
        },
        [this, path = target->path](support::Result<void> done) {
            if (done)
                m_status.showResult(tr("Wrote %1").arg(path));
            else
                m_status.showError(done.error());
        });
}

} // namespace ui
