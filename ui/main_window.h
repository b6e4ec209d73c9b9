#pragma once

#include "ui/actions.h"
#include "ui/jobs/job_runner.h"
#include "ui/panel.h"

#include <QHash>
#include <QMainWindow>

#include <functional>

class QComboBox;
class QDockWidget;
class QLabel;
class QPushButton;
class QTabWidget;

namespace ui {

class Document;
class DocumentPage;
class RunController;
class StatusJobs;
struct ProfileMatch;

/// Tabs of documents with one set of docks that follows the active tab (ux.md 2).
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    explicit MainWindow(QWidget* parent = nullptr);
    ~MainWindow() override;

    /// Opens a model or a profile in a tab of its own; an already open file's tab is activated.
    Document* openFile(const QString& path);
    Document* currentDocument() const;
    DocumentPage* currentPage() const;
    JobRunner& jobs() { return m_jobs; }
    ActionTable& actions() { return m_actions; }
    RunController& runs() { return *m_runs; }
    /// The panel of a dock, null if there is none of this id.
    Panel* panel(const QString& id) const;
    void showPanel(const QString& id);

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void buildToolBar();
    void buildDocks();
    void buildStatusBar();
    void connectFileActions();
    void connectViewActions();
    void connectGoActions();
    void connectRunActions();
    void connectHelpActions();
    void on(const char* id, std::function<void()> slot);
    void activateTab(int index);
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
    void openModelOf(Document* profile, const QString& modelPath);
    /// Asks for a file and writes the current profile in one of these forms.
    void exportProfile(const QString& title, const QStringList& forms);
    void chooseTheme();
    void refreshActions();
    void refreshRunButton();
    void refreshSelectionLabel();
    void refreshRecentMenu();
    void fillWelcome();
    void arrange(const QString& layout);
    void stepProblem(int by);
    void cyclePane(int by);

    JobRunner m_jobs;
    ActionTable m_actions;
    RunController* m_runs;
    Context m_context;
    QTabWidget* m_tabs;
    QHash<QString, QDockWidget*> m_docks;
    QHash<QString, Panel*> m_panels;
    QPushButton* m_profileButton = nullptr;
    QPushButton* m_runSummary = nullptr;
    QComboBox* m_colourBy = nullptr;
    QLabel* m_selectionLabel = nullptr;
    StatusJobs* m_statusJobs = nullptr;
    QList<QMetaObject::Connection> m_documentConnections;
};

} // namespace ui
