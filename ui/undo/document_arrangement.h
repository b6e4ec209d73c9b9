#pragma once

#include "layout/group_tree.h"
#include "ui/notes/note_store.h"
#include "ui/timeline/time_marks.h"

#include <QHash>
#include <QObject>
#include <QPointer>

#include <memory>

namespace profiler {
struct Profile;
}

namespace ui {

class ActionTable;
class Document;
class GraphView;
class Notes;
class UndoLog;

/// Notices what the user arranges in one document, and adds it to the log: folds, marks in the
/// time line, notes, the colours of the graph. Compares what is with what was last seen, so that
/// nobody who folds or marks has to know of it. Lives as long as the document.
class DocumentArrangement : public QObject {
    Q_OBJECT

public:
    /// The graph view appears below `page` when the model is there.
    DocumentArrangement(Document* document, QWidget* page, ActionTable& actions, UndoLog& log);

private:
    void lookAgain();
    void findView();
    void foldsChanged();
    void marksChanged();
    void notesChanged(const QList<Note>& before);
    void coloursChosen(const QString& before, const QString& after);

    Document* m_document;
    QWidget* m_page;
    ActionTable& m_actions;
    UndoLog& m_log;
    QHash<quint32, layout::OpenGroups> m_folds; ///< by graph, as last seen
    TimeMarks m_marks;
    std::shared_ptr<const profiler::Profile> m_profile; ///< that the marks are in
    QPointer<GraphView> m_view;
    QPointer<Notes> m_notes;
};

/// What a change of folds is called: `Fold layers.3`, `Unfold 24 groups`.
QString foldText(const layout::GroupTree& tree, const layout::OpenGroups& before,
    const layout::OpenGroups& after);

} // namespace ui
