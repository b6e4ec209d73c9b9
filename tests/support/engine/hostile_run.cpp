#include "tests/support/engine/hostile_run.h"

#include "engine/plan/engine.h"
#include "tests/support/engine/model_text.h"

namespace testing {

std::string refusalOf(std::string_view model, int opset)
{
    engine::RunRequest request;
    request.model = modelFromText(model, opset);
    request.threads = 1;
    request.optimisation = engine::Optimisation::None;
    request.memoryLimit = std::uint64_t(256) << 20;
    request.tiers = { engine::Tier::Reference };
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

} // namespace testing
