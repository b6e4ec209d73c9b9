#include "ui/canvas/graph_view.h"

#include "layout/folding.h"
#include "layout/hierarchy.h"
#include "layout/layout_engine.h"
#include "model/support/text.h"
#include "ui/canvas/export/export_picture.h"
#include "ui/canvas/fold_control.h"
#include "ui/canvas/graph_commands.h"
#include "ui/canvas/painting/badges.h"
#include "ui/canvas/tools/breadcrumb.h"
#include "ui/canvas/tools/legend.h"
#include "ui/canvas/tools/minimap.h"
#include "ui/canvas/tools/zoom_bar.h"
#include "ui/dialogs/picture_dialog.h"
#include "ui/document/document.h"
#include "ui/document/model_names.h"
#include "ui/document/shown_graph.h"
#include "ui/edit/edit_gestures.h"
#include "ui/edit/model_editor.h"
#include "ui/format.h"
#include "ui/jobs/job_runner.h"
#include "ui/translation/text.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/theme.h"
#include "ui/window/actions.h"

#include <QClipboard>
#include <QEvent>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMenu>
#include <QPrintDialog>
#include <QPrinter>
#include <QResizeEvent>

#include <algorithm>
#include <functional>

namespace ui {

namespace {

using Kind = SelectedItem::Kind;
constexpr int activeLineHeight = 2; // pixels

/// True if the colouring depends on the bound dimensions: FLOP and memory traffic.
bool needsAnalysis(const QString& colouring)
{
    return colouring == QStringLiteral("view.colourFlops")
        || colouring == QStringLiteral("view.colourBytes");
}

} // namespace

GraphView::GraphView(Context& context, Document* document, QWidget* parent, ShownGraph* shown)
    : QWidget(parent)
    , m_context(context)
    , m_document(document)
    , m_shown(shown != nullptr ? shown : document->shownGraphs().front())
    , m_activeLine(new QFrame(this))
    , m_breadcrumb(new Breadcrumb(this))
    , m_canvas(new CanvasView(this))
    , m_zoomBar(new ZoomBar(m_canvas, m_canvas))
    , m_minimap(new Minimap(m_canvas, m_canvas))
    , m_legend(new Legend(m_canvas))
    , m_commands(new GraphCommands(context, document, m_shown, m_canvas, *m_zoomBar))
    , m_folds(new FoldControl(document, m_shown, m_canvas, this))
    , m_edits(new EditGestures(context, document, m_shown, m_canvas))
    , m_nothing(makeEmptyLabel({}, m_canvas))
    , m_colouring(QString::fromLatin1(overlaySpecs().front().actionId))
{
    auto* column = makeColumn(this);
    m_activeLine->setObjectName("activeLine");
    m_activeLine->setFixedHeight(activeLineHeight);
    m_activeLine->hide();
    column->addWidget(m_activeLine);
    column->addWidget(m_breadcrumb);
    column->addWidget(m_canvas, 1);
    setFocusProxy(m_canvas);
    m_canvas->installEventFilter(this);
    m_nothing->setObjectName("emptyGraph");
    m_nothing->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_nothing->hide();
    for (const auto* id : { "go.parent", "view.foldAll", "view.unfoldLevel", "view.minimap" }) {
        if (auto* action = m_context.actions.action(id))
            m_breadcrumb->addTool(action);
    }
    connectDocument();
    connectCanvas();
    connectActions();
    applyOptions();
    if (m_document->profile() != nullptr)
        makeOverlay();
    refreshBadges();
    showScene();
}

void GraphView::connectDocument()
{
    connect(m_shown, &ShownGraph::sceneChanged, this, &GraphView::showScene);
    connect(m_document, &Document::idsChanged, this, &GraphView::rename);
    connect(m_document, &Document::shownGraphChanged, this, &GraphView::showActive);
    connect(m_shown, &ShownGraph::graphChanged, this,
        [this] { m_breadcrumb->showGraph(m_document->model(), m_shown->graph()); });
    connect(m_document, &Document::analysisChanged, this, [this] {
        refreshContent();
        if (needsAnalysis(m_colouring))
            makeOverlay();
    });
    connect(m_shown, &ShownGraph::notPlaced, this, [this](const QString& reason) {
        m_context.showStatus(tr("The graph could not be laid out: %1").arg(reason), "error");
    });
    connect(m_document, &Document::problemsChanged, this, &GraphView::refreshBadges);
    connect(m_document, &Document::profileChanged, this, [this] {
        refreshBadges();
        makeOverlay();
    });
    connect(m_document, &Document::statisticsChanged, this, &GraphView::makeOverlay);
    connect(m_document, &Document::verificationChanged, this, [this] {
        refreshBadges();
        if (m_colouring == QStringLiteral("view.colourError"))
            makeOverlay();
    });
    connect(m_commands, &GraphCommands::notesChanged, this, &GraphView::refreshBadges);
    connect(m_document->editor(), &ModelEditor::saved, this, [this] {
        refreshBadges();
        refreshFacts();
    });
    connect(m_document->selection(), &Selection::changed, this, &GraphView::showSelection);
    connect(m_document->search(), &Search::hitsChanged, this, &GraphView::showHits);
    connect(m_document->search(), &Search::colouringChanged, this, &GraphView::showHits);
}

void GraphView::connectCanvas()
{
    auto* selection = m_document->selection();
    connect(m_canvas, &CanvasView::nodeSelected, this, [=, this](model::NodeId node) {
        selection->select({ Kind::Node, node.value() }, this);
    });
    connect(m_canvas, &CanvasView::nodeToggled, this, [=, this](model::NodeId node) {
        selection->toggle({ Kind::Node, node.value() }, this);
    });
    connect(m_canvas, &CanvasView::valueSelected, this, [=, this](model::ValueId value) {
        selection->select({ Kind::Value, value.value() }, this);
    });
    connect(m_canvas, &CanvasView::lineClicked, m_edits, &EditGestures::insertOnLine);
    connect(m_canvas, &CanvasView::lineDropped, m_edits, &EditGestures::connectLine);
    connect(m_canvas, &CanvasView::selectionCleared, this, [=, this] { selection->clear(this); });
    connect(m_canvas, &CanvasView::nodesSelected, this, [=, this](const QList<quint32>& nodes) {
        QList<SelectedItem> items;
        for (const auto node : nodes)
            items.append({ Kind::Node, node });
        selection->set(items, items.isEmpty() ? SelectedItem {} : items.back(), this);
    });
    connect(m_canvas, &CanvasView::nodeEntered, this, &GraphView::enter);
    connect(m_canvas, &CanvasView::groupSelected, this, [=, this](quint32 group) {
        selection->select({ Kind::Group, group }, this);
    });
    connect(m_canvas, &CanvasView::bodyRequested, this, [this](model::NodeId node) {
        if (!m_folds->openBody(node))
            enter(node);
    });
    connect(m_breadcrumb, &Breadcrumb::groupChosen, this, [=](quint32 group) {
        selection->select({ Kind::Group, group }, nullptr);
    });
    connect(m_canvas, &CanvasView::viewChanged, this, &GraphView::refreshScope);
    connect(m_canvas, &CanvasView::menuRequested, this, &GraphView::showMenu);
    connect(m_canvas, &CanvasView::viewChanged, this, &GraphView::refreshFacts);
    connect(m_canvas, &CanvasView::viewChanged, this, &GraphView::moveLegendOffSelection);
    connect(m_legend, &Legend::reshaped, this, &GraphView::placeLegend);
    connect(m_legend, &Legend::dragged, this, &GraphView::storeLegendPlace);
    connect(m_breadcrumb, &Breadcrumb::graphChosen, m_shown, &ShownGraph::enter);
}

void GraphView::onAction(const char* id, std::function<void()> slot)
{
    if (auto* action = m_context.actions.action(id)) {
        connect(action, &QAction::triggered, this, [this, slot = std::move(slot)] {
            if (takesActions())
                slot();
        });
    }
}

void GraphView::onToggle(const char* id, std::function<void(bool)> slot)
{
    if (auto* action = m_context.actions.action(id)) {
        connect(action, &QAction::toggled, this, [this, slot = std::move(slot)](bool isOn) {
            if (isVisible())
                slot(isOn);
        });
    }
}

void GraphView::connectActions()
{
    onAction("view.zoomIn", [this] { m_canvas->zoomBy(zoomStep); });
    onAction("view.zoomOut", [this] { m_canvas->zoomBy(1 / zoomStep); });
    onAction("view.actualSize", [this] { m_canvas->showActualSize(); });
    onAction("view.fold", [this] { m_folds->fold(); });
    onAction("view.unfold", [this] { m_folds->unfold(); });
    onAction("view.foldAll", [this] { m_folds->foldAll(); });
    onAction("view.unfoldLevel", [this] { m_folds->unfoldOneLevel(); });
    onAction("view.unfoldAll", [this] { m_folds->unfoldAll(); });
    onAction("go.parent", [this] { goToParent(); });
    onAction("go.enter", [this] {
        if (m_document->selection()->current().isNode())
            enter(model::NodeId(m_document->selection()->current().id));
    });
    onAction("edit.clearSelection", [this] { m_document->selection()->clear(this); });
    onAction("file.exportPicture", [this] { exportPicture(); });
    onAction("file.print", [this] { print(); });
    onAction("view.arrangeAnew", // an edit only places what it changes
        [this] { m_document->setDrawingOptions(m_document->drawingOptions()); });
    onAction("view.direction", [this] {
        auto options = m_document->drawingOptions();
        options.direction = options.direction == layout::Direction::Down ? layout::Direction::Right
                                                                         : layout::Direction::Down;
        m_document->setDrawingOptions(options);
    });
    for (const auto* id : { "view.attributes", "view.weights", "view.names", "view.shapes",
             "view.minimap", "view.legend", "view.wheelZooms" })
        onToggle(id, [this](bool) { applyOptions(); });
    onAction(
        "view.layoutLayered", [this] { m_document->setLayoutEngine(QStringLiteral("layered")); });
    onAction("view.layoutGraphviz", [this] { m_document->setLayoutEngine(QStringLiteral("dot")); });
    for (const auto& spec : overlaySpecs())
        onAction(spec.actionId, [this, id = QString::fromLatin1(spec.actionId)] { colourBy(id); });
    // Keys of a view work while the canvas has the focus.
    for (const auto* id :
        { "view.actualSize", "view.fitSelection", "go.parent", "edit.clearSelection" }) {
        if (auto* action = m_context.actions.action(id))
            m_canvas->addAction(action);
    }
}

void GraphView::applyOptions()
{
    const auto isOn = [this](const char* id) {
        const auto* action = m_context.actions.action(id);
        return action != nullptr && action->isChecked();
    };
    auto options = m_document->drawingOptions();
    const auto before = options.cards;
    options.cards.attributes = isOn("view.attributes");
    options.cards.weights = isOn("view.weights");
    options.cards.names = isOn("view.names");
    if (options.cards != before)
        m_document->setDrawingOptions(options);
    const auto labels = isOn("view.shapes") ? layout::LabelRule::All : layout::LabelRule::Changes;
    if (std::exchange(m_labels, labels) != labels)
        refreshContent();
    m_canvas->setWheel(
        isOn("view.wheelZooms") ? CanvasView::Wheel::Zooms : CanvasView::Wheel::Scrolls);
    placeOverlays();
}

void GraphView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    applyOptions();
    becomeActive();
}

