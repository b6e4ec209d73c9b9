#pragma once

#include "ui/document/connections.h"
#include "ui/document/document.h"

#include <QPointer>
#include <QScopedValueRollback>
#include <QString>
#include <QWidget>

#include <functional>

class QAction;
class QLineEdit;
class QPushButton;
class QStackedWidget;

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
    std::function<void(const QString& text, const char* icon)> showStatus
        = [](const QString&, const char*) {};
};

/// The content of a dock, which shows the active document. Panels know Document, Selection and
/// TimeRange, never each other.
///
/// Echo: what a panel changes in its own widgets makes them emit the signals of a user's change.
/// The panel changes them under `showing()`, and its slots do nothing while `isShowing()`. What it
/// selects in the document with itself as origin does not come back as showSelection().
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
    /// The line that filters the panel's rows; null if there is none. Undo knows its changes.
    virtual QLineEdit* filter() const { return nullptr; }

signals:
    /// A short text for the tab (`Problems 3`); empty = the panel's plain title.
    void titleChanged(const QString& title);
    void showRequested(); ///< the panel shall be shown in front, with the focus

protected:
    /// Called when document() changed. The panel follows the signals that it needs, and shows the
    /// document, which may be null.
    virtual void documentChanged() = 0;
    /// Shows the selection of document(), which is not null. Called when somebody else changed it
    /// and by refreshSelection(); isShowing() is true.
    virtual void showSelection() { }
    /// Calls showSelection() if there is a document.
    void refreshSelection();

    /// Makes the widget that shows one of these pages, at first the first one.
    QWidget* makePages(std::initializer_list<QWidget*> pages);
    void showPage(QWidget* page);
    QWidget* shownPage() const;

    /// Connects to the document or an object that belongs to it, until document() changes. Takes
    /// what QObject::connect takes.
    template <typename... Arguments>
    void follow(Arguments&&... arguments)
    {
        m_connections.add(std::forward<Arguments>(arguments)...);
    }

    /// isShowing() is true during the lifetime of the returned object.
    [[nodiscard]] QScopedValueRollback<bool> showing()
    {
        return QScopedValueRollback<bool>(m_isShowing, true);
    }
    bool isShowing() const { return m_isShowing; }

private:
    Context& m_context;
    QPointer<Document> m_document;
    Connections m_connections; ///< to m_document
    QStackedWidget* m_pages = nullptr;
    bool m_isShowing = false;
};

/// Makes a button trigger an action. The button is enabled with the action; if the action is
/// disabled, the tool tip shows its reason.
void followAction(QPushButton& button, const ActionTable& actions, QAction& action);

/// Creates the page of an empty view: a centred text that explains why the view is empty, and a
/// button for the action that fills it. No button if `actionId` is null.
QWidget* makeEmptyState(
    Context& context, const QString& text, const char* actionId, QWidget* parent);

} // namespace ui
