#include "model/statistics.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace model {

namespace {

std::vector<OperatorCount> countOperators(const Model& model)
{
    std::map<std::pair<std::string, std::string>, OperatorCount> counts;
    for (const auto& node : model.nodes)
        ++counts[{ node.domain, node.type }].nodes;
    std::vector<OperatorCount> result;
    for (auto& [key, count] : counts) {
        std::tie(count.domain, count.type) = key;
        result.push_back(std::move(count));
    }
    std::ranges::stable_sort(result, std::ranges::greater(), &OperatorCount::nodes);
    return result;
}

std::vector<WeightCount> countWeights(const Model& model)
{
    std::map<ElementType, WeightCount> counts;
    for (const auto& value : model.values) {
        if (!value.initializer.isValid())
            continue;
        const auto& tensor = model.tensor(value.initializer);
        const auto elements = elementCount(tensor.dims).value_or(0);
        auto& count = counts[tensor.element];
        count.element = tensor.element;
        ++count.tensors;
        count.elements += elements;
        count.bytes += packedBytes(tensor.element, elements).value_or(0);
    }
    std::vector<WeightCount> result;
    for (const auto& [element, count] : counts)
        result.push_back(count);
    std::ranges::stable_sort(result, std::ranges::greater(), &WeightCount::bytes);
    return result;
}

} // namespace

ModelStatistics statisticsOf(const Model& model)
{
    ModelStatistics statistics;
    statistics.operators = countOperators(model);
    statistics.weights = countWeights(model);
    statistics.nodes = model.nodes.size();
    statistics.subgraphs = static_cast<std::size_t>(
        std::ranges::count(model.graphs, Graph::Role::Subgraph, &Graph::role));
    return statistics;
}

} // namespace model
