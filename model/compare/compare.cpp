#include "model/compare/compare.h"

#include "model/compare/attribute_differences.h"
#include "model/compare/longest_common_subsequence.h"
#include "model/support/hash.h"
#include "model/support/stopping.h"
#include "model/support/text.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <unordered_map>

namespace model {
namespace {

using support::mixed;

std::string weightText(const Tensor& tensor)
{
    return shapeText(shapeOf(tensor.dims)) + " " + std::string(name(tensor.element));
}

/// True for names such as `Conv_12` of a Conv, which an exporter made with a counter.
bool isCounted(const Node& node)
{
    const std::string_view name = node.name;
    return name.starts_with(node.type) && name.size() > node.type.size() + 1
        && name[node.type.size()] == '_'
        && std::ranges::all_of(
            name.substr(node.type.size() + 1), [](char c) { return c >= '0' && c <= '9'; });
}

bool isSameOperator(const Node& a, const Node& b)
{
    return a.type == b.type && a.domain == b.domain;
}

/// Returns a hash of operator and attributes.
std::uint64_t ownHash(const Node& node)
{
    return mixed(mixed(mixed(0, node.domain), node.type), attributesHash(node));
}

/// Two hashes per node: how it is computed from the inputs, and how its results are used.
class StructureHashes {
public:
    StructureHashes(const Model& model, const std::stop_token& stop)
        : m_model(model)
        , m_own(model.nodes.size())
        , m_computed(model.nodes.size(), 0)
        , m_used(model.nodes.size(), 0)
        , m_inputPlace(model.values.size(), 0)
        , m_outputPlace(model.values.size(), 0)
    {
        for (const auto& graph : model.graphs) {
            number(graph.inputs, m_inputPlace);
            number(graph.outputs, m_outputPlace);
        }
        for (std::size_t i = 0; i < model.nodes.size() && !support::isStopped(stop, i); ++i)
            m_own[i] = ownHash(model.nodes[i]);
        if (stop.stop_requested())
            return;
        for (const auto& graph : model.graphs)
            for (const auto node : graph.order)
                m_computed[node.value()] = computation(node);
        for (auto graph = model.graphs.rbegin(); graph != model.graphs.rend(); ++graph)
            for (auto node = graph->order.rbegin(); node != graph->order.rend(); ++node)
                m_used[node->value()] = uses(*node);
    }

    std::uint64_t computed(NodeId node) const { return m_computed[node.value()]; }
    std::uint64_t used(NodeId node) const { return m_used[node.value()]; }
    /// Returns a hash of the node's operator and attributes and of the types and shapes of its
    /// weights.
    std::uint64_t alone(NodeId id) const
    {
        const auto& node = m_model.node(id);
        auto hash = mixed(mixed(m_own[id.value()], node.inputs.size()), node.outputs.size());
        for (const auto input : node.inputs)
            if (input.isValid() && m_model.value(input).initializer.isValid())
                hash = mixed(hash, source(input));
        return hash;
    }

private:
    /// Sets the position of each value in the list; the first position if a value is listed twice.
    static void number(const std::vector<ValueId>& list, std::vector<std::uint32_t>& places)
    {
        for (auto i = list.size(); i-- > 0;)
            if (list[i].isValid())
                places[list[i].value()] = static_cast<std::uint32_t>(i);
    }

    std::uint64_t source(ValueId id) const
    {
        if (!id.isValid())
            return 1;
        const auto& value = m_model.value(id);
        if (value.producer.isValid())
            return mixed(m_computed[value.producer.value()], value.producerOutput);
        if (value.initializer.isValid())
            return mixed(2, weightText(m_model.tensor(value.initializer)));
        return mixed(mixed(3, value.graph.value()), m_inputPlace[id.value()]);
    }

    std::uint64_t computation(NodeId id) const
    {
        const auto& node = m_model.node(id);
        auto hash = mixed(m_own[id.value()], node.outputs.size());
        for (const auto input : node.inputs)
            hash = mixed(hash, source(input));
        return hash;
    }

    std::uint64_t uses(NodeId id) const
    {
        const auto& node = m_model.node(id);
        auto hash = mixed(m_own[id.value()], node.inputs.size());
        for (const auto output : node.outputs) {
            std::uint64_t readers = 0; // a sum, because the file's order of readers may change
            if (output.isValid()) {
                const auto& value = m_model.value(output);
                for (const auto& use : value.uses)
                    readers += mixed(m_used[use.node.value()], use.input + 1);
                if (value.isOutput)
                    readers += mixed(5, std::uint64_t(m_outputPlace[output.value()]));
            }
            hash = mixed(hash, readers);
        }
        return hash;
    }

