#pragma once

#include "model/support/atomic_file.h"
#include "profiler/cupti/decoder.h"

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace profiler::cupti {

/// What CUPTI handed over, in a file (`.ocb`): for tests without a GPU, and to be attached to a
/// report of a fault. No weights, no values of tensors, no name of the host.
///
///     "OCUPTI01", then chunks: tag of four letters, four zeros, bytes as 64 bits, content
///     HEAD  lines `key value`: version of CUPTI, clock
///     SIZE  kind and bytes of its records, 32 bits each: newer records are longer
///     BUFF  the valid bytes of one buffer
///     TEXT  an address that records hold, 64 bits, and the text that was there
///     FUNC  kind, 32 bits, number of a function, 32 bits, its name
///     NODE  node of a graph, 64 bits, step, 32 bits, four zeros
///     WIND  run, 32 bits, four zeros, its start and end, 64 bits each, ns
///     LOSS  dropped records, refused buffers, counted launches, and kernels that were captured if
///           there are any: 64 bits each
///
/// All numbers little endian.
struct Recording {
    std::uint32_t version = 0;
    DeviceClock clock = DeviceClock::Monotonic;
    RecordSizes sizes = sizesOf130();
    std::vector<std::span<const std::byte>> buffers; ///< in the bytes that were read
    std::map<std::uint64_t, std::string> texts;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::string> functions;
    std::map<std::uint64_t, engine::StepId> nodes;
    std::vector<DeviceWindow> windows;
    std::uint64_t dropped = 0;
    std::uint64_t refused = 0;
    std::uint64_t launches = 0;
    std::uint64_t capturedKernels = 0;
};

/// The file may come from anybody: every length is checked. The recording keeps views into `bytes`.
support::Result<Recording> readRecording(std::span<const std::byte> bytes);

/// The trace that was made, or would have been made, of it.
DeviceTrace replay(const Recording& recording, const DecoderLimits& limits = {});

/// Writes a recording while it is made. What goes wrong is told by finish(): a recording goes on
/// without its file.
class RecordingWriter {
public:
    static support::Result<RecordingWriter> create(const std::filesystem::path& file);

    /// Surroundings that also tell the writer what it has to keep. The writer must outlive them.
    Surroundings watched(Surroundings surroundings);
    void buffer(std::span<const std::byte> valid);
    /// Besides what was watched; its buffers are not written again.
    support::Result<void> finish(const Recording& recording);

private:
    explicit RecordingWriter(support::AtomicFile file)
        : m_file(std::move(file))
    {
    }
    void chunk(std::string_view tag, std::span<const std::byte> content);
    void sawNext(const std::byte* record, const std::byte* next, std::size_t rest);

    support::AtomicFile m_file;
    support::Result<void> m_written = {};
    std::map<std::uint64_t, std::string> m_texts;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::string> m_functions;
    RecordSizes m_sizes {};
};

} // namespace profiler::cupti
