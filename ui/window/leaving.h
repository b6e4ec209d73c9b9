#pragma once

#include "ui/document/document.h"

#include <QList>
#include <QObject>
#include <QPointer>

#include <functional>
#include <vector>

class QLabel;

namespace ui {

struct Context;
class DocumentTabs;
class JobRunner;
class RunController;
class StatusJobs;
struct UnsavedRun;

/// Closing tabs and a window. No measurement that is not saved in a file of the user is lost
/// without a question. Closing a tab, or a window that is not the last one, puts its measurements
/// on the UnsavedRuns, where they stay until their model is opened again. The last window asks.
class Leaving : public QObject {
    Q_OBJECT

public:
    Leaving(QWidget& window, Context& context, DocumentTabs& tabs, StatusJobs& status);
    ~Leaving() override;

    /// Counts the measurements that are not saved.
    QWidget* label() const;
    void refreshLabel();

    /// Closes a tab; its measurements are kept.
    void closeTab(int index);
    /// Returns whether the window can be closed now.
    bool mayCloseWindow();
    /// Closes all windows.
    void quit();

signals:
    /// The user wants to save a model of this window; `saved` is to be called afterwards.
    void saveRequested(ui::Document* document, const std::function<void()>& saved);

private:
    /// Those of all windows of the process.
    static QList<Leaving*>& all();
    /// The runs that are not saved in a file of the user. The static function includes all windows
    /// and closed tabs.
    std::vector<UnsavedRun> unsavedRuns() const;
    static std::vector<UnsavedRun> allUnsavedRuns();
    /// True while this window profiles a model, sweeps, or measures a comparison.
    bool isMeasuring() const;
    static bool isAnyMeasuring();
    void stopMeasuring();
    void adoptFinishedRun(const QString& path, const Document::Run& run);
    bool askBeforeLeaving(const std::function<void()>& leave);
    /// Documents of this window whose edits are not saved.
    QList<Document*> editedDocuments() const;
    /// Asks what shall happen to their edits; returns false if the user cancelled, or saves them
    /// first. Then `leave` is called when they are saved.
    bool askAboutEdits(const QList<Document*>& documents, const std::function<void()>& leave);
    static void saveEach(QList<QPointer<Document>> documents, const std::function<void()>& leave);
    /// Stops all measurements, then calls `settle`; when `settle` calls `done`, closes all windows.
    void quitAfter(std::function<void(std::function<void()> done)> settle);
    void settleWhenMeasured();
    void keepForNextStart(std::function<void()> done);
    void saveAll(const QString& folder, std::function<void()> done);

    QWidget& m_window;
    JobRunner& m_jobs;
    RunController& m_runs;
    DocumentTabs& m_tabs;
    StatusJobs& m_status;
    QLabel* m_label;
    bool m_isQuitting = false; ///< the user has decided about unsaved measurements
    std::function<void(std::function<void()> done)> m_settle; ///< see quitAfter()
};

} // namespace ui
