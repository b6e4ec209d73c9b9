#pragma once

#include "profiler/file/parquet.h"
#include "profiler/file/parquet_schema.h"
#include "profiler/file/thrift.h"

#include <cstring>

namespace profiler::file {

/// Footers of profile files. Reading checks that all offsets and sizes are inside the file.

/// A column of the schema; `type` is a PhysicalType.
struct SchemaColumn {
    std::string name;
    std::int64_t type = -1;
    Presence presence = Presence::Required;
    bool operator==(const SchemaColumn&) const = default;
};

/// The contents of one footer, or of all footers joined (withPrevious).
struct Footer {
    std::vector<SchemaColumn> columns;
    std::vector<RowGroup> groups;
    KeyValues keyValues;
    std::string createdBy;
    std::int64_t rows = 0;
    std::size_t start = 0; ///< offset in the file
};

/// Reads the footer whose end, including its magic, is at offset `end`.
support::Result<Footer> footerEndingAt(std::span<const std::byte> bytes, std::size_t end);

/// Joins a footer with all previous ones. Each footer lies before the next one, so the loop ends
/// and all footers together are at most as large as the file. Fails if row groups share bytes.
support::Result<Footer> withPrevious(std::span<const std::byte> bytes, Footer last);

bool isMagicAt(std::span<const std::byte> bytes, std::size_t offset);
/// The 32-bit number at this offset, little endian.
std::uint32_t wordAt(std::span<const std::byte> bytes, std::size_t offset);

template <typename... Parts>
support::Error malformed(const Parts&... parts)
{
    return support::failAs(support::ErrorKind::File, parts...);
}

/// Reads a struct: calls `onField(id, type)` for every field. `onField` returns whether it has read
/// the field; if not, the field is skipped.
template <typename OnField>
support::Result<void> readStruct(ThriftReader& reader, OnField onField)
{
    reader.beginStruct();
    for (;;) {
        const auto field = TRY(reader.field());
        if (field.type == ThriftType::Stop)
            break;
        support::Result<bool> isRead = onField(field.id, field.type);
        if (!isRead)
            return std::move(isRead).error();
        if (!*isRead)
            TRY(reader.skip(field.type));
    }
    reader.endStruct();
    return {};
}

/// Reads a list of structs, each by `onElement`. Returns false if `type` is not a list.
template <typename OnElement>
support::Result<bool> readStructs(ThriftReader& reader, ThriftType type, OnElement onElement)
{
    if (type != ThriftType::List)
        return false;
    const auto list = TRY(reader.list());
    if (list.type != ThriftType::Struct)
        return malformed("a list in the description of the file has elements of type ",
            static_cast<int>(list.type), ", expected structures");
    for (std::size_t i = 0; i < list.count; ++i)
        TRY(onElement());
    return true;
}

inline support::Result<bool> readInteger(ThriftReader& reader, ThriftType type, std::int64_t& value)
{
    value = TRY(reader.integer(type));
    return true;
}

} // namespace profiler::file
