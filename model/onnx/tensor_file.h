#pragma once

#include "model/inference/data_value.h"
#include "model/support/result.h"
#include "model/value_type.h"

#include <filesystem>
#include <span>
#include <string>

/// Test data of ONNX (`input_0.pb`). A file is one message without a length prefix; its message
/// type follows from the type of the model's input or output.
namespace model::onnx {

/// Reads a TensorProto, SparseTensorProto (converted to dense), SequenceProto, MapProto or
/// OptionalProto, according to `kind`. Unknown means TensorProto.
support::Result<DataValue> readTensorFile(
    const std::filesystem::path& path, ValueType::Kind kind = ValueType::Kind::Tensor);
support::Result<DataValue> parseTensorFile(
    std::span<const std::byte> bytes, ValueType::Kind kind = ValueType::Kind::Tensor);

/// Writes an OptionalProto around the value if `kind` is Optional; otherwise the message for the
/// value's own kind.
support::Result<void> writeTensorFile(const std::filesystem::path& path, const DataValue& value,
    ValueType::Kind kind = ValueType::Kind::Tensor);
support::Result<std::string> encodeTensorFile(
    const DataValue& value, ValueType::Kind kind = ValueType::Kind::Tensor);

} // namespace model::onnx
