#include "engine/cpu/rotation.h"

// RotaryEmbedding of ai.onnx and of com.microsoft: float, in any layout. Refuses what the plans
// refuse, and inputs without elements.

namespace engine {

namespace {

Result<void> runRotary(const RotaryPlan& plan, RunContext& context)
{
    const auto& shape = plan.heads;
    auto* const output = TRY(context.output(0, ElementType::Float, plan.type.dims));
    const float* const x = floats(context.tensor(0));
    float* const y = floats(*output);
    const ScoreRules rules;
    const StepRotation rotation(context, plan.rotation, rules, shape.steps);
    TRY(rotation.check(shape.batch));
    const auto strides = shape.strides();
    parallelFor(shape.batch * shape.steps, rowsPerThread(shape.heads * shape.size),
        context.threads(), [&](std::int64_t first, std::int64_t last) {
            VectorChange change;
            for (auto row = first; row < last; ++row) {
                const auto b = row / shape.steps;
                const auto step = row % shape.steps;
                rotation.set(b, step, change);
                for (std::int64_t head = 0; head < shape.heads; ++head) {
                    const auto at = b * strides.batch + head * strides.head + step * strides.step;
                    writeVector(x + at, change, shape.size, y + at);
                }
            }
        });
    return {};
}

template <auto planOf>
Result<std::unique_ptr<Kernel>> prepareRotary(const KernelRequest& request)
{
    TRY(requireFloat(request, 0));
    auto plan = TRY(planOf(request));
    if (plan.type.count() == 0)
        return fail("native ", request.node.type, " takes inputs with elements");
    return nativeKernel(std::move(plan), runRotary, "rotary");
}

const RegisterNative rotaries[] = {
    { "RotaryEmbedding", prepareRotary<planRotaryEmbedding> },
    { "RotaryEmbedding", prepareRotary<planContribRotaryEmbedding>, "com.microsoft" },
};

} // namespace

} // namespace engine
