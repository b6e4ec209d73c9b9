#include "model/edit/quantise/schemes.h"

#include "model/support/disjoint_sets.h"

#include <algorithm>
#include <array>

// Which operators a static quantisation covers, and which activations get codes:
//
//     products   Conv, Gemm and MatMul with constant weights. Their input gets codes; of Conv the
//                output too, because no engine has a Conv of codes with a float output.
//     followers  Add, Mul, Concat, averages …, if all their inputs are already codes from
//                quantised operators: then an engine need not go back to floats between them.
//     movers     MaxPool, Reshape …, likewise; their outputs share the range of the input.
//
// Relu and Clip behind an operator belong to it: codes are made behind them.
//
//     Conv ─► Relu ─[codes]─► MaxPool ─[codes]─► Conv ─[codes]─► Add ─► Relu ─[codes]─► Gemm ─► y
//
// Outputs of the model stay floats.

namespace model::edit {

namespace {

constexpr std::array<std::string_view, 6> followers { "Add", "Mul", "Concat", "GlobalAveragePool",
    "AveragePool", "LeakyRelu" };
constexpr std::array<std::string_view, 8> movers { "MaxPool", "Reshape", "Flatten", "Transpose",
    "Squeeze", "Unsqueeze", "DepthToSpace", "SpaceToDepth" };
constexpr std::array<std::string_view, 2> clamps { "Relu", "Clip" };

template <std::size_t n>
bool isOne(const std::array<std::string_view, n>& types, const Node& node)
{
    return node.domain.empty() && std::ranges::find(types, node.type) != types.end();
}

class Placer {
public:
    Placer(const Model& model, const KeptNodes& kept)
        : m_model(model)
        , m_kept(kept)
        , m_isCoded(model.values.size())
        , m_isFromCodes(model.values.size())
        , m_groups(model.values.size())
    {
    }

    QuantisationPlan run()
    {
        for (std::size_t i = 0; i < m_model.nodes.size(); ++i)
            takeProduct(NodeId(i));
        for (const auto id : m_plan.nodes) {
            const auto output = clamped(m_model.node(id).outputs.front());
            if (m_isCoded[output.value()])
                m_isFromCodes[output.value()] = true;
        }
        for (const auto id : m_model.main().order) {
            const auto& node = m_model.node(id);
            if (!m_kept.reasonFor(m_model, id).empty())
                continue;
            if (isOne(followers, node))
                takeFollower(id);
            else if (isOne(movers, node))
                takeMover(node);
        }
        std::ranges::sort(m_plan.nodes);
        collectGroups();
        return std::move(m_plan);
    }

private:
    void takeProduct(NodeId id)
    {
        const auto& node = m_model.node(id);
        const bool isConv = node.type == "Conv";
        if (!node.domain.empty() || !(isConv || node.type == "Gemm" || node.type == "MatMul"))
            return;
        auto reason = m_kept.reasonFor(m_model, id);
        if (reason.empty())
            reason = isConv ? reasonAgainst(filtersOf(m_model, id))
                            : reasonAgainst(productOf(m_model, id));
        if (reason.empty() && constantOf(m_model, node.inputs.front()))
            reason = "its input is constant";
        if (!reason.empty())
            return m_plan.left.push_back({ id, std::move(reason) });
        m_plan.nodes.push_back(id);
        m_isCoded[node.inputs.front().value()] = true;
        if (isConv)
            codeOutput(node.outputs.front());
    }

    template <typename T>
    static std::string reasonAgainst(const support::Result<T>& found)
    {
        return found ? std::string() : found.error().message();
    }

    /// The value behind the Relu or Clip that alone reads this one; without them, itself.
    ValueId clamped(ValueId id) const
    {
        for (;;) {
            const auto& value = m_model.value(id);
            if (value.isOutput || value.uses.size() != 1 || value.uses.front().input != 0)
                return id;
            const auto& reader = m_model.node(value.uses.front().node);
            if (reader.graph != value.graph || !isOne(clamps, reader) || reader.outputs.size() != 1)
                return id;
            id = reader.outputs.front();
        }
    }

    void codeOutput(ValueId value)
    {
        const auto output = clamped(value);
        if (m_model.value(output).isOutput)
            return;
        m_isCoded[output.value()] = true;
        m_isFromCodes[output.value()] = true;
    }

    bool isFromCodes(ValueId value) const
    {
        return value.isValid() && m_isCoded[value.value()] && m_isFromCodes[value.value()];
    }

    void takeFollower(NodeId id)
    {
        const auto& node = m_model.node(id);
        if (node.inputs.empty() || node.outputs.size() != 1
            || !std::ranges::all_of(node.inputs, [&](ValueId v) { return isFromCodes(v); }))
            return;
        m_plan.nodes.push_back(id);
        codeOutput(node.outputs.front());
    }

    void takeMover(const Node& node)
    {
        if (node.inputs.empty() || node.outputs.size() != 1 || !isFromCodes(node.inputs.front())
            || m_model.value(node.outputs.front()).isOutput)
            return;
        const auto output = node.outputs.front();
        m_isCoded[output.value()] = true;
        m_isFromCodes[output.value()] = true;
        m_groups.unite(node.inputs.front().value(), output.value());
    }

    void collectGroups()
    {
        std::unordered_map<std::uint32_t, std::size_t> places;
        for (std::size_t i = 0; i < m_isCoded.size(); ++i) {
            if (!m_isCoded[i])
                continue;
            const auto [place, isNew] = places.emplace(
                m_groups.find(static_cast<std::uint32_t>(i)), m_plan.activations.size());
            if (isNew)
                m_plan.activations.emplace_back();
            m_plan.activations[place->second].push_back(ValueId(i));
        }
    }

    const Model& m_model;
    const KeptNodes& m_kept;
    QuantisationPlan m_plan;
    std::vector<bool> m_isCoded; ///< by ValueId
    std::vector<bool> m_isFromCodes; ///< made by a quantised operator
    support::DisjointSets m_groups;
};

} // namespace

QuantisationPlan placeStatically(const Model& model, const KeptNodes& kept)
{
    return Placer(model, kept).run();
}

} // namespace model::edit
