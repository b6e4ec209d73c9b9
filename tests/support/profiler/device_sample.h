#pragma once

#include "profiler/device/device_trace.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace testing {

/// What a tracer of a device would have told of runs that never happened, with what a profile needs
/// besides. `tables` has steps, runs and the host's slices; the trace is not in it yet.
struct DeviceSample {
    profiler::Profile tables;
    profiler::DeviceTrace trace;
    std::int64_t zeroNs = 0; ///< of the trace's times
};
/// The whole as a profile.
std::shared_ptr<const profiler::Profile> profileOf(DeviceSample sample);

/// A small transformer on one GPU, simulated: the host launches step after step, the device works
/// one stream in order. Two steps run on the CPU with their copies, one step reads a value back and
/// so waits, one library call launches three kernels, and the end of a run copies its output.
/// Figures are the same for the same arguments.
struct DeviceSampleShape {
    std::uint32_t blocks = 4; ///< of seven operators
    std::uint32_t rounds = 6; ///< of a recorded and an unrecorded run
    std::uint32_t warmUp = 2;
    std::int64_t launchNs = 4'500; ///< host time of one launch
    double slower = 1; ///< factor of all kernels: 0.05 makes the run launch-bound
    std::uint32_t lostEvery = 0; ///< every so many kernels one has no time; 0 = none
    bool isOnCpu = false; ///< the same model and names without a device, for comparisons
};
DeviceSample deviceSample(const DeviceSampleShape& shape = {});

/// A sample from lines, times in ns; records belong to the step above them:
///
///     run 0 100000
///       step MatMul 1000 5000             of the host: start, duration; runs on the device
///         call cudaLaunchKernel 2000 3000 1         start, duration, correlation
///         kernel gemm 6000 20000 1                  start, duration, correlation
///         copy h2d 4096 6000 500 2                  h2d d2h d2d set; bytes, start, duration
///       cpu NonZero 30000 4000            a step that runs on the CPU
///       wait 40000 9000                   the host waits for the device
///       overhead full 50000 100           `full`: command buffer full; `flush`
///       lost 3                            a kernel without time, of that correlation
///       loose fill 60000 100 4            a kernel that no step asked for
///
/// A kernel or copy may end in `on N`, its stream.
DeviceSample deviceSampleFromText(std::string_view lines);

} // namespace testing
