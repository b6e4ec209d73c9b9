#pragma once

#include "model/support/result.h"
#include "profiler/file/encoding.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace profiler::file {

/// The part of Thrift's compact protocol that Parquet's headers and footers use. Source: Apache
/// Thrift, "Thrift Compact protocol encoding".
enum class ThriftType : std::uint8_t {
    Stop = 0,
    True = 1,
    False = 2,
    Byte = 3,
    I16 = 4,
    I32 = 5,
    I64 = 6,
    Double = 7,
    Binary = 8,
    List = 9,
    Set = 10,
    Map = 11,
    Struct = 12
};

/// Writes values of the compact protocol.
class ThriftWriter {
public:
    void beginStruct();
    void endStruct();
    void i32(std::int16_t field, std::int32_t value);
    void i64(std::int16_t field, std::int64_t value);
    void binary(std::int16_t field, std::string_view value);
    /// Begins a list. `count` elements must follow: structs by beginStruct, others by element.
    void list(std::int16_t field, ThriftType element, std::size_t count);
    void structField(std::int16_t field);
    void element(std::int32_t value) { appendVarint(m_bytes, zigzag(value)); }
    void element(std::string_view value);

    const std::string& bytes() const { return m_bytes; }

private:
    void header(std::int16_t field, ThriftType type);
    std::string m_bytes;
    std::vector<std::int16_t> m_last; // id of the last field of each open struct
};

/// Reads values of the compact protocol. Every length is checked against the remaining bytes, so a
/// damaged file cannot cause large allocations.
class ThriftReader {
public:
    explicit ThriftReader(std::span<const std::byte> bytes)
        : m_bytes(bytes)
    {
    }

    struct Field {
        std::int16_t id = 0;
        ThriftType type = ThriftType::Stop;
    };
    void beginStruct() { m_last.push_back(0); }
    void endStruct() { m_last.pop_back(); }
    /// The next field of the open struct; type Stop at its end.
    support::Result<Field> field();

    support::Result<std::int64_t> integer(ThriftType type);
    support::Result<std::string_view> binary();
    struct List {
        ThriftType type = ThriftType::Stop;
        std::size_t count = 0;
    };
    /// Fails if the list has more elements than there are bytes left.
    support::Result<List> list();
    support::Result<void> skip(ThriftType type);

    std::size_t position() const { return m_position; }

private:
    support::Result<std::uint64_t> varint();
    support::Result<std::uint8_t> byte();
    support::Result<void> skipAt(ThriftType type, int depth);

    std::span<const std::byte> m_bytes;
    std::size_t m_position = 0;
    std::vector<std::int16_t> m_last;
};

} // namespace profiler::file
