#include "layout/card/node_set.h"
#include "model/text_node.h"
#include "profiler/statistics/statistics.h"
#include "ui/format.h"
#include "ui/inspectors/chips.h"
#include "ui/inspectors/elided_label.h"
#include "ui/inspectors/fact_list.h"
#include "ui/inspectors/sections.h"
#include "ui/inspectors/words.h"
#include "ui/widgets/icon_label.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_text.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

// Sections for a group, and for a selection of several items.

namespace ui {

namespace {

constexpr std::size_t linksShown = 12;

const char* iconOf(layout::GroupKind kind)
{
    switch (kind) {
    case layout::GroupKind::Root:
        return "graph";
    case layout::GroupKind::Function:
        return "function";
    case layout::GroupKind::Subgraph:
    case layout::GroupKind::Branches:
        return "subgraph";
    default:
        return "group";
    }
}

/// The kind of a group, for groups whose title does not show it; empty for scopes.
QString kindOf(layout::GroupKind kind)
{
    switch (kind) {
    case layout::GroupKind::Block:
        return Inspector::tr("repeats");
    case layout::GroupKind::Function:
        return Inspector::tr("function");
    case layout::GroupKind::Subgraph:
    case layout::GroupKind::Branches:
        return Inspector::tr("subgraph");
    default:
        return {};
    }
}

QPushButton* makeButton(const QString& text, const char* name, QWidget* parent)
{
    auto* button = new QPushButton(text, parent);
    button->setObjectName(name);
    button->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    return button;
}

QPushButton* makeFoldButton(const InspectorTarget& target, QWidget* parent)
{
    const auto group = target.only().id;
    const bool isOpen = target.document.isGroupOpen(group);
    auto* button
        = makeButton(isOpen ? Inspector::tr("Fold") : Inspector::tr("Unfold"), "foldGroup", parent);
    QObject::connect(button, &QPushButton::clicked, button,
        target.link([group, isOpen](Document& shown, QObject*) {
            isOpen ? shown.setGroupOpen(group, false) : shown.openWithAncestors(group);
        }));
    return button;
}

/// A button that copies the nodes in ONNX's textual syntax.
QPushButton* makeTextButton(
    const InspectorTarget& target, std::vector<model::NodeId> nodes, QWidget* parent)
{
    auto* button = makeButton(Inspector::tr("Copy as Text"), "copyAsText", parent);
    button->setToolTip(Inspector::tr("The nodes in ONNX's textual syntax, a line each"));
    QObject::connect(button, &QPushButton::clicked, button,
        [model = target.document.model(), nodes = std::move(nodes)] {
            QGuiApplication::clipboard()->setText(
                QString::fromStdString(model::nodesText(*model, nodes)));
        });
    return button;
}

struct MeasuredTime {
    double median = 0; ///< sum of medians, in nanoseconds
    double share = 0;
    std::size_t nodes = 0;
};

MeasuredTime timeOf(const InspectorTarget& target, const std::vector<model::NodeId>& nodes)
{
    MeasuredTime sum;
    const auto statistics = target.document.statistics();
    if (statistics == nullptr)
        return sum;
    for (const auto node : nodes) {
        const auto* row = statistics->node(node);
        // The time of a fused node is recorded at its leader.
        if (row == nullptr || row->time.samples == 0 || row->fate == profiler::Fate::FusedInto)
            continue;
        sum.median += row->time.median;
        sum.share += row->share;
        ++sum.nodes;
    }
    return sum;
}

void addTime(FactList& list, const InspectorTarget& target, const std::vector<model::NodeId>& nodes)
{
    const auto time = timeOf(target, nodes);
    if (time.nodes == 0)
        return;
    list.add(Inspector::tr("Time"), durationText(time.median))
        ->setHint(Inspector::tr("Sum of the operators' medians"));
    list.add(Inspector::tr("Share of wall"), cardShareText(time.share));
}

void addCost(FactList& list, const layout::NodeSetFacts& facts)
{
    if (facts.parameters > 0) {
        list.add(Inspector::tr("Parameters"), countText(facts.parameters));
        list.add(Inspector::tr("Weights"), bytesText(facts.weightBytes));
    }
    addWork(list, facts.cost, facts.unknownCosts);
}

layout::NodeSetFacts factsOf(const InspectorTarget& target, const std::vector<model::NodeId>& nodes)
{
    const auto analysis = target.document.analysis();
    const bool isOfModel = analysis != nullptr && analysis->model.get() == &target.model;
    return layout::factsOf(target.model, isOfModel ? analysis.get() : nullptr, nodes);
}

QString moreText(std::size_t hidden)
{
    return Inspector::tr("and %n more", nullptr, static_cast<int>(hidden));
}

SectionBody makeValueLinks(
    const InspectorTarget& target, const std::vector<model::ValueId>& values, QWidget* parent)
{
    if (values.empty())
        return nullptr;
    auto* page = new QWidget(parent);
    auto* column = makeColumn(page, {}, styleSpacing);
    auto* list = new FactList(page);
    column->addWidget(list);
    for (std::size_t i = 0; i < std::min(values.size(), linksShown); ++i)
        list->addLink(plain(target.model.value(values[i]).name, 120),
            plain(model::typeText(target.type(values[i])), 120), target.toValue(values[i]));
    if (values.size() > linksShown)
        column->addWidget(makeSecondaryText(moreText(values.size() - linksShown), page));
    return { page, countText(values.size()) };
}

} // namespace

const layout::Group* InspectorTarget::group() const
{
    if (!only().isGroup() || groups == nullptr || only().id >= groups->groups.size())
        return nullptr;
    return &groups->groups[only().id];
}

std::vector<model::NodeId> InspectorTarget::nodes() const
{
    std::vector<model::NodeId> found;
    if (!isMany() && !only().isGroup())
        return found;
    for (const auto& item : items) {
        if (item.isNode())
            found.emplace_back(item.id);
        else if (item.isGroup() && groups != nullptr && item.id < groups->groups.size())
            std::ranges::copy(layout::nodesInside(*groups, item.id), std::back_inserter(found));
    }
    std::ranges::sort(found);
    const auto twice = std::ranges::unique(found);
    found.erase(twice.begin(), twice.end());
    return found;
}

SectionBody makeGroupHeader(const InspectorTarget& target, QWidget* parent)
{
    const auto* group = target.group();
    if (group == nullptr)
        return nullptr;
    const auto header = makeHeader(new IconLabel(iconOf(group->kind), 20, "accentInk"),
        plain(group->title), plain(group->path, 4000), parent);
    if (const auto kind = kindOf(group->kind); !kind.isEmpty())
        header.row->addWidget(makeStateChip(kind, "info", header.widget));
    auto* row = new QHBoxLayout;
    // A pinned group may belong to a graph that is not the displayed one; only displayed groups can
    // be folded.
    if (group->kind != layout::GroupKind::Root
        && target.groups->graph == target.document.currentGraph())
        row->addWidget(makeFoldButton(target, header.widget));
    row->addWidget(makeTextButton(target, target.nodes(), header.widget));
    row->addStretch();
    header.column->addLayout(row);
    return header.widget;
}

SectionBody makeMany(const InspectorTarget& target, QWidget* parent)
{
    if (!target.isMany())
        return nullptr;
    auto* widget = new QWidget(parent);
    auto* column = makeColumn(widget, {}, styleSpacing);
    column->addWidget(
        makeText(Inspector::tr("%n selected", nullptr, static_cast<int>(target.items.size())),
            widget, "heading"));
    if (auto nodes = target.nodes(); !nodes.empty())
        column->addWidget(makeTextButton(target, std::move(nodes), widget));
    return widget;
}

SectionBody makeTogether(const InspectorTarget& target, QWidget* parent)
{
    const auto nodes = target.nodes();
    if (nodes.empty())
        return nullptr;
    auto* list = new FactList(parent);
    list->add(Inspector::tr("Nodes"), countText(nodes.size()));
    if (const auto* group = target.group(); group != nullptr && group->totalNodes > nodes.size())
        list->addQuiet(Inspector::tr("With bodies of calls"), countText(group->totalNodes));
    addTime(*list, target, nodes);
    addCost(*list, factsOf(target, nodes));
    return list;
}

SectionBody makeEntering(const InspectorTarget& target, QWidget* parent)
{
    const auto nodes = target.nodes();
    return nodes.empty() ? nullptr : makeValueLinks(target, factsOf(target, nodes).inputs, parent);
}

SectionBody makeLeaving(const InspectorTarget& target, QWidget* parent)
{
    const auto nodes = target.nodes();
    return nodes.empty() ? nullptr : makeValueLinks(target, factsOf(target, nodes).outputs, parent);
}

SectionBody makeGroupsLike(const InspectorTarget& target, QWidget* parent)
{
    if (target.group() == nullptr || target.group()->kind == layout::GroupKind::Root)
        return nullptr;
    const auto like = layout::groupsLike(*target.groups, target.only().id);
    if (like.size() < 2)
        return nullptr;
    auto* page = new QWidget(parent);
    auto* column = makeColumn(page, {}, styleSpacing);
    auto* list = new FactList(page);
    column->addWidget(list);
    std::size_t shown = 0;
    for (const auto other : like) {
        if (other == target.only().id || ++shown > linksShown)
            continue;
        const auto& group = target.groups->groups[other];
        const auto time = timeOf(target, layout::nodesInside(*target.groups, other));
        const auto note = time.nodes > 0 ? durationText(time.median) : plain(group.path, 120);
        list->addLink(plain(group.title, 120), note,
            target.link([other, graph = target.groups->graph](Document& document, QObject* from) {
                // A pinned group may belong to a graph that is not the displayed one.
                document.enterGraph(graph);
                document.selection()->select({ SelectedItem::Kind::Group, other }, from);
            }));
    }
    if (shown > linksShown)
        column->addWidget(makeSecondaryText(moreText(shown - linksShown), page));
    return { page, Inspector::tr("%1 in all").arg(countText(like.size())) };
}

} // namespace ui
