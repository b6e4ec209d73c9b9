#include "engine/passes/all_passes.h"

#include <algorithm>

namespace engine {

// The facts contain the contents already (facts.h); they also limit their size.
Patch foldConstants(const Program& program, const PassContext& context)
{
    Patch patch;
    for (const auto& block : program.blocks) {
        for (const auto id : block.ops) {
            const auto& op = program.op(id);
            const auto isKnown = [&](ProgramValueId out) {
                return !out.isValid() || context.facts.knownTensor(out) != nullptr;
            };
            if (op.isRemoved || !op.bodies.empty() || op.outputs.empty()
                || !std::ranges::all_of(op.outputs, isKnown))
                continue;
            Edit edit;
            edit.taken = { { id, NodeFate::Kind::Folded } };
            for (const auto output : op.outputs) {
                if (output.isValid())
                    edit.constants.emplace_back(output, *context.facts.knownTensor(output));
            }
            patch.edits.push_back(std::move(edit));
        }
    }
    return patch;
}

} // namespace engine
