#pragma once

#include "model/edit/editing.h"
#include "model/tensor.h"
#include "model/value_type.h"

#include <onnx/onnx.pb.h>

/// Messages that operations make from their arguments.
namespace model::edit {

/// Reads a type: `float[1,batch,?]`, `float` for an unknown rank, `float[]` for a scalar, and
/// `seq(…)` or `optional(…)` around one. Fails with ErrorKind::Usage.
support::Result<onnx_pb::TypeProto> typeProtoFrom(std::string_view text);
/// Fails if the type is unknown or cannot be written (opaque and map types).
support::Result<onnx_pb::TypeProto> typeProtoOf(const ValueType& type);

/// The data of a tensor. It may be memory of a file that is mapped.
struct TensorSource {
    ElementType element = ElementType::Undefined;
    std::vector<std::int64_t> dims;
    Bytes bytes; ///< packed little-endian; empty for strings
    std::vector<std::string> strings; ///< of a string tensor
    std::shared_ptr<const void> owner; ///< of `bytes`
};

/// Reads the data from the members `values` (list), `fill` (one number), `base64` (packed elements)
/// or `file` (.npy, .pb, else the raw bytes), with `type` (`float`) and `shape` (list). Both have
/// defaults: those of the file or of `before`. Fails if data and shape do not fit.
support::Result<TensorSource> tensorSourceFrom(const support::JsonValue& json,
    const std::filesystem::path& folder, const Tensor* before = nullptr);

/// The fields of TensorProto that hold element type, dimensions and data.
std::vector<Field> tensorFields(const TensorSource& source);
/// Gives a TensorProto another element type, shape and data. Its name, texts and unknown fields
/// stay.
void replaceTensor(Change& change, Message& tensor, const TensorSource& source);
/// The field `number` that holds a tensor of this name.
Field tensorField(std::uint32_t number, std::string_view name, const TensorSource& source);

/// The fields of AttributeProto that hold a value of this kind, without the field `type`. Graphs
/// cannot be given as arguments.
support::Result<std::vector<Field>> attributeValueFields(
    AttributeKind kind, const support::JsonValue& value, const std::filesystem::path& folder);
/// The kind that a value has by itself: a list of whole numbers is Ints.
AttributeKind kindOf(const support::JsonValue& value);
/// Parses the kind as ONNX writes it: `ints`, `INTS`.
support::Result<AttributeKind> attributeKindFrom(std::string_view name);

/// The field `number` that holds a ValueInfoProto.
Field valueInfoField(std::uint32_t number, std::string_view name, const onnx_pb::TypeProto& type);

template <typename Message>
Field messageField(std::uint32_t number, const Message& message)
{
    return bytesField(number, message.SerializeAsString());
}

} // namespace model::edit
