#include "model/onnx/wire_schema.h"

#include <algorithm>
#include <array>

namespace model::onnx {

namespace {

using enum FieldKind;
using M = MessageKind;

constexpr FieldRule modelFields[] = {
    { 1, Varint, false, M::None, "ir_version" },
    { 2, Text, false, M::None, "producer_name" },
    { 3, Text, false, M::None, "producer_version" },
    { 4, Text, false, M::None, "domain" },
    { 5, Varint, false, M::None, "model_version" },
    { 6, Text, false, M::None, "doc_string" },
    { 7, Message, false, M::Graph, "graph" },
    { 8, Message, true, M::OperatorSetId, "opset_import" },
    { 14, Message, true, M::StringStringEntry, "metadata_props" },
    { 20, Message, true, M::TrainingInfo, "training_info" },
    { 25, Message, true, M::Function, "functions" },
    { 26, Message, true, M::DeviceConfiguration, "configuration" },
};
constexpr FieldRule operatorSetIdFields[] = {
    { 1, Text, false, M::None, "domain" },
    { 2, Varint, false, M::None, "version" },
};
constexpr FieldRule stringStringEntryFields[] = {
    { 1, Text, false, M::None, "key" },
    { 2, Text, false, M::None, "value" },
};
constexpr FieldRule graphFields[] = {
    { 1, Message, true, M::Node, "node" },
    { 2, Text, false, M::None, "name" },
    { 5, Message, true, M::Tensor, "initializer" },
    { 10, Text, false, M::None, "doc_string" },
    { 11, Message, true, M::ValueInfo, "input" },
    { 12, Message, true, M::ValueInfo, "output" },
    { 13, Message, true, M::ValueInfo, "value_info" },
    { 14, Message, true, M::TensorAnnotation, "quantization_annotation" },
    { 15, Message, true, M::SparseTensor, "sparse_initializer" },
    { 16, Message, true, M::StringStringEntry, "metadata_props" },
};
constexpr FieldRule nodeFields[] = {
    { 1, Text, true, M::None, "input" },
    { 2, Text, true, M::None, "output" },
    { 3, Text, false, M::None, "name" },
    { 4, Text, false, M::None, "op_type" },
    { 5, Message, true, M::Attribute, "attribute" },
    { 6, Text, false, M::None, "doc_string" },
    { 7, Text, false, M::None, "domain" },
    { 8, Text, false, M::None, "overload" },
    { 9, Message, true, M::StringStringEntry, "metadata_props" },
    { 10, Message, true, M::NodeDeviceConfiguration, "device_configurations" },
};
constexpr FieldRule attributeFields[] = {
    { 1, Text, false, M::None, "name" },
    { 2, Fixed32, false, M::None, "f" },
    { 3, Varint, false, M::None, "i" },
    { 4, Text, false, M::None, "s" },
    { 5, Message, false, M::Tensor, "t" },
    { 6, Message, false, M::Graph, "g" },
    { 7, Fixed32, true, M::None, "floats" },
    { 8, Varint, true, M::None, "ints" },
    { 9, Text, true, M::None, "strings" },
    { 10, Message, true, M::Tensor, "tensors" },
    { 11, Message, true, M::Graph, "graphs" },
    { 13, Text, false, M::None, "doc_string" },
    { 14, Message, false, M::Type, "tp" },
    { 15, Message, true, M::Type, "type_protos" },
    { 20, Varint, false, M::None, "type" },
    { 21, Text, false, M::None, "ref_attr_name" },
    { 22, Message, false, M::SparseTensor, "sparse_tensor" },
    { 23, Message, true, M::SparseTensor, "sparse_tensors" },
};
constexpr FieldRule valueInfoFields[] = {
    { 1, Text, false, M::None, "name" },
    { 2, Message, false, M::Type, "type" },
    { 3, Text, false, M::None, "doc_string" },
    { 4, Message, true, M::StringStringEntry, "metadata_props" },
};
constexpr FieldRule tensorAnnotationFields[] = {
    { 1, Text, false, M::None, "tensor_name" },
    { 2, Message, true, M::StringStringEntry, "quant_parameter_tensor_names" },
};
constexpr FieldRule functionFields[] = {
    { 1, Text, false, M::None, "name" },
    { 4, Text, true, M::None, "input" },
    { 5, Text, true, M::None, "output" },
    { 6, Text, true, M::None, "attribute" },
    { 7, Message, true, M::Node, "node" },
    { 8, Text, false, M::None, "doc_string" },
    { 9, Message, true, M::OperatorSetId, "opset_import" },
    { 10, Text, false, M::None, "domain" },
    { 11, Message, true, M::Attribute, "attribute_proto" },
    { 12, Message, true, M::ValueInfo, "value_info" },
    { 13, Text, false, M::None, "overload" },
    { 14, Message, true, M::StringStringEntry, "metadata_props" },
};
constexpr FieldRule trainingInfoFields[] = {
    { 1, Message, false, M::Graph, "initialization" },
    { 2, Message, false, M::Graph, "algorithm" },
    { 3, Message, true, M::StringStringEntry, "initialization_binding" },
    { 4, Message, true, M::StringStringEntry, "update_binding" },
};
constexpr FieldRule deviceConfigurationFields[] = {
    { 1, Text, false, M::None, "name" },
    { 2, Varint, false, M::None, "num_devices" },
    { 3, Text, true, M::None, "device" },
};
constexpr FieldRule nodeDeviceConfigurationFields[] = {
    { 1, Text, false, M::None, "configuration_id" },
    { 2, Message, true, M::ShardingSpec, "sharding_spec" },
    { 3, Varint, false, M::None, "pipeline_stage" },
};
constexpr FieldRule shardingSpecFields[] = {
    { 1, Text, false, M::None, "tensor_name" },
    { 2, Varint, true, M::None, "device" },
    { 3, Message, true, M::IntIntListEntry, "index_to_device_group_map" },
    { 4, Message, true, M::ShardedDim, "sharded_dim" },
};
constexpr FieldRule intIntListEntryFields[] = {
    { 1, Varint, false, M::None, "key" },
    { 2, Varint, true, M::None, "value" },
};
constexpr FieldRule shardedDimFields[] = {
    { 1, Varint, false, M::None, "axis" },
    { 2, Message, true, M::SimpleShardedDim, "simple_sharding" },
};
constexpr FieldRule simpleShardedDimFields[] = {
    { 1, Varint, false, M::None, "dim_value" },
    { 2, Text, false, M::None, "dim_param" },
    { 3, Varint, false, M::None, "num_shards" },
};
constexpr FieldRule tensorFields[] = {
    { 1, Varint, true, M::None, "dims" },
    { 2, Varint, false, M::None, "data_type" },
    { 3, Message, false, M::Segment, "segment" },
    { 4, Fixed32, true, M::None, "float_data" },
    { 5, Varint, true, M::None, "int32_data" },
    { 6, Text, true, M::None, "string_data" },
    { 7, Varint, true, M::None, "int64_data" },
    { 9, Weights, false, M::None, "raw_data" },
    { 10, Fixed64, true, M::None, "double_data" },
    { 11, Varint, true, M::None, "uint64_data" },
    { 13, Message, true, M::StringStringEntry, "external_data" },
    { 14, Varint, false, M::None, "data_location" },
    { 8, Text, false, M::None, "name" },
    { 12, Text, false, M::None, "doc_string" },
    { 16, Message, true, M::StringStringEntry, "metadata_props" },
};
constexpr FieldRule segmentFields[] = {
    { 1, Varint, false, M::None, "begin" },
    { 2, Varint, false, M::None, "end" },
};
constexpr FieldRule sparseTensorFields[] = {
    { 1, Message, false, M::Tensor, "values" },
    { 2, Message, false, M::Tensor, "indices" },
    { 3, Varint, true, M::None, "dims" },
};
constexpr FieldRule shapeFields[] = {
    { 1, Message, true, M::ShapeDimension, "dim" },
};
constexpr FieldRule shapeDimensionFields[] = {
    { 1, Varint, false, M::None, "dim_value" },
    { 2, Text, false, M::None, "dim_param" },
    { 3, Text, false, M::None, "denotation" },
};
constexpr FieldRule typeFields[] = {
    { 1, Message, false, M::TypeTensor, "tensor_type" },
    { 4, Message, false, M::TypeSequence, "sequence_type" },
    { 5, Message, false, M::TypeMap, "map_type" },
    { 7, Message, false, M::TypeOpaque, "opaque_type" },
    { 8, Message, false, M::TypeSparseTensor, "sparse_tensor_type" },
    { 9, Message, false, M::TypeOptional, "optional_type" },
    { 6, Text, false, M::None, "denotation" },
};
constexpr FieldRule typeTensorFields[] = {
    { 1, Varint, false, M::None, "elem_type" },
    { 2, Message, false, M::Shape, "shape" },
};
constexpr FieldRule typeSequenceFields[] = {
    { 1, Message, false, M::Type, "elem_type" },
};
constexpr FieldRule typeMapFields[] = {
    { 1, Varint, false, M::None, "key_type" },
    { 2, Message, false, M::Type, "value_type" },
};
constexpr FieldRule typeOptionalFields[] = {
    { 1, Message, false, M::Type, "elem_type" },
};
constexpr FieldRule typeSparseTensorFields[] = {
    { 1, Varint, false, M::None, "elem_type" },
    { 2, Message, false, M::Shape, "shape" },
};
constexpr FieldRule typeOpaqueFields[] = {
    { 1, Text, false, M::None, "domain" },
    { 2, Text, false, M::None, "name" },
};
constexpr FieldRule sequenceFields[] = {
    { 1, Text, false, M::None, "name" },
    { 2, Varint, false, M::None, "elem_type" },
    { 3, Message, true, M::Tensor, "tensor_values" },
    { 4, Message, true, M::SparseTensor, "sparse_tensor_values" },
    { 5, Message, true, M::Sequence, "sequence_values" },
    { 6, Message, true, M::Map, "map_values" },
    { 7, Message, true, M::Optional, "optional_values" },
};
constexpr FieldRule mapFields[] = {
    { 1, Text, false, M::None, "name" },
    { 2, Varint, false, M::None, "key_type" },
    { 3, Varint, true, M::None, "keys" },
    { 4, Text, true, M::None, "string_keys" },
    { 5, Message, false, M::Sequence, "values" },
};
constexpr FieldRule optionalFields[] = {
    { 1, Text, false, M::None, "name" },
    { 2, Varint, false, M::None, "elem_type" },
    { 3, Message, false, M::Tensor, "tensor_value" },
    { 4, Message, false, M::SparseTensor, "sparse_tensor_value" },
    { 5, Message, false, M::Sequence, "sequence_value" },
    { 6, Message, false, M::Map, "map_value" },
    { 7, Message, false, M::Optional, "optional_value" },
};

/// Indexed by MessageKind.
constexpr MessageRule rules[] = {
    { M::None, "", {} },
    { M::Model, "ModelProto", modelFields },
    { M::OperatorSetId, "OperatorSetIdProto", operatorSetIdFields },
    { M::StringStringEntry, "StringStringEntryProto", stringStringEntryFields },
    { M::TrainingInfo, "TrainingInfoProto", trainingInfoFields },
    { M::Function, "FunctionProto", functionFields },
    { M::DeviceConfiguration, "DeviceConfigurationProto", deviceConfigurationFields },
    { M::Graph, "GraphProto", graphFields },
    { M::Node, "NodeProto", nodeFields },
    { M::NodeDeviceConfiguration, "NodeDeviceConfigurationProto", nodeDeviceConfigurationFields },
    { M::ShardingSpec, "ShardingSpecProto", shardingSpecFields },
    { M::IntIntListEntry, "IntIntListEntryProto", intIntListEntryFields },
    { M::ShardedDim, "ShardedDimProto", shardedDimFields },
    { M::SimpleShardedDim, "SimpleShardedDimProto", simpleShardedDimFields },
    { M::Attribute, "AttributeProto", attributeFields },
    { M::ValueInfo, "ValueInfoProto", valueInfoFields },
    { M::TensorAnnotation, "TensorAnnotation", tensorAnnotationFields },
    { M::Tensor, "TensorProto", tensorFields },
    { M::Segment, "TensorProto.Segment", segmentFields },
    { M::SparseTensor, "SparseTensorProto", sparseTensorFields },
    { M::Type, "TypeProto", typeFields },
    { M::TypeTensor, "TypeProto.Tensor", typeTensorFields },
    { M::TypeSequence, "TypeProto.Sequence", typeSequenceFields },
    { M::TypeMap, "TypeProto.Map", typeMapFields },
    { M::TypeOptional, "TypeProto.Optional", typeOptionalFields },
    { M::TypeSparseTensor, "TypeProto.SparseTensor", typeSparseTensorFields },
    { M::TypeOpaque, "TypeProto.Opaque", typeOpaqueFields },
    { M::Shape, "TensorShapeProto", shapeFields },
    { M::ShapeDimension, "TensorShapeProto.Dimension", shapeDimensionFields },
    { M::Sequence, "SequenceProto", sequenceFields },
    { M::Map, "MapProto", mapFields },
    { M::Optional, "OptionalProto", optionalFields },
};

} // namespace

const FieldRule* MessageRule::field(std::uint32_t number) const
{
    const auto found = std::ranges::find(fields, number, &FieldRule::number);
    return found == fields.end() ? nullptr : &*found;
}

const MessageRule& rule(MessageKind kind) { return rules[static_cast<std::size_t>(kind)]; }

} // namespace model::onnx
