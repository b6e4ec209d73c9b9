#include "layout/folding.h"
#include "layout/hierarchy.h"
#include "ui/canvas/fold_control.h"
#include "ui/canvas/graph_view.h"
#include "ui/canvas/tools/legend.h"
#include "ui/document/document.h"
#include "ui/document/shown_graph.h"

/// The selection of the document in a view of its graph.
namespace ui {

namespace {

/// Returns the node whose card shows `node`: folded constants are rows of their first reader.
model::NodeId shownBy(const model::Model& model, model::NodeId node)
{
    while (layout::isFolded(model, model.node(node)))
        node = model.value(model.node(node).outputs[0]).uses.front().node;
    return node;
}

} // namespace

void GraphView::showSelection(const QObject* origin)
{
    if (m_canvas->content().isEmpty() || m_shownModel != m_document->model())
        return; // showScene follows
    std::vector<model::NodeId> nodes;
    model::ValueId value;
    for (const auto& item : m_document->selection()->items()) {
        if (item.isNode())
            nodes.emplace_back(item.id);
        if (item.isValue())
            value = model::ValueId(item.id);
    }
    const auto current = currentItem();
    const auto node = current.isNode() ? model::NodeId(current.id) : model::NodeId();
    m_canvas->setMarks(nodes, node, value);
    markSelectedGroups(node);
    refreshScope();
    m_legend->setCurrent(node);
    placeLegend();
    // After a click in this view the picture must not move under the pointer. A view that is not
    // active keeps its place.
    if (origin == this || !isActive())
        return;
    m_revealsNext = m_folds->unfoldFor(value.isValid() && !node.isValid()
            ? SelectedItem { SelectedItem::Kind::Node,
                m_document->model()->value(value).producer.value() }
            : current);
    if (!m_revealsNext && isAwaited(node))
        m_revealsNext = true;
    else if (!m_revealsNext)
        revealSelected();
}

SelectedItem GraphView::currentItem() const
{
    const auto current = m_document->selection()->current();
    const bool isOfOther = current.isGroup() && m_shown->graph() != m_document->currentGraph();
    return isOfOther ? SelectedItem {} : current;
}

/// True if another view of the document has opened the groups of this node, and the picture with it
/// is not placed yet.
bool GraphView::isAwaited(model::NodeId node) const
{
    const auto tree = m_shown->groupTree();
    if (tree == nullptr || !node.isValid())
        return false;
    const auto shown = shownBy(*m_document->model(), node);
    if (shown.value() >= tree->groupOfNode.size()
        || m_canvas->content().scene->find(shown) != layout::noIndex)
        return false;
    const auto group = tree->groupOfNode[shown.value()];
    return group != layout::noGroup
        && layout::foldedAround(*tree, m_shown->openGroups(), group) == layout::noGroup;
}

/// Marks the selected groups, and the group that is drawn in place of a hidden node.
void GraphView::markSelectedGroups(model::NodeId node)
{
    std::vector<std::uint32_t> groups;
    for (const auto& item : m_document->selection()->items()) {
        if (item.isGroup() && m_shown->graph() == m_document->currentGraph())
            groups.push_back(item.id);
    }
    const bool isDrawn
        = !node.isValid() || m_canvas->content().scene->find(node) != layout::noIndex;
    const auto group = isDrawn ? layout::noGroup : m_folds->visibleGroupOf(node);
    if (group != layout::noGroup)
        groups.push_back(group);
    m_canvas->markGroups(groups);
}

void GraphView::revealSelected()
{
    const auto current = m_document->selection()->current();
    if (current.isGroup()) {
        m_canvas->revealGroup(current.id);
        return;
    }
    const auto chosen = current.isNode() ? model::NodeId(current.id)
        : current.isValue() ? m_document->model()->value(model::ValueId(current.id)).producer
                            : model::NodeId();
    if (!chosen.isValid())
        return;
    const auto node = shownBy(*m_document->model(), chosen);
    const auto group = m_folds->visibleGroupOf(node);
    if (m_canvas->content().scene->find(node) != layout::noIndex)
        m_canvas->reveal(node);
    else if (group != layout::noGroup)
        m_canvas->revealGroup(group);
}

} // namespace ui
