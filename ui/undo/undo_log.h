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

/// What the user arranged and may take back: a stack of steps for each document, and one for the
/// window (docks, closed tabs). The menu has one entry for both: of the active document's last step
/// and the window's it takes back the later one.
///
/// Whoever notices a change adds a step after it happened. While a step is taken back or done again
/// nothing is added, so that those who notice need not know why something changed.
class UndoLog : public QObject {
    Q_OBJECT

public:
    struct Step {
        QString text; ///< `Fold layers.3`, after the word Undo or Redo
        std::function<void()> undo;
        std::function<void()> redo;
    };

    explicit UndoLog(QObject* parent = nullptr);

    /// Null: the window's own.
    void add(Document* document, Step step);
    /// Nothing of it can be taken back any more: it was read again.
    void forget(Document* document);
    /// Whose steps count beside the window's; may be null.
    void activate(Document* document);

    void undo();
    void redo();
    /// What comes next; empty if nothing does.
    QString undoText() const;
    QString redoText() const;

signals:
    void changed();

private:
    QUndoStack* stackOf(Document* document);
    /// Of the window's and the active document's.
    QUndoStack* nextToUndo() const;
    QUndoStack* nextToRedo() const;
    void run(QUndoStack* stack, void (QUndoGroup::*step)());

    QUndoGroup m_group;
    QUndoStack* m_window;
    QHash<const QObject*, QUndoStack*> m_stacks; ///< by document
    QUndoStack* m_active = nullptr; ///< of the active document
    std::uint64_t m_steps = 0; ///< added so far
    bool m_isStepping = false;
};

} // namespace ui
