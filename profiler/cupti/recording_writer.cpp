#include "profiler/cupti/recording_writer.h"

#include <algorithm>

namespace profiler::cupti {

using support::Result;

namespace {

void append(std::string& bytes, std::string_view text) { bytes += text; }

template <typename T>
requires std::is_arithmetic_v<T>
void append(std::string& bytes, T number)
{
    bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
}

/// The bytes of numbers and texts, one after another.
template <typename... Parts>
std::string joined(const Parts&... parts)
{
    std::string bytes;
    (append(bytes, parts), ...);
    return bytes;
}

} // namespace

Result<RecordingWriter> RecordingWriter::create(const std::filesystem::path& file)
{
    RecordingWriter writer(TRY(support::AtomicFile::create(file)));
    TRY(writer.m_file.write("OCUPTI01"));
    return writer;
}

void RecordingWriter::chunk(std::string_view tag, std::string_view content)
{
    if (m_written)
        m_written = m_file.write(joined(tag, std::uint32_t(0), std::uint64_t(content.size())));
    if (m_written)
        m_written = m_file.write(content);
}

void RecordingWriter::sawNext(const std::byte* record, const std::byte* next, std::size_t rest)
{
    if (record == nullptr)
        return;
    const auto kind = static_cast<std::size_t>(recordKind(record));
    if (kind >= m_sizes.size())
        return;
    if (next != nullptr)
        m_sizes[kind] = static_cast<std::uint32_t>(next - record);
    else if (m_sizes[kind] == 0)
        m_sizes[kind] = static_cast<std::uint32_t>(std::min(rest, recordBytes(Kind(kind))));
}

Surroundings RecordingWriter::watched(Surroundings surroundings)
{
    Surroundings watching;
    watching.text = [this, text = std::move(surroundings.text)](std::uint64_t address) {
        const auto found = text(address);
        m_texts.insert_or_assign(address, std::string(found));
        return found;
    };
    watching.functionName
        = [this, name = std::move(surroundings.functionName)](Kind kind, std::uint32_t function) {
              auto found = name(kind, function);
              m_functions.emplace(std::pair(static_cast<std::uint32_t>(kind), function), found);
              return found;
          };
    watching.release = std::move(surroundings.release);
    watching.next = [this, next = std::move(surroundings.next)](
                        std::span<const std::byte> valid, const std::byte* record) {
        const auto* const found = next(valid, record);
        if (record != nullptr)
            sawNext(record, found, valid.size() - static_cast<std::size_t>(record - valid.data()));
        return found;
    };
    return watching;
}

void RecordingWriter::buffer(std::span<const std::byte> valid)
{
    chunk("BUFF", { reinterpret_cast<const char*>(valid.data()), valid.size() });
}

Result<void> RecordingWriter::finish(const Recording& recording)
{
    m_texts.insert(recording.texts.begin(), recording.texts.end());
    m_functions.insert(recording.functions.begin(), recording.functions.end());
    const auto clock = recording.clock == DeviceClock::Realtime ? "realtime" : "monotonic";
    chunk("HEAD", "version " + std::to_string(recording.version) + "\nclock " + clock + "\n");
    std::string sizes;
    for (std::uint32_t kind = 0; kind < m_sizes.size(); ++kind) {
        if (m_sizes[kind] > sizesOf130[kind])
            sizes += joined(kind, m_sizes[kind]);
    }
    chunk("SIZE", sizes);
    for (const auto& [address, text] : m_texts)
        chunk("TEXT", joined(address, text));
    for (const auto& [key, name] : m_functions)
        chunk("FUNC", joined(key.first, key.second, name));
    for (const auto& [node, step] : recording.nodes)
        chunk("NODE", joined(node, step.value(), std::uint32_t(0)));
    for (const auto& window : recording.windows)
        chunk("WIND", joined(window.iteration, std::uint32_t(0), window.startNs, window.endNs));
    auto losses = joined(recording.dropped, recording.refused, recording.launches);
    if (recording.capturedKernels > 0)
        append(losses, recording.capturedKernels);
    chunk("LOSS", losses);
    TRY(std::move(m_written));
    return m_file.commit();
}

} // namespace profiler::cupti
