#pragma once

#include <cstdint>

namespace profiler::openvino {

/// Turns OpenVINO's mean time of an operator into times of single runs. After run n the library
/// tells `total / n` in whole microseconds, so the total is only known to n µs.
///
/// The time of a run is the mean of the runs before it (without the first, which is slow), moved as
/// little as the known range of the total demands. So the sum over all runs is right to n µs; a run
/// that differs by less than n µs from the others cannot be seen.
class SingleRunTimes {
public:
    /// Returns the time of the latest run in nanoseconds. `meanUs` is the mean after that run.
    std::int64_t next(std::int64_t meanUs);

private:
    std::int64_t m_runs = 0;
    std::int64_t m_firstNs = 0;
    std::int64_t m_totalNs = 0;
};

} // namespace profiler::openvino