    const Model& m_model;
    std::vector<std::uint64_t> m_own;
    std::vector<std::uint64_t> m_computed;
    std::vector<std::uint64_t> m_used;
    std::vector<std::uint32_t> m_inputPlace; // by ValueId: position among the inputs of its graph
    std::vector<std::uint32_t> m_outputPlace;
};

class Aligner {
public:
    Aligner(const Model& a, const Model& b, const std::stop_token& stop)
        : m_a(a)
        , m_b(b)
        , m_stop(stop)
        , m_hashesA(a, stop)
        , m_hashesB(b, stop)
    {
        m_result.inB.resize(a.nodes.size());
        m_result.inA.resize(b.nodes.size());
        m_result.by.resize(a.nodes.size());
    }

    NodeAlignment align() &&
    {
        const std::array<std::function<void()>, 12> stages {
            [this] {
                pairByName([&](NodeId a, NodeId b) {
                    return isSameOperator(m_a.node(a), m_b.node(b))
                        && (!isCounted(m_a.node(a))
                            || m_hashesA.computed(a) == m_hashesB.computed(b)
                            || m_hashesA.used(a) == m_hashesB.used(b));
                });
            },
            [this] { pairByHash(&StructureHashes::computed); },
            [this] { pairByHash(&StructureHashes::used); },
            [this] { pairByName([&](NodeId a, NodeId) { return !isCounted(m_a.node(a)); }); },
            [this] { pairNeighbours(); },
            [this] { pairQuantised(); },
            [this] { pairInOrder(); },
            [this] {
                pairByName(
                    [&](NodeId a, NodeId b) { return isSameOperator(m_a.node(a), m_b.node(b)); });
            },
            [this] { pairAtBorders(); },
            [this] { pairNeighbours(); },
            [this] { pairQuantised(); }, // again, with the new pairs
            [this] { findQuantisingNeighbours(); },
        };
        for (const auto& stage : stages)
            if (!m_stop.stop_requested())
                stage();
        return std::move(m_result);
    }

private:
    using Place = std::optional<NodeId>; // nothing: several nodes

    bool isFreeA(NodeId a) const { return !m_result.inB[a.value()].isValid(); }
    bool isFreeB(NodeId b) const { return !m_result.inA[b.value()].isValid(); }

    void pair(NodeId a, NodeId b, PairedBy by)
    {
        m_result.inB[a.value()] = b;
        m_result.inA[b.value()] = a;
        m_result.by[a.value()] = by;
        ++m_result.pairs;
        m_recent.push_back(a);
    }

    template <typename Key, typename IsFree>
    static auto placesOf(const Model& model, IsFree isFree, Key key)
    {
        std::unordered_map<decltype(key(NodeId())), Place> places;
        for (std::uint32_t i = 0; i < model.nodes.size(); ++i) {
            if (!isFree(NodeId(i)))
                continue;
            const auto [place, isNew] = places.try_emplace(key(NodeId(i)), NodeId(i));
            if (!isNew)
                place->second.reset();
        }
        return places;
    }

    void pairByName(const std::function<bool(NodeId, NodeId)>& agrees)
    {
        const auto all = [](NodeId) { return true; };
        const auto nameOf = [](const Model& model) {
            return [&model](NodeId id) { return std::string_view(model.node(id).name); };
        };
        const auto places = placesOf(m_b, all, nameOf(m_b));
        for (const auto& [text, a] : placesOf(m_a, all, nameOf(m_a))) {
            const auto found = places.find(text);
            if (!text.empty() && a && found != places.end() && found->second && isFreeA(*a)
                && isFreeB(*found->second) && agrees(*a, *found->second))
                pair(*a, *found->second, PairedBy::Name);
        }
    }

    void pairByHash(std::uint64_t (StructureHashes::*hash)(NodeId) const)
    {
        const auto places = placesOf(
            m_b, [&](NodeId id) { return isFreeB(id); },
            [&](NodeId id) { return (m_hashesB.*hash)(id); });
        const auto free = placesOf(
            m_a, [&](NodeId id) { return isFreeA(id); },
            [&](NodeId id) { return (m_hashesA.*hash)(id); });
        for (const auto& [key, a] : free) {
            const auto found = places.find(key);
            if (a && found != places.end() && found->second)
                pair(*a, *found->second, PairedBy::Structure);
        }
    }

