#pragma once

#include "engine/run/observer.h"
#include "model/support/result.h"

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace engine {
class Backend;
}

namespace profiler {

/// Records of what a device did while a model ran, made by the vendor's tracer. The device's module
/// (profiler/cupti) implements the interface DeviceCollector; the program uses only that interface.
///
/// Times are nanoseconds of CLOCK_MONOTONIC. Work belongs to the step whose id was pushed when the
/// host enqueued it. Times never decide that. Work of an unknown step keeps an invalid step id and
/// is shown without an operator. Rows are sorted by start.
///
/// Each call of the host has a `correlation` of its own. The kernel, copy, wait or graph launch
/// that the call enqueued has the same value; 0 means that there is no call. All kernels of one
/// graph launch share the correlation of the launch, and each has a `graphNode`.

/// The step and the run that work belongs to. `step` is invalid if no step enqueued the work.
/// `iteration` is an index into Profile::runs, the number given to Recorder::prepareRun.
struct DeviceOwner {
    static constexpr std::uint32_t noIteration = 0xffffffffu;
    engine::StepId step;
    std::uint32_t iteration = noIteration;

    bool operator==(const DeviceOwner&) const = default;
};

struct DeviceKernel {
    std::int64_t startNs = 0;
    /// If not after `startNs`, the record has no valid time (DeviceLosses::withoutTime).
    std::int64_t endNs = 0;
    std::uint64_t graphNode = 0; ///< 0 outside of graphs
    DeviceOwner owner;
    std::uint32_t name = 0; ///< index into DeviceTrace::names; demangled
    std::uint32_t correlation = 0;
    std::uint32_t stream = 0;
    std::uint32_t graph = 0; ///< 0 outside of graphs
    std::array<std::uint32_t, 3> grid {};
    std::array<std::uint32_t, 3> block {};
    std::array<std::uint32_t, 3> cluster {}; ///< 0 without clusters
    std::uint32_t registersPerThread = 0;
    std::uint32_t staticSharedBytes = 0;
    std::uint32_t dynamicSharedBytes = 0;
    std::uint32_t localBytesPerThread = 0; ///< spilled registers and arrays
    std::uint16_t device = 0; ///< CUDA's number of the device, as DeviceProperties::number
};

enum class DeviceCopyKind : std::uint8_t {
    HostToDevice,
    DeviceToHost,
    DeviceToDevice,
    PeerToPeer,
    HostToHost,
    Set, ///< fills memory with a value
    Other,
};

struct DeviceCopy {
    std::int64_t startNs = 0;
    std::int64_t endNs = 0; ///< as DeviceKernel::endNs
    std::uint64_t bytes = 0;
    std::uint64_t graphNode = 0;
    DeviceOwner owner;
    std::uint32_t correlation = 0;
    std::uint32_t stream = 0;
    std::uint32_t graph = 0;
    std::uint16_t device = 0;
    DeviceCopyKind kind = DeviceCopyKind::HostToDevice;
    bool isAsync = false;
    bool isPinned = false; ///< the host memory is page-locked; pageable memory is copied twice
};

/// A call of the host into the driver or the runtime.
struct DeviceCall {
    std::int64_t startNs = 0;
    std::int64_t endNs = 0;
    DeviceOwner owner;
    std::uint32_t name = 0; ///< `cudaLaunchKernel`, `cuMemAllocAsync`
    std::uint32_t correlation = 0;
    std::uint32_t thread = 0; ///< thread id of the operating system
    std::int32_t result = 0; ///< 0 is success
    bool isDriver = false; ///< a function of the driver (libcuda), not of the CUDA runtime
};

/// What the host or a stream waited for.
enum class DeviceWaitKind : std::uint8_t { Event, StreamForEvent, Stream, Context, Other };

struct DeviceWait {
    static constexpr std::uint32_t noStream = 0xffffffffu;
    std::int64_t startNs = 0;
    std::int64_t endNs = 0;
    DeviceOwner owner;
    std::uint32_t correlation = 0;
    std::uint32_t stream = noStream; ///< noStream: the wait is for all streams of the context
    DeviceWaitKind kind = DeviceWaitKind::Other;
};

/// Time that the tracer itself or the driver took.
enum class DeviceOverheadKind : std::uint8_t {
    DriverCompiler,
    BufferFlush, ///< the tracer passes its records to the program
    Instrumentation, ///< the tracer changes the code of a kernel
    Resource, ///< the tracer creates or frees its own resources
    LazyLoading, ///< the driver loads a kernel at its first use
    CommandBufferFull, ///< the host is too far ahead of the device
    ActivityBufferRequest,
    Other,
};

struct DeviceOverhead {
    std::int64_t startNs = 0;
    std::int64_t endNs = 0;
    std::uint32_t correlation = 0; ///< of the call that contains it; 0 if unknown
    DeviceOverheadKind kind = DeviceOverheadKind::Other;
};

/// One compilation of PTX by the driver, or one access to the driver's cache of compiled code.
struct DeviceCompilation {
    enum class Kind : std::uint8_t { CacheLoad, CacheStore, Compile };
    std::int64_t startNs = 0;
    std::int64_t endNs = 0;
    std::uint64_t bytes = 0; ///< size of the code in the cache; 0 = unknown
    std::uint32_t correlation = 0;
    Kind kind = Kind::Compile;
};

/// One launch of a CUDA graph as one span. Only without a tracer, instead of its kernels.
struct DeviceGraphLaunch {
    std::int64_t startNs = 0;
    std::int64_t endNs = 0;
    DeviceOwner owner; ///< the run only; the step is invalid
    std::uint32_t correlation = 0;
    std::uint32_t stream = 0;
    std::uint32_t graph = 0;
    std::uint16_t device = 0;
};

/// One step on a stream as one span: kernels, copies, and the waits for the host in between. Used
/// where no tracer records kernels and copies one by one.
struct DeviceStepSpan {
    std::int64_t startNs = 0;
    std::int64_t endNs = 0;
    DeviceOwner owner;
    std::uint32_t correlation = 0; ///< always 0: no call is recorded
    std::uint32_t stream = 0;
    std::uint16_t device = 0;
};

/// Host times of beginRun() and endRun(). The device has finished the run's work by endRun().
struct DeviceWindow {
    std::uint32_t iteration = 0;
    std::int64_t startNs = 0;
    std::int64_t endNs = 0;
};

/// Properties of a device as the tracer reports them. 0 and empty texts mean unknown.
struct DeviceProperties {
    std::uint32_t number = 0;
    std::string name; ///< `NVIDIA H200`
    std::string uuid; ///< `GPU-…`
    std::uint32_t computeMajor = 0;
    std::uint32_t computeMinor = 0;
    std::uint32_t multiprocessors = 0;
    std::uint32_t warpsPerMultiprocessor = 0; ///< maximum of resident warps
    std::uint32_t blocksPerMultiprocessor = 0; ///< maximum of resident blocks
    std::uint32_t registersPerMultiprocessor = 0;
    std::uint32_t sharedBytesPerMultiprocessor = 0;
    std::uint32_t l2Bytes = 0;
    std::uint64_t memoryBytes = 0;
    std::uint64_t memoryBytesPerSecond = 0; ///< theoretical bandwidth, not measured
    std::uint64_t clockHertz = 0; ///< highest clock of the multiprocessors
    bool isPartition = false; ///< MIG is enabled on the device
};

/// One quantity over time, read through NVML: power, energy, a clock, temperature, ...
struct DeviceSeries {
    std::string name; ///< `power`, `SM clock`
    std::string unit; ///< `watts`, `joules`, `hertz`, `celsius`, `bytes`; empty for bits and states
    std::vector<std::int64_t> timeNs;
    std::vector<double> value;
};
/// A series that could not be read, and why.
struct DeviceMissingSeries {
    std::string name;
    std::string reason;
};
/// Bits of the series `clock event reasons`: why clocks are below their maximum. Source: NVML,
/// nvmlClocksEventReasons.
namespace clockEvents {
inline constexpr std::uint64_t idle = 1;
inline constexpr std::uint64_t applicationClocks = 2;
inline constexpr std::uint64_t powerCap = 4;
inline constexpr std::uint64_t hardwareSlowdown = 8;
inline constexpr std::uint64_t syncBoost = 0x10;
inline constexpr std::uint64_t thermal = 0x20;
inline constexpr std::uint64_t hardwareThermal = 0x40;
inline constexpr std::uint64_t hardwarePowerBrake = 0x80;
}

/// Hardware counters per step. They come from extra runs; the times of those runs are not used.
struct DeviceMetrics {
    struct Row {
        engine::StepId step;
        std::vector<double> values; ///< parallel to `names`; NaN = unknown
    };
    std::vector<std::string> names; ///< `dram__bytes_read.sum`
    std::vector<Row> rows;
    std::uint32_t passes = 0; ///< number of runs that the measurement took
};

/// Counts of missing and incomplete records. Sums over a trace with losses are lower bounds.
struct DeviceLosses {
    std::uint64_t droppedRecords = 0; ///< the tracer or the decoder had no memory for them
    std::uint64_t refusedBuffers = 0; ///< requests of the tracer for a buffer that got none
    std::uint64_t withoutTime = 0; ///< records with no or negative duration
    std::uint64_t missingLaunches = 0; ///< launches of kernels without a record of the kernel
    std::uint64_t unlinked = 0; ///< kernels and copies of recorded runs that belong to no step
    std::uint64_t damagedBuffers = 0; ///< buffers that could not be decoded to their end

