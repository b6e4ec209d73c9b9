#pragma once

#include "ui/tensors/tensor_content.h"
#include "ui/tensors/tensor_slice.h"

#include <QString>

namespace ui {

constexpr std::uint64_t mostTextElements = 4000;

/// A slice as text, one row a line, at most mostTextElements of it; what is left out is said.
/// Strings stand one a line.
QString tensorText(const TensorContent& content, const SliceView& slice);

} // namespace ui
