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
struct LeftRecording;
class LeftRecordingsBar;
class MainToolBar;
class RunController;
class StatusJobs;
class UndoLog;
class VerifyController;
struct ProfileMatch;
struct UnsavedRun;

/// Tabs of documents with one set of docks that follows the active tab (ux.md 2).
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    explicit MainWindow(QWidget* parent = nullptr);
    ~MainWindow() override;
    /// One that goes when it is closed, also while another one is open.
    static MainWindow* make();

    /// Opens a model or a profile in a tab of its own; an already open file's tab is activated.
    Document* openFile(const QString& path);
    Document* currentDocument() const;
    DocumentPage* currentPage() const;
    JobRunner& jobs() { return m_jobs; }
    ActionTable& actions() { return m_actions; }
    RunController& runs() { return *m_runs; }
    VerifyController& verifier() { return *m_verifier; }
    /// The panel of a dock, null if there is none of this id.
    Panel* panel(const QString& id) const;
    void showPanel(const QString& id);
    /// Looks for recordings that were kept, or left by a program that was killed, and offers them
    /// above the tabs. Once per program is enough.
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
    /// At its usual place; `firstOf` keeps the first dock of each area.
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
    /// The document, as it is or with its current run, with a file.
    void compareWith(Document* document, const QString& path);
    /// The report of a comparison: both profiles are inside.
    void openComparison(const QString& path);
    void compareFiles(const QString& a, const QString& b);
    /// The document of a file, opened if it is not yet.
    Document* openForComparing(const QString& path);
    /// Waits until both are read.
    void compareDocuments(Document* a, Document* b);
    void compareSettled(Document& a, Document& b);
    void compare(std::array<ComparedSide, 2> sides);
    /// In a tab beside the current one.
    void showComparison(Compared compared);
    void connectHelpActions();
    void connectUndo();
    void refreshUndo();
    /// Notes what the user arranges in this document from now on.
    void followArrangement(Document* document, DocumentPage* page);
    /// By the user: can be taken back.
    void closeTabForNow(int index);
    void on(const char* id, std::function<void()> slot);
    void activateTab(int index);
    void goToTab(int index);
    void closeTab(int index);
    void openTensor(Document* document, model::ValueId value);
    void openWithDialog();
    void connectExportActions();
    Document* addDocument(Document* document);
    Document* openProfile(const QString& path);
    /// The model that a profile may belong to: the current one, else any; null if none is open.
    Document* modelForProfile() const;
    void readProfile(Document* model, const QString& path, std::function<void(ProfileMatch)> take);
    void attachProfile(Document* model, const QString& path);
    void attach(Document& model, ProfileMatch match);
    void askWhereTo(Document* model, const QString& path, ProfileMatch match);
    /// Opens the model and attaches the profile to it.
    void openModelFor(const QString& profilePath, const QString& modelPath);
    /// All windows of the process.
    static QList<MainWindow*> all();
    /// Those that lie in no file of the user: of this window, or of all and of closed tabs.
    std::vector<UnsavedRun> unsavedRuns() const;
    static std::vector<UnsavedRun> allUnsavedRuns();
    /// Whether a run, or a comparison of two, is measured for this window.
    bool isMeasuring() const;
    void stopMeasuring();
    /// Whether this window can be closed now. The last one asks about all; another one keeps its
    /// measurements for when their models are opened again.
    bool mayClose();
    void quit();
    bool askBeforeLeaving();
    /// Closes all windows once nothing is measured any more and `settle` has done its work.
    void leaveAfter(std::function<void(std::function<void()> done)> settle);
    void keepForNextStart(std::function<void()> done);
    void saveAll(const QString& folder, std::function<void()> done);
    void refreshUnsaved();
    /// Takes the tab's measurements to the shelf, then closes it.
    void closeTabKeepingRuns(int index);
    void takeMeasured(const QString& path, const Document::Run& run);
    void connectLeftRecordings();
    void restore(const LeftRecording& left);
    void restoreSweep(const LeftRecording& left);
    void showRestored(const LeftRecording& left, const QString& path);
    /// Asks for a file and writes the current profile in one of these forms.
    void exportProfile(const QString& title, const QList<ExportForm>& forms);
    /// Of what is shown: a profile or a comparison.
    void exportReport();
    /// Opens what was dropped: a file, or a test folder, which is verified at once.
    void openDropped(const QString& path);
    void verifyFolder(const QString& path);
    void askForTiers();
    void showVerified(Document& document);
    void chooseTheme();
    void refreshActions();
    void refreshRunButton();
    QString runText() const;
    /// What is in the way of running it; empty if nothing is.
    QString blockerOf(Document& document) const;
    void refreshSelection();
    void refreshDockTitles();
    void fillWelcome();
    /// Shows the panels of a layout (`explore`, `profile`, `numbers`) at their usual sizes.
    void arrange(const QString& layout);
    void sizeDocks();
    /// The user's own arrangement, kept per set-up of screens beside the last one.
    void saveOwnLayout();
    void restoreOwnLayout();
    void resetLayout();
    void refreshLayoutActions();
    void showRowsCompact(bool isCompact);
    /// Makes the panels of an area visible beside each other as tabs; those shown already stay
    /// where they are.
    void showArea(PanelSpec::Area area);
    void putDocksAway();
    void bringDocksBack();
    bool restoreStoredDocks();
    void storeDocks();
    /// The first run of a document brings timeline and operators, unless the user chose a layout.
    void showProfileOnce();
    /// The first errors of a document bring Problems.
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
    QByteArray m_docksAway; ///< where the docks were when the welcome page took their place
    bool m_hasDocks = false; ///< they have been arranged in this window
    bool m_areDocksAwaited = false; ///< they are brought back when the window is shown
    MainToolBar* m_toolBar = nullptr;
    QLabel* m_selectionLabel = nullptr;
    QLabel* m_unsavedLabel = nullptr;
    bool m_isLeaving = false; ///< what is unsaved was decided about
    StatusJobs* m_statusJobs = nullptr;
    UndoLog* m_undo = nullptr;
    QList<QMetaObject::Connection> m_documentConnections;
};

} // namespace ui