    bool operator==(const DeviceLosses&) const = default;
    bool isNone() const { return *this == DeviceLosses(); }
};

/// The clock that the tracer's times come from. All times are converted to CLOCK_MONOTONIC.
enum class DeviceClock : std::uint8_t {
    Monotonic, ///< the tracer reads CLOCK_MONOTONIC itself
    Realtime, ///< CLOCK_REALTIME; its offset to CLOCK_MONOTONIC is sampled during the recording
    Events, ///< the device's clock (CUDA events), compared with the host's before each run
};

/// How well the device's times fit the host's.
struct DeviceClockCheck {
    DeviceClock clock = DeviceClock::Monotonic;
    /// Kernels whose start is before the start of the call that launched them. This is impossible,
    /// so the clocks differ by at least that much.
    std::uint64_t violations = 0;
    std::int64_t errorNs = 0; ///< median of those differences; 0 without violations
    std::int64_t offsetErrorNs = 0; ///< Realtime, Events: uncertainty of the offset
    std::uint32_t steps = 0; ///< Realtime: how often the system's clock was set meanwhile
};

/// Something that cannot be recorded here, or only in part. All views show these texts.
struct DeviceLimit {
    std::string code; ///< for programs: `tracer-taken`
    std::string message; ///< what was found and what was expected; lower case, no full stop
    std::string advice; ///< what to do; may be empty
    bool operator==(const DeviceLimit&) const = default;
};

/// What a trace tells besides events: tracer, devices, losses, limits, metrics. It is the header of
/// the device part of a profile (DeviceTables::record). Exports write it too.
struct DeviceRecord {
    /// `CUPTI 13.0.1 (130001)`, `CUDA events`; empty: no tracer, times are those of the host
    std::string tracer;
    std::vector<DeviceProperties> devices;
    DeviceLosses losses;
    DeviceClockCheck clock;
    std::vector<DeviceLimit> limits; ///< DeviceCollector::limits() at stop()
    DeviceMetrics metrics; ///< empty if no counters were measured
};

/// All records from start() to stop() of a collector.
struct DeviceTrace : DeviceRecord {
    std::vector<std::string> names; ///< of kernels and functions, each once
    std::vector<DeviceKernel> kernels;
    std::vector<DeviceCopy> copies;
    std::vector<DeviceCall> calls;
    std::vector<DeviceWait> waits;
    std::vector<DeviceOverhead> overheads;
    std::vector<DeviceCompilation> compilations;
    std::vector<DeviceGraphLaunch> graphLaunches;
    std::vector<DeviceStepSpan> steps; ///< only without a tracer, instead of kernels and copies
    std::vector<DeviceWindow> windows; ///< one per recorded run
    std::vector<DeviceSeries> series;
    std::vector<DeviceMissingSeries> missingSeries;
};

struct CollectorOptions {
    /// Host memory for records, in buffers and decoded. Records beyond it are dropped and counted.
    std::uint64_t maxHostBytes = std::uint64_t(512) << 20;
    bool withSamples = true; ///< power, clocks, temperature
};

/// Which hardware counters are measured.
enum class MetricSet : std::uint8_t {
    Basic, ///< bytes of DRAM, tensor cores, warps; takes one run
    Full, ///< also throughputs, caches, instructions; takes several runs
};

/// Records a device in one run after another. Between pause() and resume() recording is off and
/// costs the device no time. All functions are called on the engine's thread.
///
///     start
///       resume  beginRun(4)  pushOp(0, 4) … popOp  pushOp(1, 4) … popOp  endRun  pause
///       resume  beginRun(7)  …
///     stop
///
/// The collector watches CUDA graphs from its construction on. So it also knows the steps of a
/// graph that was captured before start(). While a graph is captured, steps are pushed as in other
/// runs.
class DeviceCollector {
public:
    virtual ~DeviceCollector() = default;
    /// Fails only if nothing can be recorded at all. limits() reports what is missing.
    virtual support::Result<void> start() = 0;
    /// Waits for the device and returns all records since start().
    virtual support::Result<DeviceTrace> stop() = 0;
    /// resume() and pause() are called before and after each recorded run, outside of its measured
    /// time. They may take milliseconds.
    virtual void resume() = 0;
    virtual void pause() = 0;

