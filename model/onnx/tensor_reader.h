#pragma once

#include "model/onnx/wire_reader.h"
#include "model/support/result.h"
#include "model/tensor.h"

namespace model::onnx {

/// View: large data may refer to the mapped file. Copy: data is always copied.
enum class Placement { View, Copy };

/// Reads a TensorProto. raw_data becomes a view of the mapped file or a copy; typed fields
/// (float_data ...) become packed little-endian bytes. Data that cannot be read sets `ref.problem`
/// and does not make the file invalid.
support::Result<Tensor> readTensor(Piece piece, Placement placement);

/// Reads a SparseTensorProto.
support::Result<SparseTensor> readSparseTensor(Piece piece, Placement placement);

/// Converts to a dense tensor with the name of the values, which are in memory. Sets `ref.problem`
/// if it needs more than `byteLimit` or is invalid.
Tensor densify(const SparseTensor& sparse, std::uint64_t byteLimit);

} // namespace model::onnx
