#include "ui/canvas/fold_control.h"

#include "layout/folding.h"
#include "ui/canvas/canvas_view.h"
#include "ui/document/document.h"
#include "ui/document/shown_graph.h"
#include "ui/edit/model_editor.h"
#include "ui/format.h"
#include "ui/translation/text.h"

#include <QMenu>

#include <algorithm>

namespace ui {

using layout::noGroup;
using Kind = SelectedItem::Kind;

FoldControl::FoldControl(Document* document, ShownGraph* shown, CanvasView* canvas, QObject* parent)
    : QObject(parent)
    , m_document(document)
    , m_shown(shown)
    , m_canvas(canvas)
{
    connect(canvas, &CanvasView::foldRequested, this, &FoldControl::toggle);
}

void FoldControl::set(layout::OpenGroups open, std::uint32_t kept)
{
    m_canvas->keepInPlace(kept);
    m_shown->setOpenGroups(std::move(open));
}

void FoldControl::toggle(quint32 group)
{
    const auto tree = m_shown->groupTree();
    const auto& scene = m_canvas->content().scene;
    if (tree == nullptr || scene == nullptr || group >= tree->groups.size())
        return;
    if (m_shown->isGroupOpen(group))
        return foldGroup(group);
    const auto card = scene->findGroup(group);
    const auto item = card != layout::noIndex ? scene->items[card] : layout::Item {};
    if (item.count > 1)
        set(layout::withStack(*tree, m_shown->openGroups(), item.id, item.count), item.id);
    else
        set(layout::withGroup(*tree, m_shown->openGroups(), group, true), group);
    m_document->selection()->select({ Kind::Group, group }, parent());
}

void FoldControl::foldGroup(std::uint32_t group)
{
    const auto tree = m_shown->groupTree();
    set(layout::withGroup(*tree, m_shown->openGroups(), group, false), group);
    // The folded body of a call is drawn as its node again.
    const auto owner = tree->groups[group].owner;
    const bool isCall = owner.isValid()
        && tree->groups[tree->groups[group].parent].kind != layout::GroupKind::Branches;
    m_document->selection()->select(
        isCall ? SelectedItem { Kind::Node, owner.value() } : SelectedItem { Kind::Group, group },
        parent());
}

std::uint32_t FoldControl::bodyOf(model::NodeId node) const
{
    const auto tree = m_shown->groupTree();
    if (tree == nullptr || !node.isValid() || node.value() >= tree->groupOfNode.size())
        return noGroup;
    const auto around = tree->groupOfNode[node.value()];
    if (around == noGroup)
        return noGroup;
    const auto& parent = tree->groups[around];
    for (auto child = parent.firstChild; child < parent.firstChild + parent.childCount; ++child) {
        if (tree->groups[child].owner == node)
            return child;
    }
    return noGroup;
}

bool FoldControl::openBody(model::NodeId node)
{
    const auto body = bodyOf(node);
    if (body == noGroup)
        return false;
    const auto tree = m_shown->groupTree();
    auto open = layout::withGroup(*tree, m_shown->openGroups(), body, true);
    // An If should show both branches, not two folded cards.
    const auto& group = tree->groups[body];
    if (group.kind == layout::GroupKind::Branches) {
        for (std::uint32_t i = 0; i < group.childCount; ++i)
            open = layout::withGroup(*tree, std::move(open), group.firstChild + i, true);
    }
    set(std::move(open), body);
    m_document->selection()->select({ Kind::Group, body }, parent());
    return true;
}

/// The selected group, else the one around the selected node; noGroup if it is the root.
std::uint32_t FoldControl::target() const
{
    const auto selected = m_canvas->currentGroup();
    if (selected != layout::noIndex)
        return selected;
    const auto group = groupOf(m_document->selection()->current());
    return group == 0 ? noGroup : group;
}

void FoldControl::fold()
{
    const auto tree = m_shown->groupTree();
    auto group = target();
    if (tree == nullptr || group == noGroup)
        return;
    if (!m_shown->isGroupOpen(group)) {
        const auto& open = m_shown->openGroups();
        if (open.contains(layout::unstackedMark(tree->groups[group])))
            return set(layout::restacked(*tree, open, group), group);
        group = tree->groups[group].parent;
    }
    if (group != noGroup && group != 0)
        foldGroup(group);
}

void FoldControl::unfold()
{
    const auto group = target();
    if (m_canvas->currentGroup() != layout::noIndex) {
        if (!m_shown->isGroupOpen(group))
            toggle(group);
        return;
    }
    const auto current = m_document->selection()->current();
    if (current.isNode())
        openBody(model::NodeId(current.id));
}

void FoldControl::foldAll() { m_shown->foldAll(); }

void FoldControl::unfoldAll() { m_shown->unfoldAll(); }

void FoldControl::unfoldOneLevel() { m_shown->unfoldOneLevel(); }

void FoldControl::addActions(QMenu& menu, const layout::Hit& hit)
{
    const auto tree = m_shown->groupTree();
    const auto& scene = m_canvas->content().scene;
    if (tree == nullptr || scene == nullptr || hit.kind == layout::HitKind::Nothing)
        return;
    const auto box = hit.kind == layout::HitKind::Box ? hit.index : layout::noIndex;
    if (hit.kind == layout::HitKind::FrameTitle
        || (box != layout::noIndex && scene->items[box].isGroup())) {
        const auto group
            = box == layout::noIndex ? scene->frames[hit.index].group : scene->items[box].id;
        const bool isStack = box != layout::noIndex && scene->items[box].count > 1;
        m_document->selection()->select({ Kind::Group, group }, parent());
        menu.addAction(m_shown->isGroupOpen(group) ? tr("Fold")
                : isStack                          ? tr("Show one by one")
                                                   : tr("Unfold"),
            this, [this, group] { toggle(group); });
        menu.addSeparator();
        return;
    }
    if (box == layout::noIndex)
        return;
    const auto node = scene->items[box].node();
    if (bodyOf(node) != noGroup)
        menu.addAction(tr("Unfold in place"), this, [this, node] { openBody(node); });
    const auto around = scene->groupOf(box);
    if (around != 0)
        menu.addAction(tr("Fold %1").arg(QString::fromStdString(tree->groups[around].title)
                                             .replace(u'&', QStringLiteral("&&"))),
            this, [this, around] { foldGroup(around); });
}

std::uint32_t FoldControl::groupOf(const SelectedItem& item) const
{
    const auto tree = m_shown->groupTree();
    if (tree == nullptr)
        return 0;
    if (item.isGroup()) // of the graph in the active view
        return item.id < tree->groups.size() && m_shown->graph() == m_document->currentGraph()
            ? item.id
            : 0;
    if (!item.isNode() || item.id >= tree->groupOfNode.size())
        return 0;
    const auto group = tree->groupOfNode[item.id];
    return group == noGroup ? 0 : group;
}

bool FoldControl::unfoldFor(const SelectedItem& item)
{
    const auto tree = m_shown->groupTree();
    const auto scene = m_shown->scene();
    if (tree == nullptr || scene == nullptr || scene->groups != tree)
        return false;
    auto group = groupOf(item);
    if (item.isGroup() && group != 0)
        group = tree->groups[group].parent; // the group itself may stay folded
    const bool isHidden = layout::foldedAround(*tree, m_shown->openGroups(), group) != noGroup;
    if (!isHidden)
        return false;
    m_shown->openWithAncestors(group);
    return true;
}

std::uint32_t FoldControl::visibleGroupOf(model::NodeId node) const
{
    const auto tree = m_shown->groupTree();
    const auto& scene = m_canvas->content().scene;
    if (tree == nullptr || scene == nullptr || scene->groups != tree || !node.isValid()
        || node.value() >= tree->groupOfNode.size())
        return noGroup;
    const auto body = bodyOf(node);
    if (body != noGroup && scene->findFrame(body) != layout::noIndex)
        return body;
    const auto group = tree->groupOfNode[node.value()];
    return group == noGroup ? noGroup : layout::foldedAround(*tree, m_shown->openGroups(), group);
}

QString FoldControl::facts() const
{
    const auto& scene = *m_canvas->content().scene;
    const auto& graph = m_document->model()->graph(m_shown->graph());
    const auto nodes = static_cast<std::size_t>(
        std::ranges::count(scene.items, layout::ItemKind::Node, &layout::Item::kind));
    std::uint64_t folded = 0;
    for (const auto& card : scene.groupCards)
        folded += scene.items[card.box].count;
    auto text = countOf(graph.nodes.size(), QT_TR_NOOP("%1 node(s)"));
    if (folded > 0)
        text += tr(", %1 folded").arg(countOf(folded, QT_TR_NOOP("%1 group(s)")));
    if (nodes != graph.nodes.size())
        text += tr(" · %1 drawn").arg(countOf(scene.boxCount(), QT_TR_NOOP("%1 card(s)")));
    const auto& changed = m_document->editor()->changedNodes();
    if (!changed.empty())
        text += tr(" · %n changed", nullptr, static_cast<int>(changed.size()));
    return text;
}

} // namespace ui
