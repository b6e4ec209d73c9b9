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
    Pass { "unfold quantised", Optimisation::Full, unfoldQuantised },
    Pass { "read transposed", Optimisation::Full, readTransposed },
    Pass { "fold constants", Optimisation::Basic, foldConstants, true },
    Pass { "fuse dynamic quantisation", Optimisation::Full, fuseDynamicQuantisation },
    Pass { "fold batch normalization", Optimisation::Full, foldBatchNormalization },
    Pass { "fuse layer normalization", Optimisation::Full, fuseLayerNormalization },
    Pass { "fuse gelu", Optimisation::Full, fuseGelu },
    Pass { "fuse attention", Optimisation::Full, fuseAttention },
    Pass { "move reshape", Optimisation::Full, moveReshape },
    Pass { "fuse epilogues", Optimisation::Full, fuseEpilogues },
    Pass { "remove unused", Optimisation::Basic, removeUnused },
};

} // namespace

std::span<const Pass> passes() { return allPasses; }

void optimise(Program& program, std::span<const model::ValueType> inputs, const RunRequest& request,
    MemoryPool& pool)
{
    Facts facts;
    std::unique_ptr<const PassContext> context;
    std::uint64_t knownBytes = 0; // largest value in `facts`; 0: the program has changed since
    // Large values are worked out only for the pass that needs them: before the fusions those are
    // all dequantised weights, in 4 times the memory.
    const auto contextWith = [&](std::uint64_t bytes) -> const PassContext& {
        if (knownBytes < bytes) {
            facts = findFacts(program, inputs, { settingsOf(request), bytes }, pool);
            context = std::make_unique<const PassContext>(PassContext { facts, request });
            knownBytes = bytes;
        }
        return *context;
    };
    bool hasChanged = request.optimisation != Optimisation::None;
    for (int round = 0; round < maxRounds && hasChanged; ++round) {
        hasChanged = false;
        for (const auto& pass : allPasses) {
            if (pass.level > request.optimisation)
                continue;
            auto patch = pass.find(program,
                contextWith(pass.needsContents ? maxFoldedBytes : FactOptions().maxKnownBytes));
            if (patch.isEmpty())
                continue;
            apply(program, std::move(patch), pass.name);
            knownBytes = 0;
            hasChanged = true;
        }
    }
}

} // namespace engine
