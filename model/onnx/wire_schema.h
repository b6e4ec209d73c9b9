#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// The messages of onnx.proto as tables of fields. They are used to validate a file before Protocol
/// Buffers parses it, and to name faulty fields. The build stores the descriptors of onnx.proto in
/// the program; the tables are made from them at first use.
namespace model::onnx {

enum class FieldKind : std::uint8_t {
    Varint,
    Fixed32,
    Fixed64,
    Text, ///< string, or bytes of modest size
    Weights, ///< bytes that may be huge
    Message,
};

struct MessageRule;

struct FieldRule {
    std::uint32_t number = 0;
    FieldKind kind = FieldKind::Varint;
    bool isRepeated = false;
    const MessageRule* message = nullptr; ///< if kind is Message
    std::string name;
};

struct MessageRule {
    std::string name; ///< `GraphProto`, `TensorProto.Segment`
    std::vector<FieldRule> fields; ///< by number; numbers that are not in use have the number 0

    const FieldRule* field(std::uint32_t number) const
    {
        return number != 0 && number < fields.size() && fields[number].number != 0 ? &fields[number]
                                                                                   : nullptr;
    }
};

/// Requires that onnx.proto has a message of this name. Equal names give the same object.
const MessageRule& messageRule(std::string_view name);

} // namespace model::onnx
