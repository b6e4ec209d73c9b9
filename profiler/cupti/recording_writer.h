#pragma once

#include "model/support/atomic_file.h"
#include "profiler/cupti/decoder.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace profiler::cupti {

/// What a file of the records that CUPTI delivered (`.ocb`) has besides its buffers. Tests without
/// a GPU read such files (tests/support/gpu/replay.h), and they are attached to bug reports. They
/// contain no weights, no values of tensors, no name of the host.
///
///     "OCUPTI01", then chunks: tag of four letters, four zeros, bytes as 64 bits, content
///     HEAD  lines `key value`: version of CUPTI, clock
///     SIZE  kind and bytes of its records, 32 bits each; only kinds longer than in CUPTI 13.0
///     BUFF  the valid bytes of one buffer
///     TEXT  an address in a record, 64 bits, and the text at this address
///     FUNC  kind, 32 bits, number of a function, 32 bits, its name
///     NODE  node of a graph, 64 bits, step, 32 bits, four zeros
///     WIND  run, 32 bits, four zeros, its start and end, 64 bits each, ns
///     LOSS  dropped records, refused buffers, counted launches, captured kernels (left out if 0):
///           64 bits each
///
/// All numbers are little endian.
struct Recording {
    std::uint32_t version = 0;
    DeviceClock clock = DeviceClock::Monotonic;
    std::map<std::uint64_t, std::string> texts;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::string> functions;
    std::map<std::uint64_t, engine::StepId> nodes;
    std::vector<DeviceWindow> windows;
    std::uint64_t dropped = 0;
    std::uint64_t refused = 0;
    std::uint64_t launches = 0;
    std::uint64_t capturedKernels = 0;
};

/// Writes the file while recording. A failed write does not stop the recording; finish() returns
/// the error.
class RecordingWriter {
public:
    static support::Result<RecordingWriter> create(const std::filesystem::path& file);

    /// Wraps `surroundings` so that the writer keeps all texts, function names and record sizes
    /// that are read through them. The writer must outlive the result.
    Surroundings watched(Surroundings surroundings);
    void buffer(std::span<const std::byte> valid);
    /// Writes `recording`, and the kept texts, names and sizes.
    support::Result<void> finish(const Recording& recording);

private:
    explicit RecordingWriter(support::AtomicFile file)
        : m_file(std::move(file))
    {
    }
    void chunk(std::string_view tag, std::string_view content);
    void sawNext(const std::byte* record, const std::byte* next, std::size_t rest);

    support::AtomicFile m_file;
    support::Result<void> m_written = {};
    std::map<std::uint64_t, std::string> m_texts;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::string> m_functions;
    RecordSizes m_sizes {};
};

} // namespace profiler::cupti