    void tryPair(NodeId a, NodeId b)
    {
        if (a.isValid() && b.isValid() && isFreeA(a) && isFreeB(b)
            && isSameOperator(m_a.node(a), m_b.node(b)))
            pair(a, b, PairedBy::Neighbours);
    }

    /// Returns the pairs of the main graphs that are in the same order in both, as positions. The
    /// last entry is the end of both orders.
    std::vector<std::pair<std::size_t, std::size_t>> anchors() const
    {
        const auto& orderA = m_a.main().order;
        const auto& orderB = m_b.main().order;
        std::vector<std::size_t> placeInB(m_b.nodes.size(), orderB.size());
        for (std::size_t i = 0; i < orderB.size(); ++i)
            placeInB[orderB[i].value()] = i;
        std::vector<std::size_t> ends; // by length: position in A of the last element of that chain
        std::vector<std::size_t> inB(orderA.size(), orderB.size());
        std::vector<std::size_t> before(orderA.size(), orderA.size());
        for (std::size_t i = 0; i < orderA.size(); ++i) {
            const auto partner = m_result.inB[orderA[i].value()];
            inB[i] = partner.isValid() ? placeInB[partner.value()] : orderB.size();
            if (inB[i] == orderB.size())
                continue;
            const auto place = std::ranges::lower_bound(
                ends, inB[i], {}, [&](std::size_t end) { return inB[end]; });
            if (place != ends.begin())
                before[i] = *(place - 1);
            if (place == ends.end())
                ends.push_back(i);
            else
                *place = i;
        }
        std::vector<std::pair<std::size_t, std::size_t>> chain { { orderA.size(), orderB.size() } };
        for (auto i = ends.empty() ? orderA.size() : ends.back(); i < orderA.size(); i = before[i])
            chain.emplace_back(i, inB[i]);
        std::ranges::reverse(chain);
        return chain;
    }

    /// Pairs unpaired nodes between two anchors by the longest common sequence of equal operators
    /// in execution order. This finds what is left where every matrix product was replaced. At
    /// least a third of the shorter sequence must agree; otherwise it is a different part of the
    /// model.
    void pairInOrder()
    {
        if (m_result.pairs == 0)
            return;
        std::size_t nextA = 0;
        std::size_t nextB = 0;
        for (const auto& [endA, endB] : anchors()) {
            pairStretch(freeBetween(m_a, nextA, endA, &Aligner::isFreeA),
                freeBetween(m_b, nextB, endB, &Aligner::isFreeB));
            nextA = endA + 1;
            nextB = endB + 1;
        }
    }

    std::vector<NodeId> freeBetween(const Model& model, std::size_t first, std::size_t end,
        bool (Aligner::*isFree)(NodeId) const) const
    {
        std::vector<NodeId> nodes;
        for (auto i = first; i < end; ++i)
            if (const auto node = model.main().order[i]; (this->*isFree)(node))
                nodes.push_back(node);
        return nodes;
    }

    void pairStretch(const std::vector<NodeId>& a, const std::vector<NodeId>& b)
    {
        std::vector<std::uint64_t> keysA;
        std::vector<std::uint64_t> keysB;
        for (const auto node : a)
            keysA.push_back(m_hashesA.alone(node));
        for (const auto node : b)
            keysB.push_back(m_hashesB.alone(node));
        const auto common = longestCommonSubsequence(keysA, keysB);
        if (3 * common.size() < std::min(a.size(), b.size()))
            return;
        for (const auto& [placeA, placeB] : common)
            pair(a[placeA], b[placeB], PairedBy::Order);
    }

    void pairQuantised()
    {
        const auto before = m_result.pairs;
        const auto byOf = [](const QuantisedPair& found) {
            return found.by == QuantisedPair::By::Place ? PairedBy::Neighbours : PairedBy::Name;
        };
        for (const auto& found : quantisedPairs(m_a, m_b, m_result.inB, m_result.inA))
            pair(found.floats, found.quantised, byOf(found));
        for (const auto& found : quantisedPairs(m_b, m_a, m_result.inA, m_result.inB))
            pair(found.quantised, found.floats, byOf(found));
        if (m_result.pairs > before)
            pairNeighbours();
    }

