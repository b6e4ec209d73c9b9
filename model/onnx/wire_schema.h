#pragma once

#include <cstdint>
#include <span>
#include <string_view>

/// The messages of onnx.proto as a table of fields. It is used to validate a file before Protocol
/// Buffers parses it, and to name faulty fields. tst_wire_index compares it with the generated
/// code.
namespace model::onnx {

enum class MessageKind : std::uint8_t {
    None,
    Model,
    OperatorSetId,
    StringStringEntry,
    TrainingInfo,
    Function,
    DeviceConfiguration,
    Graph,
    Node,
    NodeDeviceConfiguration,
    ShardingSpec,
    IntIntListEntry,
    ShardedDim,
    SimpleShardedDim,
    Attribute,
    ValueInfo,
    TensorAnnotation,
    Tensor,
    Segment,
    SparseTensor,
    Type,
    TypeTensor,
    TypeSequence,
    TypeMap,
    TypeOptional,
    TypeSparseTensor,
    TypeOpaque,
    Shape,
    ShapeDimension,
    Sequence,
    Map,
    Optional,
};

enum class FieldKind : std::uint8_t {
    Varint,
    Fixed32,
    Fixed64,
    Text, ///< string, or bytes of modest size
    Weights, ///< bytes that may be huge
    Message,
};

struct FieldRule {
    std::uint32_t number;
    FieldKind kind;
    bool isRepeated;
    MessageKind message; ///< if kind is Message
    std::string_view name;
};

struct MessageRule {
    MessageKind kind;
    std::string_view name; ///< `GraphProto`
    std::span<const FieldRule> fields;

    const FieldRule* field(std::uint32_t number) const;
};

const MessageRule& rule(MessageKind kind);

} // namespace model::onnx
