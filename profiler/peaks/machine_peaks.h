#pragma once

#include "model/support/result.h"
#include "profiler/tables/metadata.h"

#include <cstdint>
#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

namespace profiler {

/// What this machine can do at most, measured: the roofs of a roofline chart.
///
/// Arithmetic: chains of fused multiply-adds in registers, wide enough to fill the units: of float,
/// of bf16 with float sums, of int8 with sums of 32 bits, by the fastest instructions that the
/// processor has and the system allows (short_products.h).
/// Bandwidth: a[i] = b[i] + s·c[i] over 1 MiB (caches near a core), 16 MiB and 256 MiB (main
/// memory), counted as three accesses. Each is the best of five windows on all threads together. A
/// machine that does something else at the same time cannot show its peak: if the windows disagree
/// the figures are returned with the reason and must not be kept.
struct Bandwidth {
    std::uint64_t bytes = 0; ///< of the three arrays of one thread
    double bytesPerSecond = 0;
};

/// Arithmetic peak of a type shorter than float.
struct ShortPeak {
    double flopsPerSecond = 0; ///< multiply-adds count two; 0 = not known
    /// The instructions (`AMX`, `AVX512-VNNI`), or `float` if the type is widened to that. Empty:
    /// of a device, or measured by an older version, which knew AVX512-BF16 only.
    std::string by;
};

struct MachinePeaks {
    std::uint32_t threads = 1;
    /// Name of a device that these are the roofs of (device_peaks.h); empty: the processor.
    std::string device;
    /// Of a device: who multiplied (`cuBLASLt 13.1.0 algorithm 66`), and whether a library that is
    /// not there would be faster.
    std::string arithmeticBy;
    bool isLowerBound = false;
    double flopsPerSecond
        = 0; ///< float, multiply-adds count two; of a device in the run's precision
    ShortPeak bf16; ///< with float sums; of a device tf32
    ShortPeak int8; ///< with sums of 32 bits
    std::vector<Bandwidth> bandwidths; ///< smallest arrays first
    std::int64_t measuredAt = 0; ///< s since 1970
    double agreement = 0; ///< of the five windows, the middle one of the best; the least of all
                          ///< figures, 0 = not known
    std::string distrust; ///< why they may be too low; empty: they may be kept
};

/// Takes about four seconds. Fails if it is stopped or the memory is not there.
support::Result<MachinePeaks> measurePeaks(std::uint32_t threads, std::stop_token stop = {});

/// As metadata of a profile (`peak.flops_per_s`, `peak.bytes_per_s.16777216`), and back; nothing if
/// they are not there.
void describePeaks(Metadata& metadata, const MachinePeaks& peaks);
std::optional<MachinePeaks> peaksOf(const Metadata& metadata);

/// Where peaks of this user's machine are kept: `$XDG_CACHE_HOME/opscope/peaks.json`, else below
/// `~/.cache`. Empty without a home.
std::filesystem::path peaksFile();
/// Keeps them beside those of other numbers of threads; refuses peaks with distrust.
support::Result<void> storePeaks(const std::filesystem::path& file, const MachinePeaks& peaks);
/// Those of this number of threads, if they were measured on this processor.
std::optional<MachinePeaks> storedPeaks(const std::filesystem::path& file, std::uint32_t threads);

/// Whether a profile was taken on this machine's kind of processor.
bool isOfThisProcessor(const Metadata& metadata);
/// What is known of the machine that a profile was taken on: what it carries, else what was
/// measured on this machine since, if it is one of this processor. Of a run on a device the roofs
/// of that device, or nothing.
std::optional<MachinePeaks> knownPeaks(const Metadata& metadata);

} // namespace profiler