    void findQuantisingNeighbours()
    {
        std::vector<NodeId> wholeA;
        std::vector<NodeId> wholeB;
        for (std::uint32_t i = 0; i < m_a.nodes.size(); ++i) {
            const auto other = m_result.inB[i];
            if (!other.isValid())
                continue;
            if (isQuantisedForm(m_a.nodes[i], m_b.node(other)))
                wholeB.push_back(other);
            else if (isQuantisedForm(m_b.node(other), m_a.nodes[i]))
                wholeA.push_back(NodeId(i));
        }
        m_result.quantisedA = quantisedNeighbours(m_a, wholeA, m_result.inB);
        m_result.quantisedB = quantisedNeighbours(m_b, wholeB, m_result.inA);
    }

    /// Examines each pair once. New pairs are appended and examined later.
    void pairNeighbours()
    {
        m_recent.clear();
        for (std::uint32_t i = 0; i < m_a.nodes.size(); ++i)
            if (!isFreeA(NodeId(i)))
                m_recent.push_back(NodeId(i));
        while (!m_recent.empty()) {
            const auto& a = m_a.node(m_recent.front());
            const auto& b = m_b.node(m_result.inB[m_recent.front().value()]);
            m_recent.pop_front();
            for (std::size_t i = 0; i < std::min(a.inputs.size(), b.inputs.size()); ++i)
                if (a.inputs[i].isValid() && b.inputs[i].isValid())
                    tryPair(m_a.value(a.inputs[i]).producer, m_b.value(b.inputs[i]).producer);
            for (std::size_t i = 0; i < std::min(a.outputs.size(), b.outputs.size()); ++i)
                if (a.outputs[i].isValid() && b.outputs[i].isValid())
                    pairReaders(m_a.value(a.outputs[i]), m_b.value(b.outputs[i]));
        }
    }

    /// Pairs nodes that read the same model input or compute the same model output. Models of one
    /// network from two exporters may have nothing else in common: names, written defaults and
    /// types can differ.
    void pairAtBorders()
    {
        const auto& a = m_a.main();
        const auto& b = m_b.main();
        for (const auto& [inA, inB] : sameBorders(a.inputs, b.inputs))
            pairReaders(m_a.value(inA), m_b.value(inB));
        for (const auto& [outA, outB] : sameBorders(a.outputs, b.outputs))
            tryPair(m_a.value(outA).producer, m_b.value(outB).producer);
    }

    /// Matches the values by name, or by position if no name occurs in both.
    std::vector<std::pair<ValueId, ValueId>> sameBorders(
        const std::vector<ValueId>& a, const std::vector<ValueId>& b) const
    {
        std::unordered_map<std::string_view, ValueId> namedB;
        for (const auto inB : b)
            namedB.try_emplace(m_b.value(inB).name, inB);
        std::vector<std::pair<ValueId, ValueId>> same;
        for (const auto inA : a)
            if (const auto found = namedB.find(m_a.value(inA).name); found != namedB.end())
                same.emplace_back(inA, found->second);
        if (same.empty() && a.size() == b.size())
            for (std::size_t i = 0; i < a.size(); ++i)
                same.emplace_back(a[i], b[i]);
        return same;
    }

    /// Pairs readers with the same operator at the same input, in their order.
    void pairReaders(const Value& a, const Value& b)
    {
        using Key = std::pair<std::string_view, std::uint32_t>;
        std::map<Key, std::vector<NodeId>> free;
        for (const auto& use : b.uses)
            if (isFreeB(use.node))
                free[{ m_b.node(use.node).type, use.input }].push_back(use.node);
        std::map<Key, std::size_t> next;
        for (const auto& use : a.uses) {
            const Key key { m_a.node(use.node).type, use.input };
            const auto found = free.find(key);
            if (!isFreeA(use.node) || found == free.end())
                continue;
            if (const auto place = next[key]++; place < found->second.size())
                tryPair(use.node, found->second[place]);
        }
    }

