#pragma once

#include "profiler/file/encoding.h"

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

namespace profiler {

/// Writes a Protocol Buffers message field by field, with the wire types that a Perfetto trace
/// needs. Source: Protocol Buffers, "Encoding".
class ProtobufMessage {
public:
    ProtobufMessage& number(std::uint32_t field, std::uint64_t value)
    {
        tag(field, 0);
        varint(value);
        return *this;
    }
    ProtobufMessage& real(std::uint32_t field, double value)
    {
        return fixed(field, std::bit_cast<std::uint64_t>(value));
    }
    /// Eight bytes, little endian.
    ProtobufMessage& fixed(std::uint32_t field, std::uint64_t value)
    {
        tag(field, 1);
        for (int byte = 0; byte < 8; ++byte)
            m_bytes += static_cast<char>(value >> (8 * byte));
        return *this;
    }
    ProtobufMessage& text(std::uint32_t field, std::string_view bytes)
    {
        tag(field, 2);
        varint(bytes.size());
        m_bytes += bytes;
        return *this;
    }
    ProtobufMessage& message(std::uint32_t field, const ProtobufMessage& inner)
    {
        return text(field, inner.bytes());
    }

    const std::string& bytes() const { return m_bytes; }

private:
    void tag(std::uint32_t field, std::uint32_t wireType) { varint(field << 3 | wireType); }
    void varint(std::uint64_t value) { file::appendVarint(m_bytes, value); }

    std::string m_bytes;
};

} // namespace profiler
