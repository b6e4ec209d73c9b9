#pragma once

#include "model/edit/save.h"

#include <QObject>
#include <QString>

#include <functional>
#include <string>

namespace ui {

struct Context;
class Document;
class DocumentTabs;
struct ReplayedEdits;
class StatusJobs;

/// The actions that edit, save and discard a model, and the questions before a tab with edits is
/// closed and when its file has changed.
class EditActions : public QObject {
    Q_OBJECT

public:
    EditActions(Context& context, DocumentTabs& tabs, StatusJobs& status);

    /// Shows the state of this document in the actions; may be null.
    void activate(Document* document);
    /// Calls `close` if the document has no unsaved edits, else when the user has saved or given
    /// them up. At once, or when no other dialog is open.
    void askBeforeClosing(Document* document, std::function<void()> close);
    /// Asks for a file and writes the model. Calls `saved`, which may be empty, if that succeeded.
    void saveAs(Document* document, std::function<void()> saved);

private:
    /// Writes the model without a question, and shows in the status bar how that ended.
    void write(Document* document, const QString& path, const model::edit::SaveOptions& options,
        std::function<void()> saved);
    void follow(Document* document);
    void connectActions();
    void refresh();
    void setOn(bool isOn);
    void saveScript();
    bool writeScript(const QString& title, const QString& suggestion, const std::string& script);
    void discard(Document* document);
    bool isChangedOnDisk(const Document& document) const;
    void resolveConflict(Document* document);
    void replay(Document* document, ReplayedEdits replayed);
    void askNow(Document* document, std::function<void()> close);
    bool mayLeaveOut(const Document& document, const ReplayedEdits& replayed);

    Context& m_context;
    DocumentTabs& m_tabs;
    StatusJobs& m_status;
};

} // namespace ui
