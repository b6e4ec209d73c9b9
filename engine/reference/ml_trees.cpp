#include "engine/reference/ml_trees.h"

#include "engine/kernel/element_dispatch.h"
#include "engine/reference/movement.h"

#include <algorithm>
#include <set>

// TreeEnsembleRegressor, TreeEnsembleClassifier (1, 3) and TreeEnsemble (5) of ai.onnx.ml.

namespace engine {

std::vector<double> evaluateTrees(const TreeEnsemble& trees, std::span<const double> features)
{
    std::vector<double> sums(trees.targets, 0.0);
    std::vector<bool> isSet(trees.targets, false);
    for (const auto root : trees.roots) {
        const auto& leaf = functors::leafOf(trees.nodes.data(), trees.members.data(), root,
            [&](std::uint32_t feature) { return features[feature]; });
        for (auto w = leaf.ifTrue; w < leaf.ifFalse; ++w) {
            const auto [target, weight] = trees.weights[w];
            auto& sum = sums[target];
            if (!isSet[target])
                sum = weight;
            else if (trees.aggregate == Aggregate::Min)
                sum = std::min(sum, weight);
            else if (trees.aggregate == Aggregate::Max)
                sum = std::max(sum, weight);
            else
                sum += weight;
            isSet[target] = true;
        }
    }
    for (std::size_t t = 0; t < sums.size(); ++t) {
        if (trees.aggregate == Aggregate::Average && !trees.roots.empty())
            sums[t] /= static_cast<double>(trees.roots.size());
        if (!trees.base.empty())
            sums[t] += trees.base.size() == sums.size()
                ? trees.base[t]
                : (trees.base.size() == 1 ? trees.base[0] : 0.0);
    }
    return sums;
}

Result<TreeClassifier> treeClassifier(const KernelRequest& request)
{
    TreeClassifier model;
    model.labels = classLabels(request.node, "classlabels_strings", "classlabels_int64s");
    const auto classes = model.labels.count();
    if (classes == 0)
        return fail("the classifier has no labels");
    model.trees = TRY(treesFromNodeLists(request, "class", std::max<std::size_t>(classes, 1)));
    std::set<std::uint32_t> used;
    for (const auto& weight : model.trees.weights) {
        used.insert(weight.target);
        model.isPositive = model.isPositive && weight.weight >= 0;
    }
    model.isBinary = classes == 2 && used.size() == 1;
    if (model.isBinary) {
        for (auto& weight : model.trees.weights)
            weight.target = 0;
        model.trees.targets = 1;
        if (model.trees.base.size() == 2)
            model.trees.base.erase(model.trees.base.begin());
    }
    return model;
}

std::size_t targetsOf(const OpNode& node)
{
    return static_cast<std::size_t>(
        std::clamp<std::int64_t>(node.integer("n_targets", 1), 1, 1 << 24));
}

namespace {

Result<FeatureRows> treeFeatures(const TreeEnsemble& trees, const Tensor& input)
{
    auto features = TRY(featureRows(input));
    if (features.width < trees.features)
        return fail(
            "the trees look at feature ", trees.features - 1, ", the input has ", features.width);
    return features;
}

Result<void> regress(const TreeEnsemble& trees, RunContext& context, ElementType element)
{
    const auto features = TRY(treeFeatures(trees, context.tensor(0)));
    std::vector<std::vector<double>> rows;
    for (std::size_t i = 0; i < features.rows; ++i) {
        rows.push_back(evaluateTrees(trees, features.row(i)));
        transformScores(rows.back(), trees.transform);
    }
    return writeRows(context, rows, trees.targets, element);
}

Result<std::unique_ptr<Kernel>> prepareRegressor(const KernelRequest& request)
{
    auto trees = TRY(treesFromNodeLists(request, "target", targetsOf(request.node)));
    return referenceKernel([trees = std::move(trees)](RunContext& context) {
        return regress(trees, context, ElementType::Float);
    });
}

Result<std::unique_ptr<Kernel>> prepareTrees(const KernelRequest& request)
{
    auto trees = TRY(treesFromTensors(request));
    return referenceKernel([trees = std::move(trees)](RunContext& context) {
        return regress(trees, context, context.tensor(0).element());
    });
}

/// Writes the scores of a row and returns its class.
std::size_t classify(
    const TreeClassifier& model, std::span<const double> features, std::vector<double>& scores)
{
    scores = evaluateTrees(model.trees, features);
    if (!model.isBinary) {
        const auto chosen = largestIndex(scores);
        transformScores(scores, model.trees.transform);
        return chosen;
    }
    const double score = scores[0];
    const bool isSecond = score > model.threshold();
    if (model.trees.transform == PostTransform::Probit) {
        transformScores(scores, PostTransform::Probit);
        return isSecond ? 1 : 0;
    }
    scores = binaryScores(score, model.secondClass(), model.trees.transform);
    return isSecond ? 1 : 0;
}

Result<std::unique_ptr<Kernel>> prepareClassifier(const KernelRequest& request)
{
    auto model = TRY(treeClassifier(request));
    return referenceKernel([model = std::move(model)](RunContext& context) -> Result<void> {
        const auto features = TRY(treeFeatures(model.trees, context.tensor(0)));
        std::vector<std::size_t> chosen(features.rows);
        std::vector<std::vector<double>> scores(features.rows);
        for (std::size_t i = 0; i < features.rows; ++i)
            chosen[i] = classify(model, features.row(i), scores[i]);
        return writeClasses(context, model.labels, chosen, scores);
    });
}

const RegisterReference treeOperators[] = {
    { "TreeEnsembleRegressor", prepareRegressor, "ai.onnx.ml" },
    { "TreeEnsembleClassifier", prepareClassifier, "ai.onnx.ml" },
    { "TreeEnsemble", prepareTrees, "ai.onnx.ml" },
};

} // namespace

} // namespace engine
