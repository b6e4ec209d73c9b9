#include "tests/support/engine/hostile_run.h"

#include "engine/plan/engine.h"
#include "tests/support/engine/model_text.h"

namespace testing {

std::string refusalOf(std::shared_ptr<const model::Model> model, const HostileRun& run)
{
    engine::RunRequest request;
    request.model = std::move(model);
    request.threads = 1;
    request.optimisation = run.optimisation;
    request.memoryLimit = std::uint64_t(256) << 20;
    request.tiers = run.tiers;
    request.tolerated = { "all" };
    const auto prepared = engine::prepare(request);
    if (!prepared.plan)
        return prepared.plan.error().message();
    auto session = engine::Session::create(*prepared.plan);
    if (!session)
        return session.error().message();
    const auto result = session->run(prepared.inputs.runtimeValues());
    return result ? std::string() : result.error().message();
}

std::string refusalOf(std::string_view model, int opset, const HostileRun& run)
{
    return refusalOf(modelFromText(model, opset), run);
}

} // namespace testing
