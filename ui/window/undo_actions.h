#pragma once

#include <QObject>
#include <QPointer>

namespace ui {

class ActionTable;
struct Context;
class Docks;
class Document;
class DocumentPage;
class DocumentTabs;
class EditActions;
class FileOpener;
class Leaving;
class ModelEditor;
class UndoLog;

/// Undo and Redo of what the user arranged: in documents, filters of panels, closed docks and tabs.
/// Selection and zoom belong to History instead.
class UndoActions : public QObject {
    Q_OBJECT

public:
    UndoActions(Context& context, DocumentTabs& tabs, Docks& docks, FileOpener& opener,
        Leaving& leaving, EditActions& edits);

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
    /// The editor of the current document while editing is on: its edits are undone first.
    ModelEditor* editor() const;
    void undo();
    void redo();
    void closePage(DocumentPage& closed);

    ActionTable& m_actions;
    DocumentTabs& m_tabs;
    FileOpener& m_opener;
    Leaving& m_leaving;
    EditActions& m_edits;
    QPointer<Document> m_document; ///< the current one
    UndoLog* m_undo;
};

} // namespace ui
