#pragma once

#include "profiler/file/parquet.h"

namespace profiler::file {

/// Constants of parquet.thrift that writer and reader share.

constexpr std::string_view magic = "PAR1";
constexpr std::size_t tailBytes = 8; ///< length of the footer, then the magic
constexpr std::string_view creator = "Opscope version ";

enum PhysicalType : std::int32_t { Int32 = 1, Int64 = 2, Double = 5, ByteArray = 6 };
enum Encoding : std::int32_t { Plain = 0, Rle = 3, DeltaBinaryPacked = 5, RleDictionary = 8 };
enum Codec : std::int32_t { Uncompressed = 0, Zstd = 6 };
enum PageType : std::int32_t { DataPage = 0, DictionaryPage = 2 };
/// ConvertedType.
constexpr std::int32_t convertedUtf8 = 0;
constexpr std::int32_t convertedMicroseconds = 10; ///< UTC, since 1970
/// FieldRepetitionType.
constexpr std::int32_t required = 0;
constexpr std::int32_t optional = 1;
/// Key of a footer that describes one group: the offset in bytes at which the previous footer ends.
/// The first footer and a footer of all groups do not have it.
constexpr std::string_view previousFooterKey = "opscope.previous_footer";

constexpr PhysicalType physicalType(ColumnType type)
{
    return type == ColumnType::Text ? ByteArray : type == ColumnType::Number ? Double : Int64;
}

/// Place of a column chunk (one column of one row group) in the file.
struct ColumnChunk {
    std::int64_t dictionaryOffset = -1; ///< -1: no dictionary page
    std::int64_t dataOffset = 0;
    std::int64_t compressedBytes = 0; ///< both pages with their headers
    std::int64_t plainBytes = 0;
    std::int64_t values = 0;
    std::int32_t codec = Zstd;
    PhysicalType type = Int64;

    std::int64_t start() const { return dictionaryOffset >= 0 ? dictionaryOffset : dataOffset; }
};

struct RowGroup {
    std::vector<ColumnChunk> columns;
    std::int64_t rows = 0;
};

} // namespace profiler::file
