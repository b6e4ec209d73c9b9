#include "engine/plan/engine.h"
#include "engine/plan/plan_state.h"
#include "model/inference/input_shapes.h"
#include "model/model.h"
#include "tests/gpu/kernel_suite/suite.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

namespace suite {

using namespace engine;

namespace {

/// Their types, as other programs would compute them; nothing if a shape is known only at run time.
std::optional<std::string> productOf(const Plan::State& plan, const PlanStep& step)
{
    const auto& node = plan.program.op(step.op).node;
    std::string text;
    support::JsonWriter json(text);
    json.beginObject().member("kind", node.type).key("shapes").beginArray();
    for (std::size_t i = 0; i < 2; ++i) {
        const auto type = plan.facts.inputType(step.inputs[i]);
        if (!type || type->kind != InputType::Kind::Tensor)
            return std::nullopt;
        json.array(type->tensor.dims);
    }
    json.endArray();
    for (const char* name : { "strides", "pads", "dilations" }) {
        if (const auto values = node.integers(name))
            json.key(name).array(*values);
    }
    for (const char* name : { "group", "transA", "transB" }) {
        if (const auto value = node.integer(name))
            json.member(name, *value);
    }
    if (const auto pad = node.text("auto_pad"); pad && *pad != "NOTSET")
        json.member("auto_pad", *pad);
    json.endObject().flush();
    return text;
}

bool isProduct(const StepDescription& step)
{
    constexpr std::array<std::string_view, 3> types { "Conv", "MatMul", "Gemm" };
    return step.domain.empty() && std::ranges::find(types, step.opType) != types.end();
}

} // namespace

Result<std::string> productsOf(const std::filesystem::path& file, const model::Binding& dims)
{
    RunRequest request;
    request.model = TRY(model::openWithShapes(file, {}, {}, {}));
    request.dims = dims;
    request.missingWeights = MissingWeights::Random;
    request.optimisation = Optimisation::Basic;
    request.tolerated = { "all" };
    const auto plan = TRY(prepare(request).plan);
    std::map<std::string, std::size_t> counts;
    std::size_t unknown = 0;
    for (const auto& step : plan->state().blocks.front().steps) {
        if (!isProduct(plan->steps()[step.id.value()]))
            continue;
        const auto product = productOf(plan->state(), step);
        product ? ++counts[*product] : ++unknown;
    }
    std::string text;
    support::JsonWriter json(text);
    json.beginObject().member("unknown", unknown).key("products").beginArray();
    for (const auto& [product, count] : counts) {
        json.beginObject().member("count", count).key("product").raw(product);
        json.endObject();
    }
    json.endArray().endObject().flush();
    return text;
}

} // namespace suite
