#pragma once

#include "model/contents/tensor_elements.h"
#include "ui/outputs/shown_as.h"
#include "ui/outputs/vocabulary.h"

#include <QImage>
#include <QRectF>

#include <stop_token>

namespace ui {

/// A class of the whole tensor, a detected object, or a class of a mask.
struct ShownRow {
    std::int64_t number = -1; ///< of the class; negative = none
    QString label; ///< empty without a file of labels
    double score = 0; ///< probability, score of an object, or share of the pixels
    QRectF place; ///< of an object, in pixels
};

/// Samples of sound as the smallest and largest number of each part.
struct Wave {
    std::vector<float> low;
    std::vector<float> high;
    std::int64_t samples = 0;
    double largest = 0; ///< magnitude
};

/// What is shown of a tensor.
struct ShownOutput {
    std::vector<ShownRow> rows; ///< the best first; at most mostRows
    std::int64_t omitted = 0; ///< number of rows that are not listed
    QImage picture; ///< for boxes and masks
    QString text; ///< of tokens
    Wave wave;
    QString summary; ///< what was done: `softmax of 1,000 numbers`
};

constexpr std::size_t mostRows = 1000;

struct ShowRequest {
    ShownOptions options;
    std::int64_t item = 0; ///< which row of a batch
    std::shared_ptr<const Vocabulary> words; ///< may be null
    QImage picture; ///< under boxes and masks; may be null
};

/// How many items of a batch there are: rows of class scores, texts, sounds or masks.
std::int64_t itemCount(
    ShownAs as, model::ElementType element, const std::vector<std::int64_t>& dims);

/// Fails with what was found if the tensor cannot be shown so, and if stopped.
support::Result<ShownOutput> showOutput(
    const model::TensorElements& content, const ShowRequest& request, const std::stop_token& stop);

} // namespace ui
