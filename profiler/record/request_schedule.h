#pragma once

#include "profiler/tables/load_record.h"

#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <random>
#include <span>
#include <string_view>
#include <vector>

namespace profiler {

enum class Arrivals { Poisson, Fixed };
std::string_view arrivalsName(Arrivals arrivals);

/// How a model is loaded with requests.
struct LoadOptions {
    std::uint32_t streams = 1; ///< requests that may run at the same time
    std::optional<double> rate; ///< arrivals a second of an open loop; nothing = closed loop
    Arrivals arrivals = Arrivals::Poisson;
    std::uint64_t seed = 0; ///< of Poisson arrivals
    std::uint64_t requests = 1'000'000; ///< at most
    std::chrono::nanoseconds limit
        = std::chrono::seconds(10); ///< no request is begun after it; 0 = none
};

/// Planned arrivals of an open loop, in ns after its begin. Fixed: 0, 1/rate, 2/rate … Poisson:
/// pauses are exponential, so many independent users are simulated. The same seed gives the same
/// times on every machine.
class ArrivalTimes {
public:
    ArrivalTimes(Arrivals arrivals, double rate, std::uint64_t seed);
    std::int64_t next();

private:
    Arrivals m_arrivals;
    double m_rate;
    std::mt19937_64 m_random;
    std::uint64_t m_number = 0;
    double m_atNs = 0;
};

/// Gives requests to streams, first come, first served. A stream that is free takes the next one,
/// and waits for it if it has not arrived yet. Thread-safe. Times are ns after the begin.
class RequestSchedule {
public:
    explicit RequestSchedule(const LoadOptions& options);

    struct Request {
        std::uint64_t number = 0; ///< from 0
        std::int64_t arrivalNs = 0;
    };
    /// Returns the next request for a stream that is free at `nowNs`; nothing if the load ends:
    /// after the last request, or at the time limit.
    std::optional<Request> take(std::int64_t nowNs);
    /// True if all requests were taken.
    bool isExhausted() const;

private:
    const LoadOptions m_options;
    mutable std::mutex m_mutex; // guards all below
    std::optional<ArrivalTimes> m_arrivals;
    std::uint64_t m_taken = 0;
};

/// When a request arrived, and when a stream worked at it, in ns after the begin.
struct RequestTimes {
    std::int64_t arrivalNs = 0; ///< of a closed loop: startNs
    std::int64_t startNs = 0;
    std::int64_t endNs = 0;
};

/// Makes the record of finished requests, in any order. `endNs`: from then on no request was taken
/// (time limit, stop), or nothing if all were. Arrivals up to then that no stream took count as
/// waiting.
LoadRecord loadRecord(const LoadOptions& options, std::span<const RequestTimes> requests,
    std::optional<std::int64_t> endNs);

} // namespace profiler
