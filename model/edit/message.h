#pragma once

#include "model/onnx/wire_reader.h"
#include "model/onnx/wire_schema.h"
#include "model/support/result.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// A model file that is changed without being written anew. The file is a tree of messages. A
/// message that was not changed is one span of the original file. Where something changes, the
/// message becomes a list of fields in the order of the file, and each of them is a span of the
/// original, new bytes, or a message that is a list of fields itself:
///
///     ModelProto   [ir_version][     graph     ][opset_import]      a span each, but graph
///     GraphProto          [node][ node ][node][initializer …]       a span each, but one node
///     NodeProto                 [input][name]                       name has new bytes
///
/// So unknown fields, their order and every unchanged byte survive. A change costs what it touches,
/// and undoing it gives the first bytes again.
namespace model::edit {

using Bytes = std::span<const std::byte>;

struct Message;

/// One field of a message.
struct Field {
    std::uint32_t number = 0;
    onnx::WireType type = onnx::WireType::Varint;
    Bytes head; ///< tag, and the number or the length
    Bytes body; ///< content of a field of type Bytes
    std::shared_ptr<const void> owner; ///< of both; null: they are in the original file
    std::unique_ptr<Message> child; ///< the content as fields, once it was opened; `body` then is
                                    ///< what it was before

    std::string_view text() const
    {
        return { reinterpret_cast<const char*>(body.data()), body.size() };
    }
    /// The value of a field of type Varint; nothing for another type.
    std::optional<std::int64_t> integer() const;
};

/// A message as its fields, in the order of the file.
struct Message {
    const onnx::MessageRule* rule = nullptr;
    std::size_t level = 0; ///< 0: the outermost message
    std::vector<Field> fields;
};

/// Levels of messages in which something can be changed. Graphs that are nested deeper are kept,
/// but nothing in them changes.
constexpr std::size_t deepestLevel = 2'000;

/// Makes a message of bytes in the wire format. `owner` keeps the bytes; null: they are in the
/// original file.
support::Result<Message> messageOf(Bytes bytes, const onnx::MessageRule& rule, std::size_t level,
    const std::shared_ptr<const void>& owner);

/// New fields. Equal to what Protocol Buffers writes.
Field integerField(std::uint32_t number, std::int64_t value);
Field bytesField(std::uint32_t number, std::string_view content);
/// A field whose content is memory of `owner`, such as a mapped file; it is not copied.
Field viewField(std::uint32_t number, Bytes content, std::shared_ptr<const void> owner);
Field copyOf(const Field& field); ///< of a field that is not opened, or of its former content

std::string varint(std::uint64_t value);
/// Tag and length of a field of type Bytes.
std::string headOf(std::uint32_t number, std::uint64_t bodyBytes);

/// Positions in `fields` of the fields with this number.
std::vector<std::size_t> positionsOf(const Message& message, std::uint32_t number);
/// Position of the field with this number that is the `index`-th of its kind; nothing if there are
/// fewer.
std::optional<std::size_t> positionOf(
    const Message& message, std::uint32_t number, std::size_t index);
/// The last field of a number, which counts for a field that is not repeated. Null if absent.
const Field* lastOf(const Message& message, std::uint32_t number);
std::string_view textOf(const Message& message, std::uint32_t number); ///< empty if absent
/// Text field `inner` of the message in `field`, opened or not.
std::string_view textIn(const Field& field, std::uint32_t inner);

/// A part of an edited file.
struct FilePart {
    Bytes bytes;
    std::shared_ptr<const void> owner; ///< null: a span of the original file
    /// New `raw_data` of a tensor that is not sparse, and nothing else.
    bool isWeight = false;
};

/// The bytes of a message as parts, in order. Neighbouring spans of the original are one part.
std::vector<FilePart> partsOf(const Message& message);
/// The same for some fields of a message.
std::vector<FilePart> partsOf(std::span<const Field* const> fields);
std::uint64_t bytesOf(const Message& message); ///< as many as partsOf() gives
std::uint64_t sizeOf(std::span<const FilePart> parts);
/// The parts in one text; for small messages.
std::string joinedParts(std::span<const FilePart> parts);

} // namespace model::edit
