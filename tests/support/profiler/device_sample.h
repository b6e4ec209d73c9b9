#pragma once

#include "profiler/device/device_trace.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace testing {

/// Simulated records of a device tracer, and the rest of a profile. `tables` has steps, runs and
/// the host's slices, but not yet the trace.
struct DeviceSample {
    profiler::Profile tables;
    profiler::DeviceTrace trace;
    std::int64_t zeroNs = 0; ///< offset of the trace's times
};
/// Joins both parts to a profile.
std::shared_ptr<const profiler::Profile> profileOf(DeviceSample sample);

/// A simulated small transformer on one GPU: the host launches step by step, and the device
/// executes one stream in order. Two steps run on the CPU, with copies. One step reads a value back
/// and therefore waits. One library call launches three kernels. A run ends with a copy of its
/// output. The same arguments give the same figures.
struct DeviceSampleShape {
    std::uint32_t blocks = 4; ///< of seven operators each
    std::uint32_t rounds = 6; ///< of one recorded and one unrecorded run each
    std::uint32_t warmUp = 2;
    std::int64_t launchNs = 4'500; ///< host time of one launch
    double slower = 1; ///< factor of all kernel times: 0.05 makes the run launch-bound
    std::uint32_t lostEvery = 0; ///< one of this many kernels has no time; 0 = none
    bool isOnCpu = false; ///< the same model and names without a device, for comparisons
};
DeviceSample deviceSample(const DeviceSampleShape& shape = {});

/// Builds a sample from lines. Times are in ns; records belong to the step above them:
///
///     run 0 100000
///       step MatMul 1000 5000             on the host: start, duration; runs on the device
///         call cudaLaunchKernel 2000 3000 1         start, duration, correlation
///         kernel gemm 6000 20000 1                  start, duration, correlation
///         copy h2d 4096 6000 500 2                  h2d d2h d2d set; bytes, start, duration
///       cpu NonZero 30000 4000            a step that runs on the CPU
///       wait 40000 9000                   the host waits for the device
///       overhead full 50000 100           `full`: command buffer full; `flush`
///       lost 3                            a kernel without times: correlation
///       loose fill 60000 100 4            a kernel that belongs to no step
///
/// The line of a kernel or copy may end with `on N`, its stream.
DeviceSample deviceSampleFromText(std::string_view lines);

} // namespace testing
