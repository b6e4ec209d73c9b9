#include "layout/folding.h"
#include "ui/canvas/opening.h"
#include "ui/document/document.h"

// Groups of a document's graphs, open and folded.

namespace ui {

namespace {

/// Limit of unfoldAll(). Placing so many nodes takes some seconds; more would need gigabytes.
constexpr std::size_t maxUnfoldedNodes = 1'000'000;

} // namespace

std::shared_ptr<const layout::GroupTree> Document::groupTree() const
{
    return m_folds.value(m_currentGraph.value()).tree;
}

const layout::OpenGroups& Document::openGroups() const
{
    static const layout::OpenGroups none;
    const auto found = m_folds.constFind(m_currentGraph.value());
    return found == m_folds.constEnd() ? none : found->open;
}

bool Document::isGroupOpen(quint32 group) const
{
    const auto tree = groupTree();
    return tree != nullptr && group < tree->groups.size()
        && layout::isOpen(*tree, openGroups(), group);
}

void Document::setOpenGroups(layout::OpenGroups open)
{
    if (groupTree() == nullptr || open == openGroups())
        return;
    auto& folds = m_folds[m_currentGraph.value()];
    folds.open = std::move(open);
    folds.openedFor = {};
    emit openGroupsChanged();
    place();
}

/// Opens the graph again by the rules for a new graph if it fitted the viewport for which it was
/// opened and does not fit now: a banner may have reduced the height.
void Document::reopenIfTooLarge()
{
    const auto graph = m_currentGraph.value();
    const auto folds = m_folds.constFind(graph);
    const auto shown = scene();
    if (folds == m_folds.constEnd() || folds->openedFor.isEmpty() || shown == nullptr
        || !m_selection.isEmpty() || !fitsReadably(shown->bounds, folds->openedFor)
        || fitsReadably(shown->bounds, m_viewport))
        return;
    m_folds.erase(folds);
    place();
}

void Document::setGroupOpen(quint32 group, bool isOpen)
{
    const auto tree = groupTree();
    if (tree != nullptr && group < tree->groups.size())
        setOpenGroups(layout::withGroup(*tree, openGroups(), group, isOpen));
}

void Document::openWithAncestors(quint32 group)
{
    const auto tree = groupTree();
    if (tree != nullptr && group < tree->groups.size())
        setOpenGroups(layout::openedTo(*tree, openGroups(), group));
}

void Document::foldAll() { setOpenGroups({}); }

void Document::unfoldAll()
{
    if (const auto tree = groupTree())
        setOpenGroups(layout::allOpen(*tree, maxUnfoldedNodes));
}

void Document::unfoldOneLevel()
{
    if (const auto tree = groupTree())
        setOpenGroups(layout::openedByOneLevel(*tree, openGroups()));
}

} // namespace ui
