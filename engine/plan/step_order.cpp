#include "engine/plan/step_order.h"

#include "engine/plan/plan_state.h"

#include <algorithm>

namespace engine {

std::vector<std::vector<StepId>> stepsRead(const Plan& plan)
{
    const auto& state = plan.state();
    std::vector<std::vector<StepId>> read(state.descriptions.size());
    std::vector<StepId> maker(state.program.values.size());
    for (const auto& block : state.blocks) {
        for (const auto& step : block.steps) {
            auto& found = read[step.id.value()];
            for (const auto input : step.inputs) {
                const auto made = input.isValid() ? maker[input.value()] : StepId();
                if (made.isValid() && made != step.id)
                    found.push_back(made);
            }
            std::ranges::sort(found, {}, &StepId::value);
            const auto repeated = std::ranges::unique(found);
            found.erase(repeated.begin(), repeated.end());
            for (const auto output : step.outputs) {
                if (output.isValid())
                    maker[output.value()] = step.id;
            }
        }
    }
    return read;
}

} // namespace engine
