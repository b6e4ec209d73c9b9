#pragma once

#include "ui/run/run_controller.h"

#include <QObject>

namespace ui {

class ActionTable;
struct Context;
class Document;
class DocumentTabs;
class MainToolBar;
class StatusJobs;

/// The actions that run the current model, and what tool bar and status bar say about the run.
class RunActions : public QObject {
    Q_OBJECT

public:
    RunActions(Context& context, DocumentTabs& tabs, MainToolBar& toolBar, StatusJobs& status);

    /// Shows whether the current document can be run.
    void refresh();

private:
    void showRunEnd(Document* document, bool isGood);
    void showFinished(Document& document);
    void showGenerated(Document& document);
    QString runText() const;

    ActionTable& m_actions;
    RunController& m_runs;
    DocumentTabs& m_tabs;
    MainToolBar& m_toolBar;
    StatusJobs& m_status;
};

/// Why the document cannot be run with its settings; empty if it can.
QString runBlockerOf(Document& document, RunController& runs);

} // namespace ui
