#pragma once

#include "ui/document/document.h"
#include "ui/jobs/job_runner.h"
#include "ui/window/actions.h"
#include "ui/window/panel.h"
#include "ui/window/panels.h"

#include <QHash>
#include <QMainWindow>
#include <QTimer>

#include <array>
#include <functional>

class QDockWidget;
class QLabel;
class QTabWidget;

namespace ui {

struct Compared;
struct ComparedSide;
class Document;
class DockTitle;
class DocumentPage;
struct ExportForm;
class History;
struct RecoverableRecording;
class LeftRecordingsBar;
class MainToolBar;
class RunController;
class StatusJobs;
class UndoLog;
class VerifyController;
struct ProfileMatch;
struct UnsavedRun;

/// A main window: tabs of documents, and docks that show the document of the active tab.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    explicit MainWindow(QWidget* parent = nullptr);
    ~MainWindow() override;
    /// Returns a new window that is deleted when it is closed.
    static MainWindow* make();

    /// Opens a model, a profile or a comparison. Activates the tab if the file is open already.
    /// Returns null for a comparison.
    Document* openFile(const QString& path);
    Document* currentDocument() const;
    DocumentPage* currentPage() const;
    JobRunner& jobs() { return m_jobs; }
    ActionTable& actions() { return m_actions; }
    RunController& runs() { return *m_runs; }
    VerifyController& verifier() { return *m_verifier; }
    /// The panel of a dock; null if the id is unknown.
    Panel* panel(const QString& id) const;
    void showPanel(const QString& id);
    /// Searches for recordings that were kept for this start or left by a killed process, and
    /// offers them above the tabs. Called once per process.
    void offerLeftRecordings();

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void buildDocks();
    QDockWidget* addDock(const PanelSpec& spec);
    /// Puts a dock at its default place; `firstOf` is the first dock of each area.
    void placeDock(const PanelSpec& spec, QHash<int, QDockWidget*>& firstOf);
    void buildStatusBar();
    void connectFileActions();
    void connectViewActions();
    void connectGoActions();
    void connectRunActions();
    void connectVerifyActions();
    void connectCompareActions();
    void refreshCompareActions();
    QString askForCompared(const QString& title);
    void compareRuns(Document* document, const Document::Run& a, const Document::Run& b);
    /// Compares the document, with its current run if it has one, with a file.
    void compareWith(Document* document, const QString& path);
    /// Opens the report of a comparison, which contains both profiles.
    void openComparison(const QString& path);
    void compareFiles(const QString& a, const QString& b);
    /// Returns the document of a file; opens the file if needed.
    Document* openForComparing(const QString& path);
    /// Compares two documents as soon as both are read.
    void compareDocuments(Document* a, Document* b);
    void compareSettled(Document& a, Document& b);
    void compare(std::array<ComparedSide, 2> sides);
    /// Opens a tab next to the current one.
    void showComparison(Compared compared);
    void connectHelpActions();
    void connectUndo();
    void refreshUndo();
    /// Records the changes of arrangement in this document for Undo from now on.
    void followArrangement(Document* document, DocumentPage* page);
    /// Closes a tab on request of the user; Undo opens it again.
    void closeTabWithUndo(int index);
    void on(const char* id, std::function<void()> slot);
    void activateTab(int index);
    void goToTab(int index);
    void closeTab(int index);
    void openTensor(Document* document, model::ValueId value);
    void openWithDialog();
    void connectExportActions();
    Document* addDocument(Document* document);
    Document* openProfile(const QString& path);
    /// Returns the model that a profile may belong to: the current one, else the first; null if no
    /// model is open.
    Document* modelForProfile() const;
    void readProfile(Document* model, const QString& path, std::function<void(ProfileMatch)> take);
    void attachProfile(Document* model, const QString& path);
    void attach(Document& model, ProfileMatch match);
    void askWhereTo(Document* model, const QString& path, ProfileMatch match);
    /// Opens the model and attaches the profile to it.
    void openModelFor(const QString& profilePath, const QString& modelPath);
    /// All windows of the process.
    static QList<MainWindow*> all();
    /// The runs that are not saved in a file of the user. The static function includes all windows
    /// and closed tabs.
    std::vector<UnsavedRun> unsavedRuns() const;
    static std::vector<UnsavedRun> allUnsavedRuns();
    /// True while this window profiles a model, sweeps, or measures a comparison.
    bool isMeasuring() const;
    void stopMeasuring();
    /// Returns whether this window can be closed now. The last window asks about all unsaved
    /// measurements. Other windows put theirs on the UnsavedRuns, where they stay until their model
    /// is opened again.
    bool mayClose();
    void quit();
    bool askBeforeLeaving();
    /// Stops all measurements, then calls `settle`; when `settle` calls `done`, closes all windows.
    void quitAfter(std::function<void(std::function<void()> done)> settle);
    void keepForNextStart(std::function<void()> done);
    void saveAll(const QString& folder, std::function<void()> done);
    void refreshUnsaved();
    /// Puts the measurements of a tab on the UnsavedRuns and closes the tab.
    void closeTabKeepingRuns(int index);
    void adoptFinishedRun(const QString& path, const Document::Run& run);
    void connectLeftRecordings();
    void restore(const RecoverableRecording& left);
    void restoreSweep(const RecoverableRecording& left);
    void showRestored(const RecoverableRecording& left, const QString& path);
    /// Asks for a file and writes the current profile in one of these forms.
    void exportProfile(const QString& title, const QList<ExportForm>& forms);
    /// Exports the report of the shown profile or comparison.
    void exportReport();
    /// Opens a dropped file; verifies a dropped test folder at once.
    void openDropped(const QString& path);
    void verifyFolder(const QString& path);
    void askForTiers();
    void showVerified(Document& document);
    void chooseTheme();
    void refreshActions();
    void refreshRunButton();
    QString runText() const;
    /// Why the document cannot be run with its settings; empty if it can.
    QString blockerOf(Document& document) const;
    void refreshSelection();
    void refreshDockTitles();
    void fillWelcome();
    /// Shows the panels of a layout (`explore`, `profile`, `numbers`) at their usual sizes.
    void arrange(const QString& layout);
    void sizeDocks();
    /// The user's own layout, stored per set-up of screens.
    void saveOwnLayout();
    void restoreOwnLayout();
    void resetLayout();
    void refreshLayoutActions();
    void showRowsCompact(bool isCompact);
    /// Shows all panels of an area as tabs. Does nothing if one of them is shown already.
    void showArea(PanelSpec::Area area);
    void hideDocks();
    void restoreDocks();
    bool restoreStoredDocks();
    void storeDocks();
    /// Shows timeline and operators at the first run of a document, unless the user chose a layout.
    void showProfileOnce();
    /// Shows the Problems panel at the first errors of a document.
    void showProblemsOnce();
    void buildRecentMenu();
    void showRunEnd(Document* document, bool isGood);
    void showFinished(Document& document);
    void goToProducer();
    void goToReader();
    void chooseNode(const QList<model::NodeId>& nodes);
    void moveTabToNewWindow();
    void stepProblem(int by);
    void cyclePane(int by);

    JobRunner m_jobs;
    ActionTable m_actions;
    RunController* m_runs;
    VerifyController* m_verifier;
    Context m_context;
    LeftRecordingsBar* m_leftRecordings;
    QTabWidget* m_tabs;
    History* m_history;
    QHash<QString, QDockWidget*> m_docks;
    QHash<QString, Panel*> m_panels;
    QList<DockTitle*> m_dockTitles;
    QTimer m_titlesSoon;
    QByteArray m_hiddenDocksState; ///< state of the docks before they were hidden for the welcome
                                   ///< page or a comparison
    bool m_hasDocks = false; ///< docks are shown in this window
    bool m_restoresDocksWhenShown = false; ///< docks are restored when the window is shown
    MainToolBar* m_toolBar = nullptr;
    QLabel* m_selectionLabel = nullptr;
    QLabel* m_unsavedLabel = nullptr;
    bool m_isQuitting = false; ///< the user has decided about unsaved measurements
    StatusJobs* m_statusJobs = nullptr;
    UndoLog* m_undo = nullptr;
    QList<QMetaObject::Connection> m_documentConnections;
};

} // namespace ui
