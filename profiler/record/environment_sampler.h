#pragma once

#include "profiler/tables/profile_builder.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace profiler {

/// What the process and the machine do while a model is measured, read every now and then on a
/// thread of its own: memory of the process, its threads, clock, temperature, power, and how busy
/// all processors are. What this machine does not tell is left out, with the reason.
///
/// One reading takes some tens of µs on another processor; on a machine with a single one it would
/// disturb what is measured, and that is said too.
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

    /// Begins at once. `root` is put before /sys and /proc, for tests.
    explicit EnvironmentSampler(
        std::chrono::milliseconds every = std::chrono::milliseconds(100), std::string root = {});
    ~EnvironmentSampler();
    EnvironmentSampler(const EnvironmentSampler&) = delete;
    EnvironmentSampler& operator=(const EnvironmentSampler&) = delete;

    /// Ends the thread; there is a last reading.
    Readings finish();

private:
    struct State;
    std::unique_ptr<State> m_state;
};

/// As counters and, what is missing, as conditions.
void addReadings(
    ProfileBuilder& builder, const EnvironmentSampler::Readings& readings, std::int64_t zeroNs);

} // namespace profiler
