// What detectors do with their boxes.

#include "model/ops/schema_builder.h"

namespace model::ops {

namespace {

const RegisterOperators operators {
    op("NonMaxSuppression", "Keeps the best boxes per class and drops those that overlap a better one.")
        .since(10).inputs("boxes: float, scores: float, max_output_boxes_per_class?: int64, iou_threshold?: float, score_threshold?: float")
            .outputs("selected_indices: int64").attributes("center_point_box: int = 0")
        .since(11),
};

} // namespace

} // namespace model::ops
