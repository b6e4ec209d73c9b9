#include "layout/compound/shown_graph.h"

#include "layout/card/group_card.h"
#include "layout/hierarchy.h"
#include "layout/layered/rows.h"

#include <algorithm>
#include <unordered_map>

namespace layout {
namespace {

/// Boxes of the inputs and outputs of a body, by position; `noIndex`: no box.
struct Terminals {
    std::vector<std::uint32_t> inputs;
    std::vector<std::uint32_t> outputs;
};

/// The end of a line: a box. If the line ends at the border of `frame`, the box is the first one
/// inside it.
struct End {
    std::uint32_t box = noIndex;
    std::uint32_t frame = noGroup;
};

/// A local function has one body for all its calls, so its nodes and values can be shown several
/// times. A *realm* is a part of the tree in which each node is shown once. Realms are read one
/// after the other.
class Collector {
public:
    Collector(const GroupPicture& picture, const std::stop_token& stop)
        : m_picture(picture)
        , m_model(picture.model)
        , m_tree(*picture.tree)
        , m_stop(stop)
        , m_cover(m_tree.groups.size(), noIndex)
        , m_realm(m_tree.groups.size(), noIndex)
        , m_firstBox(m_tree.groups.size(), noIndex)
        , m_slotBox(m_tree.nodes.size(), noIndex)
        , m_slotBody(m_tree.nodes.size(), noGroup)
        , m_producer(m_model.values.size())
        , m_lastReader(m_model.values.size(), noIndex)
        , m_drawn(m_model.values.size(), noIndex)
    {
        m_shown.isOpen.assign(m_tree.groups.size(), 0);
        if (isScoped())
            m_isShown.assign(m_model.nodes.size(), 0);
    }

    ShownGraph run()
    {
        visitGroups();
        std::vector<std::uint32_t> realms;
        for (const auto group : m_order)
            realms.push_back(m_realm[group]);
        Rows rows = groupByKey(realms, m_realmCount);
        for (auto& place : rows.items)
            place = m_order[place];
        for (std::size_t realm = 0; realm < rows.count() && !isStopped(); ++realm)
            readRealm(rows.row(realm));
        return std::move(m_shown);
    }

private:
    bool isScoped() const { return m_picture.root != 0; }
    bool isStopped() const { return m_stop.stop_requested(); }

    // First part: collect the boxes.

    void visitGroups()
    {
        std::vector<std::uint32_t> waiting { m_picture.root };
        while (!waiting.empty() && !isStopped()) {
            const auto group = waiting.back();
            waiting.pop_back();
            if (!enter(group))
                continue;
            m_order.push_back(group);
            const Group& entered = m_tree.groups[group];
            for (std::uint32_t i = entered.childCount; i > 0; --i)
                waiting.push_back(entered.firstChild + i - 1);
        }
    }

    bool isOpenGroup(std::uint32_t group) const
    {
        return group == m_picture.root || isOpen(m_tree, m_picture.open, group);
    }

    /// Returns false if the group is not shown and no card represents it, as for the body of a call
    /// that is drawn as a node.
    bool enter(std::uint32_t group)
    {
        const Group& entered = m_tree.groups[group];
        const bool isRoot = group == m_picture.root;
        const auto parent = isRoot ? noGroup : entered.parent;
        const bool isInside = parent != noGroup && m_shown.isOpen[parent] == 0;
        const bool isCall = isBody(entered.kind)
            && !(parent != noGroup && m_tree.groups[parent].kind == GroupKind::Branches);
        if (isInside && isBody(entered.kind))
            return false;
        m_realm[group] = isRoot ? m_realmCount++ : m_realm[parent];
        if (isInside) {
            m_cover[group] = m_cover[parent];
            return true;
        }
        if (!isOpenGroup(group)) {
            if (isCall)
                return false;
            m_cover[group] = addBox({ ItemKind::Group, group, 1 }, parent);
            return true;
        }
        if (!isRoot && entered.kind == GroupKind::Function)
            m_realm[group] = m_realmCount++;
        m_shown.isOpen[group] = 1;
        m_shown.levels.push_back(group);
        m_firstBox[group] = static_cast<std::uint32_t>(m_shown.items.size());
        addInside(group);
        return true;
    }

    bool hasTerminals(std::uint32_t group) const
    {
        const auto kind = m_tree.groups[group].kind;
        return kind == GroupKind::Root || kind == GroupKind::Function
            || kind == GroupKind::Subgraph;
    }

    void addInside(std::uint32_t group)
    {
        const Group& opened = m_tree.groups[group];
        if (hasTerminals(group)) {
            auto& inputs = m_terminals[group].inputs;
            for (const auto value : m_model.graph(opened.graph).inputs)
                inputs.push_back(m_model.value(value).initializer.isValid()
                        ? noIndex
                        : addBox({ ItemKind::GraphInput, value.value() }, group));
        }
        const auto bodies = openBodies(opened);
        for (std::uint32_t i = 0; i < opened.nodeCount && !isStopped(); ++i) {
            const auto slot = opened.firstNode + i;
            const auto id = m_tree.nodes[slot];
            const auto body = bodies.find(id.value());
            if (body != bodies.end())
                m_slotBody[slot] = body->second;
            else if (!m_tree.isFolded[slot])
                m_slotBox[slot] = addBox({ ItemKind::Node, id.value() }, group);
        }
        if (hasTerminals(group)) {
            for (const auto value : m_model.graph(opened.graph).outputs)
                m_terminals[group].outputs.push_back(
                    addBox({ ItemKind::GraphOutput, value.value() }, group));
        }
    }

