#pragma once

#include "ui/outputs/shown_output.h"

namespace ui {

/// A class for each pixel over the picture: that of the best of several channels, the number itself
/// if it is a whole one, or inside and outside of one channel by `level`. The rows say which share
/// of the pixels each class has.
support::Result<ShownOutput> showMask(
    const model::TensorElements& content, const ShowRequest& request, const std::stop_token& stop);

} // namespace ui
