#include "profiler/attribution/attribution.h"
#include "profiler/attribution/onnx_runtime_graph.h"
#include "profiler/attribution/onnx_runtime_values.h"
#include "profiler/attribution/value_classes.h"

#include "model/support/disjoint_sets.h"

#include <algorithm>
#include <iterator>
#include <unordered_map>
#include <utility>

/// Attributes executed operators by the values at their borders.
///
/// Executed nodes that exchange values without a pair in the model form a *piece*: all values at
/// the border of a piece are paired. The *region* of a piece are the model's nodes between the
/// values that it writes and those that it reads, found by walking back. Constants are not walked.
/// The region is proven if the walk stops only at values that the piece reads. Most pieces are one
/// executed node.

namespace profiler::onnx_runtime {

namespace {

using model::Model;
using model::NodeId;
using model::ValueId;

/// Values that all walks together may look at, for each value of the model.
constexpr std::size_t walksPerValue = 64;
/// Largest region that several executed nodes share. A larger one tells nothing about each of them.
constexpr std::size_t maxSharedRegion = 64;

struct Piece {
    std::vector<NodeId> executed;
    std::vector<NodeId> region;
    std::vector<NodeId> equal; ///< nodes that compute what a node of the region computes too
    std::size_t workers = 0; ///< executed nodes that the engine did not add
    bool isProven = false;
};

class Attributor {
public:
    Attributor(const Model& model, const Model& executed)
        : m_model(model)
        , m_executed(executed)
        , m_pairs(pairValues(model, executed))
        , m_classes(valueClasses(model))
        , m_isConstant(constantValues(model))
        , m_isPaired(model.values.size(), false)
        , m_readBy(model.values.size(), 0)
        , m_writtenBy(model.values.size(), 0)
        , m_visitedBy(model.nodes.size(), 0)
        , m_isClaimed(model.nodes.size(), false)
        , m_budget(walksPerValue * (model.values.size() + model.nodes.size()))
        , m_result(executed.nodes.size())
    {
        for (const auto value : m_pairs.values)
            if (value.isValid())
                m_isPaired[classOf(value)] = true;
        listEqualNodes();
        for (const auto& node : model.nodes)
            if (node.type == "Transpose" && node.inputs.size() == 1 && node.inputs.front().isValid()
                && node.outputs.size() == 1 && node.outputs.front().isValid())
                m_transposed.emplace(classOf(node.inputs.front()), classOf(node.outputs.front()));
    }

    std::vector<Attribution> attribute() &&
    {
        auto pieces = findPieces();
        for (auto& piece : pieces) {
            findRegion(piece);
            piece.workers = static_cast<std::size_t>(
                std::ranges::count_if(piece.executed, [this](NodeId id) { return !isMover(id); }));
        }
        for (const auto& piece : pieces)
            if (piece.isProven)
                for (const auto node : piece.region)
                    m_isClaimed[node.value()] = true;
        for (const auto& piece : pieces)
            for (const auto node : piece.executed)
                m_result[node.value()] = attributed(node, piece);
        return std::move(m_result);
    }

private:
    std::uint32_t classOf(ValueId value) const { return m_classes[value.value()].value(); }

    ValueId paired(ValueId value) const
    {
        return value.isValid() ? m_pairs.values[value.value()] : ValueId();
    }

    /// Lists the nodes whose result another node computes for them, by the class of that result.
    void listEqualNodes()
    {
        std::vector<bool> isWritten(m_model.values.size(), false);
        for (const auto value : m_pairs.values)
            if (value.isValid())
                isWritten[value.value()] = true;
        for (const auto& value : m_model.values)
            if (value.producer.isValid() && value.producerOutput == 0) {
                const auto id = m_model.node(value.producer).outputs.front();
                if (!isWritten[id.value()] && m_isPaired[classOf(id)] && !m_isConstant[id.value()])
                    m_equalNodes[classOf(id)].push_back(value.producer);
            }
    }

    /// True for an operator of a type that moves values, if it is no node of the model.
    bool isMover(NodeId id) const
    {
        const auto& node = m_executed.node(id);
        const std::string_view name = node.name;
        const bool isOfBody // of a function or a branch
            = name.empty() || name.starts_with("_inlfunc_") || name.starts_with("_if_");
        return !m_pairs.anchors[id.value()].isValid() && !moverPurpose(node.type).empty()
            && !isOfBody && !node.inputs.empty() && !node.outputs.empty();
    }