/// Disables the Graphviz action, with a reason, if Graphviz would not finish the graph.
void GraphView::offerGraphviz()
{
    if (!takesActions())
        return;
    const auto scene = m_shown->scene();
    // A picture with groups does not show how long the lines of the complete graph are.
    const bool isWhole = scene != nullptr && scene->groupCards.empty() && scene->frames.empty();
    const auto possible = layout::graphvizCanPlace(isWhole ? scene->facts.span : 0);
    m_context.actions.enableUnless("view.layoutGraphviz",
        possible ? QString() : QString::fromStdString(possible.error().message()));
}

CanvasContent GraphView::contentOf(std::shared_ptr<const layout::Scene> scene) const
{
    return { m_document->model(), m_document->analysis(), std::move(scene), m_cards, m_labels,
        m_hits != nullptr ? m_hits : m_overlay, m_badges };
}

/// Marks the hits of the Find panel, and colours them while Search::isColoured.
void GraphView::showHits()
{
    const auto hits = m_document->search()->hits();
    const bool isColoured = m_document->search()->isColoured() && hits != nullptr
        && hits->model == m_document->model();
    const auto before = m_hits;
    showHitDots();
    m_hits = isColoured ? overlayOfNodes(hits->nodes, hits->model->nodes.size(),
                 tr("%1 found by %2")
                     .arg(countOf(hits->nodes.size(), QT_TR_NOOP("%1 node(s)")),
                         plain(hits->query.toStdString(), 60)))
                        : nullptr;
    if (m_hits != before)
        refreshContent();
}

