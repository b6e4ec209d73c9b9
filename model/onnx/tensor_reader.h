#pragma once

#include "model/onnx/draft.h"
#include "model/onnx/wire_reader.h"
#include "model/support/result.h"
#include "model/tensor.h"

namespace model::onnx {

/// Whether large data may stay a view into the file.
enum class Placement { View, Copy };

/// Reads a TensorProto. raw_data stays a view into a mapped file; typed fields (float_data ...) become packed little-endian bytes. Data that
/// cannot be had sets `ref.problem`, it never fails the file.
support::Result<Tensor> readTensor(const Draft& draft, Piece piece, Placement placement = Placement::View);

/// Reads a SparseTensorProto.
support::Result<SparseTensor> readSparseTensor(const Draft& draft, Piece piece);

/// The sparse tensor written out in full, named as its values; a problem if it is large or broken.
Tensor densify(Draft& draft, const SparseTensor& sparse);

} // namespace model::onnx
