#pragma once

#include "model/contents/tensor_elements.h"
#include "ui/tensors/tensor_slice.h"

#include <QString>

namespace ui {

constexpr std::uint64_t maxTextElements = 4000;

/// A slice as text, one row per line, with at most maxTextElements elements; a last line gives the
/// total number if more are omitted. Each string has a line of its own.
QString tensorText(const model::TensorElements& content, const SliceView& slice);

/// A number as other programs read it: with an ASCII minus and without separators of thousands.
QString numberForCopy(const model::TensorElements& content, std::uint64_t element);

} // namespace ui
