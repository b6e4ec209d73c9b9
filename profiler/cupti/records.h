#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

/// CUPTI's activity records: the offset of each field that is read, in bytes from the start of its
/// record.
///
/// Records grow with newer versions of CUPTI, but fields keep their offsets. So there are no
/// structs here. A field is read through the address of its record, and CUPTI finds the next record
/// (Api::nextRecord). The sizes are those of CUPTI 13.0; tests and tools write such records. This
/// header needs no header of NVIDIA; `record_layout.cpp` compares every number with NVIDIA's
/// headers when the module is built. Source: cupti_activity.h of CUDA 13.0.
namespace profiler::cupti {

/// CUpti_ActivityKind.
enum class Kind : std::uint32_t {
    Invalid = 0,
    Memcpy = 1,
    Memset = 2,
    Driver = 4,
    Runtime = 5,
    Device = 8,
    Context = 9,
    ConcurrentKernel = 10,
    Overhead = 17,
    MemcpyPeer = 22,
    Stream = 37,
    Synchronisation = 38,
    ExternalCorrelation = 39,
    Memory = 49,
    MemoryPool = 50,
    GraphTrace = 51,
    Jit = 52,
};

/// A field of type T at a fixed offset of a record. Records may be unaligned.
template <typename T>
struct Field {
    std::size_t offset;