/// Marks the hits in the graph and in the minimap. Folded groups show how many they contain.
void GraphView::showHitDots()
{
    const auto hits = m_document->search()->hits();
    const auto& content = m_canvas->content();
    const bool isOfThis
        = hits != nullptr && hits->model == m_document->model() && !content.isEmpty();
    auto found = isOfThis ? foundBoxes(*content.scene, hits->nodes) : std::vector<FoundBox>();
    m_minimap->setHits(found);
    m_canvas->markFound(std::move(found));
}

void GraphView::showScene()
{
    const auto scene = m_shown->scene();
    if (scene == nullptr)
        return;
    offerGraphviz();
    if (m_document->layoutEngine() == QStringLiteral("dot")
        && scene->lineForm != layout::LineForm::Straight && scene->lineCount() > 0)
        m_context.showStatus(
            tr("Graphviz cannot place this graph in time: the layered layout is shown"), "warning");
    const bool isOfThis = std::exchange(m_isRenamed, false) || m_shownModel == m_document->model();
    const bool isSame = isOfThis && m_shownGraph == m_shown->graph();
    m_shownGraph = m_shown->graph();
    m_shownModel = m_document->model();
    m_cards = m_document->drawingOptions().cards;
    m_canvas->setContent(
        contentOf(scene), isSame ? CanvasView::Arrival::Same : CanvasView::Arrival::Fresh);
    m_legend->setContent(m_canvas->content());
    m_minimap->refresh();
    showHitDots();
    m_breadcrumb->showGraph(m_document->model(), m_shown->graph());
    placeOverlays();
    refreshFacts();
    const bool reveals = std::exchange(m_revealsNext, false);
    showSelection(isSame && !reveals ? this : nullptr);
    showKeptNow();
}

