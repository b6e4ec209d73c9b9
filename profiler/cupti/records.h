#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

/// CUPTI's activity records: the offset of each field that is read, in bytes from the start of its
/// record.
///
/// Records grow with newer versions of CUPTI, but fields keep their offsets. So there are no
/// structs here. A field is read through the address of its record, and CUPTI finds the next record
/// (Api::nextRecord). The sizes are those of CUPTI 13.0; tests write such records. This header
/// needs no header of NVIDIA; `record_layout.cpp` compares every number with NVIDIA's headers when
/// the module is built. Source: cupti_activity.h of CUDA 13.0.
namespace profiler::cupti {

// Each row: kind, value, bytes of its records in CUPTI 13.0, NVIDIA's name. Kinds that are never
// enabled have 0 bytes.
// clang-format off
#define OPSCOPE_CUPTI_KINDS(row)                                                                   \
    row(Invalid, 0, 0, INVALID)                                                                    \
    row(Memcpy, 1, memcpyRecord::bytes, MEMCPY)                                                    \
    row(Memset, 2, memsetRecord::bytes, MEMSET)                                                    \
    row(Driver, 4, call::bytes, DRIVER)                                                            \
    row(Runtime, 5, call::bytes, RUNTIME)                                                          \
    row(Device, 8, device::bytes, DEVICE)                                                          \
    row(Context, 9, contextRecord::bytes, CONTEXT)                                                 \
    row(ConcurrentKernel, 10, kernel::bytes, CONCURRENT_KERNEL)                                    \
    row(Overhead, 17, overhead::bytes, OVERHEAD)                                                   \
    row(MemcpyPeer, 22, peerCopy::bytes, MEMCPY2)                                                  \
    row(Stream, 37, streamRecord::bytes, STREAM)                                                   \
    row(Synchronisation, 38, wait::bytes, SYNCHRONIZATION)                                         \
    row(ExternalCorrelation, 39, external::bytes, EXTERNAL_CORRELATION)                            \
    row(Jit, 52, jit::bytes, JIT)
// clang-format on

/// CUpti_ActivityKind.
#define OPSCOPE_CUPTI_KIND(name, value, bytes, theirs) name = value,
enum class Kind : std::uint32_t { OPSCOPE_CUPTI_KINDS(OPSCOPE_CUPTI_KIND) };
#undef OPSCOPE_CUPTI_KIND

/// A field of type T at a fixed offset of a record. Records may be unaligned.
template <typename T>
struct Field {
    using Value = T;
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
using FieldUuid = Field<std::array<std::uint8_t, 16>>;
using ThreeField32 = Field<std::array<std::uint32_t, 3>>;

inline constexpr Field<Kind> recordKind { 0 };

// A namespace for each record, with its size and its fields: kernel::bytes, kernel::start.
#define RECORD(name, theirs, size)                                                                 \
    namespace name {                                                                               \
    inline constexpr std::size_t bytes = size;
#define FIELD(type, name, offset, theirs) inline constexpr type name { offset };
#define THREE(name, offset, theirs) inline constexpr ThreeField32 name { offset };
#define END }
#include "profiler/cupti/records.def"

/// The external::kind of our ids: CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0.
namespace external {
inline constexpr std::uint32_t ours = 3;
}

/// Bytes of each kind of record, indexed by the value of Kind.
using RecordSizes = std::array<std::uint32_t, 64>;
/// The sizes of CUPTI 13.0; 0 for kinds that are never enabled.
inline constexpr RecordSizes sizesOf130 = [] {
    RecordSizes sizes {};
#define OPSCOPE_CUPTI_SIZE(name, value, bytes, theirs) sizes[value] = bytes;
    OPSCOPE_CUPTI_KINDS(OPSCOPE_CUPTI_SIZE)
#undef OPSCOPE_CUPTI_SIZE
    return sizes;
}();

/// Bytes of a record of CUPTI 13.0; 0 for kinds that are never enabled or unknown.
constexpr std::size_t recordBytes(Kind kind)
{
    const auto index = static_cast<std::size_t>(kind);
    return index < sizesOf130.size() ? sizesOf130[index] : 0;
}

} // namespace profiler::cupti
