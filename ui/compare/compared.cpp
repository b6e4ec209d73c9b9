#include "ui/compare/compared.h"

#include "ui/document.h"

#include <utility>

namespace ui {

namespace {

/// Every node beside itself: a search by structure would leave out those that look alike.
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

Compared compareSides(std::array<ComparedSide, 2> sides)
{
    Compared found { std::move(sides), nullptr, nullptr };
    const auto& [a, b] = found.sides;
    if (found.hasModels())
        found.structure = std::make_shared<const model::StructureDifference>(
            found.isOneModel() ? sameModel(*a.model) : model::compareStructure(*a.model, *b.model));
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
