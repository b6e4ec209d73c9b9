#pragma once

#include "layout/group_tree.h"
#include "ui/document/time_marks.h"
#include "ui/notes/note_store.h"

#include <QHash>
#include <QList>
#include <QObject>
#include <QPointer>

#include <memory>
#include <utility>

namespace profiler {
struct Profile;
}

namespace ui {

class ActionTable;
class Document;
class GraphView;
class Notes;
class ShownGraph;
class UndoLog;

/// Records what the user arranges in one document as undo steps: folds, time marks, notes, colours
/// of the graph. Compares the state with the previous one, so that code that folds or marks does
/// not depend on this class. Lives as long as the document.
class DocumentUndoRecorder : public QObject {
    Q_OBJECT

public:
    /// Graph views are created below `page` when the model is loaded, and when a view is split.
    DocumentUndoRecorder(Document* document, QWidget* page, ActionTable& actions, UndoLog& log);

private:
    void lookAgain();
    void findViews();
    void foldsChanged();
    void marksChanged();
    void notesChanged(const QList<Note>& before);
    void coloursChosen(GraphView* view, const QString& before, const QString& after);

    Document* m_document;
    QWidget* m_page;
    ActionTable& m_actions;
    UndoLog& m_log;
    /// The open groups at the last comparison, by view and graph.
    QHash<std::pair<const ShownGraph*, quint32>, layout::OpenGroups> m_folds;
    TimeMarks m_marks;
    std::shared_ptr<const profiler::Profile> m_profile; ///< the profile of m_marks
    QList<QPointer<GraphView>> m_views;
    QPointer<Notes> m_notes;
};

/// The text of a change of folds: `Fold layers.3`, `Unfold 24 groups`.
QString foldText(const layout::GroupTree& tree, const layout::OpenGroups& before,
    const layout::OpenGroups& after);

} // namespace ui
