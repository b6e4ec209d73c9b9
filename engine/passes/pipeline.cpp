#include "engine/passes/pipeline.h"

#include "engine/passes/all_passes.h"

#include <array>

namespace engine {

namespace {

/// Largest value that folding may make; a step with a larger one runs each time.
constexpr std::uint64_t maxFoldedBytes = 256u << 20;
/// Each round uses what the one before made possible. In practice a few are enough.
constexpr int maxRounds = 6;

// Quantised weights must not be folded to floats before they are fused. Folding comes before the
// other fusions, which look for constant weights. Unused operators come last:
// all other passes leave some.
constexpr std::array allPasses {
    Pass { "remove identity", Optimisation::Basic, removeIdentity },
    Pass { "fuse quantised", Optimisation::Full, fuseQuantised },
    Pass { "fold constants", Optimisation::Basic, foldConstants },
    Pass { "fuse dynamic quantisation", Optimisation::Full, fuseDynamicQuantisation },
    Pass { "fold batch normalization", Optimisation::Full, foldBatchNormalization },
    Pass { "fuse layer normalization", Optimisation::Full, fuseLayerNormalization },
    Pass { "fuse gelu", Optimisation::Full, fuseGelu },
    Pass { "move reshape", Optimisation::Full, moveReshape },
    Pass { "fuse epilogues", Optimisation::Full, fuseEpilogues },
    Pass { "remove unused", Optimisation::Basic, removeUnused },
};

} // namespace

std::span<const Pass> passes() { return allPasses; }

void optimise(Program& program, std::span<const model::ValueType> inputs, const RunRequest& request,
    MemoryPool& pool)
{
    const FactOptions options { settingsOf(request), maxFoldedBytes };
    bool hasChanged = request.optimisation != Optimisation::None;
    auto facts = hasChanged ? findFacts(program, inputs, options, pool) : Facts();
    const auto contextNow = [&] { return PassContext { facts, request }; };
    auto context = std::make_unique<const PassContext>(contextNow());
    for (int round = 0; round < maxRounds && hasChanged; ++round) {
        hasChanged = false;
        for (const auto& pass : allPasses) {
            if (pass.level > request.optimisation)
                continue;
            auto patch = pass.find(program, *context);
            if (patch.isEmpty())
                continue;
            apply(program, std::move(patch), pass.name);
            facts = findFacts(program, inputs, options, pool);
            context = std::make_unique<const PassContext>(contextNow());
            hasChanged = true;
        }
    }
}

} // namespace engine
