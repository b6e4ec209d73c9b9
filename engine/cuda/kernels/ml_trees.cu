#include "engine/cuda/kernels/run_memory.h"
#include "engine/cuda/kernels/scores.h"
#include "engine/reference/ml_trees.h"

// TreeEnsembleRegressor, TreeEnsembleClassifier with integer labels, and TreeEnsemble of
// ai.onnx.ml. One thread per row and tree finds the leaf. Then one thread per row and target adds
// the leaves' weights in the order of the trees, so each run gives the same sums.

namespace engine::cuda {

namespace {

/// Limit of the memory for leaves, in bytes. More rows are computed in several parts.
constexpr std::int64_t partBytes = 64 << 20;

struct FindLeaves {
    const functors::TreeNode* nodes;
    const double* members;
    const std::uint32_t* roots;
    NumberReader x;
    std::int64_t firstRow;
    std::int64_t width;
    std::int64_t trees;
    std::uint32_t* leaves;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        const auto first = (firstRow + i / trees) * width;
        const auto& leaf = functors::leafOf(nodes, members, roots[i % trees],
            [&](std::uint32_t feature) { return x.at(first + feature); });
        leaves[i] = static_cast<std::uint32_t>(&leaf - nodes);
    }
};

struct JoinLeaves {
    const functors::TreeNode* nodes;
    const LeafWeight* weights;
    const double* base;
    const std::uint32_t* leaves;
    std::int64_t trees;
    std::int64_t targets;
    std::int64_t bases; ///< 0, 1 or `targets`
    Aggregate aggregate;
    double* scores;

    OPSCOPE_KERNEL double joined(double sum, double weight) const
    {
        if (aggregate == Aggregate::Min)
            return weight < sum ? weight : sum;
        if (aggregate == Aggregate::Max)
            return sum < weight ? weight : sum;
        return sum + weight;
    }

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        const auto target = static_cast<std::uint32_t>(i % targets);
        const auto* const own = leaves + i / targets * trees;
        double sum = 0;
        bool isSet = false;
        for (std::int64_t t = 0; t < trees; ++t) {
            const auto& leaf = nodes[own[t]];
            for (auto w = leaf.ifTrue; w < leaf.ifFalse; ++w) {
                if (weights[w].target != target)
                    continue;
                sum = isSet ? joined(sum, weights[w].weight) : weights[w].weight;
                isSet = true;
            }
        }
        if (aggregate == Aggregate::Average && trees > 0)
            sum /= static_cast<double>(trees);
        if (bases > 0)
            sum += base[bases == 1 ? 0 : target];
        scores[i] = sum;
    }
};

/// An ensemble on the device.
struct DeviceTrees {
    std::shared_ptr<const DeviceArray> nodes, members, roots, weights, base;
    std::int64_t trees = 0;
    std::int64_t targets = 0;
    std::int64_t bases = 0;
    Aggregate aggregate = Aggregate::Sum;
    functors::PostTransform transform = functors::PostTransform::None;
    FeatureShape features;

    std::int64_t rowsAtOnce() const
    {
        const auto bytes = trees * std::int64_t(sizeof(std::uint32_t));
        return std::clamp<std::int64_t>(partBytes / std::max<std::int64_t>(bytes, 1), 1,
            std::max<std::int64_t>(features.rows, 1));
    }
};

Result<DeviceTrees> treesOnDevice(const KernelRequest& request, const TreeEnsemble& ensemble)
{
    DeviceTrees trees;
    trees.features = TRY(featureShape(request));
    if (trees.features.width < ensemble.features)
        return fail("the trees look at feature ", ensemble.features - 1, ", the input has ",
            trees.features.width);
    auto& device = deviceOf(request);
    trees.nodes = TRY(kept(device, ensemble.nodes));
    trees.members = TRY(kept(device, ensemble.members));
    trees.roots = TRY(kept(device, ensemble.roots));
    trees.weights = TRY(kept(device, ensemble.weights));
    trees.base = TRY(kept(device, ensemble.base));
    trees.trees = static_cast<std::int64_t>(ensemble.roots.size());
    trees.targets = static_cast<std::int64_t>(ensemble.targets);
    const auto bases = static_cast<std::int64_t>(ensemble.base.size());
    trees.bases = bases == 1 || bases == trees.targets ? bases : 0;
    trees.aggregate = ensemble.aggregate;
    trees.transform = ensemble.transform;
    return trees;
}

