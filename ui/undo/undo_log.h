#pragma once

#include <QHash>
#include <QObject>
#include <QString>
#include <QUndoGroup>

#include <cstdint>
#include <functional>

class QUndoStack;

namespace ui {

class Document;

/// The undo history: a stack of steps per document, and one for the window (docks, closed tabs).
/// The menu has one Undo entry for both, which undoes the later of the active document's last step
/// and the window's.
///
/// A step is added after the change has happened. While a step is undone or redone, add() does
/// nothing, so callers need not know why the state changed.
class UndoLog : public QObject {
    Q_OBJECT

public:
    struct Step {
        QString text; ///< `Fold layers.3`; shown after the word Undo or Redo
        std::function<void()> undo;
        std::function<void()> redo;
    };

    explicit UndoLog(QObject* parent = nullptr);

    /// Adds a step; a null document means the window.
    void add(Document* document, Step step);
    /// Removes all steps of a document, for example because it was reloaded.
    void forget(Document* document);
    /// Sets the document whose steps can be undone besides the window's; may be null.
    void activate(Document* document);

    void undo();
    void redo();
    /// The text of the next step; empty if there is none.
    QString undoText() const;
    QString redoText() const;

signals:
    void changed();

private:
    QUndoStack* stackOf(Document* document);
    /// The stack (of the window or the active document) with the next step; null if there is none.
    QUndoStack* nextToUndo() const;
    QUndoStack* nextToRedo() const;
    void run(QUndoStack* stack, void (QUndoGroup::*step)());

    QUndoGroup m_group;
    QUndoStack* m_window;
    QHash<const QObject*, QUndoStack*> m_stacks; ///< by document
    QUndoStack* m_active = nullptr; ///< of the active document
    std::uint64_t m_steps = 0; ///< number of steps added so far
    bool m_isStepping = false;
};

} // namespace ui
