#include "ui/window/main_window.h"

#include "ui/document/document.h"
#include "ui/document/settings.h"
#include "ui/run/recoverable_recordings_bar.h"
#include "ui/run/run_controller.h"
#include "ui/run/session_folder.h"
#include "ui/run/unsaved_runs.h"
#include "ui/window/status_jobs.h"

#include <QFile>
#include <QFileInfo>

#include <variant>

/// Offers recordings that were kept for this start, or left by a killed process.
namespace ui {

void MainWindow::offerLeftRecordings()
{
    QStringList folders;
    for (const auto& file : settings::recentFiles())
        if (const auto folder = QFileInfo(file.path).absolutePath(); !folders.contains(folder))
            folders << folder;
    using Found = std::vector<RecoverableRecording>;
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
        [this](const RecoverableRecording& left) {
            const auto discarded = discardRecording(left);
            m_leftRecordings->next();
            if (!discarded)
                m_statusJobs->showResult(
                    QString::fromStdString(discarded.error().message()), "error");
        });
}

void MainWindow::restore(const RecoverableRecording& recording)
{
    const auto left = recording; // copied, because next() replaces it
    m_leftRecordings->next();
    if (left.isSweep)
        return restoreSweep(left);
    const auto target = m_runs->newRecording(left.modelPath);
    if (target.isEmpty())
        return m_statusJobs->showResult(tr("Cannot create a folder for the recording"), "error");
    m_jobs.start<QString>(
        this, QStringLiteral("restore ") + left.file, tr("Restoring runs of %1").arg(left.model),
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

/// Restores a sweep and opens its model. Without the model file the sweep is not restored.
void MainWindow::restoreSweep(const RecoverableRecording& left)
{
    QFile file(left.file);
    const auto sweep = file.open(QIODevice::ReadOnly)
        ? profiler::readSweepJson(file.readAll().toStdString())
        : support::failAs(support::ErrorKind::File, file.errorString().toStdString());
    if (!sweep || !QFileInfo::exists(left.modelPath))
        return m_statusJobs->showResult(sweep
                ? tr("The sweep was not restored: its model file %1 does not exist any more")
                      .arg(left.modelPath)
                : QString::fromStdString(sweep.error().message()),
            "error");
    UnsavedRuns::instance().sweeps().insert(left.modelPath, *sweep);
    if (const auto removed = discardRecording(left); !removed)
        m_statusJobs->showResult(QString::fromStdString(removed.error().message()), "error");
    openFile(left.modelPath);
    showPanel(QStringLiteral("sweep"));
    // Set again, because the panel reads the shelf only when its document changes.
    auto* panel = m_panels.value(QStringLiteral("sweep"));
    panel->setDocument(nullptr);
    panel->setDocument(currentDocument());
}

/// Attaches the run to its model if the model file is known and exists; else opens a tab of its
/// own.
void MainWindow::showRestored(const RecoverableRecording& left, const QString& path)
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