/// Computes the scores [rows, targets], before any transform, in scratch memory.
Result<double*> scoresOf(ModuleBackend& device, RunContext& context, const DeviceTrees& trees)
{
    const auto rows = trees.features.rows;
    auto* const scores = TRY(memoryFor<double>(context, rows * trees.targets));
    const auto part = trees.rowsAtOnce();
    auto* const leaves = TRY(memoryFor<std::uint32_t>(context, part * trees.trees));
    const auto* const nodes = trees.nodes->as<functors::TreeNode>();
    for (std::int64_t first = 0; first < rows; first += part) {
        const auto own = std::min(part, rows - first);
        TRY(forEach(device, own * trees.trees,
            FindLeaves { nodes, trees.members->as<double>(), trees.roots->as<std::uint32_t>(),
                numbersOf(context, 0), first, trees.features.width, trees.trees, leaves }));
        TRY(forEach(device, own * trees.targets,
            JoinLeaves { nodes, trees.weights->as<LeafWeight>(), trees.base->as<double>(), leaves,
                trees.trees, trees.targets, trees.bases, trees.aggregate,
                scores + first * trees.targets }));
    }
    return scores;
}

Result<std::unique_ptr<Kernel>> regressor(
    const KernelRequest& request, const TreeEnsemble& ensemble, ElementType element)
{
    const auto trees = TRY(treesOnDevice(request, ensemble));
    if (!contains(FloatTypes {}, element))
        return fail("nothing is predicted as ", model::name(element));
    const TensorType type { element, { trees.features.rows, trees.targets } };
    auto* const device = &deviceOf(request);
    return makeKernel(
        implementationName(request, "trees"), [=](RunContext& context) -> Result<void> {
            auto* const output = TRY(outputOf(context, 0, type));
            auto* const scores = TRY(scoresOf(*device, context, trees));
            auto write = [&]<typename T>() -> Result<void> {
                return forEach(*device, trees.features.rows,
                    WriteScores<T> { scores, reinterpret_cast<T*>(output->data), trees.targets,
                        trees.transform });
            };
            return visitElement(FloatTypes {}, element, write);
        });
}

Result<std::unique_ptr<Kernel>> prepareRegressor(const KernelRequest& request)
{
    const auto trees = TRY(treesFromNodeLists(request, "target", targetsOf(request.node)));
    return regressor(request, trees, ElementType::Float);
}

Result<std::unique_ptr<Kernel>> prepareTrees(const KernelRequest& request)
{
    const auto trees = TRY(treesFromTensors(request));
    return regressor(request, trees, inputType(request, 0).element);
}

Result<std::unique_ptr<Kernel>> prepareClassifier(const KernelRequest& request)
{
    const auto model = TRY(treeClassifier(request));
    if (!model.labels.texts.empty())
        return fail("labels are texts");
    const auto trees = TRY(treesOnDevice(request, model.trees));
    BinaryRule rule { model.isBinary, model.threshold(), model.secondClass() };
    rule.hasPair = trees.transform != functors::PostTransform::Probit;
    auto* const device = &deviceOf(request);
    const auto numbers = TRY(kept(*device, model.labels.numbers));
    const ClassRule classes { trees.features.rows, trees.targets, numbers, trees.transform, rule };
    return makeKernel(
        implementationName(request, "trees"), [=](RunContext& context) -> Result<void> {
            return writeClasses(*device, context, classes, TRY(scoresOf(*device, context, trees)));
        });
}

constexpr const char* domain = "ai.onnx.ml";
const RegisterKernels regressors(
    { "TreeEnsembleRegressor" }, prepareRegressor, 0, Tier::Native, domain);
const RegisterKernels classifiers(
    { "TreeEnsembleClassifier" }, prepareClassifier, 0, Tier::Native, domain);
const RegisterKernels ensembles({ "TreeEnsemble" }, prepareTrees, 0, Tier::Native, domain);

} // namespace

} // namespace engine::cuda
