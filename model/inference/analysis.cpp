#include "model/inference/analysis.h"

#include "model/checks/checker.h"
#include "model/inference/call_order.h"
#include "model/inference/cost_context.h"
#include "model/inference/saturated.h"
#include "model/inference/shape_inference.h"
#include "model/support/release_later.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace model {

namespace {

std::vector<ValueType> typesOf(const std::vector<ValueType>& all, const std::vector<ValueId>& ids)
{
    std::vector<ValueType> types;
    for (const auto id : ids)
        types.push_back(id.isValid() ? all[id.value()] : ValueType());
    return types;
}

Cost unknownCost(std::string reason)
{
    Cost cost;
    cost.reason = std::move(reason);
    return cost;
}

Cost nodeCost(const std::vector<ValueType>& types, const Node& node)
{
    if (node.schema == nullptr)
        return unknownCost("the operator is not known");
    const auto runsGraphs = std::ranges::any_of(node.schema->attributes,
        [](const AttributeSpec& spec) { return spec.kind == AttributeKind::Graph; });
    if (runsGraphs)
        return unknownCost("it depends on the branch taken or the number of iterations");
    return costOf(
        *node.schema, node.attributes, typesOf(types, node.inputs), typesOf(types, node.outputs));
}

Cost knownZero()
{
    Cost cost;
    cost.isKnown = true;
    return cost;
}

/// Returns the sum of the costs of a body's nodes; unknown if one of them is unknown.
Cost bodyCost(const Analysis& analysis, const Graph& body)
{
    auto sum = knownZero();
    for (const auto id : body.nodes)
        sum = sum + analysis.costs[id.value()];
    return sum;
}

/// Gives each call of a local function the cost of its body. Visits called functions first.
void addCallCosts(Analysis& analysis)
{
    const auto& model = *analysis.model;
    std::vector<Cost> bodies(model.functions.size());
    for (const auto id : bodiesFirst(model)) {
        const auto& graph = model.graph(id);
        for (const auto nodeId : graph.nodes) {
            const auto& node = model.node(nodeId);
            if (node.function.isValid() && bodies[node.function.value()].isKnown)
                analysis.costs[nodeId.value()] = bodies[node.function.value()];
        }
        if (graph.role == Graph::Role::FunctionBody)
            bodies[graph.function.value()] = bodyCost(analysis, graph);
    }
}

/// Binds free dimensions without a size to 1, as a run does, so that a model with a symbolic batch
/// has costs.
Binding completeBinding(const Analysis& analysis)
{
    auto binding = analysis.binding;
    for (const auto& dimension : analysis.freeDimensions)
        binding.emplace(dimension.name, 1);
    return binding;
}

void addCosts(Analysis& analysis, const std::stop_token& stop)
{
    const auto& model = *analysis.model;
    analysis.costBinding = completeBinding(analysis);
    const auto isBound = analysis.costBinding == analysis.binding;
    const auto sized = isBound ? InferredTypes() : inferTypes(model, analysis.costBinding, stop);
    const auto& types = isBound ? analysis.types : sized.types;
    analysis.costs.reserve(model.nodes.size());
    for (const auto& node : model.nodes) {
        const auto isCancelled = stop.stop_requested();
        analysis.costs.push_back(isCancelled ? Cost()
                : node.function.isValid()    ? unknownCost("it depends on the local function")
                                             : nodeCost(types, node));
    }
    if (!model.functions.empty() && !stop.stop_requested())
        addCallCosts(analysis);
    analysis.total = knownZero();
    for (const auto id : model.main().nodes) {
        const auto& cost = analysis.costs[id.value()];
        if (cost.isKnown)
            analysis.total = analysis.total + cost;
        else
            ++analysis.unknownCosts;
    }
}

void addFreeDimensions(Analysis& analysis)
{
    const auto& model = *analysis.model;
    for (const auto id : model.main().inputs) {
        if (!id.isValid() || model.value(id).initializer.isValid() || !model.value(id).type.shape)
            continue;
        for (const auto& dim : *model.value(id).type.shape) {
            for (const auto& name : dim.symbols()) {
                auto found = std::ranges::find(analysis.freeDimensions, name, &FreeDimension::name);
                if (found == analysis.freeDimensions.end())
                    found = analysis.freeDimensions.insert(found, FreeDimension { name, {} });
                if (found->usedBy.empty() || found->usedBy.back() != id)
                    found->usedBy.push_back(id);
            }
        }
    }
}

void addWeights(Analysis& analysis)
{
    for (const auto& value : analysis.model->values) {
        if (!value.initializer.isValid())
            continue;
        const auto& tensor = analysis.model->tensor(value.initializer);
        const auto count = elementCount(tensor.dims);
        const auto bytes = count ? packedBytes(tensor.element, *count) : std::nullopt;
        analysis.parameters = saturatedSum(analysis.parameters, count.value_or(0));
        analysis.weightBytes = saturatedSum(analysis.weightBytes, bytes.value_or(0));
    }
}

/// Shortens runs of findings with the same rule and message, which have one cause. The first few
/// stay; the last of those counts the others.
void groupRepeated(support::Diagnostics& diagnostics)
{
    constexpr std::size_t kept = 3;
    std::map<std::pair<std::string, std::string>, std::vector<std::size_t>> places;
    for (std::size_t i = 0; i < diagnostics.size(); ++i)
        places[{ diagnostics[i].code, diagnostics[i].message }].push_back(i);
    std::vector<bool> isDropped(diagnostics.size(), false);
    for (const auto& [cause, all] : places) {
        if (all.size() <= kept)
            continue;
        diagnostics[all[kept - 1]].message
            += " (and " + std::to_string(all.size() - kept) + " more like this)";
        for (auto i = kept; i < all.size(); ++i)
            isDropped[all[i]] = true;
    }
    std::size_t next = 0;
    for (std::size_t i = 0; i < diagnostics.size(); ++i)
        if (!isDropped[i])
            std::swap(diagnostics[next++], diagnostics[i]);
    diagnostics.resize(next);
}

} // namespace

std::string Analysis::assumedSizes() const
{
    std::string text;
    for (const auto& [name, size] : costBinding)
        if (!binding.contains(name))
            text += (text.empty() ? "" : ", ") + name + " = " + std::to_string(size);
    return text;
}

std::shared_ptr<const Analysis> analyse(std::shared_ptr<const Model> model, const Binding& binding,
    std::stop_token stop, const support::Progress& progress)
{
    auto analysis = support::makeReleasedLater<Analysis>();
    analysis->model = std::move(model);
    analysis->binding = binding;
    analysis->diagnostics = checks::runChecks(*analysis->model, stop);
    auto inferred = inferTypes(*analysis->model, binding, stop, progress);
    analysis->types = std::move(inferred.types);
    std::ranges::move(inferred.diagnostics, std::back_inserter(analysis->diagnostics));
    groupRepeated(analysis->diagnostics);
    addFreeDimensions(*analysis);
    addWeights(*analysis);
    addCosts(*analysis, stop);
    return analysis;
}

const ValueType& typeOf(const Model& model, const Analysis* analysis, ValueId value)
{
    const bool isInferred = analysis != nullptr && value.value() < analysis->types.size();
    return isInferred ? analysis->type(value) : model.value(value).type;
}

support::Diagnostics allFindings(const Analysis& analysis)
{
    auto found = analysis.model->diagnostics;
    found.insert(found.end(), analysis.diagnostics.begin(), analysis.diagnostics.end());
    std::ranges::stable_sort(found, std::greater<> {}, &support::Diagnostic::severity);
    return found;
}

} // namespace model
