#include "ui/canvas/graph_commands.h"
#include "ui/canvas/graph_view.h"
#include "ui/document/document.h"
#include "ui/document/shown_graph.h"
#include "ui/widgets/theme.h"
#include "ui/window/tabs/tab_group.h"

#include <QFrame>

#include <utility>

/// One of two views of a graph, and the view that is shown again.
namespace ui {

bool GraphView::isActive() const { return m_document->shownGraph() == m_shown; }

bool GraphView::takesActions() const { return isActive() && isInActiveTab(*this); }

void GraphView::activate() { m_document->activate(m_shown); }

void GraphView::becomeActive()
{
    if (!m_isSplit)
        activate();
    showActive();
}

void GraphView::showActive()
{
    m_activeLine->setProperty("active", isActive());
    restyle(*m_activeLine);
    if (!takesActions())
        return;
    applyColouring();
    m_commands->checkActions();
}

void GraphView::setSplit(bool isSplit)
{
    m_isSplit = isSplit;
    m_activeLine->setVisible(isSplit);
    showActive();
}

std::optional<KeptView> GraphView::keptView() const
{
    if (m_kept)
        return m_kept;
    if (!m_canvas->isOpened() || m_shown->scene() == nullptr)
        return std::nullopt;
    const auto& view = m_canvas->view();
    return KeptView { m_shown->graph().value(), m_shown->openGroups(),
        toScene(view, QPointF(view.size.width(), view.size.height()) / 2), view.zoom };
}

void GraphView::showKept(KeptView view)
{
    m_kept = std::move(view);
    m_hasKeptGroups = false;
    showKeptNow();
}

/// Shows the graph of the kept view, then its groups, then its part of the picture. showScene()
/// calls this again after each of the first two.
void GraphView::showKeptNow()
{
    if (!m_kept || m_shown->scene() == nullptr || m_shownModel != m_document->model())
        return;
    if (m_kept->graph >= m_document->model()->graphs.size())
        return m_kept.reset();
    if (m_shown->graph().value() != m_kept->graph)
        return m_shown->enter(model::GraphId(m_kept->graph));
    if (!std::exchange(m_hasKeptGroups, true) && m_shown->groupTree() != nullptr
        && m_shown->openGroups() != m_kept->open)
        return m_shown->setOpenGroups(m_kept->open);
    const auto kept = *std::exchange(m_kept, std::nullopt);
    m_canvas->openAt(kept.centre, kept.zoom);
}

} // namespace ui
