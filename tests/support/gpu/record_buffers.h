#pragma once

#include "profiler/cupti/records.h"

#include <span>
#include <utility>
#include <vector>

namespace testing {

/// The record after `record` in the valid bytes of a buffer, or the first one if `record` is null.
/// Null at the end, at a truncated record, and at a kind whose size is 0. In a recording CUPTI
/// finds the next record.
inline const std::byte* nextRecord(std::span<const std::byte> valid, const std::byte* record,
    const profiler::cupti::RecordSizes& sizes = profiler::cupti::sizesOf130)
{
    using profiler::cupti::Kind;
    const auto bytesOf = [&sizes](const std::byte* at) -> std::size_t {
        const auto kind = static_cast<std::size_t>(profiler::cupti::recordKind(at));
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

/// Builds a buffer of records in CUPTI's format.
class RecordWriter {
public:
    /// Adds a record and returns its bytes: all 0 except its kind. Valid until the next call.
    std::byte* add(profiler::cupti::Kind kind)
    {
        const auto offset = m_bytes.size();
        m_bytes.resize(offset + profiler::cupti::recordBytes(kind));
        profiler::cupti::recordKind.put(m_bytes.data() + offset, kind);
        return m_bytes.data() + offset;
    }
    std::vector<std::byte> take() { return std::exchange(m_bytes, {}); }

private:
    std::vector<std::byte> m_bytes;
};

} // namespace testing
