#include "ui/document/document.h"
#include "ui/document/place_graph.h"
#include "ui/document/shown_graph.h"

#include <utility>

/// The views of a document: what each of them shows, and which one is active.
namespace ui {

ShownGraph* Document::addShownGraph()
{
    auto* shown = new ShownGraph(*this, m_jobs, this);
    adopt(shown);
    shown->copy(*m_shown);
    emit shownGraphChanged();
    return shown;
}

void Document::adopt(ShownGraph* shown)
{
    m_shownGraphs.append(shown);
    const auto pass = [this, shown](auto from, auto to) {
        connect(shown, from, this, [this, shown, to] {
            if (shown == m_shown)
                emit(this->*to)();
        });
    };
    pass(&ShownGraph::graphChanged, &Document::graphChanged);
    pass(&ShownGraph::sceneChanged, &Document::sceneChanged);
    pass(&ShownGraph::groupTreeChanged, &Document::groupTreeChanged);
    pass(&ShownGraph::openGroupsChanged, &Document::openGroupsChanged);
}

void Document::removeShownGraph(ShownGraph* shown)
{
    if (m_shownGraphs.size() < 2 || m_shownGraphs.removeAll(shown) == 0)
        return;
    if (shown == m_shown)
        activate(m_shownGraphs.front());
    else
        emit shownGraphChanged();
    shown->deleteLater(); // after its view
}

void Document::activate(ShownGraph* shown)
{
    if (shown == m_shown || !m_shownGraphs.contains(shown))
        return;
    m_shown = shown;
    m_selection.setGraph(currentGraph().value());
    emit shownGraphChanged();
    emit graphChanged();
    emit groupTreeChanged();
    if (scene() != nullptr)
        emit sceneChanged();
}

std::shared_ptr<const layout::GroupTree> Document::treeOf(model::GraphId graph) const
{
    for (const auto* shown : m_shownGraphs)
        if (auto tree = shown->treeOf(graph))
            return tree;
    return nullptr;
}

void Document::enterGraphOf(const SelectedItem& item)
{
    if (m_model == nullptr)
        return;
    if (item.isNode() && item.id < m_model->nodes.size())
        enterGraph(m_model->nodes[item.id].graph);
    if (item.isValue() && item.id < m_model->values.size())
        enterGraph(m_model->values[item.id].graph);
}

model::GraphId Document::currentGraph() const { return m_shown->graph(); }
void Document::enterGraph(model::GraphId graph) { m_shown->enter(graph); }
void Document::setViewport(QSize size) { m_shown->setViewport(size); }
PlaceRequest Document::placeRequest() const { return m_shown->placeRequest(); }
std::shared_ptr<const layout::Scene> Document::scene() const { return m_shown->scene(); }
std::shared_ptr<const layout::GroupTree> Document::groupTree() const
{
    return m_shown->groupTree();
}
const layout::OpenGroups& Document::openGroups() const { return m_shown->openGroups(); }
bool Document::isGroupOpen(quint32 group) const { return m_shown->isGroupOpen(group); }
void Document::setOpenGroups(layout::OpenGroups open) { m_shown->setOpenGroups(std::move(open)); }
void Document::setGroupOpen(quint32 group, bool isOpen) { m_shown->setGroupOpen(group, isOpen); }
void Document::openWithAncestors(quint32 group) { m_shown->openWithAncestors(group); }
void Document::foldAll() { m_shown->foldAll(); }
void Document::unfoldAll() { m_shown->unfoldAll(); }

} // namespace ui
