#pragma once

#include "model/inference/data_value.h"
#include "model/support/result.h"
#include "model/value_type.h"

#include <filesystem>
#include <span>
#include <string>

/// Test data of ONNX (`input_0.pb`): one message without a length before it, whose kind follows
/// from the type of the model's input or output.
namespace model::onnx {

/// Reads a TensorProto, SparseTensorProto (made dense), SequenceProto, MapProto or OptionalProto,
/// as `kind` says; Unknown = TensorProto.
support::Result<DataValue> readTensorFile(
    const std::filesystem::path& path, ValueType::Kind kind = ValueType::Kind::Tensor);
support::Result<DataValue> parseTensorFile(
    std::span<const std::byte> bytes, ValueType::Kind kind = ValueType::Kind::Tensor);

/// Writes the message that `kind` asks for: an optional around the value if it is Optional, else by
/// the value itself.
support::Result<void> writeTensorFile(const std::filesystem::path& path, const DataValue& value,
    ValueType::Kind kind = ValueType::Kind::Tensor);
support::Result<std::string> encodeTensorFile(
    const DataValue& value, ValueType::Kind kind = ValueType::Kind::Tensor);

} // namespace model::onnx