    /// True for an operator that the engine added and that computes nothing: what it reads and
    /// writes stands for the same value.
    bool isAddedMover(NodeId id) const
    {
        const auto& node = m_executed.node(id);
        return !m_pairs.anchors[id.value()].isValid() && !moverPurpose(node.type).empty()
            && !node.inputs.empty() && !node.outputs.empty()
            && paired(node.inputs.front()).isValid() && paired(node.outputs.front()).isValid()
            && classOf(paired(node.inputs.front())) == classOf(paired(node.outputs.front()));
    }

    std::vector<Piece> findPieces() const
    {
        support::DisjointSets sets(m_executed.nodes.size());
        for (std::uint32_t i = 0; i < m_executed.nodes.size(); ++i)
            forEachRead(m_executed, m_executed.nodes[i], [&](ValueId read) {
                const auto maker = m_executed.value(read).producer;
                // A body's nodes and their owner are apart: the owner's time contains theirs.
                if (!paired(read).isValid() && maker.isValid()
                    && m_executed.node(maker).graph == m_executed.nodes[i].graph)
                    sets.unite(maker.value(), i);
            });
        std::vector<Piece> pieces;
        std::vector<std::uint32_t> places(m_executed.nodes.size());
        for (std::uint32_t i = 0; i < m_executed.nodes.size(); ++i) {
            const auto root = sets.find(i);
            if (root == i) {
                places[i] = static_cast<std::uint32_t>(pieces.size());
                pieces.emplace_back();
            }
            pieces[places[root]].executed.emplace_back(i);
        }
        return pieces;
    }

    void findRegion(Piece& piece)
    {
        ++m_walk;
        if (piece.executed.size() == 1 && isAddedMover(piece.executed.front()))
            return;
        std::vector<NodeId> open;
        for (const auto id : piece.executed) {
            const auto& node = m_executed.node(id);
            forEachRead(m_executed, node, [this](ValueId read) {
                if (paired(read).isValid())
                    m_readBy[classOf(paired(read))] = m_walk;
            });
            for (const auto output : node.outputs)
                if (const auto value = paired(output); value.isValid()) {
                    m_writtenBy[classOf(value)] = m_walk;
                    visit(m_model.value(value).producer, open);
                    if (auto equal = m_equalNodes.extract(classOf(value)))
                        std::ranges::copy(equal.mapped(), std::back_inserter(piece.equal));
                }
        }
        piece.isProven = walk(open, piece.region) && !piece.region.empty();
        std::ranges::sort(piece.region);
    }

    void visit(NodeId id, std::vector<NodeId>& open)
    {
        if (!id.isValid() || std::exchange(m_visitedBy[id.value()], m_walk) == m_walk)
            return;
        open.push_back(id);
    }

    /// Walks back from the nodes `open`. Returns false if it meets a value that the piece does not
    /// read, or if the budget is used up.
    bool walk(std::vector<NodeId>& open, std::vector<NodeId>& region)
    {
        bool isProven = true;
        while (!open.empty()) {
            const auto id = open.back();
            open.pop_back();
            region.push_back(id);
            forEachRead(m_model, m_model.node(id), [&](ValueId read) {
                if (m_budget == 0) {
                    isProven = false;
                    return;
                }
                --m_budget;
                const auto maker = m_model.value(read).producer;
                if (isPassedOn(read, id) && m_readBy[classOf(read)] != m_walk)
                    return visit(maker, open);
                if (m_isConstant[read.value()] || isAtBorder(read))
                    return;
                if (m_isPaired[classOf(read)] || !maker.isValid()
                    || m_model.node(maker).graph != m_model.node(id).graph)
                    isProven = isProven && isMovedFromBorder(maker);
                else
                    visit(maker, open);
            });
        }
        return isProven;
    }

    /// True if the node changes nothing of the value.
    bool isPassedOn(ValueId value, NodeId id) const
    {
        const auto& outputs = m_model.node(id).outputs;
        return !outputs.empty() && outputs.front().isValid()
            && classOf(outputs.front()) == classOf(value);
    }

