#include "engine/cuda/kernels/rotary.h"

// RotaryEmbedding of ai.onnx and of com.microsoft. A position outside of the caches is reported at
// the next wait for the device.

namespace engine::cuda {

namespace {

struct RotaryPlan {
    TensorType type;
    HeadShape heads;
    std::int64_t rows = 0;
    std::int64_t width = 0;
    std::int64_t rotated = 0;
    bool isInterleaved = false;
    bool isCachePerStep = false;
    bool isOffset = false;
    std::size_t positions = 0; ///< number of an input
    std::size_t cosines = 0; ///< number of an input; sines are the next one
};

Result<void> checkCaches(const KernelRequest& request, RotaryPlan& plan)
{
    const auto& cosines = inputType(request, plan.cosines);
    if (cosines != inputType(request, plan.cosines + 1) || cosines.element != plan.type.element
        || cosines.dims.empty() || cosines.dims.back() < 1)
        return fail("caches of ", dimsText(cosines.dims), " ", model::name(cosines.element),
            " do not fit an input of ", model::name(plan.type.element));
    plan.width = cosines.dims.back();
    plan.rows = cosines.count() / plan.width;
    plan.isInterleaved = request.node.flag("interleaved");
    return {};
}

Result<RotaryPlan> planStandard(const KernelRequest& request)
{
    TRY(requireElement(request, 0, AttentionTypes {}));
    const auto& node = request.node;
    RotaryPlan plan { inputType(request, 0) };
    const auto& d = plan.type.dims;
    const auto heads = node.integer("num_heads", 0);
    if (d.size() == 4)
        plan.heads = { d[0], d[1], d[2], d[3], true };
    else if (d.size() == 3 && heads > 0 && d[2] % heads == 0)
        plan.heads = { d[0], heads, d[1], d[2] / heads, false };
    else
        return fail("an input of ", dimsText(d), " cannot be divided into ", heads, " heads");
    plan.cosines = 1;
    plan.positions = 3;
    TRY(checkCaches(request, plan));
    plan.rotated = node.integer("rotary_embedding_dim", 0);
    if (plan.rotated == 0)
        plan.rotated = plan.heads.size;
    plan.isCachePerStep = !request.hasInput(3);
    const auto steps = plan.heads.batch * plan.heads.steps;
    if (plan.rotated < 0 || plan.rotated > plan.heads.size || plan.rotated % 2 != 0
        || plan.width < plan.rotated / 2 || (plan.isCachePerStep && plan.rows < steps))
        return fail("a cache of ", dimsText(inputType(request, 1).dims), " does not fit ",
            plan.rotated, " rotated elements of ", dimsText(d));
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
    plan.cosines = 2;
    plan.positions = 1;
    TRY(checkCaches(request, plan));
    plan.rotated = 2 * plan.width;
    const bool isFolded = d.size() == 3;
    if (!isFolded && d.size() != 4)
        return fail("an input of ", dimsText(d), ", expected rank 3 or 4");
    const auto named = node.integer("num_heads", 0);
    const auto heads = !isFolded                      ? d[1]
        : node.integer("rotary_embedding_dim", 0) > 0 ? named
                                                      : d[2] / plan.rotated;
    if (heads < 1 || (isFolded && d[2] % heads != 0))
        return fail("an input of ", dimsText(d), " cannot be divided into ", heads, " heads");
    plan.heads = isFolded ? HeadShape { d[0], heads, d[1], d[2] / heads, false }
                          : HeadShape { d[0], heads, d[2], d[3], true };
    const auto& positions = inputType(request, 1);
    const auto steps = plan.heads.batch * plan.heads.steps;
    if (plan.rotated > plan.heads.size || (positions.count() != 1 && positions.count() != steps))
        return fail("caches of ", plan.width, " or ", positions.count(),
            " positions do not fit an input of ", dimsText(d));
    plan.isOffset = positions.count() != steps || positions.dims.size() != 2;
    return plan;
}

template <typename T>
Result<void> runRotary(ModuleBackend& device, RunContext& context, const RotaryPlan& plan)
{
    auto* const output = TRY(outputOf(context, 0, plan.type));
    RotateHeads<T> rotate;
    rotate.x = plan.heads.vectors(in<T>(context, 0));
    rotate.y = reinterpret_cast<T*>(output->data);
    rotate.yHead = plan.heads.headStride();
    rotate.yStep = plan.heads.stepStride();
    rotate.cosines = in<T>(context, plan.cosines);
    rotate.sines = in<T>(context, plan.cosines + 1);
    rotate.rows = plan.rows;
    rotate.width = plan.width;
    if (!plan.isCachePerStep)
        rotate.positions.listed = integersIn(context, plan.positions);
    rotate.positions.isOffset = plan.isOffset;
    rotate.isCachePerStep = plan.isCachePerStep;
    rotate.heads = plan.heads.heads;
    rotate.steps = plan.heads.steps;
    rotate.size = plan.heads.size;
    rotate.rotated = plan.rotated;
    rotate.isInterleaved = plan.isInterleaved;
    rotate.fault = device.faultWord();
    return forEach(device, plan.type.count(), rotate);
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

} // namespace engine::cuda
