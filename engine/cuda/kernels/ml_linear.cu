#include "engine/cuda/kernels/run_memory.h"
#include "engine/cuda/kernels/scores.h"

// LinearRegressor, and LinearClassifier with integer labels, of ai.onnx.ml: one thread per row and
// target, summed in double in the order of the features.

namespace engine::cuda {

namespace {

struct LinearScores {
    NumberReader x;
    const float* coefficients; ///< [targets, width]
    const float* intercepts;
    std::int64_t width;
    std::int64_t targets;
    std::int64_t offsets; ///< number of targets with an intercept
    double* scores;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        const auto row = i / targets;
        const auto target = i % targets;
        double sum = 0;
        for (std::int64_t k = 0; k < width; ++k)
            sum += x.at(row * width + k) * static_cast<double>(coefficients[target * width + k]);
        if (target < offsets)
            sum += static_cast<double>(intercepts[target]);
        scores[i] = sum;
    }
};

struct LinearModel {
    FeatureShape features;
    std::shared_ptr<const DeviceArray> coefficients, intercepts;
    std::int64_t targets = 0;
    std::int64_t offsets = 0;
    functors::PostTransform transform = functors::PostTransform::None;
};

/// `targets` = 0: one per row of coefficients.
Result<LinearModel> linearModel(const KernelRequest& request, std::int64_t targets)
{
    LinearModel model;
    model.features = TRY(featureShape(request));
    const auto& node = request.node;
    const auto coefficients = node.reals("coefficients").value_or(std::vector<float> {});
    const auto intercepts = node.reals("intercepts").value_or(std::vector<float> {});
    model.transform = TRY(postTransform(node.text("post_transform", "NONE")));
    const auto count = static_cast<std::int64_t>(coefficients.size());
    const auto width = model.features.width;
    model.targets = targets > 0 || width == 0 ? targets : count / width;
    if (model.targets < 1 || count != model.targets * width)
        return fail("there are ", count, " coefficients for ", model.targets, " targets of ", width,
            " features");
    model.offsets = static_cast<std::int64_t>(intercepts.size());
    model.coefficients = TRY(kept(deviceOf(request), coefficients));
    model.intercepts = TRY(kept(deviceOf(request), intercepts));
    return model;
}

Result<double*> scoresOf(ModuleBackend& device, RunContext& context, const LinearModel& model)
{
    const auto count = model.features.rows * model.targets;
    auto* const scores = TRY(memoryFor<double>(context, count));
    TRY(forEach(device, count,
        LinearScores { numbersOf(context, 0), model.coefficients->as<float>(),
            model.intercepts->as<float>(), model.features.width, model.targets, model.offsets,
            scores }));
    return scores;
}

Result<std::unique_ptr<Kernel>> prepareRegressor(const KernelRequest& request)
{
    const auto targets = std::clamp<std::int64_t>(request.node.integer("targets", 1), 1, 1 << 24);
    const auto model = TRY(linearModel(request, targets));
    auto* const device = &deviceOf(request);
    return makeKernel(
        implementationName(request, "linear model"), [=](RunContext& context) -> Result<void> {
            auto* const output = TRY(
                context.output(0, ElementType::Float, Dims { model.features.rows, model.targets }));
            auto* const scores = TRY(scoresOf(*device, context, model));
            return forEach(*device, model.features.rows,
                WriteScores<float> { scores, reinterpret_cast<float*>(output->data), model.targets,
                    model.transform });
        });
}

Result<std::unique_ptr<Kernel>> prepareClassifier(const KernelRequest& request)
{
    const auto named = classLabels(request.node, "classlabels_strings", "classlabels_ints");
    if (!named.texts.empty())
        return fail("labels are texts");
    const auto model = TRY(linearModel(request, 0));
    const auto count = static_cast<std::int64_t>(named.numbers.size());
    const BinaryRule rule { model.targets == 1 && count == 2, 0.0,
        functors::SecondClass::Complement };
    if (!rule.isBinary && count != model.targets)
        return fail("there are ", count, " labels for ", model.targets, " rows of coefficients");
    auto* const device = &deviceOf(request);
    const auto numbers = TRY(kept(*device, named.numbers));
    const ClassRule classes { model.features.rows, model.targets, numbers, model.transform, rule };
    return makeKernel(
        implementationName(request, "linear model"), [=](RunContext& context) -> Result<void> {
            return writeClasses(*device, context, classes, TRY(scoresOf(*device, context, model)));
        });
}

constexpr const char* domain = "ai.onnx.ml";
const RegisterKernels regressor({ "LinearRegressor" }, prepareRegressor, 0, Tier::Native, domain);
const RegisterKernels classifier(
    { "LinearClassifier" }, prepareClassifier, 0, Tier::Native, domain);

} // namespace

} // namespace engine::cuda
