#pragma once

#include "ui/document/connections.h"
#include "ui/document/document.h"
#include "ui/jobs/job_runner.h"
#include "ui/window/actions.h"
#include "ui/window/docks.h"
#include "ui/window/panel.h"

#include <QMainWindow>

#include <functional>

class QLabel;
class QVBoxLayout;

namespace ui {

class Comparisons;
class DocumentPage;
class DocumentTabs;
class EditActions;
class EditRestorer;
class FileOpener;
class Leaving;
class MainToolBar;
class OpenTabs;
class RecordingRestorer;
class RunActions;
class RunController;
class StatusJobs;
class UndoActions;
class VerifyActions;
class VerifyController;

/// A main window: tabs of documents, and docks that show the document of the current tab. It
/// creates the objects that do the work and connects them.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    explicit MainWindow(QWidget* parent = nullptr);
    ~MainWindow() override;
    /// Returns a new window that is deleted when it is closed.
    static MainWindow* make();

    /// Opens a model, a profile or a comparison in a new tab. Shows the file's tab if it has one.
    /// Returns null for a comparison and for a folder.
    Document* openFile(const QString& path);
    Document* currentDocument() const;
    DocumentPage* currentPage() const;
    JobRunner& jobs() { return m_jobs; }
    ActionTable& actions() { return m_actions; }
    RunController& runs() { return *m_runs; }
    VerifyController& verifier() { return *m_verifier; }
    Docks& docks() { return *m_docks; }
    /// Searches for recordings and edits that were kept for this start or left by a killed process,
    /// and offers them above the tabs. Called once per process.
    void offerLeftRecordings();
    /// Opens the tabs of the last session, if the user wants that. Called once per process.
    void restoreTabs();

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void buildParts();
    QVBoxLayout* buildCentre();
    void buildStatusBar();
    void connectViewActions();
    void connectGoActions();
    void connectHelpActions();
    void followDocument(Document* document);
    /// Shows the document of the current tab in all docks, actions and the status bar.
    void showCurrent();
    void moveTabToNewWindow();
    /// Shows this window after the events that wait now, and then calls `shown`.
    void showSoon(std::function<void()> shown = {});
    void cyclePane(int by);
    void chooseTheme();
    void showRowsCompact(bool isCompact);
    void refreshActions();
    void refreshSelection();

    JobRunner m_jobs;
    ActionTable m_actions;
    RunController* m_runs;
    VerifyController* m_verifier;
    StatusJobs* m_status;
    Context m_context;
    DocumentTabs* m_tabs;
    MainToolBar* m_toolBar = nullptr;
    Docks* m_docks = nullptr;
    Comparisons* m_comparisons = nullptr;
    FileOpener* m_opener = nullptr;
    Leaving* m_leaving = nullptr;
    RunActions* m_runActions = nullptr;
    VerifyActions* m_verifyActions = nullptr;
    RecordingRestorer* m_restorer = nullptr;
    EditActions* m_edits = nullptr;
    EditRestorer* m_editRestorer = nullptr;
    OpenTabs* m_openTabs = nullptr;
    UndoActions* m_undo = nullptr;
    QLabel* m_selectionLabel = nullptr;
    Connections m_documentConnections; ///< to the current document
};

} // namespace ui
