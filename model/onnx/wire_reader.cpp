#include "model/onnx/wire_reader.h"

namespace model::onnx {

namespace {

constexpr std::size_t longestVarint = 10;
constexpr std::uint64_t largestFieldNumber = (1U << 29) - 1;

} // namespace

bool WireReader::failAt(std::size_t at, std::string message)
{
    if (!m_fault)
        m_fault = WireFault { m_message.offset + at, std::move(message), m_field };
    m_at = m_message.bytes.size();
    return false;
}

std::optional<std::uint64_t> WireReader::varint()
{
    const auto bytes = m_message.bytes;
    const auto begin = m_at;
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < longestVarint; ++i) {
        if (begin + i >= bytes.size()) {
            failAt(begin, "a number goes past the end of its message (the file may be cut off)");
            return std::nullopt;
        }
        const auto byte = std::to_integer<std::uint64_t>(bytes[begin + i]);
        if (i == longestVarint - 1 && byte > 1)
            break;
        value |= (byte & 0x7F) << (7 * i);
        if (byte < 0x80) {
            m_at = begin + i + 1;
            return value;
        }
    }
    failAt(begin, "a number is longer than 10 bytes or 64 bits");
    return std::nullopt;
}

std::optional<WireField> WireReader::next()
{
    if (isAtEnd())
        return std::nullopt;
    const auto begin = m_at;
    m_field = 0;
    const auto tag = varint();
    if (!tag)
        return std::nullopt;
    const auto number = *tag >> 3;
    if (number == 0 || number > largestFieldNumber) {
        failAt(begin,
            "field number " + std::to_string(number)
                + " does not exist, expected 1 to 536,870,911");
        return std::nullopt;
    }
    WireField field;
    field.number = static_cast<std::uint32_t>(number);
    m_field = field.number;
    field.type = static_cast<WireType>(*tag & 7);
    if (!readContent(field, begin))
        return std::nullopt;
    field.encoded = { m_message.bytes.subspan(begin, m_at - begin), m_message.offset + begin };
    return field;
}

bool WireReader::readContent(WireField& field, std::size_t begin)
{
    switch (field.type) {
    case WireType::Varint:
        if (const auto value = varint()) {
            field.value = *value;
            return true;
        }
        return false;
    case WireType::Fixed64:
        return readFixed(field, 8);
    case WireType::Fixed32:
        return readFixed(field, 4);
    case WireType::Bytes:
        return readBytes(field, begin);
    case WireType::GroupStart:
    case WireType::GroupEnd:
        return failAt(begin,
            "field " + std::to_string(field.number) + " is a group (wire type "
                + std::to_string(static_cast<int>(field.type)) + "), which ONNX does not use");
    }
    return failAt(
        begin, "wire type " + std::to_string(static_cast<int>(field.type)) + " does not exist");
}

bool WireReader::readFixed(WireField& field, std::size_t width)
{
    if (m_message.bytes.size() - m_at < width)
        return failAt(m_at,
            "a number of " + std::to_string(width)
                + " bytes goes past the end of its message (the file may be cut off)");
    for (std::size_t i = 0; i < width; ++i)
        field.value |= std::to_integer<std::uint64_t>(m_message.bytes[m_at + i]) << (8 * i);
    m_at += width;
    return true;
}

bool WireReader::readBytes(WireField& field, std::size_t begin)
{
    const auto length = varint();
    if (!length)
        return false;
    const auto left = m_message.bytes.size() - m_at;
    if (*length > left) {
        return failAt(begin,
            "length " + std::to_string(*length) + " goes past the end of its message, "
                + std::to_string(left) + " bytes are left (the file may be cut off)");
    }
    field.content = { m_message.bytes.subspan(m_at, static_cast<std::size_t>(*length)),
        m_message.offset + m_at };
    m_at += static_cast<std::size_t>(*length);
    return true;
}

} // namespace model::onnx