    /// Returns by node the body that is open in this group.
    std::unordered_map<std::uint32_t, std::uint32_t> openBodies(const Group& parent) const
    {
        std::unordered_map<std::uint32_t, std::uint32_t> bodies;
        if (parent.kind == GroupKind::Branches)
            return bodies;
        for (std::uint32_t i = 0; i < parent.childCount; ++i) {
            const auto child = parent.firstChild + i;
            if (isBody(m_tree.groups[child].kind) && isOpenGroup(child))
                bodies.emplace(m_tree.groups[child].owner.value(), child);
        }
        return bodies;
    }

    std::uint32_t addBox(Item item, std::uint32_t group)
    {
        m_shown.items.push_back(item);
        m_shown.boxGroup.push_back(group);
        m_shown.sizes.push_back(sizeOf(m_picture, item));
        return static_cast<std::uint32_t>(m_shown.items.size() - 1);
    }

    // Second part: collect the edges.

    void readRealm(std::span<const std::uint32_t> groups)
    {
        for (const auto group : groups)
            noteProducers(group);
        for (const auto group : groups) {
            if (isStopped())
                return;
            readInputs(group);
        }
        if (isScoped() && m_realm[m_picture.root] == m_realm[groups.front()])
            addLeaving(groups);
        for (const auto group : groups) {
            if (m_shown.isOpen[group] == 0 || !hasTerminals(group))
                continue;
            const auto& outputs = m_model.graph(m_tree.groups[group].graph).outputs;
            for (std::size_t i = 0; i < outputs.size(); ++i)
                read(outputs[i], { m_terminals[group].outputs[i], noGroup });
        }
    }

    void noteProducers(std::uint32_t group)
    {
        const Group& noted = m_tree.groups[group];
        if (m_shown.isOpen[group] != 0 && hasTerminals(group)) {
            const auto& inputs = m_model.graph(noted.graph).inputs;
            for (std::size_t i = 0; i < inputs.size(); ++i)
                m_producer[inputs[i].value()] = { m_terminals[group].inputs[i], noGroup };
        }
        for (std::uint32_t i = 0; i < noted.nodeCount; ++i) {
            const auto slot = noted.firstNode + i;
            if (m_tree.isFolded[slot])
                continue;
            const model::Node& node = m_model.node(m_tree.nodes[slot]);
            if (isScoped())
                m_isShown[m_tree.nodes[slot].value()] = 1;
            for (std::size_t output = 0; output < node.outputs.size(); ++output) {
                if (node.outputs[output].isValid())
                    m_producer[node.outputs[output].value()] = outputEnd(group, slot, output);
            }
        }
    }

    End boxOf(std::uint32_t group, std::uint32_t slot) const
    {
        return { m_cover[group] != noIndex ? m_cover[group] : m_slotBox[slot], noGroup };
    }

    End frameEnd(std::uint32_t body) const
    {
        const auto first = m_firstBox[body];
        const bool hasBox = first < m_shown.items.size();
        return { hasBox ? first : noIndex, body };
    }

    /// Returns the end at an input or output of a node: at its open body, or at its box.
    End endAt(std::uint32_t group, std::uint32_t slot, std::vector<std::uint32_t> Terminals::*side,
        std::size_t at) const
    {
        const auto body = m_slotBody[slot];
        if (body == noGroup)
            return boxOf(group, slot);
        const auto terminals = m_terminals.find(body);
        if (terminals == m_terminals.end() || at >= (terminals->second.*side).size()
            || (terminals->second.*side)[at] == noIndex)
            return frameEnd(body);
        return { (terminals->second.*side)[at], noGroup };
    }

    End outputEnd(std::uint32_t group, std::uint32_t slot, std::size_t output) const
    {
        // The first output of a Loop's body is its condition, which is not an output of the Loop.
        const bool isLoop = m_model.node(m_tree.nodes[slot]).type == "Loop";
        return endAt(group, slot, &Terminals::outputs, output + (isLoop ? 1 : 0));
    }

    void readInputs(std::uint32_t group)
    {
        const Group& reading = m_tree.groups[group];
        for (std::uint32_t i = 0; i < reading.nodeCount; ++i) {
            const auto slot = reading.firstNode + i;
            if (m_tree.isFolded[slot])
                continue;
            const auto id = m_tree.nodes[slot];
            const model::Node& node = m_model.node(id);
            for (std::size_t input = 0; input < node.inputs.size(); ++input)
                read(node.inputs[input], endAt(group, slot, &Terminals::inputs, input));
            if (m_slotBody[slot] == noGroup)
                for (const auto value : capturedBy(m_model, id))
                    read(value, boxOf(group, slot));
        }
    }

