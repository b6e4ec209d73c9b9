#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

/// Reader of the Protocol Buffers wire format. A message is a sequence of fields, each with a tag
/// (number and wire type) and content. Nothing is copied. Every field has its offset in the file,
/// for error messages and for the location of weights.
namespace model::onnx {

enum class WireType : std::uint8_t {
    Varint = 0,
    Fixed64 = 1,
    Bytes = 2,
    GroupStart = 3,
    GroupEnd = 4,
    Fixed32 = 5
};

/// A part of the file.
struct Piece {
    std::span<const std::byte> bytes;
    std::uint64_t offset = 0; ///< offset of the first byte in the file

    std::string_view text() const
    {
        return { reinterpret_cast<const char*>(bytes.data()), bytes.size() };
    }
    std::string string() const { return std::string(text()); }
};

struct WireField {
    std::uint32_t number = 0;
    WireType type = WireType::Varint;
    std::uint64_t value = 0; ///< if the type is Varint, Fixed32 or Fixed64
    Piece content; ///< if the type is Bytes
    Piece encoded; ///< tag, length and content

    bool isBytes() const { return type == WireType::Bytes; }
    bool isBytesOf(std::uint32_t fieldNumber) const { return number == fieldNumber && isBytes(); }
    bool isVarint() const { return type == WireType::Varint; }
    std::int64_t integer() const { return static_cast<std::int64_t>(value); }
};

/// An error in the wire format and its byte in the file.
struct WireFault {
    std::uint64_t offset = 0;
    std::string message;
    std::uint32_t field = 0; ///< number of the faulty field; 0 if its tag cannot be read
};

/// Reads the fields of one message in order. next() returns nothing at the end and at an error;
/// fault() tells which.
class WireReader {
public:
    explicit WireReader(Piece message)
        : m_message(message)
    {
    }

    std::optional<WireField> next();
    const std::optional<WireFault>& fault() const { return m_fault; }
    /// Returns the file offset of the next field.
    std::uint64_t offset() const { return m_message.offset + m_at; }
    bool isAtEnd() const { return m_at >= m_message.bytes.size(); }

    /// Reads a varint at the current position; for packed fields.
    std::optional<std::uint64_t> varint();

private:
    bool readContent(WireField& field, std::size_t begin);
    bool readFixed(WireField& field, std::size_t width);
    bool readBytes(WireField& field, std::size_t begin);
    bool failAt(std::size_t at, std::string message);

    Piece m_message;
    std::size_t m_at = 0;
    std::uint32_t m_field = 0; // number of the field being read
    std::optional<WireFault> m_fault;
};

} // namespace model::onnx
