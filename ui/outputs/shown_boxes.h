#pragma once

#include "ui/outputs/shown_output.h"

namespace ui {

/// Detected objects over the picture: those whose score reaches the threshold, the best first,
/// without those that overlap a better one of their class. Numbers of at most 2 are taken as shares
/// of the picture.
support::Result<ShownOutput> showBoxes(
    const model::TensorElements& content, const ShowRequest& request, const std::stop_token& stop);

/// The colour of a class, on a picture.
QColor classColour(std::int64_t number);

} // namespace ui
