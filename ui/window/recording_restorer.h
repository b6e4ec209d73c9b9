#pragma once

#include <QObject>

class QWidget;

namespace ui {

struct Context;
class Docks;
class DocumentTabs;
class FileOpener;
class JobRunner;
class LeftRecordingsBar;
struct RecoverableRecording;
class RunController;
class StatusJobs;

/// Offers recordings that were kept for this start, or left by a killed process, and restores those
/// that the user wants.
class RecordingRestorer : public QObject {
    Q_OBJECT

public:
    RecordingRestorer(
        Context& context, DocumentTabs& tabs, Docks& docks, FileOpener& opener, StatusJobs& status);

    /// The banner with the offers.
    QWidget* bar() const;
    /// Searches for such recordings and offers them. Called once per process.
    void offer();

private:
    void restore(const RecoverableRecording& left);
    void restoreSweep(const RecoverableRecording& left);
    void showRestored(const RecoverableRecording& left, const QString& path);

    JobRunner& m_jobs;
    RunController& m_runs;
    DocumentTabs& m_tabs;
    Docks& m_docks;
    FileOpener& m_opener;
    StatusJobs& m_status;
    LeftRecordingsBar* m_bar;
};

} // namespace ui
