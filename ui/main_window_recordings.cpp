#include "ui/main_window.h"

#include "ui/document.h"
#include "ui/run/left_recordings_bar.h"
#include "ui/run/run_controller.h"
#include "ui/run/session_folder.h"
#include "ui/settings.h"
#include "ui/status_jobs.h"

#include <QFileInfo>

#include <variant>

/// How the main window offers what was left by one that was killed.
namespace ui {

void MainWindow::offerLeftRecordings()
{
    QStringList folders;
    for (const auto& file : settings::recentFiles())
        if (const auto folder = QFileInfo(file.path).absolutePath(); !folders.contains(folder))
            folders << folder;
    using Found = std::vector<LeftRecording>;
    m_jobs.start<Found>(
        this, QStringLiteral("leftRecordings"), tr("Looking for interrupted recordings"),
        [folders](std::stop_token stop, const support::Progress&) -> support::Result<Found> {
            return findLeftRecordings(folders, std::move(stop));
        },
        [this](support::Result<Found> found) {
            if (found)
                m_leftRecordings->offer(*std::move(found));
        });
}

void MainWindow::connectLeftRecordings()
{
    connect(m_leftRecordings, &LeftRecordingsBar::restoreAsked, this, &MainWindow::restore);
    connect(m_leftRecordings, &LeftRecordingsBar::discardAsked, this,
        [this](const LeftRecording& left) {
            const auto discarded = discardRecording(left);
            m_leftRecordings->next();
            if (!discarded)
                m_statusJobs->showResult(
                    QString::fromStdString(discarded.error().message()), "error");
        });
}

void MainWindow::restore(const LeftRecording& recording)
{
    const auto left = recording; // the bar goes on to the next one
    m_leftRecordings->next();
    const auto target
        = m_runs->sessionFile(QStringLiteral("restored-%1.opscope").arg(++m_restoredRecordings));
    if (target.isEmpty())
        return m_statusJobs->showResult(tr("No folder for the recording can be made"), "error");
    m_jobs.start<QString>(
        this, QStringLiteral("restore%1").arg(m_restoredRecordings),
        tr("Restoring runs of %1").arg(left.model),
        [left, target](std::stop_token stop, const support::Progress&) {
            return restoreRecording(left, target, std::move(stop));
        },
        [this, left](support::Result<QString> path) {
            if (!path)
                return m_statusJobs->showResult(
                    QString::fromStdString(path.error().message()), "error");
            showRestored(left, *path);
        });
}

/// Beside its model, if that is known and still there; else in a tab of its own.
void MainWindow::showRestored(const LeftRecording& left, const QString& path)
{
    const bool hasModel = !left.modelPath.isEmpty() && QFileInfo::exists(left.modelPath);
    if (hasModel) {
        openModelFor(path, left.modelPath);
        return;
    }
    addDocument(new Document(path, m_jobs, nullptr, Document::Kind::Profile));
    m_statusJobs->showResult(left.isOfSession
            ? tr("Restored %n run(s): save them from the Runs panel to keep them", nullptr,
                left.runs)
            : tr("Restored %n run(s) as %1", nullptr, left.runs).arg(QFileInfo(path).fileName()));
}

} // namespace ui
