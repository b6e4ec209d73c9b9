#include "ui/canvas/graph_commands.h"

#include "layout/reach.h"
#include "ui/canvas/canvas_view.h"
#include "ui/canvas/tools/choice_list.h"
#include "ui/canvas/tools/zoom_bar.h"
#include "ui/dialogs/note_dialog.h"
#include "ui/document/document.h"
#include "ui/document/shown_graph.h"
#include "ui/format.h"
#include "ui/notes/notes.h"
#include "ui/translation/text.h"
#include "ui/window/actions.h"
#include "ui/window/tabs/tab_group.h"

#include <QAction>

#include <algorithm>

namespace ui {

namespace {

using Kind = SelectedItem::Kind;
constexpr int restAfter = 250; // ms

/// A view of a graph, as stored in the history of the selection.
struct GraphPlace {
    model::GraphId graph;
    ViewState view;
};

QString stepsAction(int steps) { return QStringLiteral("view.neighbours%1").arg(steps); }

} // namespace

} // namespace ui

Q_DECLARE_METATYPE(ui::GraphPlace)

namespace ui {

GraphCommands::GraphCommands(
    Context& context, Document* document, ShownGraph* shown, CanvasView* canvas, ZoomBar& bar)
    : QObject(canvas)
    , m_context(context)
    , m_document(document)
    , m_shown(shown)
    , m_canvas(canvas)
    , m_notes(Notes::of(document, context.jobs))
{
    m_rest.setSingleShot(true);
    m_rest.setInterval(restAfter);
    connectActions();
    connectHistory();
    addTools(bar);
    connect(m_notes, &Notes::changed, this, &GraphCommands::notesChanged);
    connect(m_notes, &Notes::failed, this,
        [this](const QString& message) { m_context.showStatus(message, "warning"); });
}

void GraphCommands::onAction(const char* id, std::function<void()> slot)
{
    if (auto* action = m_context.actions.action(id)) {
        connect(action, &QAction::triggered, this, [this, slot = std::move(slot)] {
            if (isActive() && isInActiveTab(*m_canvas) && m_document->model() != nullptr)
                slot();
        });
    }
}

bool GraphCommands::isActive() const { return m_document->shownGraph() == m_shown; }

void GraphCommands::connectActions()
{
    using layout::Flow;
    onAction("edit.selectProducers", [this] { selectReach(Flow::Producers, layout::anySteps); });
    onAction("edit.selectReaders", [this] { selectReach(Flow::Readers, layout::anySteps); });
    onAction("edit.selectNeighbours", [this] {
        selectReach(Flow::Both, static_cast<std::uint32_t>(m_canvas->neighbourSteps()));
    });
    onAction("edit.selectBetween", [this] { selectBetween(); });
    onAction("edit.addNote", [this] { editNote(); });
    onAction("edit.toggleMark", [this] { toggleMark(); });
    onAction("go.notes", [this] { listNotes(); });
    onAction("view.isolate", [this] {
        const auto* action = m_context.actions.action("view.isolate");
        m_canvas->setIsolating(action->isChecked());
    });
    for (int steps = 1; steps <= CanvasView::maxNeighbourSteps; ++steps)
        onAction(stepsAction(steps).toLatin1().constData(), [this, steps] { setSteps(steps); });
    setSteps(m_canvas->neighbourSteps());
    onAction("view.fit", [this] { jumpTo([this] { m_canvas->fitAll(); }); });
    connect(m_canvas, &CanvasView::partFitted, this, [this] {
        m_context.showStatus(tr("The complete graph would be too thin to see. Shown is the part "
                                "around the middle of the view; the minimap shows the rest"),
            "info");
    });
    onAction("view.fitWidth", [this] { jumpTo([this] { m_canvas->fitWidth(); }); });
    onAction("view.fitSelection", [this] { jumpTo([this] { m_canvas->fitSelection(); }); });
    for (const auto* id : { "view.isolate", "view.fitWidth" }) {
        if (auto* action = m_context.actions.action(id))
            m_canvas->addAction(action);
    }
}

void GraphCommands::addTools(ZoomBar& bar)
{
    QList<QAction*> steps;
    for (int i = 1; i <= CanvasView::maxNeighbourSteps; ++i) {
        if (auto* action = m_context.actions.action(stepsAction(i)))
            steps.append(action);
    }
    bar.addMenu("neighbours", tr("Neighbours"), steps);
    if (auto* isolate = m_context.actions.action("view.isolate"))
        bar.addToggle(isolate);
}

void GraphCommands::setSteps(int steps)
{
    m_canvas->setNeighbourSteps(steps);
    checkActions();
}

void GraphCommands::checkActions()
{
    if (!isActive() || !isInActiveTab(*m_canvas))
        return;
    for (int i = 1; i <= CanvasView::maxNeighbourSteps; ++i) {
        if (auto* action = m_context.actions.action(stepsAction(i)))
            action->setChecked(i == m_canvas->neighbourSteps());
    }
    if (auto* isolate = m_context.actions.action("view.isolate"))
        isolate->setChecked(m_canvas->isIsolating());
}

/// Returns the selected nodes, the producers of selected values and the nodes in selected groups,
/// ascending. Only nodes of one graph are returned.
std::vector<model::NodeId> GraphCommands::selectedNodes() const
{
    std::vector<model::NodeId> nodes;
    const auto tree = m_document->groupTree();
    for (const auto& item : m_document->selection()->items()) {
        if (item.isNode())
            nodes.emplace_back(item.id);
        if (item.isValue()) {
            const auto producer = m_document->model()->value(model::ValueId(item.id)).producer;
            if (producer.isValid())
                nodes.push_back(producer);
        }
        if (!item.isGroup() || tree == nullptr || item.id >= tree->groups.size())
            continue;
        // Parents come before their children.
        std::vector<bool> isInside(tree->groups.size(), false);
        isInside[item.id] = true;
        for (std::size_t group = item.id; group < tree->groups.size(); ++group) {
            const auto parent = tree->groups[group].parent;
            if (group != item.id && parent != layout::noGroup && isInside[parent])
                isInside[group] = true;
            if (!isInside[group])
                continue;
            const auto inside = tree->nodesOf(static_cast<std::uint32_t>(group));
            nodes.insert(nodes.end(), inside.begin(), inside.end());
        }
    }
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    if (nodes.empty())
        return nodes;
    const auto graph = m_document->model()->node(nodes.front()).graph;
    std::erase_if(
        nodes, [&](model::NodeId node) { return m_document->model()->node(node).graph != graph; });
    return nodes;
}

void GraphCommands::select(const std::vector<model::NodeId>& nodes)
{
    QList<SelectedItem> items;
    for (const auto node : nodes)
        items.append({ Kind::Node, node.value() });
    const auto current = m_document->selection()->current();
    // The view does not move; the key F shows the new selection.
    m_document->selection()->set(
        items, items.contains(current) ? current : items.value(0), m_canvas->parent());
    m_context.showStatus(countOf(nodes.size(), QT_TR_NOOP("%1 node(s) selected")), "ok");
}

void GraphCommands::selectReach(layout::Flow flow, std::uint32_t steps)
{
    const auto from = selectedNodes();
    if (from.empty())
        return m_context.showStatus(
            tr("Nothing is selected: select a node or a group first"), "warning");
    select(layout::reach(*m_document->model(), from, flow, steps));
}

void GraphCommands::selectBetween()
{
    const auto ends = selectedNodes();
    if (ends.size() != 2)
        return m_context.showStatus(
            tr("%n node(s) selected, a path has two ends: select two nodes with Ctrl+click",
                nullptr, static_cast<int>(ends.size())),
            "warning");
    const auto path = layout::between(*m_document->model(), ends[0], ends[1]);
    if (path.empty())
        return m_context.showStatus(
            tr("No path leads from one of the two nodes to the other"), "warning");
    select(path);
}

void GraphCommands::connectHistory()
{
    connect(m_canvas, &CanvasView::viewChanged, &m_rest, qOverload<>(&QTimer::start));
    connect(&m_rest, &QTimer::timeout, this, [this] { m_lastStillView = m_canvas->view(); });
    connect(m_document->selection(), &Selection::leaving, this, &GraphCommands::leave);
    connect(m_document->selection(), &Selection::visited, this, &GraphCommands::arrive);
    connect(m_canvas, &CanvasView::contentPlaced, this, [this] {
        m_lastStillView = m_canvas->view();
        if (!m_awaited)
            return;
        m_canvas->setView(*m_awaited);
        m_awaited.reset();
    });
}

/// Stores the view for the current step of the history.
void GraphCommands::leave()
{
    if (isActive() && !m_canvas->content().isEmpty())
        m_document->selection()->setPlace(QVariant::fromValue(GraphPlace {
            m_document->currentGraph(), m_rest.isActive() ? m_lastStillView : m_canvas->view() }));
}

void GraphCommands::arrive(const QVariant& place)
{
    if (!isActive() || !place.canConvert<GraphPlace>())
        return;
    const auto there = place.value<GraphPlace>();
    if (there.graph != m_document->currentGraph()) {
        m_awaited = there.view;
        return m_document->enterGraph(there.graph);
    }
    m_canvas->setView(there.view, CanvasView::Motion::Animated);
}

/// A jump of the view is a step of the history, so that Back undoes it.
void GraphCommands::jumpTo(const std::function<void()>& move)
{
    leave();
    m_document->selection()->rememberPlace({});
    move();
}

void GraphCommands::editNote()
{
    const auto item = m_document->selection()->current();
    if (item.kind == Kind::None)
        return m_context.showStatus(
            tr("Nothing is selected: a note belongs to a node, value or group"), "warning");
    const auto* note = m_notes->find(item);
    const auto about = m_notes->labelOf(item);
    if (about.isEmpty())
        return m_context.showStatus(tr("A note belongs to a node, value or group"), "warning");
    auto* dialog = new NoteDialog(about, note != nullptr ? note->text : QString(), m_canvas);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    // The label is compared, because the file may be read again while the dialog is open.
    connect(dialog, &QDialog::accepted, this, [this, dialog, item, about] {
        if (m_notes->labelOf(item) == about)
            m_notes->setText(item, dialog->text());
        else
            m_context.showStatus(
                tr("The note was not saved: the file was read again and the item has changed"),
                "warning");
    });
    dialog->open();
}

void GraphCommands::toggleMark()
{
    const auto item = m_document->selection()->current();
    if (item.kind == Kind::None)
        return m_context.showStatus(tr("Nothing is selected: select what to mark"), "warning");
    const auto* note = m_notes->find(item);
    m_notes->setMarked(item, note == nullptr || !note->isMarked);
}

void GraphCommands::listNotes()
{
    const auto& notes = m_notes->all();
    if (notes.isEmpty())
        return m_context.showStatus(
            tr("No notes yet: select a node and choose Add Note to Selection"), "ok");
    QStringList texts;
    for (const auto& note : notes)
        texts << (note.isMarked ? QStringLiteral("★  ") : QString()) + note.label
                + (note.text.isEmpty() ? QString()
                                       : QStringLiteral("  —  ") + note.text.simplified());
    auto* list = new ChoiceList(tr("Notes and marks"), texts, m_canvas);
    connect(list, &ChoiceList::chosen, this, [this, notes](int index) {
        const auto item = m_notes->itemOf(notes[index]);
        if (!item)
            return m_context.showStatus(
                tr("The item of this note is not in the model any more"), "warning");
        m_document->enterGraphOf(*item);
        m_document->selection()->select(*item);
    });
    list->popUp(m_canvas->mapToGlobal(QPoint(24, 24)));
}

std::shared_ptr<const layout::Badges> GraphCommands::withNotes(
    std::shared_ptr<const layout::Badges> badges) const
{
    if (m_notes->all().isEmpty())
        return badges;
    auto all = badges != nullptr ? std::make_shared<layout::Badges>(*badges)
                                 : std::make_shared<layout::Badges>();
    using layout::Badge;
    for (const auto& note : m_notes->all()) {
        if (note.kind != Note::Kind::Node)
            continue;
        auto& row = (*all)[static_cast<std::uint32_t>(note.id)];
        if (!note.text.isEmpty())
            row.push_back({ tr("NOTE").toStdString(), Badge::Tone::Info });
        if (note.isMarked)
            row.push_back({ tr("MARK").toStdString(), Badge::Tone::Plain });
    }
    return all;
}

} // namespace ui