    /// Whether the trace has times of the device's own work, per kernel or per step. If not, the
    /// caller has to wait for the device after each step to measure its time.
    virtual bool recordsDeviceWork() const = 0;

    // Called inside a run: these functions neither block nor allocate.
    virtual void beginRun(std::uint32_t iteration) = 0;
    virtual void endRun() = 0;
    /// Work that the host enqueues between pushOp() and popOp() belongs to this step. Steps nest.
    virtual void pushOp(engine::StepId step, std::uint32_t iteration) = 0;
    virtual void popOp() = 0;
    /// Graph launches between beginReplay() and endReplay() do the work of the steps that were
    /// pushed while the graph was captured.
    virtual void beginReplay(std::uint32_t iteration) = 0;
    virtual void endReplay() = 0;

    /// Measures hardware counters: calls `once` as often as the counters need. `once` does one run
    /// and calls pushOp() and popOp() for each step. Not between start() and stop(). The error is
    /// the reason why counters cannot be measured.
    virtual support::Result<DeviceMetrics> measure(
        MetricSet set, const std::function<support::Result<void>()>& once)
        = 0;

    /// What cannot be recorded here: only coarse times, counters without permission, lost records.
    virtual std::vector<DeviceLimit> limits() const = 0;
};

} // namespace profiler
