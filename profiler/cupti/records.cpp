#include "profiler/cupti/records.h"

#include <algorithm>

namespace profiler::cupti {

namespace {

struct KindSize {
    Kind kind;
    std::size_t bytes;
};
constexpr std::array kindSizes {
    KindSize { Kind::Memcpy, memcpyRecord::bytes },
    KindSize { Kind::Memset, memsetRecord::bytes },
    KindSize { Kind::Driver, call::bytes },
    KindSize { Kind::Runtime, call::bytes },
    KindSize { Kind::Device, device::bytes },
    KindSize { Kind::Context, contextBytes },
    KindSize { Kind::ConcurrentKernel, kernel::bytes },
    KindSize { Kind::Overhead, overhead::bytes },
    KindSize { Kind::MemcpyPeer, peerCopy::bytes },
    KindSize { Kind::Stream, streamBytes },
    KindSize { Kind::Synchronisation, wait::bytes },
    KindSize { Kind::ExternalCorrelation, external::bytes },
    KindSize { Kind::Memory, memory::bytes },
    KindSize { Kind::MemoryPool, pool::bytes },
    KindSize { Kind::GraphTrace, graphTrace::bytes },
    KindSize { Kind::Jit, jit::bytes },
};

} // namespace

std::size_t recordBytes(Kind kind)
{
    const auto row = std::ranges::find(kindSizes, kind, &KindSize::kind);
    return row != kindSizes.end() ? row->bytes : 0;
}

const RecordSizes& sizesOf130()
{
    static const RecordSizes all = [] {
        RecordSizes bytes {};
        for (const auto& row : kindSizes)
            bytes[static_cast<std::size_t>(row.kind)] = static_cast<std::uint32_t>(row.bytes);
        return bytes;
    }();
    return all;
}

const std::byte* nextRecord(
    std::span<const std::byte> valid, const std::byte* record, const RecordSizes& sizes)
{
    const auto bytesOf = [&sizes](const std::byte* at) -> std::size_t {
        const auto kind = static_cast<std::size_t>(recordKind(at));
        return kind < sizes.size() ? sizes[kind] : 0;
    };
    std::size_t offset = 0;
    if (record != nullptr)
        offset = static_cast<std::size_t>(record - valid.data()) + bytesOf(record);
    if (offset > valid.size() || valid.size() - offset < sizeof(Kind))
        return nullptr;
    const auto* const next = valid.data() + offset;
    const auto bytes = bytesOf(next);
    return bytes >= sizeof(Kind) && bytes <= valid.size() - offset ? next : nullptr;
}

std::byte* RecordWriter::add(Kind kind)
{
    const auto offset = m_bytes.size();
    m_bytes.resize(offset + recordBytes(kind));
    recordKind.put(m_bytes.data() + offset, kind);
    return m_bytes.data() + offset;
}

} // namespace profiler::cupti
