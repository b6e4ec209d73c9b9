#pragma once

#include "ui/document/document.h"

#include <QPointer>
#include <QString>
#include <QWidget>

#include <functional>

class QAction;
class QPushButton;

namespace ui {

class JobRunner;
class ActionTable;
class RunController;
class VerifyController;

/// Services that every view may use. Passed to the view when it is created; lives as long as the
/// main window.
struct Context {
    JobRunner& jobs;
    ActionTable& actions;
    RunController* runs = nullptr;
    VerifyController* verifier = nullptr;
    /// Shows the result of a user action in the status bar; the icon is `ok`, `warning` or `error`.
    std::function<void(const QString& text, const char* icon)> tell
        = [](const QString&, const char*) {};
};

/// The content of a dock, which shows the active document. Panels know Document, Selection and
/// TimeRange, never each other.
class Panel : public QWidget {
    Q_OBJECT

public:
    explicit Panel(Context& context, QWidget* parent = nullptr)
        : QWidget(parent)
        , m_context(context)
    {
        // Fills also the empty parts with the style sheet's panel colour.
        setAttribute(Qt::WA_StyledBackground);
    }

    /// The active document, null if none is open. Called again when another tab becomes active.
    void setDocument(Document* document);
    Document* document() const { return m_document; }
    Context& context() const { return m_context; }
    /// Buttons for the title bar of the dock or the end of its tab bar; the DockTitle takes
    /// ownership. Null if there are none.
    virtual QWidget* titleTools() { return nullptr; }

signals:
    /// A short text for the tab (`Problems 3`); empty = the panel's plain title.
    void titleChanged(const QString& title);

protected:
    /// Called when document() changed. The panel connects to the document, its selection, time
    /// range and search, and shows the document. The panel is already disconnected from those of
    /// `before`, which may be null. Child views that made connections of their own must disconnect
    /// themselves.
    virtual void documentChanged(Document* before) = 0;

private:
    Context& m_context;
    QPointer<Document> m_document;
};

/// Makes a button trigger an action. The button is enabled with the action; if the action is
/// disabled, the tool tip shows its reason.
void followAction(QPushButton& button, const ActionTable& actions, QAction& action);

/// Creates the page of an empty view: a centred text that explains why the view is empty, and a
/// button for the action that fills it. No button if `actionId` is empty.
QWidget* makeEmptyState(
    Context& context, const QString& text, const QString& actionId, QWidget* parent);

} // namespace ui
