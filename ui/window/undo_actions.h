#pragma once

#include <QObject>

namespace ui {

class ActionTable;
struct Context;
class Docks;
class Document;
class DocumentTabs;
class FileOpener;
class Leaving;
class UndoLog;

/// Undo and Redo of what the user arranged: in documents, filters of panels, closed docks and tabs.
/// Selection and zoom belong to History instead.
class UndoActions : public QObject {
    Q_OBJECT

public:
    UndoActions(
        Context& context, DocumentTabs& tabs, Docks& docks, FileOpener& opener, Leaving& leaving);

    /// Sets the document whose steps can be undone; may be null.
    void activate(Document* document);
    /// Closes a tab on request of the user; Undo opens it again.
    void closeTab(int index);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void recordFilters(Docks& docks);
    /// Sets the texts of the actions, and disables them if there is nothing to undo or redo.
    void refresh();

    ActionTable& m_actions;
    DocumentTabs& m_tabs;
    FileOpener& m_opener;
    Leaving& m_leaving;
    UndoLog* m_undo;
};

} // namespace ui
