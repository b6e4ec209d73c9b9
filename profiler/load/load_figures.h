#pragma once

#include "model/support/text.h"
#include "profiler/statistics/generation.h"
#include "profiler/tables/load_record.h"
#include "profiler/tables/profile.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace profiler {

/// Figures of a profile that was measured under load (Profile::load), for window, command line and
/// reports.

struct LoadPercentile {
    std::string_view name; ///< `p99.9`
    double fraction = 0;
};
/// p50, p90, p95, p99, p99.9.
std::span<const LoadPercentile> loadPercentiles();
/// Returns a percentile in ns; nothing if there are too few values for it (valuesNeeded).
std::optional<double> shownPercentile(const LatencyHistogram& histogram, double fraction);
/// `p99.9 is not shown: it needs 3,688 requests, there are 200`, without those that are shown.
/// Empty if all are.
std::string missingPercentilesText(const LoadRecord& load);

/// A row of the table of percentiles.
struct LoadTime {
    std::string_view name; ///< `latency`, `wait`, `service`
    const LatencyHistogram* histogram;
};
/// Latency, and in an open loop wait and service time.
std::vector<LoadTime> loadTimes(const LoadRecord& load);

/// Requests by the time from the first arrival to the end of the last request; 0 without any.
double requestsPerSecond(const LoadRecord& load);

/// True if the queue of an open loop grew: more requests waited at the end than at half time, by
/// more than one per stream, although the streams worked 97 % of the second half. Then the rate is
/// above what the streams can do, and latencies depend on the length of the measurement.
bool isQueueGrowing(const Profile& profile);
/// Returns isQueueGrowing() as a sentence with its numbers; empty for a closed loop.
std::string queueText(const Profile& profile);

/// Returns how requests were made, in two sentences: `4 streams of 1 thread each`; then `closed
/// loop` or `200 requests a second in all, Poisson arrivals`.
std::vector<support::Sentence> loadSentences(const Metadata& metadata);
/// Returns loadSentences() in English, separated by commas.
std::string loadText(const Metadata& metadata);
/// Returns a warning for more threads than cores: `4 streams of 2 threads each share 2 cores`;
/// empty if every thread can have a core.
std::string oversubscriptionText(std::int64_t streams, std::int64_t threads, std::int64_t cores);

/// Returns how many times as long as alone a step takes; nothing if one of the medians is not
/// known.
std::optional<double> timesAlone(const LoadRecord& load, engine::StepId step, double medianNs);
/// The median of a step alone in ns; nothing if it was not measured.
std::optional<double> aloneNs(const LoadRecord& load, engine::StepId step);

/// Key figures; empty for other profiles. `serviceNs`: median wall of the requests without
/// recording, if there are any.
std::vector<FigureLine> loadLines(const Profile& profile, double serviceNs);

} // namespace profiler
