#include "tests/support/engine/run_text.h"

#include "engine/plan/engine.h"
#include "engine/program/shapes.h"
#include "tests/support/engine/model_text.h"

#include <sstream>

namespace testing {

namespace {

std::string textOf(const engine::RunResult& result)
{
    const auto& tensor = result.outputs.front().value.tensor();
    const auto numbers = engine::readNumbers(tensor);
    if (!numbers)
        return numbers.error().message();
    std::ostringstream text;
    if (!model::isFloating(tensor.element()))
        text.precision(std::numeric_limits<double>::max_digits10);
    text << engine::dimsText(tensor.dims()) << ":";
    for (const double number : *numbers)
        text << " " << number;
    return text.str();
}

} // namespace

std::string runRequest(engine::RunRequest request, const TextOfResult& textOf)
{
    request.threads = 1;
    const auto prepared = engine::prepare(request);
    if (!prepared.plan)
        return prepared.plan.error().message();
    auto session = engine::Session::create(*prepared.plan);
    if (!session)
        return session.error().message();
    const auto result = session->run(prepared.inputs.runtimeValues());
    return result ? textOf(*result) : result.error().message();
}

std::string runText(std::string_view model, int opset)
{
    engine::RunRequest request;
    request.model = modelFromText(model, opset);
    request.optimisation = engine::Optimisation::None;
    request.tiers = { engine::Tier::Reference };
    return runRequest(std::move(request), textOf);
}

std::string runTextFully(std::string_view model, int opset)
{
    engine::RunRequest request;
    request.model = modelFromText(model, opset);
    return runRequest(std::move(request), textOf);
}

} // namespace testing
