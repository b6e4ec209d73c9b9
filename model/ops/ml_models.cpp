// Classical machine learning (ai.onnx.ml): linear models, support vectors, trees.

#include "model/ops/rules.h"
#include "model/ops/schema_builder.h"

#include <algorithm>
#include <string>

namespace model::ops {

namespace {

Dimension rows(const InferenceContext& context)
{
    return context.rank(0) == 1u ? Dimension::number(1) : context.dim(0, 0);
}

struct Labels {
    ElementType element = ElementType::Int64;
    std::optional<std::size_t> count;
};

/// Returns the type and number of class labels. The attribute that lists them decides between
/// strings and integers.
Labels labelsOf(const InferenceContext& context)
{
    for (const auto* attribute : { "classlabels_strings", "class_labels_strings" })
        if (const auto texts = context.texts(attribute); texts && !texts->empty())
            return { ElementType::String, texts->size() };
    for (const auto* attribute : { "classlabels_ints", "classlabels_int64s" })
        if (const auto numbers = context.integers(attribute); numbers && !numbers->empty())
            return { ElementType::Int64, numbers->size() };
    return {};
}

void classify(InferenceContext& context)
{
    expectAnyEntry(context,
        { "classlabels_strings", "classlabels_int64s", "classlabels_ints", "class_labels_strings" },
        "lists no classes, expected an attribute 'classlabels_...'");
    const auto labels = labelsOf(context);
    const auto classes = labels.count ? Dimension::number(*labels.count) : Dimension();
    context.setTensor(0, labels.element, Shape { rows(context) });
    context.setTensor(1, ElementType::Float, Shape { rows(context), classes });
}

/// There is an intercept, and a row of coefficients, for each class; for one of two, for both.
void classifyLinearly(InferenceContext& context)
{
    classify(context);
    const auto labels = labelsOf(context).count;
    const auto rows = context.entryCount("intercepts").value_or(0);
    const auto coefficients = context.entryCount("coefficients");
    if (labels && rows > *labels)
        context.error("attribute 'intercepts' has " + std::to_string(rows) + " entries for "
            + std::to_string(*labels) + " classes");
    if (coefficients && rows > 0 && *coefficients % rows != 0)
        context.error("attribute 'coefficients' has " + std::to_string(*coefficients)
            + " entries, expected a multiple of the " + std::to_string(rows) + " intercepts");
}

void regress(InferenceContext& context)
{
    const auto targets = context.integer("n_targets", context.integer("targets", 1));
    if (targets < 1)
        context.error("has " + std::to_string(targets) + " targets, expected at least 1");
    context.setTensor(0, ElementType::Float, Shape { rows(context), Dimension::number(targets) });
}

/// Checks the numbers of targets or classes, which leaves of trees name.
void checkTargets(
    InferenceContext& context, const std::string& attribute, std::optional<std::int64_t> count)
{
    const auto ids = context.integers(attribute);
    if (!ids || ids->empty() || !count)
        return;
    const auto [least, most] = std::ranges::minmax(*ids);
    if (least < 0 || most >= *count)
        context.error("attribute '" + attribute + "' names "
            + std::to_string(least < 0 ? least : most) + ", expected 0 to "
            + std::to_string(*count - 1));
}

/// Checks the lists of the nodes of trees, and those of the leaves' weights, which begin with
/// `prefix`.
void checkTreeLists(InferenceContext& context, const std::string& prefix)
{
    expectEqualLengths(context,
        { "nodes_nodeids", "nodes_treeids", "nodes_featureids", "nodes_modes", "nodes_truenodeids",
            "nodes_falsenodeids", "nodes_values" },
        { "nodes_missing_value_tracks_true", "nodes_hitrates" });
    expectEqualLengths(context,
        { prefix + "_weights", prefix + "_ids", prefix + "_nodeids", prefix + "_treeids" });
}

void classifyByTrees(InferenceContext& context)
{
    checkTreeLists(context, "class");
    classify(context);
    if (const auto classes = labelsOf(context).count)
        checkTargets(context, "class_ids", static_cast<std::int64_t>(*classes));
}

void regressByTrees(InferenceContext& context)
{
    checkTreeLists(context, "target");
    checkTargets(context, "target_ids", context.integer("n_targets", 1));
    regress(context);
}

std::optional<Shape> evaluateTrees(InferenceContext& context)
{
    expectEqualLengths(context,
        { "nodes_modes", "nodes_featureids", "nodes_truenodeids", "nodes_trueleafs",
            "nodes_falsenodeids", "nodes_falseleafs", "nodes_splits" },
        { "nodes_missing_value_tracks_true", "nodes_hitrates" });
    expectEqualLengths(context, { "leaf_weights", "leaf_targetids" });
    constexpr std::int64_t member = 6;
    const auto modes = context.attributeElements("nodes_modes");
    const auto numbers = modes ? modes->numbers() : std::nullopt;
    if (numbers && std::ranges::find(*numbers, member) != numbers->end()
        && context.entryCount("membership_values") == 0u)
        context.error("has a node that tests membership (mode 6), but no 'membership_values'");
    const auto targets = context.integer("n_targets");
    checkTargets(context, "leaf_targetids", targets);
    return Shape { rows(context), targets ? Dimension::number(*targets) : Dimension() };
}

const RegisterOperators mlModelsOperators {
    op("ai.onnx.ml:LinearClassifier", "Class and scores of a linear model.")
        .since(1, "X: T1 -> Y: T2, Z: float", "T1: float double int32 int64; T2: int64 string")
        .attributes(
            "classlabels_ints: ints, classlabels_strings: strings, coefficients: floats required, "
            "intercepts: floats, multi_class: int = 0, post_transform: string = NONE")
        .rules(classifyLinearly),

    op("ai.onnx.ml:LinearRegressor", "Values of a linear model.")
        .since(1, "X: T -> Y: float", "T: float double int32 int64")
        .attributes("coefficients: floats, intercepts: floats, post_transform: string = NONE, "
                    "targets: int = 1")
        .rules(regress),

    op("ai.onnx.ml:SVMClassifier", "Class and scores of a support vector machine.")
        .since(1, "X: T1 -> Y: T2, Z: float", "T1: float double int32 int64; T2: int64 string")
        .attributes("classlabels_ints: ints, classlabels_strings: strings, coefficients: floats, "
                    "kernel_params: floats, kernel_type: string = LINEAR, post_transform: string = "
                    "NONE, prob_a: floats, prob_b: floats, rho: floats, support_vectors: floats, "
                    "vectors_per_class: ints")
        .rules(classify),

    op("ai.onnx.ml:SVMRegressor", "Values of a support vector regression, or of a one-class model.")
        .since(1, "X: T -> Y: float", "T: float double int32 int64")
        .attributes("coefficients: floats, kernel_params: floats, kernel_type: string = LINEAR, "
                    "n_supports: int = 0, one_class: int = 0, post_transform: string = NONE, rho: "
                    "floats, support_vectors: floats")
        .rules(regress),

    op("ai.onnx.ml:TreeEnsemble",
        "Evaluates trees given as nodes and leaves, and adds up their weights.")
        .since(5, "X: T -> Y: T", "T: floats")
        .attributes(
            "aggregate_function: int = 1, leaf_targetids: ints required, leaf_weights: tensor "
            "required, membership_values: tensor, n_targets: int, nodes_falseleafs: ints required, "
            "nodes_falsenodeids: ints required, nodes_featureids: ints required, nodes_hitrates: "
            "tensor, nodes_missing_value_tracks_true: ints, nodes_modes: tensor required, "
            "nodes_splits: tensor required, nodes_trueleafs: ints required, nodes_truenodeids: "
            "ints required, post_transform: int = 0, tree_roots: ints required")
        .rules(evaluateTrees),

    op("ai.onnx.ml:TreeEnsembleClassifier", "Class and scores of an ensemble of decision trees.")
        .since(1, "X: T1 -> Y: T2, Z: float", "T1: float double int32 int64; T2: int64 string")
        .attributes("base_values: floats, class_ids: ints, class_nodeids: ints, class_treeids: "
                    "ints, class_weights: floats, classlabels_int64s: ints, classlabels_strings: "
                    "strings, nodes_falsenodeids: ints, nodes_featureids: ints, nodes_hitrates: "
                    "floats, nodes_missing_value_tracks_true: ints, nodes_modes: strings, "
                    "nodes_nodeids: ints, nodes_treeids: ints, nodes_truenodeids: ints, "
                    "nodes_values: floats, post_transform: string = NONE")
        .since(3)
        .attributes("base_values_as_tensor: tensor, class_weights_as_tensor: tensor, "
                    "nodes_hitrates_as_tensor: tensor, nodes_values_as_tensor: tensor")
        .since(5)
        .deprecated()
        .rules(classifyByTrees),

    op("ai.onnx.ml:TreeEnsembleRegressor", "Values of an ensemble of decision trees.")
        .since(1, "X: T -> Y: float", "T: float double int32 int64")
        .attributes("aggregate_function: string = SUM, base_values: floats, n_targets: int, "
                    "nodes_falsenodeids: ints, nodes_featureids: ints, nodes_hitrates: floats, "
                    "nodes_missing_value_tracks_true: ints, nodes_modes: strings, nodes_nodeids: "
                    "ints, nodes_treeids: ints, nodes_truenodeids: ints, nodes_values: floats, "
                    "post_transform: string = NONE, target_ids: ints, target_nodeids: ints, "
                    "target_treeids: ints, target_weights: floats")
        .since(3)
        .attributes("base_values_as_tensor: tensor, nodes_hitrates_as_tensor: tensor, "
                    "nodes_values_as_tensor: tensor, target_weights_as_tensor: tensor")
        .since(5)
        .deprecated()
        .rules(regressByTrees),
};

} // namespace

} // namespace model::ops
