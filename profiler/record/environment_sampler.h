#pragma once

#include "profiler/tables/profile_builder.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace profiler {

/// Samples the process and the machine on its own thread while a model is measured: memory and
/// threads of the process, clock, temperature, power, and how many processors are busy. What the
/// machine does not report is listed in Readings::missing with the reason.
///
/// One reading takes some tens of µs on another processor. On a machine with a single processor it
/// disturbs the measurement.
class EnvironmentSampler {
public:
    struct Series {
        std::string name;
        std::string unit;
        std::vector<std::uint64_t> timeNs; ///< CLOCK_MONOTONIC
        std::vector<double> value;
    };
    struct Missing {
        std::string name;
        std::string reason;
    };
    struct Readings {
        std::vector<Series> series;
        std::vector<Missing> missing;
    };

    /// Starts sampling at once. `root` is a prefix of /sys and /proc, for tests.
    explicit EnvironmentSampler(
        std::chrono::milliseconds every = std::chrono::milliseconds(100), std::string root = {});
    ~EnvironmentSampler();
    EnvironmentSampler(const EnvironmentSampler&) = delete;
    EnvironmentSampler& operator=(const EnvironmentSampler&) = delete;

    /// Ends the thread, takes a last reading and returns all readings.
    Readings finish();

private:
    struct State;
    std::unique_ptr<State> m_state;
};

/// Adds the series as counters and the missing series as conditions. `zeroNs`: CLOCK_MONOTONIC at
/// the start of the recording.
void addReadings(
    ProfileBuilder& builder, const EnvironmentSampler::Readings& readings, std::int64_t zeroNs);

} // namespace profiler