/// Updates colours, badges and shapes of the same scene. Does nothing while the scene of another
/// model or graph is being laid out.
void GraphView::refreshContent()
{
    if (m_canvas->content().isEmpty() || m_shownModel != m_document->model()
        || m_shown->scene() != m_canvas->content().scene)
        return;
    m_canvas->replaceContent(contentOf(m_canvas->content().scene));
    m_legend->setContent(m_canvas->content());
    m_minimap->refresh();
    placeOverlays();
}

void GraphView::refreshBadges()
{
    if (m_document->model() == nullptr)
        return;
    m_badges = m_commands->withNotes(
        makeBadges(*m_document->model(), m_document->problems(), m_document->profile().get(),
            m_document->verification().get(), m_document->editor()->changedNodes()));
    refreshContent();
}

void GraphView::refreshFacts()
{
    if (m_canvas->content().isEmpty())
        return;
    m_breadcrumb->setFacts(m_folds->facts());
}

/// Shows the group of the selection in the breadcrumb; without a selection the group in view.
void GraphView::refreshScope()
{
    if (m_canvas->content().isEmpty())
        return;
    const auto& tree = m_canvas->content().scene->groups;
    const auto selected = m_folds->groupOf(currentItem());
    m_breadcrumb->showGroup(tree, selected != 0 ? selected : m_canvas->groupInView());
}

void GraphView::rename(const ModelNames& names)
{
    const auto graph = names({ Kind::Graph, m_shownGraph.value() });
    m_shownGraph = graph ? model::GraphId(graph->id) : model::GraphId();
    m_isRenamed = m_canvas->rename(std::bind_front(itemNamed, std::cref(names)));
}

bool GraphView::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_canvas && event->type() == QEvent::Resize) {
        if (m_isSplit)
            m_shown->setViewport(static_cast<QResizeEvent*>(event)->size());
        placeOverlays();
        // Again later: the canvas handles the event, and moves its cards, after this filter.
        QMetaObject::invokeMethod(this, &GraphView::placeOverlays, Qt::QueuedConnection);
    }
    return QWidget::eventFilter(watched, event);
}

void GraphView::enter(model::NodeId node)
{
    const auto inside = layout::graphsInside(*m_document->model(), node);
    if (inside.empty())
        return;
    if (inside.size() == 1)
        return m_shown->enter(inside.front());
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (const auto graph : inside) {
        auto title = QString::fromStdString(layout::levelTitle(*m_document->model(), graph));
        menu->addAction(title.replace(u'&', QStringLiteral("&&")), m_document,
            [this, graph] { m_shown->enter(graph); });
    }
    const auto box = m_canvas->content().scene->find(node);
    const auto at = box != layout::noIndex ? m_canvas->boxRect(box).center().toPoint()
                                           : m_canvas->rect().center();
    menu->popup(m_canvas->mapToGlobal(at));
}