    /// True if the piece of the current walk reads or writes this value, or reads it transposed.
    bool isAtBorder(ValueId value) const
    {
        const auto at = classOf(value);
        const auto turned = m_transposed.find(at);
        return m_readBy[at] == m_walk || m_writtenBy[at] == m_walk
            || (turned != m_transposed.end() && m_readBy[turned->second] == m_walk);
    }

    /// True if the node only changes the layout or the type of a value that the piece reads.
    bool isMovedFromBorder(NodeId id) const
    {
        if (!id.isValid())
            return false;
        const auto& node = m_model.node(id);
        return (node.type == "Transpose" || node.type == "DequantizeLinear" || node.type == "Cast")
            && !node.inputs.empty() && node.inputs.front().isValid()
            && isAtBorder(node.inputs.front());
    }

    bool isSameNode(NodeId executed, NodeId id) const
    {
        const auto& ours = m_executed.node(executed);
        const auto& node = m_model.node(id);
        return ours.name == node.name && ours.type == node.type && ours.domain == node.domain;
    }

    Attribution attributed(NodeId id, const Piece& piece) const
    {
        const auto& node = m_executed.node(id);
        const auto anchor = m_pairs.anchors[id.value()];
        if (isAddedMover(id) || (isMover(id) && (piece.executed.size() > 1 || !piece.isProven)))
            return moved(id, moverPurpose(node.type));
        const bool isTooLarge = piece.executed.size() > 1
            && piece.region.size() + piece.equal.size() > maxSharedRegion;
        if (piece.isProven && !isTooLarge) {
            const bool isSame = piece.region.size() == 1 && isSameNode(id, piece.region.front());
            auto nodes = piece.region;
            std::ranges::copy_if(piece.equal, std::back_inserter(nodes),
                [&](NodeId equal) { return !std::ranges::binary_search(piece.region, equal); });
            return { .rule = piece.workers > 1 ? AttributionRule::Part
                    : isSame                   ? AttributionRule::SameNode
                                               : AttributionRule::Values,
                .isProven = true,
                .nodes = std::move(nodes) };
        }
        if (anchor.isValid())
            return { .rule = AttributionRule::Name, .nodes = { anchor } };
        if (isTooLarge)
            return {};
        std::vector<NodeId> nodes;
        std::ranges::copy_if(piece.region, std::back_inserter(nodes),
            [this](NodeId part) { return !m_isClaimed[part.value()]; });
        if (nodes.empty())
            return {};
        return { .rule = AttributionRule::Values, .nodes = std::move(nodes) };
    }

    Attribution moved(NodeId id, std::string_view purpose) const
    {
        Attribution result { .rule = AttributionRule::EngineOwn, .purpose = std::string(purpose) };
        const auto value = paired(m_executed.node(id).inputs.front());
        if (value.isValid() && m_model.value(value).producer.isValid())
            result.nodes.push_back(m_model.value(value).producer);
        return result;
    }

    const Model& m_model;
    const Model& m_executed;
    ValuePairs m_pairs;
    std::vector<ValueId> m_classes; ///< of the model's values: the first equal value
    std::vector<bool> m_isConstant; ///< of the model's values
    std::vector<bool> m_isPaired; ///< of the model's values: an executed value stands for it
    std::unordered_map<std::uint32_t, std::vector<NodeId>> m_equalNodes; ///< by class of the result
    std::unordered_map<std::uint32_t, std::uint32_t> m_transposed; ///< class of the first transpose
    std::uint32_t m_walk = 0; ///< number of the current walk
    std::vector<std::uint32_t> m_readBy; ///< last walk whose piece reads the model's value
    std::vector<std::uint32_t> m_writtenBy;
    std::vector<std::uint32_t> m_visitedBy; ///< last walk that met the model's node
    std::vector<bool> m_isClaimed; ///< of the model's nodes: in a proven region
    std::size_t m_budget;
    std::vector<Attribution> m_result;
};

} // namespace

} // namespace profiler::onnx_runtime

namespace profiler {

std::vector<Attribution> attributeOnnxRuntime(
    const model::Model& model, const model::Model& executed)
{
    return onnx_runtime::Attributor(model, executed).attribute();
}

} // namespace profiler
