#pragma once

#include "profiler/load/latency_histogram.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace profiler {

/// Metadata of a profile that was measured under load (LoadRecord).
namespace keys {
inline constexpr std::string_view streams = "settings.streams"; ///< requests at the same time
inline constexpr std::string_view rate
    = "settings.rate"; ///< requests a second; absent = closed loop
inline constexpr std::string_view arrivals = "settings.arrivals"; ///< `poisson` or `fixed`
} // namespace keys

/// What was measured with several requests at the same time. Each run of the profile that is no
/// warm-up is a request: its wall is the service time.
///
/// Closed loop: each stream sends its next request when the last one ended. Open loop: requests
/// arrive at planned times, whether or not a stream is free, and wait in one queue.
struct LoadRecord {
    /// Open loop: from the planned arrival to the end. Closed loop: as `service`.
    LatencyHistogram latency;
    LatencyHistogram
        wait; ///< from the planned arrival to the begin of work; empty in a closed loop
    LatencyHistogram service; ///< from the begin of work to the end
    std::int64_t spanNs = 0; ///< from the first arrival on, to the end of the last request
    double busy = 0; ///< share of the span in which a stream worked, mean of the streams, 0..1

    /// The queue of an open loop; all 0 in a closed one.
    std::uint64_t arrived = 0; ///< planned before no further request was taken
    std::uint64_t waitingAtHalf = 0; ///< had arrived and were not begun, at half of that time
    std::uint64_t waitingAtEnd = 0; ///< the same at its end
    double busyAtEnd = 0; ///< `busy` of the second half of that time

    /// A median of one stream that was measured alone before, with as many threads.
    struct Alone {
        std::uint32_t samples = 0; ///< 0 = not measured
        double medianNs = 0;
    };
    Alone wall;
    std::vector<Alone> steps; ///< by step; own times. Empty if not measured.
};

} // namespace profiler
