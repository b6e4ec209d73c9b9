#pragma once

#include "model/contents/tensor_elements.h"
#include "ui/tensors/tensor_slice.h"

#include <QImage>
#include <QString>

#include <filesystem>
#include <stop_token>

class QWidget;

namespace ui {

/// Asks for the file in which to save a tensor; empty if the user cancels.
QString askTensorFile(const model::TensorElements& content, QWidget* parent);

/// Saves a tensor in the format of the file's suffix: .npy and .pb the entire tensor, .csv the
/// cells of the slice, .raw and .bin the stored bytes. In .npy, types that NumPy does not support
/// are converted to wider ones; .pb keeps them.
support::Result<void> saveTensor(const model::TensorElements& content, const SliceView& slice,
    const std::filesystem::path& path, std::stop_token stop = {});

/// Writes a PNG file; if this fails, an existing file is kept.
support::Result<void> saveImage(const QImage& image, const std::filesystem::path& path);

} // namespace ui
