#include "profiler/file/thrift.h"

namespace profiler::file {

using support::ErrorKind;
using support::failAs;
using support::Result;

namespace {

constexpr int deepest = 16; // maximum of nested structs; Parquet needs 5

support::Error ended() { return failAs(ErrorKind::File, "the description of the file ends early"); }

} // namespace

void ThriftWriter::header(std::int16_t field, ThriftType type)
{
    const auto delta = field - m_last.back();
    const auto code = static_cast<unsigned>(type);
    if (delta > 0 && delta <= 15) {
        m_bytes.push_back(static_cast<char>((static_cast<unsigned>(delta) << 4) | code));
    } else {
        m_bytes.push_back(static_cast<char>(code));
        appendVarint(m_bytes, zigzag(field));
    }
    m_last.back() = field;
}

void ThriftWriter::beginStruct() { m_last.push_back(0); }

void ThriftWriter::endStruct()
{
    m_bytes.push_back('\0');
    m_last.pop_back();
}

void ThriftWriter::i32(std::int16_t field, std::int32_t value)
{
    header(field, ThriftType::I32);
    appendVarint(m_bytes, zigzag(value));
}

void ThriftWriter::i64(std::int16_t field, std::int64_t value)
{
    header(field, ThriftType::I64);
    appendVarint(m_bytes, zigzag(value));
}

void ThriftWriter::binary(std::int16_t field, std::string_view value)
{
    header(field, ThriftType::Binary);
    element(value);
}

void ThriftWriter::element(std::string_view value)
{
    appendVarint(m_bytes, value.size());
    m_bytes += value;
}

void ThriftWriter::list(std::int16_t field, ThriftType element, std::size_t count)
{
    header(field, ThriftType::List);
    const auto code = static_cast<unsigned>(element);
    if (count < 15) {
        m_bytes.push_back(static_cast<char>((count << 4) | code));
        return;
    }
    m_bytes.push_back(static_cast<char>(0xf0u | code));
    appendVarint(m_bytes, count);
}

void ThriftWriter::structField(std::int16_t field)
{
    header(field, ThriftType::Struct);
    beginStruct();
}

Result<std::uint8_t> ThriftReader::byte()
{
    if (m_position >= m_bytes.size())
        return ended();
    return static_cast<std::uint8_t>(m_bytes[m_position++]);
}

Result<std::uint64_t> ThriftReader::varint()
{
    if (m_position < m_bytes.size() && static_cast<std::uint8_t>(m_bytes[m_position]) < 0x80)
        return static_cast<std::uint64_t>(m_bytes[m_position++]); // most numbers have one byte
    std::uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
        const auto next = TRY(byte());
        value |= static_cast<std::uint64_t>(next & 0x7f) << shift;
        if ((next & 0x80) == 0)
            return value;
    }
    return failAs(ErrorKind::File, "a number in the description of the file has more than 64 bits");
}

Result<std::int64_t> ThriftReader::integer(ThriftType type)
{
    if (type != ThriftType::I16 && type != ThriftType::I32 && type != ThriftType::I64)
        return failAs(ErrorKind::File, "the description of the file has type ",
            static_cast<int>(type), " where a number is expected");
    return fromZigzag(TRY(varint()));
}

Result<ThriftReader::Field> ThriftReader::field()
{
    if (m_position >= m_bytes.size())
        return ended();
    const auto head = static_cast<std::uint8_t>(m_bytes[m_position++]);
    if (head == 0)
        return Field {};
    Field found;
    found.type = static_cast<ThriftType>(head & 0x0f);
    if (const auto delta = head >> 4; delta != 0)
        found.id = static_cast<std::int16_t>(m_last.back() + delta);
    else
        found.id = static_cast<std::int16_t>(TRY(integer(ThriftType::I16)));
    m_last.back() = found.id;
    return found;
}

Result<std::string_view> ThriftReader::binary()
{
    const auto length = TRY(varint());
    if (length > m_bytes.size() - m_position)
        return failAs(ErrorKind::File, "a text of ", length,
            " bytes in the description of the file, ", m_bytes.size() - m_position,
            " bytes are left");
    const auto* begin = reinterpret_cast<const char*>(m_bytes.data() + m_position);
    m_position += length;
    return std::string_view(begin, length);
}

Result<ThriftReader::List> ThriftReader::list()
{
    const auto head = TRY(byte());
    List found;
    found.type = static_cast<ThriftType>(head & 0x0f);
    found.count = head >> 4;
    if (found.count == 15)
        found.count = TRY(varint());
    if (found.count > m_bytes.size() - m_position)
        return failAs(ErrorKind::File, "a list of ", found.count,
            " elements in the description of the file, ", m_bytes.size() - m_position,
            " bytes are left");
    return found;
}

Result<void> ThriftReader::skip(ThriftType type) { return skipAt(type, 0); }

Result<void> ThriftReader::skipAt(ThriftType type, int depth)
{
    if (depth > deepest)
        return failAs(
            ErrorKind::File, "the description of the file is nested more than ", deepest, " deep");
    switch (type) {
    case ThriftType::True:
    case ThriftType::False:
        return {};
    case ThriftType::Byte:
        TRY(byte());
        return {};
    case ThriftType::I16:
    case ThriftType::I32:
    case ThriftType::I64:
        TRY(varint());
        return {};
    case ThriftType::Double:
        if (m_bytes.size() - m_position < sizeof(double))
            return ended();
        m_position += sizeof(double);
        return {};
    case ThriftType::Binary:
        TRY(binary());
        return {};
    case ThriftType::List:
    case ThriftType::Set: {
        const auto found = TRY(list());
        for (std::size_t i = 0; i < found.count; ++i) {
            // In a list a boolean takes one byte.
            const bool isBoolean
                = found.type == ThriftType::True || found.type == ThriftType::False;
            TRY(skipAt(isBoolean ? ThriftType::Byte : found.type, depth + 1));
        }
        return {};
    }
    case ThriftType::Struct: {
        beginStruct();
        for (;;) {
            const auto next = TRY(field());
            if (next.type == ThriftType::Stop)
                break;
            TRY(skipAt(next.type, depth + 1));
        }
        endStruct();
        return {};
    }
    case ThriftType::Map:
    case ThriftType::Stop:
        break;
    }
    return failAs(ErrorKind::File, "the description of the file has an element of unknown type ",
        static_cast<int>(type));
}

} // namespace profiler::file