    const Model& m_a;
    const Model& m_b;
    std::stop_token m_stop;
    StructureHashes m_hashesA;
    StructureHashes m_hashesB;
    NodeAlignment m_result;
    std::deque<NodeId> m_recent; // nodes of A
};

std::string arrow(std::string_view a, std::string_view b)
{
    return std::string(a) + " → " + std::string(b);
}

std::string operatorName(const Node& node)
{
    return node.domain.empty() ? node.type : node.domain + "." + node.type;
}

const Tensor* weightOf(const Model& model, ValueId id)
{
    if (!id.isValid() || !model.value(id).initializer.isValid())
        return nullptr;
    return &model.tensor(model.value(id).initializer);
}

std::string inputText(const Model& model, const Node& node, std::size_t i)
{
    if (i >= node.inputs.size() || !node.inputs[i].isValid())
        return "none";
    const auto* weight = weightOf(model, node.inputs[i]);
    return weight != nullptr ? "weight " + weightText(*weight) : "computed";
}

std::vector<std::string> changesOf(const Model& ma, const Node& a, const Model& mb, const Node& b)
{
    std::vector<std::string> what;
    if (!isSameOperator(a, b))
        what.push_back("type " + support::sanitise(arrow(operatorName(a), operatorName(b))));
    attributeDifferences(what, ma, a, mb, b);
    for (std::size_t i = 0; i < std::max(a.inputs.size(), b.inputs.size()); ++i) {
        const auto before = inputText(ma, a, i);
        const auto after = inputText(mb, b, i);
        if (before != after)
            what.push_back("input " + std::to_string(i) + ": " + arrow(before, after));
    }
    return what;
}

/// Returns the text for an unpaired node that quantises for a paired one; empty for others.
std::vector<std::string> quantisingText(
    const Model& model, const QuantisedNeighbours& company, NodeId node)
{
    const auto lead = node.value() < company.leads.size() ? company.leads[node.value()] : NodeId();
    if (!lead.isValid())
        return {};
    const auto& name = model.node(lead).name;
    return { "quantises for " + support::sanitise(name.empty() ? model.node(lead).type : name) };
}

std::map<std::string, std::string> interfaceOf(const Model& model)
{
    std::map<std::string, std::string> rows;
    for (const auto& opset : model.opsets)
        rows["opset " + (opset.domain.empty() ? "ai.onnx" : opset.domain)]
            = std::to_string(opset.version);
    for (const auto id : model.main().inputs)
        if (!model.value(id).initializer.isValid())
            rows["input " + model.value(id).name] = typeText(model.value(id).type);
    for (const auto id : model.main().outputs)
        if (id.isValid())
            rows["output " + model.value(id).name] = typeText(model.value(id).type);
    return rows;
}

std::vector<std::string> compareInterfaces(const Model& a, const Model& b)
{
    const auto before = interfaceOf(a);
    auto after = interfaceOf(b);
    std::vector<std::string> what;
    const auto add = [&](const std::string& row, const std::string& change) {
        what.push_back(support::sanitise(row) + ": " + support::sanitise(change));
    };
    for (const auto& [row, text] : before) {
        const auto found = after.find(row);
        if (found == after.end())
            add(row, arrow(text, "absent"));
        else if (found->second != text)
            add(row, arrow(text, found->second));
        if (found != after.end())
            after.erase(found);
    }
    for (const auto& [row, text] : after)
        add(row, arrow("absent", text));
    return what;
}

} // namespace

std::string_view nodeChangeName(NodeChange change)
{
    static constexpr std::array<std::string_view, 4> names { "removed", "added", "changed",
        "renamed" };
    return names[static_cast<std::size_t>(change)];
}

NodeAlignment alignNodes(const Model& a, const Model& b, const std::stop_token& stop)
{
    return Aligner(a, b, stop).align();
}

StructureDifference compareStructure(const Model& a, const Model& b, const std::stop_token& stop)
{
    StructureDifference result;
    result.alignment = alignNodes(a, b, stop);
    result.models = compareInterfaces(a, b);
    const auto add = [&](NodeDifference difference) {
        ++result.counts[static_cast<std::size_t>(difference.change)];
        result.nodes.push_back(std::move(difference));
    };
    for (std::uint32_t i = 0; i < a.nodes.size() && !stop.stop_requested(); ++i) {
        const auto other = result.alignment.inB[i];
        if (!other.isValid()) {
            add({ NodeChange::Removed, NodeId(i), {}, false,
                quantisingText(a, result.alignment.quantisedA, NodeId(i)) });
            continue;
        }
        const bool isRenamed = a.nodes[i].name != b.node(other).name;
        auto what = changesOf(a, a.nodes[i], b, b.node(other));
        if (!what.empty())
            add({ NodeChange::Changed, NodeId(i), other, isRenamed, std::move(what) });
        else if (isRenamed)
            add({ NodeChange::Renamed, NodeId(i), other, true, {} });
    }
    for (std::uint32_t i = 0; i < b.nodes.size(); ++i)
        if (!result.alignment.inA[i].isValid())
            add({ NodeChange::Added, {}, NodeId(i), false,
                quantisingText(b, result.alignment.quantisedB, NodeId(i)) });
    return result;
}

} // namespace model
