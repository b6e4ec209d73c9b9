#include "ui/window/recording_restorer.h"

#include "ui/document/settings.h"
#include "ui/jobs/job_runner.h"
#include "ui/run/recoverable_recordings_bar.h"
#include "ui/run/run_controller.h"
#include "ui/run/unsaved_runs.h"
#include "ui/sweep/sweep_panel.h"
#include "ui/window/docks.h"
#include "ui/window/file_opener.h"
#include "ui/window/status_jobs.h"
#include "ui/window/tabs/document_tabs.h"

#include <QFile>
#include <QFileInfo>

namespace ui {

RecordingRestorer::RecordingRestorer(
    Context& context, DocumentTabs& tabs, Docks& docks, FileOpener& opener, StatusJobs& status)
    : QObject(&tabs)
    , m_jobs(context.jobs)
    , m_runs(*context.runs)
    , m_tabs(tabs)
    , m_docks(docks)
    , m_opener(opener)
    , m_status(status)
    , m_bar(new LeftRecordingsBar(tabs.window()))
{
    connect(m_bar, &LeftRecordingsBar::restoreRequested, this, &RecordingRestorer::restore);
    connect(m_bar, &LeftRecordingsBar::discardRequested, this,
        [this](const RecoverableRecording& left) {
            const auto discarded = discardRecording(left);
            m_bar->next();
            if (!discarded)
                m_status.showError(discarded.error());
        });
    connect(&m_runs, &RunController::leftUnread, this,
        [this](const QString& file, const QString& modelPath) {
            m_bar->add({ file, documentTitle(modelPath), modelPath,
                static_cast<int>(m_runs.progress().recorded()), QDateTime::currentDateTime(),
                true });
        });
}

QWidget* RecordingRestorer::bar() const { return m_bar; }

void RecordingRestorer::offer()
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
                m_bar->offer(*std::move(found));
        });
}

void RecordingRestorer::restore(const RecoverableRecording& recording)
{
    const auto left = recording; // copied, because next() replaces it
    m_bar->next();
    if (left.isSweep)
        return restoreSweep(left);
    const auto target = m_runs.newRecording(left.modelPath);
    if (target.isEmpty())
        return m_status.showResult(tr("Cannot create a folder for the recording"), "error");
    m_jobs.start<QString>(
        this, QStringLiteral("restore ") + left.file, tr("Restoring runs of %1").arg(left.model),
        [left, target](std::stop_token stop, const support::Progress&) {
            return restoreRecording(left, target, std::move(stop));
        },
        [this, left](support::Result<QString> path) {
            if (!path)
                return m_status.showError(path.error());
            showRestored(left, *path);
        });
}

/// Restores a sweep and opens its model. Without the model file the sweep is not restored.
void RecordingRestorer::restoreSweep(const RecoverableRecording& left)
{
    QFile file(left.file);
    const auto sweep = file.open(QIODevice::ReadOnly)
        ? profiler::readSweepJson(file.readAll().toStdString())
        : support::failAs(support::ErrorKind::File, file.errorString().toStdString());
    if (!sweep || !QFileInfo::exists(left.modelPath))
        return m_status.showResult(sweep
                ? tr("The sweep was not restored: its model file %1 does not exist any more")
                      .arg(left.modelPath)
                : QString::fromStdString(sweep.error().message()),
            "error");
    UnsavedRuns::instance().sweeps().insert(left.modelPath, *sweep);
    if (const auto removed = discardRecording(left); !removed)
        m_status.showError(removed.error());
    m_opener.open(left.modelPath);
    // Set again, because the panel reads the shelf only when its document changes.
    auto* panel = m_docks.panel<SweepPanel>();
    m_docks.show(*panel);
    panel->setDocument(nullptr);
    panel->setDocument(m_tabs.currentDocument());
}

/// Attaches the run to its model if the model file is known and exists; else opens a tab of its
/// own.
void RecordingRestorer::showRestored(const RecoverableRecording& left, const QString& path)
{
    const bool hasModel = !left.modelPath.isEmpty() && QFileInfo::exists(left.modelPath);
    if (hasModel) {
        m_opener.openModelFor(path, left.modelPath);
        return;
    }
    m_tabs.add(path, Document::Kind::Profile);
    m_status.showResult(left.isOfSession
            ? tr("Restored %n run(s): save them from the Runs panel to keep them", nullptr,
                left.runs)
            : tr("Restored %n run(s) as %1", nullptr, left.runs).arg(QFileInfo(path).fileName()));
}

} // namespace ui
