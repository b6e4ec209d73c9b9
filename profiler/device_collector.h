#pragma once

#include "engine/observer.h"
#include "model/support/result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace engine {
class Backend;
}

namespace profiler {

/// What a device did while a model ran, as its vendor's tracer tells it. Implemented in the
/// device's module (profiler/cupti); the program knows this interface only.
///
/// Times are nanoseconds of the host's steady clock. An operator owns work by the id that was
/// pushed around its step, never by time; work whose step is unknown keeps an invalid id and is
/// shown as such.

/// Step and repetition of a run. `step` is invalid for what no step asked for.
struct DeviceOwner {
    engine::StepId step;
    std::uint32_t iteration = 0;
};

struct DeviceKernel {
    std::int64_t startNs = 0;
    std::int64_t endNs
        = 0; ///< a record whose end is not after its start was lost: see DeviceLosses
    DeviceOwner owner;
    std::uint32_t name = 0; ///< in DeviceTrace::names
    std::uint32_t correlation = 0; ///< of the call that launched it
    std::uint32_t stream = 0;
    std::uint32_t grid[3] = {};
    std::uint32_t block[3] = {};
    std::uint32_t registersPerThread = 0;
    std::uint32_t staticSharedBytes = 0;
    std::uint32_t dynamicSharedBytes = 0;
    std::uint64_t graphNode = 0; ///< 0 outside of graphs
};

enum class DeviceCopyKind : std::uint8_t { HostToDevice, DeviceToHost, DeviceToDevice, Set };

struct DeviceCopy {
    std::int64_t startNs = 0;
    std::int64_t endNs = 0;
    DeviceOwner owner;
    DeviceCopyKind kind = DeviceCopyKind::HostToDevice;
    std::uint64_t bytes = 0;
    std::uint32_t correlation = 0;
    std::uint32_t stream = 0;
};

/// A call of the host into the driver or the runtime.
struct DeviceCall {
    std::int64_t startNs = 0;
    std::int64_t endNs = 0;
    DeviceOwner owner;
    std::uint32_t name = 0;
    std::uint32_t correlation = 0;
    std::uint32_t thread = 0; ///< of the operating system
    std::int32_t result = 0;
};

/// Time that is nobody's work: waits, and what the tracer itself or the driver cost.
struct DeviceSpan {
    enum class Kind : std::uint8_t { Synchronise, Overhead };
    std::int64_t startNs = 0;
    std::int64_t endNs = 0;
    Kind kind = Kind::Synchronise;
    std::uint32_t name = 0;
};

/// What is missing. Sums over a trace with losses are lower bounds.
struct DeviceLosses {
    std::uint64_t droppedRecords = 0; ///< the tracer had no room
    std::uint64_t withoutTime = 0; ///< records with no or negative duration
    std::uint64_t missingLaunches = 0; ///< launches that were counted and never came
    std::uint64_t unlinked = 0; ///< records that no step asked for

    bool isNone() const
    {
        return droppedRecords == 0 && withoutTime == 0 && missingLaunches == 0 && unlinked == 0;
    }
};

struct DeviceTrace {
    std::vector<std::string> names;
    std::vector<DeviceKernel> kernels; ///< by start
    std::vector<DeviceCopy> copies;
    std::vector<DeviceCall> calls;
    std::vector<DeviceSpan> spans;
    DeviceLosses losses;
    std::string tracer; ///< `CUPTI 13.0.85`
    std::int64_t clockErrorNs = 0; ///< most by which a kernel began before its launch
};

struct CollectorOptions {
    std::uint64_t mostHostBytes = 512u
        << 20; ///< for records; what does not fit is dropped and counted
    bool withCalls = true;
};

/// Records one run after another. Called on the engine's thread; `pushOp` and `popOp` neither block
/// nor allocate.
class DeviceCollector {
public:
    virtual ~DeviceCollector() = default;
    virtual support::Result<void> start() = 0;
    /// Waits for the device, and gives what was recorded since start().
    virtual support::Result<DeviceTrace> stop() = 0;
    /// What the device is asked to do until popOp() belongs to this step.
    virtual void pushOp(engine::StepId step, std::uint32_t iteration) = 0;
    virtual void popOp() = 0;
    /// What cannot be had here, one sentence each: counters without permission, coarse times.
    virtual std::vector<std::string> limits() const = 0;
};

} // namespace profiler
