#pragma once

#include <QObject>

#include <functional>

namespace ui {

struct Context;
class Document;
class DocumentTabs;
class StatusJobs;

/// The actions that edit, save and discard a model, and the question before a tab with edits is
/// closed.
class EditActions : public QObject {
    Q_OBJECT

public:
    EditActions(Context& context, DocumentTabs& tabs, StatusJobs& status);

    /// Shows the state of this document in the actions; may be null.
    void activate(Document* document);
    /// Calls `close` at once if the document has no unsaved edits, else when the user has saved or
    /// given them up.
    void askBeforeClosing(Document* document, std::function<void()> close);

private:
    void follow(Document* document);
    void connectActions();
    void refresh();
    void setOn(bool isOn);
    void saveAs(Document* document, std::function<void()> saved);
    void saveScript();
    void discard(Document* document);

    Context& m_context;
    DocumentTabs& m_tabs;
    StatusJobs& m_status;
};

} // namespace ui
