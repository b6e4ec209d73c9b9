// Classical machine learning (ai.onnx.ml): linear models, support vectors, trees.

#include "model/ops/rules.h"
#include "model/ops/schema_builder.h"

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
    const auto labels = labelsOf(context);
    const auto classes = labels.count ? Dimension::number(*labels.count) : Dimension();
    context.setTensor(0, labels.element, Shape { rows(context) });
    context.setTensor(1, ElementType::Float, Shape { rows(context), classes });
}

void regress(InferenceContext& context)
{
    const auto targets = context.integer("n_targets", context.integer("targets", 1));
    if (targets < 1)
        context.error("has " + std::to_string(targets) + " targets, expected at least 1");
    context.setTensor(0, ElementType::Float, Shape { rows(context), Dimension::number(targets) });
}

std::optional<Shape> evaluateTrees(InferenceContext& context)
{
    const auto targets = context.integer("n_targets");
    return Shape { rows(context), targets ? Dimension::number(*targets) : Dimension() };
}

const RegisterOperators mlModelsOperators {
    op("ai.onnx.ml:LinearClassifier", "Class and scores of a linear model.")
        .since(1, "X: T1 -> Y: T2, Z: float", "T1: float double int32 int64; T2: int64 string")
        .attributes(
            "classlabels_ints: ints, classlabels_strings: strings, coefficients: floats required, "
            "intercepts: floats, multi_class: int = 0, post_transform: string = NONE")
        .rules(classify),

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
        .rules(classify),

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
        .rules(regress),
};

} // namespace

} // namespace model::ops
