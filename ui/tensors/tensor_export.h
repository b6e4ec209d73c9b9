#pragma once

#include "ui/tensors/tensor_content.h"
#include "ui/tensors/tensor_slice.h"

#include <QImage>

#include <filesystem>
#include <stop_token>

namespace ui {

/// Writes by the name's ending: .npy and .pb the whole tensor, .csv the cells of the slice, .raw or
/// .bin the bytes as they are stored. Types that NumPy lacks are widened there; .pb keeps them.
support::Result<void> saveTensor(const TensorContent& content, const SliceView& slice,
    const std::filesystem::path& path, std::stop_token stop = {});

/// Writes a PNG; a failure leaves an older file alone.
support::Result<void> saveImage(const QImage& image, const std::filesystem::path& path);

} // namespace ui
