#include "tests/support/engine/hostile_run.h"

#include "tests/support/engine/model_text.h"
#include "tests/support/engine/run_text.h"

#include <utility>

namespace testing {

std::string refusalOf(std::shared_ptr<const model::Model> model, const HostileRun& run)
{
    engine::RunRequest request;
    request.model = std::move(model);
    request.optimisation = run.optimisation;
    request.memoryLimit = std::uint64_t(256) << 20;
    request.tiers = run.tiers;
    request.tolerated = { "all" };
    return runRequest(std::move(request), [](const auto&) { return std::string(); });
}

std::string refusalOf(std::string_view model, int opset, const HostileRun& run)
{
    return refusalOf(modelFromText(model, opset), run);
}

} // namespace testing
