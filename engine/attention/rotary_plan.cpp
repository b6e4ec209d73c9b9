#include "engine/attention/attention_plan.h"

// Plans of rotations: of the heads of attention, and of the RotaryEmbedding operators.

namespace engine {

Result<RotationPlan> planRotation(
    const KernelRequest& request, std::size_t cosines, std::size_t positions, ElementType element)
{
    const auto& type = request.input(cosines).tensor;
    if (type != request.input(cosines + 1).tensor || type.element != element || type.dims.empty()
        || type.dims.back() < 1)
        return fail("caches of ", dimsText(type.dims), " ", model::name(type.element),
            " do not fit an input of ", model::name(element));
    RotationPlan plan { cosines, positions };
    plan.width = type.dims.back();
    plan.rows = type.count() / plan.width;
    plan.rotated = 2 * plan.width;
    return plan;
}

Result<void> planPositions(const KernelRequest& request, std::int64_t steps, RotationPlan& plan)
{
    TRY(requireElement(request, plan.positions, IndexTypes {}));
    const auto& positions = request.input(plan.positions).tensor;
    if (positions.count() != 1 && positions.count() != steps)
        return fail("position_ids has ", positions.count(), " entries, expected 1 or ", steps);
    plan.isOffset = positions.count() != steps || positions.dims.size() != 2;
    return {};
}

Result<RotaryPlan> planRotaryEmbedding(const KernelRequest& request)
{
    TRY(requireElement(request, 0, AttentionTypes {}));
    const auto& node = request.node;
    RotaryPlan plan { request.input(0).tensor };
    const auto& d = plan.type.dims;
    plan.heads = TRY(headShape(plan.type, node.integer("num_heads", 0)));
    auto& rotation = plan.rotation;
    rotation = TRY(planRotation(request, 1, 3, plan.type.element));
    rotation.isInterleaved = node.flag("interleaved");
    rotation.rotated = node.integer("rotary_embedding_dim", 0);
    if (rotation.rotated == 0)
        rotation.rotated = plan.heads.size;
    rotation.isCachePerStep = !request.hasInput(3);
    const auto steps = plan.heads.batch * plan.heads.steps;
    if (rotation.rotated < 0 || rotation.rotated > plan.heads.size || rotation.rotated % 2 != 0
        || rotation.width < rotation.rotated / 2
        || (rotation.isCachePerStep && rotation.rows < steps))
        return fail("a cache of ", dimsText(request.input(1).tensor.dims), " does not fit ",
            rotation.rotated, " rotated elements of ", dimsText(d));
    if (request.hasInput(3)) {
        TRY(requireElement(request, 3, IndexTypes {}));
        if (request.input(3).tensor.count() != steps)
            return fail(
                "position_ids has ", request.input(3).tensor.count(), " entries, expected ", steps);
    }
    return plan;
}

Result<RotaryPlan> planContribRotaryEmbedding(const KernelRequest& request)
{
    TRY(requireElement(request, 0, AttentionTypes {}));
    TRY(requireElement(request, 1, IndexTypes {}));
    const auto& node = request.node;
    RotaryPlan plan { request.input(0).tensor };
    const auto& d = plan.type.dims;
    plan.rotation = TRY(planRotation(request, 2, 1, plan.type.element));
    plan.rotation.isInterleaved = node.flag("interleaved");
    const bool isPartial = node.integer("rotary_embedding_dim", 0) > 0;
    const auto heads
        = isPartial || d.size() != 3 ? node.integer("num_heads", 0) : d[2] / plan.rotation.rotated;
    plan.heads = TRY(headShape(plan.type, heads));
    if (plan.rotation.rotated > plan.heads.size)
        return fail("caches of ", plan.rotation.width, " do not fit an input of ", dimsText(d));
    TRY(planPositions(request, plan.heads.batch * plan.heads.steps, plan.rotation));
    return plan;
}

} // namespace engine
