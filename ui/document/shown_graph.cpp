#include "ui/document/shown_graph.h"

#include "layout/folding.h"
#include "layout/layout_engine.h"
#include "ui/canvas/opening.h"
#include "ui/canvas/painting/font_measurer.h"
#include "ui/document/document.h"
#include "ui/document/model_names.h"
#include "ui/jobs/job_runner.h"

#include <algorithm>
#include <utility>

namespace ui {

using support::Progress;
using support::Result;

namespace {

/// Limit of unfoldAll(). Placing so many nodes takes some seconds; more would need gigabytes.
constexpr std::size_t maxUnfoldedNodes = 1'000'000;

} // namespace

ShownGraph::ShownGraph(Document& document, JobRunner& jobs, QObject* parent)
    : QObject(parent)
    , m_document(document)
    , m_jobs(jobs)
{
}

ShownGraph::~ShownGraph() { m_jobs.cancelAll(this); }

void ShownGraph::copy(const ShownGraph& other)
{
    m_graph = other.m_graph;
    m_scenes = other.m_scenes;
    m_earlier = other.m_earlier;
    m_folds = other.m_folds;
    m_viewport = other.m_viewport;
    if (m_document.model() == nullptr)
        return;
    if (isActive())
        m_document.selection()->setGraph(m_graph.value());
    emit graphChanged();
    emit groupTreeChanged();
    if (scene() != nullptr)
        emit sceneChanged();
    else
        place();
}

bool ShownGraph::isActive() const { return m_document.shownGraph() == this; }

void ShownGraph::enter(model::GraphId graph)
{
    const auto model = m_document.model();
    if (model == nullptr || !graph.isValid() || graph.value() >= model->graphs.size()
        || graph == m_graph)
        return;
    if (isActive())
        m_document.selection()->setGraph(graph.value());
    m_graph = graph;
    emit graphChanged();
    if (scene() != nullptr)
        emit sceneChanged();
    else
        place();
}

std::shared_ptr<const layout::Scene> ShownGraph::scene() const
{
    return m_scenes.value(m_graph.value());
}

std::shared_ptr<const layout::GroupTree> ShownGraph::groupTree() const { return treeOf(m_graph); }

std::shared_ptr<const layout::GroupTree> ShownGraph::treeOf(model::GraphId graph) const
{
    return m_folds.value(graph.value()).tree;
}

const layout::OpenGroups& ShownGraph::openGroups() const
{
    static const layout::OpenGroups none;
    const auto found = m_folds.constFind(m_graph.value());
    return found == m_folds.constEnd() ? none : found->open;
}

bool ShownGraph::isGroupOpen(quint32 group) const
{
    const auto tree = groupTree();
    return tree != nullptr && group < tree->groups.size()
        && layout::isOpen(*tree, openGroups(), group);
}

void ShownGraph::setOpenGroups(layout::OpenGroups open)
{
    if (groupTree() == nullptr || open == openGroups())
        return;
    auto& folds = m_folds[m_graph.value()];
    folds.open = std::move(open);
    folds.openedFor = {};
    m_earlier.remove(m_graph.value()); // other groups need other places
    emit openGroupsChanged();
    place();
}

void ShownGraph::setGroupOpen(quint32 group, bool isOpen)
{
    const auto tree = groupTree();
    if (tree != nullptr && group < tree->groups.size())
        setOpenGroups(layout::withGroup(*tree, openGroups(), group, isOpen));
}

void ShownGraph::openWithAncestors(quint32 group)
{
    const auto tree = groupTree();
    if (tree != nullptr && group < tree->groups.size())
        setOpenGroups(layout::openedTo(*tree, openGroups(), group));
}

void ShownGraph::foldAll() { setOpenGroups({}); }

void ShownGraph::unfoldAll()
{
    if (const auto tree = groupTree())
        setOpenGroups(layout::allOpen(*tree, maxUnfoldedNodes));
}

void ShownGraph::unfoldOneLevel()
{
    if (const auto tree = groupTree())
        setOpenGroups(layout::openedByOneLevel(*tree, openGroups()));
}

bool ShownGraph::shows(model::NodeId node) const
{
    const auto tree = groupTree();
    if (m_document.model()->node(node).graph == m_graph)
        return true;
    if (tree == nullptr || node.value() >= tree->groupOfNode.size())
        return false;
    const auto group = tree->groupOfNode[node.value()];
    return group != layout::noGroup
        && layout::foldedAround(*tree, openGroups(), group) == layout::noGroup;
}

PlaceRequest ShownGraph::placeRequest() const
{
    const auto folds = m_folds.value(m_graph.value());
    auto tree = folds.tree != nullptr ? folds.tree : m_document.treeOf(m_graph);
    const bool isNew = !m_folds.contains(m_graph.value());
    PlaceRequest request { m_document.model(), m_document.analysis(), m_graph, std::move(tree),
        folds.open, isNew, layout::findEngine(m_document.layoutEngine().toStdString()),
        m_document.drawingOptions(), fontMeasurer(), m_viewport };
    const auto earlier = m_earlier.constFind(m_graph.value());
    if (!isNew && earlier != m_earlier.constEnd())
        request.earlier = *earlier;
    return request;
}

void ShownGraph::place()
{
    m_jobs.start<PlacedGraph>(
        this, QStringLiteral("place"), tr("Placing the graph"),
        [request = placeRequest()](std::stop_token stop, const Progress& progress) {
            return placeGraph(request, std::move(stop), progress);
        },
        [this, model = m_document.model(), graph = m_graph,
            openedFor = m_folds.contains(m_graph.value()) ? QSize() : m_viewport](
            Result<PlacedGraph> placed) {
            if (model != m_document.model())
                return; // edited meanwhile
            placed ? setPlaced(graph, *std::move(placed), openedFor)
                   : placingFailed(graph, placed.error());
        });
}

void ShownGraph::placeAgain()
{
    m_scenes.clear();
    m_earlier.clear();
    if (m_document.model() != nullptr)
        place();
}

void ShownGraph::setPlaced(model::GraphId graph, PlacedGraph placed, QSize openedFor)
{
    auto& folds = m_folds[graph.value()];
    const bool isOtherTree = folds.tree != placed.tree;
    folds = { std::move(placed.tree), placed.open, std::move(placed.open),
        openedFor.isEmpty() ? folds.openedFor : openedFor };
    m_scenes.insert(graph.value(), std::move(placed.scene));
    m_earlier.remove(graph.value());
    if (graph != m_graph)
        return;
    if (isOtherTree)
        emit groupTreeChanged();
    emit sceneChanged();
    if (!openedFor.isEmpty())
        reopenIfTooLarge();
}

/// Keeps the picture and sets the open groups back to those of the picture.
void ShownGraph::placingFailed(model::GraphId graph, const support::Error& error)
{
    if (error.kind() == support::ErrorKind::Cancelled)
        return;
    const auto folds = m_folds.find(graph.value());
    if (folds != m_folds.end() && folds->open != folds->shown) {
        folds->open = folds->shown;
        emit openGroupsChanged();
    }
    emit notPlaced(QString::fromStdString(error.message()));
}

/// Opens the graph again by the rules for a new graph if it fitted the viewport for which it was
/// opened and does not fit now: a banner may have reduced the height.
void ShownGraph::reopenIfTooLarge()
{
    const auto folds = m_folds.constFind(m_graph.value());
    const auto picture = scene();
    if (folds == m_folds.constEnd() || folds->openedFor.isEmpty() || picture == nullptr
        || !m_document.selection()->isEmpty() || !fitsReadably(picture->bounds, folds->openedFor)
        || fitsReadably(picture->bounds, m_viewport))
        return;
    m_folds.erase(folds);
    place();
}

/// Keeps the folds, by the graph ids of the new model. Open groups are stored by key and stay
/// valid. A graph without any node of the old model is left out, so it opens like a new graph.
void ShownGraph::keepFolds(const ModelNames& names, const model::Model& before)
{
    QHash<quint32, Folds> kept;
    for (auto known = m_folds.cbegin(); known != m_folds.cend(); ++known) {
        const auto graph = names({ SelectedItem::Kind::Graph, known.key() });
        const auto isKnown = [&](model::NodeId node) {
            return names({ SelectedItem::Kind::Node, node.value() }).has_value();
        };
        if (graph && std::ranges::any_of(before.graph(model::GraphId(known.key())).nodes, isKnown))
            kept.insert(graph->id, { nullptr, known->open, known->shown, known->openedFor });
    }
    m_folds = kept;
}

/// Keeps the pictures for their places, by the graph ids of the edited model.
void ShownGraph::keepEarlier(const ModelNames* names)
{
    auto known = std::exchange(m_earlier, {});
    if (names == nullptr || names->ids() == nullptr)
        return;
    const auto& ids = names->ids();
    for (auto& earlier : known)
        earlier.ids
            = std::make_shared<const model::edit::IdMap>(model::edit::composed(*earlier.ids, *ids));
    for (auto shown = m_scenes.cbegin(); shown != m_scenes.cend(); ++shown)
        known.insert(shown.key(), { shown.value(), ids });
    for (auto earlier = known.cbegin(); earlier != known.cend(); ++earlier)
        if (const auto graph = ids->of(model::GraphId(earlier.key())); graph.isValid())
            m_earlier.insert(graph.value(), earlier.value());
}

void ShownGraph::followModel(const ModelNames* names, const model::Model* before)
{
    keepEarlier(names);
    m_scenes.clear();
    if (names != nullptr && before != nullptr)
        keepFolds(*names, *before);
    const auto known = names != nullptr ? (*names)({ SelectedItem::Kind::Graph, m_graph.value() })
                                        : std::nullopt;
    m_graph = model::GraphId(known ? known->id : 0U);
}

void ShownGraph::take(model::GraphId graph, const PlacedGraph& placed)
{
    if (placed.scene == nullptr || graph != m_graph)
        return;
    const auto known = m_folds.constFind(m_graph.value());
    if (known != m_folds.constEnd() && known->open != placed.open)
        return; // groups were folded while the edit was applied
    const auto openedFor = known != m_folds.constEnd() ? known->openedFor : QSize();
    m_folds.insert(m_graph.value(), { placed.tree, placed.open, placed.open, openedFor });
    m_scenes.insert(m_graph.value(), placed.scene);
    m_earlier.remove(m_graph.value());
}

} // namespace ui
