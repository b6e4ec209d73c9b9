#pragma once

#include "model/onnx/draft.h"

namespace model::onnx {

/// Asks the store about every tensor without reading data, notes in it why data cannot be had, and
/// reports that; tensors of one external file or with one fault that is common (no data at all) are
/// reported together.
void checkWeights(Draft& draft);

} // namespace model::onnx
