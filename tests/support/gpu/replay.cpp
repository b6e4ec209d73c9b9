#include "tests/support/gpu/replay.h"

#include "tests/support/gpu/record_buffers.h"

#include <algorithm>
#include <charconv>
#include <cstring>

namespace testing {

using namespace profiler;
using namespace profiler::cupti;
using support::ErrorKind;
using support::failAs;
using support::Result;

namespace {

constexpr std::string_view magic = "OCUPTI01";
constexpr std::size_t tagBytes = 4;
constexpr std::size_t headBytes = 16;
constexpr std::uint32_t maxRecordBytes = 4096;

/// Reads the bytes of one chunk from the front.
class Cursor {
public:
    explicit Cursor(std::span<const std::byte> bytes)
        : m_bytes(bytes)
    {
    }

    template <typename T>
    T take()
    {
        T value {};
        if (m_bytes.size() < sizeof value) {
            m_isShort = true;
            m_bytes = {};
            return value;
        }
        std::memcpy(&value, m_bytes.data(), sizeof value);
        m_bytes = m_bytes.subspan(sizeof value);
        return value;
    }
    std::string text()
    {
        std::string rest(reinterpret_cast<const char*>(m_bytes.data()), m_bytes.size());
        m_bytes = {};
        return rest;
    }
    std::span<const std::byte> rest() const { return m_bytes; }
    bool isAtEnd() const { return m_bytes.empty(); }
    bool isShort() const { return m_isShort; }

private:
    std::span<const std::byte> m_bytes;
    bool m_isShort = false;
};

void readHead(std::string_view text, ReadRecording& recording)
{
    while (!text.empty()) {
        const auto line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(text.size(), line.size() + 1));
        const auto space = std::min(line.find(' '), line.size());
        const auto key = line.substr(0, space);
        const auto value = line.substr(std::min(line.size(), space + 1));
        if (key == "version")
            std::from_chars(value.data(), value.data() + value.size(), recording.version);
        else if (key == "clock")
            recording.clock = value == "realtime" ? DeviceClock::Realtime : DeviceClock::Monotonic;
    }
}

/// Reads the chunk SIZE. False if a size is smaller than the record that the decoder reads.
bool readSizes(Cursor content, RecordSizes& sizes)
{
    while (!content.isAtEnd()) {
        const auto kind = content.take<std::uint32_t>();
        const auto bytes = content.take<std::uint32_t>();
        if (content.isShort() || kind >= sizes.size())
            return false;
        if (bytes < sizesOf130[kind] || bytes > maxRecordBytes)
            return false;
        sizes[kind] = bytes;
    }
    return true;
}

/// Reads one chunk. False if its content is invalid for the tag. Unknown tags are ignored.
bool readChunk(std::string_view tag, std::span<const std::byte> bytes, ReadRecording& recording)
{
    Cursor content(bytes);
    if (tag == "HEAD") {
        readHead(content.text(), recording);
    } else if (tag == "SIZE") {
        return readSizes(content, recording.sizes);
    } else if (tag == "BUFF") {
        recording.buffers.push_back(bytes);
    } else if (tag == "TEXT") {
        const auto address = content.take<std::uint64_t>();
        recording.texts[address] = content.text();
    } else if (tag == "FUNC") {
        const auto kind = content.take<std::uint32_t>();
        const auto function = content.take<std::uint32_t>();
        recording.functions[{ kind, function }] = content.text();
    } else if (tag == "NODE") {
        const auto node = content.take<std::uint64_t>();
        recording.nodes[node] = engine::StepId(content.take<std::uint32_t>());
    } else if (tag == "WIND") {
        DeviceWindow window;
        window.iteration = content.take<std::uint32_t>();
        content.take<std::uint32_t>();
        window.startNs = content.take<std::int64_t>();
        window.endNs = content.take<std::int64_t>();
        recording.windows.push_back(window);
    } else if (tag == "LOSS") {
        recording.dropped = content.take<std::uint64_t>();
        recording.refused = content.take<std::uint64_t>();
        recording.launches = content.take<std::uint64_t>();
        if (!content.isAtEnd())
            recording.capturedKernels = content.take<std::uint64_t>();
    }
    return !content.isShort();
}

} // namespace

Result<ReadRecording> readRecording(std::span<const std::byte> bytes)
{
    const std::string_view head(
        reinterpret_cast<const char*>(bytes.data()), std::min(bytes.size(), magic.size()));
    if (head != magic)
        return failAs(ErrorKind::File, "no recording of CUPTI: it does not begin with ", magic);
    ReadRecording recording;
    std::size_t at = magic.size();
    while (at < bytes.size()) {
        Cursor cursor(bytes.subspan(at));
        const auto tag = cursor.take<std::array<char, tagBytes>>();
        cursor.take<std::uint32_t>();
        const auto length = cursor.take<std::uint64_t>();
        const std::string_view name(tag.data(), tag.size());
        if (cursor.isShort() || length > cursor.rest().size())
            return failAs(ErrorKind::File, "the chunk at byte ", at, " of ", bytes.size(),
                " says it has ", length, " bytes: the recording is cut off");
        if (!readChunk(name, cursor.rest().first(length), recording))
            return failAs(ErrorKind::File, "the chunk ", name, " at byte ", at,
                " does not hold what it should");
        at += headBytes + length;
    }
    return recording;
}

DeviceTrace replay(const ReadRecording& recording)
{
    Surroundings around;
    around.text = [&recording](std::uint64_t address) {
        const auto found = recording.texts.find(address);
        return found != recording.texts.end() ? std::string_view(found->second)
                                              : std::string_view();
    };
    around.functionName = [&recording](Kind kind, std::uint32_t function) {
        const auto found = recording.functions.find({ static_cast<std::uint32_t>(kind), function });
        return found != recording.functions.end() ? found->second
                                                  : "function " + std::to_string(function);
    };
    around.release = [](std::uint64_t) {};
    around.next = [&recording](std::span<const std::byte> valid, const std::byte* record) {
        return nextRecord(valid, record, recording.sizes);
    };
    Decoder decoder(std::move(around));
    for (const auto buffer : recording.buffers)
        decoder.decode(buffer);
    Ending ending;
    ending.windows = recording.windows;
    ending.launches = recording.launches;
    ending.capturedKernels = recording.capturedKernels;
    ending.stepOfNode = [&recording](std::uint64_t node) {
        const auto found = recording.nodes.find(node);
        return found != recording.nodes.end() ? found->second : engine::StepId();
    };
    auto trace = decoder.finish(ending);
    trace.losses.droppedRecords += recording.dropped;
    trace.losses.refusedBuffers += recording.refused;
    trace.clock.clock = recording.clock;
    trace.tracer = "CUPTI " + std::to_string(recording.version);
    return trace;
}

} // namespace testing
