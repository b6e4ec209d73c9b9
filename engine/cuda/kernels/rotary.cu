#include "engine/cuda/kernels/rotary.h"

// RotaryEmbedding of ai.onnx and of com.microsoft. A position outside of the caches is reported at
// the next wait for the device.

namespace engine::cuda {

namespace {

struct RotaryPlan {
    TensorType type;
    HeadShape heads;
    RotationPlan rotation;
};

Result<RotaryPlan> planStandard(const KernelRequest& request)
{
    TRY(requireElement(request, 0, AttentionTypes {}));
    const auto& node = request.node;
    RotaryPlan plan { inputType(request, 0) };
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
        return fail("a cache of ", dimsText(inputType(request, 1).dims), " does not fit ",
            rotation.rotated, " rotated elements of ", dimsText(d));
    if (request.hasInput(3)) {
        TRY(requireElement(request, 3, IndexTypes {}));
        if (inputType(request, 3).count() != steps)
            return fail(
                "position_ids has ", inputType(request, 3).count(), " entries, expected ", steps);
    }
    return plan;
}

Result<RotaryPlan> planContrib(const KernelRequest& request)
{
    TRY(requireElement(request, 0, AttentionTypes {}));
    TRY(requireElement(request, 1, IndexTypes {}));
    const auto& node = request.node;
    RotaryPlan plan { inputType(request, 0) };
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

template <typename T>
Result<void> runRotary(ModuleBackend& device, RunContext& context, const RotaryPlan& plan)
{
    auto* const output = TRY(outputOf(context, 0, plan.type));
    const HeadVectors<T> x { in<T>(context, 0), plan.heads.strides() };
    return rotate(
        device, context, plan.rotation, x, plan.heads, reinterpret_cast<T*>(output->data));
}

template <auto planOf>
Result<std::unique_ptr<Kernel>> prepareRotary(const KernelRequest& request)
{
    const auto plan = TRY(planOf(request));
    auto* const device = &deviceOf(request);
    return makeKernel(
        implementationName(request, "rotary embedding"), [=](RunContext& context) -> Result<void> {
            auto run = [&]<typename T>() { return runRotary<T>(*device, context, plan); };
            return visitElement(AttentionTypes {}, plan.type.element, run);
        });
}

const RegisterKernels rotary({ "RotaryEmbedding" }, prepareRotary<planStandard>);
const RegisterKernels contribRotary(
    { "RotaryEmbedding" }, prepareRotary<planContrib>, 0, Tier::Native, "com.microsoft");

} // namespace

Result<RotationPlan> planRotation(
    const KernelRequest& request, std::size_t cosines, std::size_t positions, ElementType element)
{
    const auto& type = inputType(request, cosines);
    if (type != inputType(request, cosines + 1) || type.element != element || type.dims.empty()
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
    const auto& positions = inputType(request, plan.positions);
    if (positions.count() != 1 && positions.count() != steps)
        return fail("position_ids has ", positions.count(), " entries, expected 1 or ", steps);
    plan.isOffset = positions.count() != steps || positions.dims.size() != 2;
    return {};
}

} // namespace engine::cuda
