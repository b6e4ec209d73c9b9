#include "app/cli/comparing/compare_numbers.h"

#include "app/cli/commands.h"
#include "app/cli/comparing/comparison.h"
#include "engine/plan/engine.h"
#include "model/inference/analysis.h"
#include "model/support/text.h"
#include "model/support/truncated_files.h"

#include <algorithm>
#include <unordered_map>

namespace cli {

using support::Result;

namespace {

/// Tolerance for errors that come from the inputs, as in engine/verify/compare_tiers.
constexpr double accumulatedShare = 1e-4;
constexpr std::uint64_t unknownBytes = 1u << 20;

struct TensorPair {
    model::NodeId node; ///< node of A
    std::string a;
    std::string b;
    std::uint64_t bytes = 0; ///< of both values, as far as known
};

std::uint64_t bytesOf(const model::ValueType& type)
{
    if (!type.isTensor() || !type.shape)
        return unknownBytes;
    const auto count = model::elementCount(*type.shape);
    const auto bytes = count ? model::packedBytes(type.element, *count) : std::nullopt;
    return bytes.value_or(unknownBytes);
}

/// Returns the value with the float result of an operator: for an integer operator, the output of
/// the node that dequantises it. Invalid if there is none.
model::ValueId floatResult(const model::QuantisedNeighbours& company, model::NodeId node)
{
    const auto found = company.results.find(node);
    return found == company.results.end() ? model::ValueId() : found->second;
}

std::vector<TensorPair> tensorPairs(
    const model::Analysis& analysis, const model::Model& b, const model::NodeAlignment& alignment)
{
    const auto& a = *analysis.model;
    std::vector<TensorPair> pairs;
    for (const auto node : a.main().order) {
        const auto partner = alignment.partner(node);
        if (!partner.isValid() || b.node(partner).graph != b.main().id)
            continue;
        auto mine = a.node(node).outputs;
        auto theirs = b.node(partner).outputs;
        if (model::isQuantisedForm(a.node(node), b.node(partner)))
            theirs = { floatResult(alignment.quantisedB, partner) };
        else if (model::isQuantisedForm(b.node(partner), a.node(node)))
            mine = { floatResult(alignment.quantisedA, node) };
        for (std::size_t i = 0; i < std::min(mine.size(), theirs.size()); ++i) {
            if (!mine[i].isValid() || !theirs[i].isValid())
                continue;
            pairs.push_back({ node, a.value(mine[i]).name, b.value(theirs[i]).name,
                2 * bytesOf(analysis.type(mine[i])) });
        }
    }
    return pairs;
}

using Kept = std::unordered_map<std::string, engine::RuntimeValue>;

Result<Kept> runKeeping(
    engine::RunRequest request, std::vector<std::string> names, const std::stop_token& stop)
{
    request.keep = std::move(names);
    const auto prepared = engine::prepare(request);
    if (!prepared.plan)
        return explainUnsupported(prepared);
    auto session = TRY(engine::Session::create(*prepared.plan));
    auto result = TRY(session.run(prepared.inputs.runtimeValues(), nullptr, stop));
    TRY(support::checkMappedFiles());
    Kept kept;
    for (auto& value : result.kept)
        if (value.value.isPresent())
            kept.try_emplace(value.name, std::move(value.value));
    for (auto& value : result.outputs)
        if (value.value.isPresent())
            kept.try_emplace(value.name, std::move(value.value));
    return kept;
}

engine::ComparedValue compareOne(const std::string& name, const engine::RuntimeValue& expected,
    const engine::RuntimeValue& found, const NumbersOptions& options)
{
    auto tolerance = engine::roundingTolerance(expected, accumulatedShare);
    tolerance.relative = options.relative.value_or(tolerance.relative);
    tolerance.absolute = options.absolute.value_or(tolerance.absolute);
    engine::ComparedValue value;
    value.name = name;
    value.type = engine::typeWords(found);
    if (found.isTensor())
        value.dims = found.tensor().dims();
    value.difference = engine::compare(found, expected, tolerance);
    return value;
}

} // namespace

std::size_t NumbersDifference::pastTolerance() const
{
    return static_cast<std::size_t>(std::ranges::count_if(
        tensors, [](const ComparedTensor& tensor) { return !tensor.value.difference.isWithin; }));
}

Result<NumbersDifference> compareNumbers(const engine::RunRequest& a, const engine::RunRequest& b,
    const model::NodeAlignment& alignment, const NumbersOptions& options, std::stop_token stop,
    const support::Progress& progress)
{
    const auto pairs = tensorPairs(*model::analyse(a.model, a.dims, stop), *b.model, alignment);
    const auto labels = model::nodeLabels(*a.model);
    NumbersDifference result;
    for (std::size_t first = 0; first < pairs.size();) {
        std::vector<std::string> namesA;
        std::vector<std::string> namesB;
        std::uint64_t bytes = 0;
        auto last = first;
        for (; last < pairs.size() && (last == first || bytes < options.capBytes); ++last) {
            bytes += pairs[last].bytes;
            namesA.push_back(pairs[last].a);
            namesB.push_back(pairs[last].b);
        }
        const auto keptA = TRY(runKeeping(a, std::move(namesA), stop).within("A"));
        const auto keptB = TRY(runKeeping(b, std::move(namesB), stop).within("B"));
        for (; first < last; ++first) {
            const auto& pair = pairs[first];
            const auto expected = keptA.find(pair.a);
            const auto found = keptB.find(pair.b);
            if (expected == keptA.end() || found == keptB.end()) {
                ++result.notKept;
                continue;
            }
            result.tensors.push_back(
                { labels[pair.node.value()], pair.a == pair.b ? std::string() : pair.b,
                    compareOne(pair.a, expected->second, found->second, options) });
            if (!result.firstPastTolerance && !result.tensors.back().value.difference.isWithin)
                result.firstPastTolerance = result.tensors.size() - 1;
        }
        if (progress)
            progress("comparing", first, pairs.size());
    }
    return result;
}

TextTable numbersTable(const NumbersDifference& numbers, std::size_t maxRows)
{
    auto table = comparisonTable({ "node" });
    const auto add = [&](const ComparedTensor& tensor) {
        table.add(comparisonRow({ support::sanitise(tensor.node) }, tensor.value));
    };
    if (numbers.tensors.size() <= maxRows) {
        std::ranges::for_each(numbers.tensors, add);
        return table;
    }
    for (const auto& tensor : numbers.tensors)
        if (!tensor.value.difference.isWithin && table.rows.size() < maxRows)
            add(tensor);
    return table;
}

void writeNumbers(support::JsonWriter& json, const NumbersDifference& numbers)
{
    json.beginObject().members({ { "compared", numbers.tensors.size() },
        { "past_tolerance", numbers.pastTolerance() }, { "not_kept", numbers.notKept } });
    json.key("first_past_tolerance");
    numbers.firstPastTolerance ? json.value(numbers.tensors[*numbers.firstPastTolerance].node)
                               : json.null();
    json.key("tensors").beginArray();
    for (const auto& tensor : numbers.tensors) {
        json.beginObject().members({ { "node", tensor.node },
            { "name_b", tensor.nameB.empty() ? tensor.value.name : tensor.nameB } });
        writeComparisonMembers(json, tensor.value);
        json.endObject();
    }
    json.endArray().endObject();
}

} // namespace cli
