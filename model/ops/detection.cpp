// Operators that process the boxes of object detectors.

#include "model/ops/rules.h"
#include "model/ops/schema_builder.h"

namespace model::ops {

namespace {

void nonMaxSuppression(InferenceContext& context)
{
    if (expectRank(context, 0, { 3 }))
        expectDim(context, 0, 2, Dimension::number(4), "four coordinates per box");
    if (expectRank(context, 1, { 3 }))
        expectDim(context, 1, 2, context.dim(0, 1), "one score per box");
    context.setTensor(
        0, ElementType::Int64, Shape { context.newDimension("boxes"), Dimension::number(3) });
}

const RegisterOperators detectionOperators {
    op("NonMaxSuppression",
        "Keeps the best boxes per class and drops those that overlap a better one.")
        .since(10,
            "boxes: float, scores: float, max_output_boxes_per_class?: int64, iou_threshold?: "
            "float, score_threshold?: float -> selected_indices: int64",
            "")
        .attributes("center_point_box: int = 0")
        .since(11)
        .rules(nonMaxSuppression),
};

} // namespace

} // namespace model::ops
