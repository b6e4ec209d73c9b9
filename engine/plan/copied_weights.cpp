#include "engine/plan/copied_weights.h"

#include "engine/program/recomputed.h"

#include <algorithm>
#include <unordered_map>

namespace engine {

void freeCopiedWeights(Plan::State& state, std::span<const ProgramValueId> weights)
{
    std::unordered_map<ProgramValueId, std::uint32_t> copied; // number of reads from a copy
    for (const auto id : weights) {
        const auto& constant = state.program.value(id).constant;
        // findRecomputed compares small ones, and freeing them saves nothing.
        if (constant->type.bytes() > maxComparedBytes
            && std::ranges::find(state.kept, id) == state.kept.end())
            copied.emplace(id, 0);
    }
    for (const auto& block : state.blocks) {
        for (const auto& step : block.steps) {
            for (std::size_t i = 0; i < step.inputs.size(); ++i) {
                const auto found = copied.find(step.inputs[i]);
                if (found != copied.end() && step.kernel != nullptr && step.kernel->hasCopyOf(i))
                    ++found->second;
            }
        }
    }
    const auto uses = countUses(state.program);
    for (const auto& [id, count] : copied) {
        auto& constant = state.program.value(id).constant;
        if (count != uses[id.value()])
            continue;
        state.memory.weightBytes -= std::min(state.memory.weightBytes, constant->type.bytes());
        constant = Tensor { constant->type, nullptr, nullptr, nullptr };
        state.facts.known[id.value()].reset();
    }
}

} // namespace engine
