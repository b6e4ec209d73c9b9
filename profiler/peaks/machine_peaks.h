#pragma once

#include "model/support/result.h"
#include "profiler/tables/metadata.h"

#include <cstdint>
#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

namespace profiler {

/// Measured peaks of this machine, the roofs of a roofline chart.
///
/// Arithmetic: chains of fused multiply-adds in registers, wide enough to fill the units. Types are
/// float, bf16 with float sums and int8 with 32-bit sums. Uses the fastest instructions that the
/// processor has and the system allows (short_products.h).
/// Bandwidth: a[i] = b[i] + s·c[i] over 1 MiB (caches near a core), 16 MiB and 256 MiB (main
/// memory), counted as three accesses.
/// Each figure is the best of five windows on all threads together. A busy machine does not reach
/// its peak: if the windows disagree, the figures have a `distrust` and must not be stored.
struct Bandwidth {
    std::uint64_t bytes = 0; ///< of the three arrays of one thread
    double bytesPerSecond = 0;
};

/// Arithmetic peak of a type that is shorter than float.
struct ShortPeak {
    double flopsPerSecond = 0; ///< a multiply-add counts two; 0 = unknown
    /// Instructions (`AMX`, `AVX512-VNNI`), or `float` if the type is converted to float. Empty:
    /// for a device, or measured by an older version, which knew AVX512-BF16 only.
    std::string by;
};

struct MachinePeaks {
    std::uint32_t threads = 1;
    /// Name of the device (device_peaks.h); empty: the processor.
    std::string device;
    /// For a device: implementation of the products (`cuBLASLt 13.1.0 algorithm 66`), and whether a
    /// missing library would be faster.
    std::string arithmeticBy;
    bool isLowerBound = false;
    /// Peak of float; a multiply-add counts two. For a device, in the precision of the run.
    double flopsPerSecond = 0;
    ShortPeak bf16; ///< with float sums; for a device, tf32
    ShortPeak int8; ///< with 32-bit sums
    std::vector<Bandwidth> bandwidths; ///< smallest arrays first
    std::int64_t measuredAt = 0; ///< s since 1970
    /// Ratio of the median to the best of five windows; the lowest over all figures, 0 = unknown.
    double agreement = 0;
    std::string distrust; ///< why they may be too low; empty: they can be stored
};

/// Measures the peaks in about four seconds. Fails if it is stopped or if there is not enough
/// memory.
support::Result<MachinePeaks> measurePeaks(std::uint32_t threads, std::stop_token stop = {});

/// Write the peaks to the metadata of a profile (`peak.flops_per_s`, `peak.bytes_per_s.16777216`),
/// and read them; nothing if absent.
void describePeaks(Metadata& metadata, const MachinePeaks& peaks);
std::optional<MachinePeaks> peaksOf(const Metadata& metadata);

/// Returns the file of stored peaks: `$XDG_CACHE_HOME/opscope/peaks.json`, otherwise below
/// `~/.cache`. Empty without a home folder.
std::filesystem::path peaksFile();
/// Stores the peaks and keeps those of other numbers of threads. Refuses peaks with `distrust`.
support::Result<void> storePeaks(const std::filesystem::path& file, const MachinePeaks& peaks);
/// Returns the stored peaks for this number of threads, if they were measured on this processor.
std::optional<MachinePeaks> storedPeaks(const std::filesystem::path& file, std::uint32_t threads);

/// True if the profile was recorded on the same model of processor as this machine's.
bool isOfThisProcessor(const Metadata& metadata);
/// Returns the peaks for a profile: those in its metadata, otherwise those stored on this machine
/// if it has the same processor. For a run on a device, the roofs of that device, or nothing.
std::optional<MachinePeaks> knownPeaks(const Metadata& metadata);

} // namespace profiler