    /// Adds an edge. If a box reads a value twice, it gets one edge.
    void read(model::ValueId id, End head)
    {
        if (!id.isValid() || head.box == noIndex || m_lastReader[id.value()] == head.box)
            return;
        const End tail = producerOf(id);
        if (tail.box == noIndex || tail.box == head.box)
            return;
        m_lastReader[id.value()] = head.box;
        m_shown.edges.push_back({ tail.box, head.box, drawnValue(id), tail.frame, head.frame });
    }

    End producerOf(model::ValueId id)
    {
        End& producer = m_producer[id.value()];
        if (producer.box != noIndex)
            return producer;
        const model::Value& value = m_model.value(id);
        const bool isOuter = value.graph != m_tree.graph || isScoped();
        if (isOuter && value.isDefined && !isRow(m_model, value))
            producer.box = addBox({ ItemKind::Capture, id.value() }, m_picture.root);
        return producer;
    }

    /// Adds outputs for values that are read outside, if only part of a graph is drawn.
    void addLeaving(std::span<const std::uint32_t> groups)
    {
        for (const auto group : groups) {
            for (const auto id : m_tree.nodesOf(group)) {
                for (const auto output : m_model.node(id).outputs) {
                    if (output.isValid() && isReadOutside(m_model.value(output)))
                        read(output,
                            { addBox({ ItemKind::GraphOutput, output.value() }, m_picture.root),
                                noGroup });
                }
            }
        }
    }

    bool isReadOutside(const model::Value& value) const
    {
        return (value.isOutput && m_model.graph(value.graph).id == m_tree.graph)
            || std::any_of(value.uses.begin(), value.uses.end(),
                [&](const auto& use) { return m_isShown[use.node.value()] == 0; });
    }

    std::uint32_t drawnValue(model::ValueId id)
    {
        auto& index = m_drawn[id.value()];
        if (index == noIndex) {
            index = static_cast<std::uint32_t>(m_shown.values.size());
            m_shown.values.push_back(measuredValue(
                m_model, m_picture.analysis, id, m_picture.options.direction, m_picture.measurer));
        }
        return index;
    }

    const GroupPicture& m_picture;
    const model::Model& m_model;
    const GroupTree& m_tree;
    const std::stop_token& m_stop;
    ShownGraph m_shown;
    std::vector<std::uint32_t> m_order; ///< groups that are shown or inside a card, depth-first
    std::vector<std::uint32_t> m_cover; ///< by group: the card that represents it
    std::vector<std::uint32_t> m_realm; ///< by group
    std::uint32_t m_realmCount = 0;
    std::vector<std::uint32_t> m_firstBox; ///< by open group
    std::unordered_map<std::uint32_t, Terminals> m_terminals; ///< by open group
    std::vector<std::uint32_t> m_slotBox; ///< by position in GroupTree::nodes
    std::vector<std::uint32_t> m_slotBody;
    std::vector<End> m_producer; ///< by value, in the current realm
    std::vector<std::uint32_t> m_lastReader; ///< by value: the box that read it last
    std::vector<std::uint32_t> m_drawn; ///< by value: index into ShownGraph::values
    std::vector<std::uint8_t> m_isShown; ///< by node, if only part of a graph is drawn
};

}

ShownGraph collectShown(const GroupPicture& picture, const std::stop_token& stop)
{
    return Collector(picture, stop).run();
}

Size sizeOf(const GroupPicture& picture, Item item)
{
    const auto& cards = picture.options.cards;
    if (item.isGroup())
        return groupCardSize(*picture.tree, item, cards, picture.measurer);
    return cardSize(
        cardContent(picture.model, picture.analysis, item, cards), cards, picture.measurer);
}

SharedLevel sharedLevelOf(const ShownGraph& shown, const GroupTree& tree, const ShownEdge& edge)
{
    LevelItem tail { edge.tailFrame != noGroup,
        edge.tailFrame != noGroup ? edge.tailFrame : edge.tail };
    LevelItem head { edge.headFrame != noGroup,
        edge.headFrame != noGroup ? edge.headFrame : edge.head };
    const auto levelOf = [&](const LevelItem& item) {
        return item.isFrame ? tree.groups[item.index].parent : shown.boxGroup[item.index];
    };
    auto tailLevel = levelOf(tail);
    auto headLevel = levelOf(head);
    while (tailLevel != headLevel) {
        const bool isTailDeeper = headLevel == noGroup
            || (tailLevel != noGroup
                && tree.groups[tailLevel].depth >= tree.groups[headLevel].depth);
        if (isTailDeeper) {
            tail = { true, tailLevel };
            tailLevel = tree.groups[tailLevel].parent;
        } else {
            head = { true, headLevel };
            headLevel = tree.groups[headLevel].parent;
        }
    }
    return { tail == head ? noGroup : tailLevel, tail, head };
}

}