    T operator()(const std::byte* record) const
    {
        T value;
        std::memcpy(&value, record + offset, sizeof value);
        return value;
    }
    void put(std::byte* record, T value) const
    {
        std::memcpy(record + offset, &value, sizeof value);
    }
};
using Field8 = Field<std::uint8_t>;
using Field16 = Field<std::uint16_t>;
using Field32 = Field<std::uint32_t>;
using Field64 = Field<std::uint64_t>;

inline constexpr Field<Kind> recordKind { 0 };

namespace kernel { // CUpti_ActivityKernel10
inline constexpr std::size_t bytes = 216;
inline constexpr Field16 registersPerThread { 6 };
inline constexpr Field64 start { 16 };
inline constexpr Field64 end { 24 };
inline constexpr Field32 device { 40 };
inline constexpr Field32 stream { 48 };
inline constexpr Field32 gridX { 52 };
inline constexpr Field32 gridY { 56 };
inline constexpr Field32 gridZ { 60 };
inline constexpr Field32 blockX { 64 };
inline constexpr Field32 blockY { 68 };
inline constexpr Field32 blockZ { 72 };
inline constexpr Field32 staticShared { 76 };
inline constexpr Field32 dynamicShared { 80 };
inline constexpr Field32 localPerThread { 84 };
inline constexpr Field32 correlation { 92 };
inline constexpr Field64 name { 104 }; ///< address of a text that ends with 0
inline constexpr Field64 graphNode { 144 };
inline constexpr Field32 graph { 156 };
inline constexpr Field32 clusterX { 176 };
inline constexpr Field32 clusterY { 180 };
inline constexpr Field32 clusterZ { 184 };
}

namespace memcpyRecord { // CUpti_ActivityMemcpy6
inline constexpr std::size_t bytes = 96;
inline constexpr Field8 copyKind { 4 };
inline constexpr Field8 sourceKind { 5 };
inline constexpr Field8 targetKind { 6 };
inline constexpr Field8 flags { 7 };
inline constexpr Field64 size { 8 };
inline constexpr Field64 start { 16 };
inline constexpr Field64 end { 24 };
inline constexpr Field32 device { 32 };
inline constexpr Field32 stream { 40 };
inline constexpr Field32 correlation { 44 };
inline constexpr Field64 graphNode { 64 };
inline constexpr Field32 graph { 72 };
}

namespace peerCopy { // CUpti_ActivityMemcpyPtoP4; other fields have the offsets of memcpyRecord
inline constexpr std::size_t bytes = 96;
inline constexpr Field32 correlation { 60 };
inline constexpr Field64 graphNode { 72 };
inline constexpr Field32 graph { 80 };
}

namespace memsetRecord { // CUpti_ActivityMemset4
inline constexpr std::size_t bytes = 88;
inline constexpr Field64 size { 8 };
inline constexpr Field64 start { 16 };
inline constexpr Field64 end { 24 };
inline constexpr Field32 device { 32 };
inline constexpr Field32 stream { 40 };
inline constexpr Field32 correlation { 44 };
inline constexpr Field16 flags { 48 };
inline constexpr Field64 graphNode { 64 };
inline constexpr Field32 graph { 72 };
}

namespace external { // CUpti_ActivityExternalCorrelation
inline constexpr std::size_t bytes = 24;
inline constexpr Field32 kind { 4 };
inline constexpr Field64 id { 8 };
inline constexpr Field32 correlation { 16 };
/// CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0
inline constexpr std::uint32_t ours = 3;
}

namespace call { // CUpti_ActivityAPI
inline constexpr std::size_t bytes = 40;
inline constexpr Field32 function { 4 };
inline constexpr Field64 start { 8 };
inline constexpr Field64 end { 16 };
inline constexpr Field32 thread { 28 };
inline constexpr Field32 correlation { 32 };
inline constexpr Field32 result { 36 };
}

namespace overhead { // CUpti_ActivityOverhead3
inline constexpr std::size_t bytes = 56;
inline constexpr Field32 kind { 4 };
inline constexpr Field64 start { 24 };
inline constexpr Field64 end { 32 };
inline constexpr Field32 correlation { 40 };
inline constexpr Field64 payload { 48 }; ///< address; the receiver must free() it
}

namespace wait { // CUpti_ActivitySynchronization2
inline constexpr std::size_t bytes = 56;
inline constexpr Field32 type { 4 };
inline constexpr Field64 start { 8 };
inline constexpr Field64 end { 16 };
inline constexpr Field32 correlation { 24 };
inline constexpr Field32 stream { 32 };
}

namespace memory { // CUpti_ActivityMemory4
inline constexpr std::size_t bytes = 128;
inline constexpr Field32 operation { 4 };
inline constexpr Field32 kind { 8 };
inline constexpr Field32 correlation { 12 };
inline constexpr Field64 address { 16 };
inline constexpr Field64 size { 24 };
inline constexpr Field64 time { 32 };
inline constexpr Field64 pool { 88 };
inline constexpr Field64 poolUsed { 112 };
}

namespace pool { // CUpti_ActivityMemoryPool3
inline constexpr std::size_t bytes = 80;
inline constexpr Field32 operation { 4 };
inline constexpr Field64 address { 32 };
inline constexpr Field64 size { 40 };
inline constexpr Field64 time { 56 };
inline constexpr Field64 used { 64 };
}

namespace graphTrace { // CUpti_ActivityGraphTrace2
inline constexpr std::size_t bytes = 56;
inline constexpr Field32 correlation { 4 };
inline constexpr Field64 start { 8 };
inline constexpr Field64 end { 16 };
inline constexpr Field32 device { 24 };
inline constexpr Field32 graph { 28 };
inline constexpr Field32 stream { 36 };
}

namespace jit { // CUpti_ActivityJit2
inline constexpr std::size_t bytes = 72;
inline constexpr Field32 operation { 8 };
inline constexpr Field64 start { 16 };
inline constexpr Field64 end { 24 };
inline constexpr Field32 correlation { 32 };
inline constexpr Field64 cacheSize { 48 };
}

namespace device { // CUpti_ActivityDevice5
inline constexpr std::size_t bytes = 184;
inline constexpr Field64 memoryBandwidth { 8 }; ///< kB/s
inline constexpr Field64 memorySize { 16 };
inline constexpr Field32 l2Bytes { 28 };
inline constexpr Field32 clock { 36 }; ///< kHz
inline constexpr Field32 multiprocessors { 44 };
inline constexpr Field32 warps { 52 };
inline constexpr Field32 blocks { 56 };
inline constexpr Field32 sharedBytes { 60 };
inline constexpr Field32 registers { 64 };
inline constexpr Field32 computeMajor { 104 };
inline constexpr Field32 computeMinor { 108 };
inline constexpr Field32 number { 112 };
inline constexpr Field<std::array<std::uint8_t, 16>> uuid { 120 };
inline constexpr Field64 name { 136 }; ///< address of a text; the receiver must free() it
inline constexpr Field8 isPartition { 145 };
}

inline constexpr std::size_t contextBytes = 32; // CUpti_ActivityContext3
inline constexpr std::size_t streamBytes = 24; // CUpti_ActivityStream

/// Records begin at multiples of this (ACTIVITY_RECORD_ALIGNMENT).
inline constexpr std::size_t recordAlignment = 8;

/// Bytes of a record of CUPTI 13.0; 0 for kinds that are never enabled.
std::size_t recordBytes(Kind kind);

/// Bytes of each kind of record, indexed by the value of Kind.
using RecordSizes = std::array<std::uint32_t, 64>;
/// The sizes of recordBytes().
const RecordSizes& sizesOf130();

/// The record after `record` in the valid bytes of a buffer, or the first one if `record` is null.
/// Null at the end, at a truncated record, and at a kind whose size is 0. For buffers from files
/// and tests; in a recording CUPTI finds the next record.
const std::byte* nextRecord(std::span<const std::byte> valid, const std::byte* record,
    const RecordSizes& sizes = sizesOf130());

/// Builds a buffer of records in CUPTI's format.
class RecordWriter {
public:
    /// Adds a record and returns its bytes: all 0 except its kind. Valid until the next call.
    std::byte* add(Kind kind);
    std::span<const std::byte> bytes() const { return m_bytes; }
    std::vector<std::byte> take() { return std::exchange(m_bytes, {}); }

private:
    std::vector<std::byte> m_bytes;
};

} // namespace profiler::cupti
