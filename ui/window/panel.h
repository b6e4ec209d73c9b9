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

/// What every view may use, handed to it when it is made. Lives as long as the main window.
struct Context {
    JobRunner& jobs;
    ActionTable& actions;
    RunController* runs = nullptr;
    VerifyController* verifier = nullptr;
    /// Says in the status bar what came of something the user asked for; the icon is `ok`,
    /// `warning` or `error`.
    std::function<void(const QString& text, const char* icon)> tell
        = [](const QString&, const char*) {};
};

/// A dock's content that follows the active document. Panels know Document, Selection and
/// TimeRange, never each other.
class Panel : public QWidget {
    Q_OBJECT

public:
    explicit Panel(Context& context, QWidget* parent = nullptr)
        : QWidget(parent)
        , m_context(context)
    {
        setAttribute(
            Qt::WA_StyledBackground); // the style sheet's panel colour, also where nothing else is
    }

    /// The active document, null if none is open. Called again when another tab becomes active.
    void setDocument(Document* document);
    Document* document() const { return m_document; }
    Context& context() const { return m_context; }
    /// Buttons that stand in the dock's title bar, or at the end of its tabs; the title takes them
    /// over. Null if there are none.
    virtual QWidget* titleTools() { return nullptr; }

signals:
    /// A short text for the tab (`Problems 3`); empty = the panel's plain title.
    void titleChanged(const QString& title);

protected:
    /// The document changed: connect to document(), its selection, time range and search, and show
    /// it. This panel is already disconnected from those of `before` (null if there was none);
    /// views of the panel that connect themselves disconnect themselves.
    virtual void documentChanged(Document* before) = 0;

private:
    Context& m_context;
    QPointer<Document> m_document;
};

/// A button that triggers an action, and is enabled with it: its tool tip gives the reason if not.
void followAction(QPushButton& button, QAction& action);

/// An empty view says why it is empty and offers the one action that fills it: centred text with a
/// button for `actionId` (may be empty).
QWidget* makeEmptyState(
    Context& context, const QString& text, const QString& actionId, QWidget* parent);

} // namespace ui