void GraphView::goToParent()
{
    const auto& graph = m_document->model()->graph(m_shown->graph());
    const auto owner = graph.owner;
    if (owner.isValid()) {
        m_document->reveal(owner);
        return;
    }
    m_shown->enter(m_document->model()->main().id);
}

void GraphView::showMenu(const layout::Hit& hit, const QPoint& position)
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const auto action = [this](const char* id) { return m_context.actions.action(id); };
    m_folds->addActions(*menu, hit);
    if (hit.kind == layout::HitKind::Box) {
        const auto node = m_canvas->content().scene->items[hit.index].node();
        if (node.isValid()) {
            m_document->selection()->select({ Kind::Node, node.value() }, this);
            for (const auto graph : layout::graphsInside(*m_document->model(), node)) {
                auto title = QString::fromStdString(layout::levelTitle(*m_document->model(), graph))
                                 .replace(u'&', QStringLiteral("&&"));
                menu->addAction(tr("Enter %1").arg(title), m_document,
                    [this, graph] { m_shown->enter(graph); });
            }
            menu->addAction(tr("Copy name"), this, [this, node] {
                QGuiApplication::clipboard()->setText(m_document->nodeLabel(node));
            });
            menu->addSeparator();
        }
    }
    if (hit.kind == layout::HitKind::Chip || hit.kind == layout::HitKind::Line) {
        const auto& scene = *m_canvas->content().scene;
        const auto value
            = scene.values[hit.kind == layout::HitKind::Chip ? scene.chips[hit.index].value
                                                             : scene.lineValue[hit.index]];
        m_document->selection()->select({ Kind::Value, value.value() }, this);
        if (hit.kind == layout::HitKind::Chip) {
            menu->addAction(tr("Draw these edges"), this, [this, value] {
                auto options = m_document->drawingOptions();
                options.cut.neverCut.push_back(value);
                m_document->setDrawingOptions(options);
            });
        }
    }
    m_edits->addActions(*menu);
    for (const auto* id : { "edit.addNote", "view.foldAll", "view.unfoldLevel", "go.producer",
             "go.readers", "go.parent", "view.fitSelection", "view.fit", "view.splitBeside",
             "view.splitBelow", "view.closeSplit", "file.exportPicture" }) {
        if (auto* known = action(id))
            menu->addAction(known);
    }
    menu->popup(position);
}

void GraphView::print()
{
    if (m_canvas->content().isEmpty())
        return;
    QPrinter printer(QPrinter::HighResolution);
    QPrintDialog dialog(&printer, this);
    if (dialog.exec() == QDialog::Accepted)
        printPicture(m_canvas->content(), printer);
}

PictureParts GraphView::pictureParts() const
{
    const auto& scene = *m_canvas->content().scene;
    PictureParts parts { scene.bounds, visibleArea(m_canvas->view()), std::nullopt };
    const auto& whole = scene.bounds;
    const layout::Point begin { std::max(parts.shown.x, whole.x),
        std::max(parts.shown.y, whole.y) };
    parts.shown = { begin.x, begin.y, std::min(parts.shown.right(), whole.right()) - begin.x,
        std::min(parts.shown.bottom(), whole.bottom()) - begin.y };
    for (const auto box : m_canvas->marks().selected) {
        auto rect = scene.boxes[box];
        for (const auto& chip : scene.chipsOf(box))
            rect = layout::united(rect, chip.rect);
        constexpr float margin = 24;
        rect = rect.grown(margin);
        parts.selection = parts.selection ? layout::united(*parts.selection, rect) : rect;
    }
    return parts;
}

void GraphView::exportPicture()
{
    if (m_canvas->content().isEmpty())
        return;
    PictureDialog dialog(m_canvas->content(), pictureParts(),
        QFileInfo(m_document->path()).completeBaseName(), this);
    if (dialog.exec() != QDialog::Accepted)
        return;
    const auto request = dialog.request();
    m_context.jobs.start<void>(
        this, QStringLiteral("export"), tr("Writing %1").arg(QFileInfo(request.path).fileName()),
        [request](std::stop_token stop, const support::Progress& progress) {
            return ui::exportPicture(request, stop, progress);
        },
        [this, path = request.path](support::Result<void> written) {
            written
                ? m_context.showStatus(tr("Wrote %1").arg(path), "ok")
                : m_context.showStatus(QString::fromStdString(written.error().message()), "error");
        });
}

} // namespace ui
