#include "engine/passes/all_passes.h"

#include <algorithm>
#include <ranges>

namespace engine {

Patch removeUnused(const Program& program, const PassContext& context)
{
    Patch patch;
    const auto& kept = context.request.keep;
    auto uses = countUses(program);
    for (const auto& block : program.blocks) {
        for (const auto id : block.ops | std::views::reverse) {
            const auto& op = program.op(id);
            const auto isRead = [&](ProgramValueId out) {
                return out.isValid()
                    && (uses[out.value()] > 0
                        || std::ranges::find(kept, program.value(out).name) != kept.end());
            };
            if (op.isRemoved || std::ranges::any_of(op.outputs, isRead))
                continue;
            for (const auto input : op.inputs) {
                if (input.isValid() && uses[input.value()] > 0)
                    --uses[input.value()];
            }
            patch.edits.push_back({ .taken = { { id, NodeFate::Kind::Removed } },
                .added = {},
                .values = {},
                .replaced = {},
                .constants = {} });
        }
    }
    return patch;
}

} // namespace engine
