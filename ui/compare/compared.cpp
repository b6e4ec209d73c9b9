#include "ui/compare/compared.h"

#include "ui/document/document.h"

#include <utility>

namespace ui {

namespace {

/// Pairs every node with itself. A structural search would leave out nodes that look alike.
model::StructureDifference sameModel(const model::Model& model)
{
    model::StructureDifference same;
    auto& alignment = same.alignment;
    const auto count = model.nodes.size();
    for (std::size_t i = 0; i < count; ++i)
        alignment.inB.emplace_back(i);
    alignment.inA = alignment.inB;
    alignment.by.assign(count, model::PairedBy::Name);
    alignment.pairs = count;
    return same;
}

std::vector<model::NodeId> originsOf(
    const std::vector<engine::StepId>& steps, const profiler::Profile& profile)
{
    std::vector<model::NodeId> nodes;
    for (const auto step : steps)
        for (const auto& origin : profile.step(step).origins)
            if (origin.node.isValid())
                nodes.push_back(origin.node);
    return nodes;
}

} // namespace

NodePair Compared::pairOf(std::size_t side, model::NodeId node) const
{
    NodePair pair;
    (side == 0 ? pair.a : pair.b) = node;
    if (structure == nullptr || !node.isValid())
        return pair;
    const auto& partners = side == 0 ? structure->alignment.inB : structure->alignment.inA;
    if (node.value() < partners.size())
        (side == 0 ? pair.b : pair.a) = partners[node.value()];
    return pair;
}

NodePair Compared::nodesOf(const profiler::ComparedRow& row) const
{
    const auto a = originsOf(row.steps.a, *time->a);
    const auto b = originsOf(row.steps.b, *time->b);
    // Prefers a pair that occurs in both: a node that quantises the operator's input comes first
    // but has no partner.
    for (const auto node : a)
        if (const auto pair = pairOf(0, node); pair.isValid() && std::ranges::count(b, pair.b) > 0)
            return pair;
    if (b.empty())
        return a.empty() ? NodePair() : pairOf(0, a.front());
    return a.empty() ? pairOf(1, b.front()) : NodePair { a.front(), b.front() };
}

Compared compareSides(std::array<ComparedSide, 2> sides, const std::stop_token& stop)
{
    Compared found { std::move(sides), nullptr, nullptr };
    const auto& [a, b] = found.sides;
    if (found.hasModels())
        found.structure = std::make_shared<const model::StructureDifference>(found.isOneModel()
                ? sameModel(*a.model)
                : model::compareStructure(*a.model, *b.model, stop));
    if (a.profile == nullptr || b.profile == nullptr)
        return found;
    profiler::CompareOptions options;
    if (found.structure != nullptr && !found.isOneModel())
        options.labels = profiler::pairedLabels(*a.model, *b.model, found.structure->alignment);
    found.time = std::make_shared<const profiler::Comparison>(
        profiler::compareProfiles(a.profile, b.profile, options));
    return found;
}

} // namespace ui
