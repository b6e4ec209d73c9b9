#include "engine/passes/derived_operations.h"

#include "engine/calibrate/calibration.h"
#include "engine/passes/optimised_nodes.h"
#include "engine/program/constant.h"
#include "engine/program/foldable_constants.h"
#include "model/edit/editing.h"
#include "model/edit/quantise/arguments.h"
#include "model/edit/repairs.h"
#include "model/edit/unused.h"
#include "model/inference/analysis.h"
#include "model/support/compress.h"
#include "model/support/json.h"

#include <type_traits>

namespace engine {

using model::edit::Operation;
using support::JsonWriter;
using support::Result;

namespace {

void writeTensor(JsonWriter& json, const Tensor& tensor)
{
    json.member("type", model::name(tensor.element())).member("shape", tensor.dims());
    if (tensor.strings) {
        json.member("values", *tensor.strings);
    } else {
        const auto bytes = packElements(tensor);
        json.member("base64",
            support::base64({ reinterpret_cast<const char*>(bytes.data()), bytes.size() }));
    }
}

/// Of kinds that OptimisedNodes has: numbers, texts and lists of them.
void writeAttribute(JsonWriter& json, const model::Attribute& attribute)
{
    std::visit(
        [&]<typename T>(const T& value) {
            if constexpr (
                std::is_arithmetic_v<
                    T> || std::is_same_v<T, std::string> || std::is_same_v<T, std::vector<float>> || std::is_same_v<T, std::vector<std::int64_t>>)
                json.member(attribute.name, value);
        },
        attribute.value);
}

void writeNode(JsonWriter& json, const model::Model& model, const OptimisedNodes::Added& node)
{
    json.beginObject()
        .member("at", model::nodePath(model, node.at))
        .member("type", node.node.type)
        .member("name", node.name)
        .member("inputs", node.inputs)
        .member("outputs", node.outputs)
        .key("attributes")
        .beginObject();
    for (const auto& attribute : node.node.attributes)
        writeAttribute(json, attribute);
    json.endObject().endObject();
}

void writeRewrite(JsonWriter& json, const model::Model& model, const OptimisedNodes& found)
{
    json.member("op", "rewriteNodes").key("remove").beginArray();
    for (const auto node : found.removed)
        json.value(model::nodePath(model, node));
    json.endArray().key("nodes").beginArray();
    for (const auto& node : found.added)
        writeNode(json, model, node);
    json.endArray().key("inputs").beginArray();
    for (const auto& input : found.inputs)
        json.beginObject()
            .member("node", model::nodePath(model, input.node))
            .member("index", input.index)
            .member("value", input.value)
            .endObject();
    json.endArray().key("initializers").beginArray();
    for (const auto& constant : found.constants) {
        json.beginObject().member("name", constant.name);
        writeTensor(json, constant.tensor);
        json.endObject();
    }
    json.endArray();
}

} // namespace

DerivedOperations folding(std::uint64_t mostBytes)
{
    return
        [mostBytes](std::shared_ptr<const model::Model> model) -> Result<std::vector<Operation>> {
            const auto pool = MemoryPool::create();
            const auto found = TRY(foldableConstants(model, mostBytes, *pool));
            if (found.empty())
                return std::vector<Operation>();
            return model::edit::operationsFrom(support::jsonLine([&](JsonWriter& json) {
                json.member("op", "foldConstants").key("constants").beginArray();
                for (const auto& [id, tensor] : found) {
                    const auto& value = model->value(id);
                    json.beginObject()
                        .member("value", value.name)
                        .member("graph", model::graphPath(*model, value.graph));
                    writeTensor(json, tensor);
                    json.endObject();
                }
                json.endArray();
            }));
        };
}

DerivedOperations optimising(Optimisation level)
{
    return [level](std::shared_ptr<const model::Model> model) -> Result<std::vector<Operation>> {
        const auto pool = MemoryPool::create();
        const auto found = TRY(optimisedNodes(model, level, *pool));
        if (found.removed.empty())
            return std::vector<Operation>();
        std::string script;
        if (!found.constants.empty() && model->irVersion < model::edit::separateInitializers)
            script = R"({"op":"setModelField","field":"ir_version","value":4})"
                     "\n";
        return model::edit::operationsFrom(script
            + support::jsonLine([&](JsonWriter& json) { writeRewrite(json, *model, found); }));
    };
}

DerivedOperations quantisingStatically(
    model::edit::QuantiseOptions options, Samples samples, std::stop_token stop)
{
    return [options = std::move(options), samples = std::move(samples), stop = std::move(stop)](
               std::shared_ptr<const model::Model> model) -> Result<std::vector<Operation>> {
        const auto plan = TRY(model::edit::planQuantisation(*model, options));
        RunRequest request;
        request.model = model;
        auto ranged = options;
        ranged.ranges = TRY(activationRanges(request, samples, plan, RangeOptions(), stop));
        return std::vector { model::edit::operationOf(ranged) };
    };
}

Result<std::vector<Operation>> removingUnused(std::shared_ptr<const model::Model> model)
{
    return model::edit::operationsFrom(
        model::edit::unusedParts(*model).isEmpty() ? "[]" : R"({"op":"removeUnused"})");
}

Result<std::vector<Operation>> repairing(std::shared_ptr<const model::Model> model)
{
    const auto findings = model::allFindings(*model::analyse(model));
    return model::edit::repairsOf(*model, findings);
}

} // namespace engine
