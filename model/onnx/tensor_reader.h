#pragma once

#include "model/onnx/wire_reader.h"
#include "model/support/result.h"
#include "model/tensor.h"

namespace model::onnx {

/// Whether large data may stay a view into the mapped file.
enum class Placement { View, Copy };

/// Reads a TensorProto. raw_data stays a view into a mapped file; typed fields (float_data ...)
/// become packed little-endian bytes. Data that cannot be had sets `ref.problem`, it never fails
/// the file.
support::Result<Tensor> readTensor(Piece piece, Placement placement);

/// Reads a SparseTensorProto.
support::Result<SparseTensor> readSparseTensor(Piece piece, Placement placement);

/// The sparse tensor written out in full, named as its values; a problem if it needs more than
/// `byteLimit` or is broken.
Tensor densify(const SparseTensor& sparse, std::uint64_t byteLimit);

} // namespace model::onnx
