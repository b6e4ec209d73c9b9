#include "app/cli/editing/derived_operations.h"

#include "engine/program/constant.h"
#include "engine/program/foldable_constants.h"
#include "model/edit/repairs.h"
#include "model/edit/unused.h"
#include "model/inference/analysis.h"
#include "model/support/compress.h"
#include "model/support/json.h"

namespace cli {

using model::edit::Operation;
using support::JsonWriter;
using support::Result;

namespace {

void writeTensor(JsonWriter& json, const model::Model& model, const engine::FoldableConstant& found)
{
    const auto& value = model.value(found.value);
    const auto& tensor = found.tensor;
    json.beginObject()
        .member("value", value.name)
        .member("graph", model::graphPath(model, value.graph))
        .member("type", model::name(tensor.element()))
        .member("shape", tensor.dims());
    if (tensor.strings) {
        json.member("values", *tensor.strings);
    } else {
        const auto bytes = engine::packElements(tensor);
        json.member("base64",
            support::base64({ reinterpret_cast<const char*>(bytes.data()), bytes.size() }));
    }
    json.endObject();
}

} // namespace

DerivedOperations folding(std::uint64_t mostBytes)
{
    return
        [mostBytes](std::shared_ptr<const model::Model> model) -> Result<std::vector<Operation>> {
            const auto pool = engine::MemoryPool::create();
            const auto found = TRY(engine::foldableConstants(model, mostBytes, *pool));
            if (found.empty())
                return std::vector<Operation>();
            return model::edit::operationsFrom(support::jsonLine([&](JsonWriter& json) {
                json.member("op", "foldConstants").key("constants").beginArray();
                for (const auto& constant : found)
                    writeTensor(json, *model, constant);
                json.endArray();
            }));
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

} // namespace cli
