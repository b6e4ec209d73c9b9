#include "ui/undo/document_undo_recorder.h"

#include "ui/canvas/graph_commands.h"
#include "ui/canvas/graph_view.h"
#include "ui/document/document.h"
#include "ui/document/shown_graph.h"
#include "ui/notes/notes.h"
#include "ui/translation/text.h"
#include "ui/undo/undo_log.h"
#include "ui/widgets/plain_text.h"
#include "ui/window/actions.h"

#include <algorithm>
#include <utility>

namespace ui {

namespace {

constexpr qsizetype longestName = 40;

/// The groups that are in `more` but not in `less`, parents first.
std::vector<std::uint32_t> addedGroups(
    const layout::GroupTree& tree, const layout::OpenGroups& less, const layout::OpenGroups& more)
{
    std::vector<std::uint32_t> added;
    for (std::uint32_t group = 0; group < tree.groups.size(); ++group) {
        const auto key = tree.groups[group].key;
        if (more.contains(key) && !less.contains(key))
            added.push_back(group);
    }
    return added;
}

/// True if each group contains the next one. Then the last one was opened, and the others only
/// because they contain it.
bool isChain(const layout::GroupTree& tree, const std::vector<std::uint32_t>& groups)
{
    for (std::size_t i = 1; i < groups.size(); ++i) {
        auto at = tree.groups[groups[i]].parent;
        while (at != layout::noGroup && at != groups[i - 1])
            at = tree.groups[at].parent;
        if (at == layout::noGroup)
            return false;
    }
    return true;
}

QString titleOf(const layout::GroupTree& tree, std::uint32_t group)
{
    return plain(tree.groups[group].title, longestName);
}

/// The first note of `notes` that is not in `others`, or differs there.
const Note* differing(const QList<Note>& notes, const QList<Note>& others)
{
    const auto found
        = std::ranges::find_if(notes, [&](const Note& note) { return !others.contains(note); });
    return found == notes.end() ? nullptr : &*found;
}

QString noteText(const QList<Note>& before, const QList<Note>& after)
{
    const auto* is = differing(after, before);
    const auto* was = differing(before, after);
    const auto* any = is != nullptr ? is : was;
    if (any == nullptr)
        return tr("Note");
    const bool isMarked = is != nullptr && is->isMarked;
    const bool wasMarked = was != nullptr && was->isMarked;
    const auto text = isMarked == wasMarked ? tr("Note on %1")
        : isMarked                          ? tr("Mark %1")
                                            : tr("Unmark %1");
    return text.arg(plain(any->label.toStdString(), longestName));
}

QString markText(const TimeMarks& before, const TimeMarks& after)
{
    if (before.size() == after.size())
        return tr("Rename Mark");
    return after.size() > before.size() ? tr("Mark in Timeline") : tr("Remove Mark");
}

} // namespace

QString foldText(const layout::GroupTree& tree, const layout::OpenGroups& before,
    const layout::OpenGroups& after)
{
    const auto opened = addedGroups(tree, before, after);
    const auto closed = addedGroups(tree, after, before);
    if (opened.empty() && closed.empty())
        return tr("Stack of Groups");
    if (closed.empty())
        return isChain(tree, opened)
            ? tr("Unfold %1").arg(titleOf(tree, opened.back()))
            : tr("Unfold %n group(s)", nullptr, static_cast<int>(opened.size()));
    if (opened.empty())
        return closed.size() == 1 ? tr("Fold %1").arg(titleOf(tree, closed.front()))
            : after.empty()       ? tr("Fold All")
                            : tr("Fold %n group(s)", nullptr, static_cast<int>(closed.size()));
    return tr("Fold and Unfold");
}

DocumentUndoRecorder::DocumentUndoRecorder(
    Document* document, QWidget* page, ActionTable& actions, UndoLog& log)
    : QObject(document)
    , m_document(document)
    , m_page(page)
    , m_actions(actions)
    , m_log(log)
{
    connect(document, &Document::openGroupsChanged, this, &DocumentUndoRecorder::foldsChanged);
    connect(document, &Document::marksChanged, this, &DocumentUndoRecorder::marksChanged);
    connect(document, &Document::profileChanged, this, &DocumentUndoRecorder::lookAgain);
    connect(document, &Document::graphChanged, this, &DocumentUndoRecorder::lookAgain);
    connect(document, &Document::groupTreeChanged, this, &DocumentUndoRecorder::lookAgain);
    connect(document, &Document::sceneChanged, this, &DocumentUndoRecorder::lookAgain);
    connect(document, &Document::modelChanged, this, [this] {
        m_folds.clear();
        m_log.forget(m_document);
    });
    // Queued, because the page may create its view in another slot of the same signal.
    connect(document, &Document::sceneChanged, this, &DocumentUndoRecorder::findViews,
        Qt::QueuedConnection);
}

/// Stores the present state as the start of the next change. Called for another graph, profile or
/// tree.
void DocumentUndoRecorder::lookAgain()
{
    const auto graph = m_document->currentGraph();
    if (graph.isValid() && m_document->groupTree() != nullptr)
        m_folds[{ m_document->shownGraph(), graph.value() }] = m_document->openGroups();
    m_profile = m_document->profile();
    m_marks = m_document->marks();
}

void DocumentUndoRecorder::findViews()
{
    m_views.removeAll(nullptr);
    for (auto* view : m_page->findChildren<GraphView*>()) {
        if (m_views.contains(view))
            continue;
        m_views.append(view);
        connect(view, &GraphView::colouringChosen, this,
            [this, view](const QString& before, const QString& after) {
                coloursChosen(view, before, after);
            });
        if (m_notes != nullptr)
            continue;
        m_notes = view->commands()->notes();
        connect(m_notes, &Notes::edited, this, &DocumentUndoRecorder::notesChanged);
    }
}

void DocumentUndoRecorder::foldsChanged()
{
    const auto graph = m_document->currentGraph();
    const auto tree = m_document->groupTree();
    const std::pair key(static_cast<const ShownGraph*>(m_document->shownGraph()), graph.value());
    const auto known = m_folds.constFind(key);
    const auto after = m_document->openGroups();
    if (tree == nullptr || known == m_folds.constEnd() || *known == after) {
        m_folds[key] = after;
        return;
    }
    const auto before = std::exchange(m_folds[key], after);
    const auto open = [document = m_document, graph, shown = QPointer(m_document->shownGraph())](
                          const layout::OpenGroups& groups) {
        if (shown != nullptr) // else its view was closed
            document->activate(shown);
        if (document->currentGraph() != graph)
            document->enterGraph(graph);
        document->setOpenGroups(groups);
    };
    m_log.add(m_document,
        { foldText(*tree, before, after), [open, before] { open(before); },
            [open, after] { open(after); } });
}

void DocumentUndoRecorder::marksChanged()
{
    const auto profile = m_document->profile();
    if (profile != m_profile || m_document->marks() == m_marks)
        return lookAgain();
    const auto before = std::exchange(m_marks, m_document->marks());
    const auto set = [document = m_document, profile](const TimeMarks& marks) {
        const auto& runs = document->runs();
        const auto run = std::ranges::find(runs, profile, &Document::Run::profile);
        if (run == runs.end())
            return; // the run was removed in the meantime
        document->showRun(static_cast<int>(run - runs.begin()));
        document->setMarks(marks);
    };
    m_log.add(m_document,
        { markText(before, m_marks), [set, before] { set(before); },
            [set, after = m_marks] { set(after); } });
}

void DocumentUndoRecorder::notesChanged(const QList<Note>& before)
{
    const auto restore = [notes = m_notes](const QList<Note>& list) {
        if (notes != nullptr)
            notes->restore(list);
    };
    const auto after = m_notes->all();
    m_log.add(m_document,
        { noteText(before, after), [restore, before] { restore(before); },
            [restore, after] { restore(after); } });
}

void DocumentUndoRecorder::coloursChosen(
    GraphView* chosen, const QString& before, const QString& after)
{
    const auto* action = m_actions.action(after);
    const auto name = action == nullptr ? after : withoutMnemonic(action->text());
    const auto colour = [view = QPointer(chosen)](const QString& id) {
        if (view != nullptr)
            view->colourBy(id);
    };
    m_log.add(m_document,
        { tr("Colour by %1").arg(name), [colour, before] { colour(before); },
            [colour, after] { colour(after); } });
}

} // namespace ui
