#pragma once

#include "engine/run/observer.h"
#include "model/support/result.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace engine {
class Backend;
}

namespace profiler {

/// What a device did while a model ran, as its vendor's tracer tells it. Implemented in the
/// device's module (profiler/cupti); the program knows this interface only.
///
/// Times are nanoseconds of CLOCK_MONOTONIC. An operator owns work by the id that was pushed around
/// its step, never by time; work whose step is unknown keeps an invalid id and is shown as such.
/// Rows are sorted by start.
///
/// Links: a kernel, a copy, a wait or a graph's launch has the `correlation` of the call that asked
/// for it, and no two calls share one; 0 is none. All kernels of one graph launch share that of the
/// launch, and have a `graphNode`.

/// Step and repetition of a run. `step` is invalid for what no step asked for. `iteration` is an
/// index into Profile::runs, as Recorder::prepareRun is told.
struct DeviceOwner {
    static constexpr std::uint32_t noIteration = 0xffffffffu;
    engine::StepId step;
    std::uint32_t iteration = noIteration;

    bool operator==(const DeviceOwner&) const = default;
};

struct DeviceKernel {
    std::int64_t startNs = 0;
    /// Not after the start: the record lost its time. It is counted in DeviceLosses::withoutTime.
    std::int64_t endNs = 0;
    std::uint64_t graphNode = 0; ///< 0 outside of graphs
    DeviceOwner owner;
    std::uint32_t name = 0; ///< in DeviceTrace::names, demangled
    std::uint32_t correlation = 0;
    std::uint32_t stream = 0;
    std::uint32_t graph = 0; ///< 0 outside of graphs
    std::uint32_t grid[3] = {};
    std::uint32_t block[3] = {};
    std::uint32_t cluster[3] = {}; ///< 0 without clusters
    std::uint32_t registersPerThread = 0;
    std::uint32_t staticSharedBytes = 0;
    std::uint32_t dynamicSharedBytes = 0;
    std::uint32_t localBytesPerThread = 0; ///< spilled registers and arrays
    std::uint16_t device = 0; ///< in DeviceTrace::devices by number
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
    bool isPinned = false; ///< the host's side is page-locked; pageable memory is copied twice
};

/// A call of the host into the driver or the runtime.
struct DeviceCall {
    std::int64_t startNs = 0;
    std::int64_t endNs = 0;
    DeviceOwner owner;
    std::uint32_t name = 0; ///< `cudaLaunchKernel`, `cuMemAllocAsync`
    std::uint32_t correlation = 0;
    std::uint32_t thread = 0; ///< of the operating system
    std::int32_t result = 0; ///< 0 is success
    bool isDriver = false; ///< libcuda's, not the runtime's
};

/// Why the host, or a stream, waited.
enum class DeviceWaitKind : std::uint8_t { Event, StreamForEvent, Stream, Context, Other };

struct DeviceWait {
    static constexpr std::uint32_t noStream = 0xffffffffu;
    std::int64_t startNs = 0;
    std::int64_t endNs = 0;
    DeviceOwner owner;
    std::uint32_t correlation = 0;
    std::uint32_t stream = noStream; ///< none: of the whole context
    DeviceWaitKind kind = DeviceWaitKind::Other;
};

/// Time that the tracer itself or the driver took.
enum class DeviceOverheadKind : std::uint8_t {
    DriverCompiler,
    BufferFlush, ///< the tracer hands its records over
    Instrumentation, ///< the tracer changes code of a kernel
    Resource, ///< the tracer makes or frees what it needs
    LazyLoading, ///< the driver loads a kernel at its first use
    CommandBufferFull, ///< the host is too far ahead of the device
    ActivityBufferRequest,
    Other,
};

struct DeviceOverhead {
    std::int64_t startNs = 0;
    std::int64_t endNs = 0;
    std::uint32_t correlation = 0; ///< of the call it was part of, if known
    DeviceOverheadKind kind = DeviceOverheadKind::Other;
};

/// Memory of the device taken or given back, by this program's libraries too.
struct DeviceMemoryEvent {
    std::int64_t timeNs = 0;
    std::uint64_t address = 0;
    std::int64_t bytes = 0; ///< below 0: given back
    std::uint64_t pool = 0; ///< address of its pool; 0 = none
    std::uint64_t poolUsedBytes = 0; ///< in use of that pool afterwards; 0 = not told
    DeviceOwner owner;
    std::uint32_t correlation = 0;
    bool isHost = false; ///< page-locked memory of the host
};

/// A pool was made, trimmed or destroyed.
struct DevicePoolEvent {
    enum class Kind : std::uint8_t { Created, Trimmed, Destroyed };
    std::int64_t timeNs = 0;
    std::uint64_t pool = 0;
    std::uint64_t reservedBytes = 0;
    std::uint64_t usedBytes = 0;
    Kind kind = Kind::Created;
};

/// The driver made code of PTX, or found it in its cache.
struct DeviceCompilation {
    enum class Kind : std::uint8_t { CacheLoad, CacheStore, Compile };
    std::int64_t startNs = 0;
    std::int64_t endNs = 0;
    std::uint64_t bytes = 0; ///< of the code in the cache; 0 = not told
    std::uint32_t correlation = 0;
    Kind kind = Kind::Compile;
};

/// A CUDA graph ran as a whole. Only where its kernels are not told one by one.
struct DeviceGraphLaunch {
    std::int64_t startNs = 0;
    std::int64_t endNs = 0;
    DeviceOwner owner; ///< without step
    std::uint32_t correlation = 0;
    std::uint32_t stream = 0;
    std::uint32_t graph = 0;
    std::uint16_t device = 0;
};

/// What a stream did for a step, kernels and copies together, and the time in which it waited for
/// the host in between: where no tracer tells of them one by one.
struct DeviceStepSpan {
    std::int64_t startNs = 0;
    std::int64_t endNs = 0;
    DeviceOwner owner;
    std::uint32_t correlation = 0; ///< none
    std::uint32_t stream = 0;
    std::uint16_t device = 0;
};

/// From beginRun to endRun as the host saw them; the device has done all of the run by then.
struct DeviceWindow {
    std::uint32_t iteration = 0;
    std::int64_t startNs = 0;
    std::int64_t endNs = 0;
};

/// The device as the tracer describes it. 0 and empty are unknown.
struct DeviceIdentity {
    std::uint32_t number = 0;
    std::string name; ///< `NVIDIA H200`
    std::string uuid; ///< `GPU-…`
    std::uint32_t computeMajor = 0;
    std::uint32_t computeMinor = 0;
    std::uint32_t multiprocessors = 0;
    std::uint32_t warpsPerMultiprocessor = 0; ///< most at once
    std::uint32_t blocksPerMultiprocessor = 0;
    std::uint32_t registersPerMultiprocessor = 0;
    std::uint32_t sharedBytesPerMultiprocessor = 0;
    std::uint32_t l2Bytes = 0;
    std::uint64_t memoryBytes = 0;
    std::uint64_t memoryBytesPerSecond = 0; ///< by its data sheet
    std::uint64_t clockHertz = 0; ///< highest of the multiprocessors
    bool isPartition = false; ///< MIG
};

/// Power, clocks and the like over time (NVML).
struct DeviceSeries {
    std::string name; ///< `power`, `SM clock`
    std::string unit; ///< `watts`, `joules`, `hertz`, `celsius`, `bytes`; empty for bits and states
    std::vector<std::int64_t> timeNs;
    std::vector<double> value;
};
struct DeviceMissingSeries {
    std::string name;
    std::string reason;
};
/// Bits of the series `clock event reasons`: why clocks are below what they could be.
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

/// Hardware counters of whole steps, from runs of their own whose times mean nothing.
struct DeviceMetrics {
    struct Row {
        engine::StepId step;
        std::vector<double> values; ///< by `names`; NaN = not told
    };
    std::vector<std::string> names; ///< `dram__bytes_read.sum`
    std::vector<Row> rows;
    std::uint32_t passes = 0; ///< runs that it took
};

/// What is missing. Sums over a trace with losses are lower bounds.
struct DeviceLosses {
    std::uint64_t droppedRecords = 0; ///< the tracer, or we, had no room
    std::uint64_t refusedBuffers = 0; ///< times that the tracer asked for room and got none
    std::uint64_t withoutTime = 0; ///< records with no or negative duration
    std::uint64_t missingLaunches = 0; ///< launches that were counted and never came
    std::uint64_t unlinked = 0; ///< kernels and copies inside of runs that no step asked for
    std::uint64_t damagedBuffers = 0; ///< with a record that we do not know the length of

    bool isNone() const
    {
        return droppedRecords == 0 && refusedBuffers == 0 && withoutTime == 0
            && missingLaunches == 0 && unlinked == 0 && damagedBuffers == 0;
    }
};

enum class DeviceClock : std::uint8_t {
    Monotonic, ///< the tracer reads our clock
    Realtime, ///< its own, moved by an offset that was measured again and again
    Events, ///< the device's own, put on ours before each run
};

/// How well the device's times fit the host's.
struct DeviceClockCheck {
    DeviceClock clock = DeviceClock::Monotonic;
    /// Kernels that begin before the call that launched them, which cannot be: the clocks differ by
    /// as much.
    std::uint64_t violations = 0;
    std::int64_t errorNs = 0; ///< median by which they do; 0 without
    std::int64_t offsetErrorNs = 0; ///< Realtime, Events: how well the offset is known
    std::uint32_t steps = 0; ///< Realtime: times that the system's clock was set meanwhile
};

/// What cannot be had here, or only with something missing. The words are those of every view.
struct DeviceLimit {
    std::string code; ///< for programs: `tracer-taken`
    std::string message; ///< what was found and what was expected; lower case, no full stop
    std::string advice; ///< what to do; may be empty
    bool operator==(const DeviceLimit&) const = default;
};

struct DeviceTrace {
    std::vector<std::string> names;
    std::vector<DeviceKernel> kernels;
    std::vector<DeviceCopy> copies;
    std::vector<DeviceCall> calls;
    std::vector<DeviceWait> waits;
    std::vector<DeviceOverhead> overheads;
    std::vector<DeviceMemoryEvent> memory;
    std::vector<DevicePoolEvent> pools;
    std::vector<DeviceCompilation> compilations;
    std::vector<DeviceGraphLaunch> graphLaunches;
    std::vector<DeviceStepSpan> steps; ///< instead of kernels and copies
    std::vector<DeviceWindow> windows; ///< one per recorded run
    std::vector<DeviceIdentity> devices;
    std::vector<DeviceSeries> series;
    std::vector<DeviceMissingSeries> missingSeries;
    DeviceMetrics metrics; ///< empty if none were asked for
    DeviceLosses losses;
    DeviceClockCheck clock;
    std::vector<DeviceLimit> limits; ///< DeviceCollector::limits() at the end
    /// `CUPTI 13.0 (130001)`, `CUDA events`; empty: none, times are those of the host
    std::string tracer;
};

/// How what happens in a CUDA graph is told.
enum class GraphDetail : std::uint8_t {
    Nodes, ///< each kernel, with what that costs
    Whole, ///< one span per launch
};

struct CollectorOptions {
    /// For records, decoded ones included; what does not fit is dropped and counted.
    std::uint64_t mostHostBytes = std::uint64_t(512) << 20;
    bool withCalls = true;
    bool withMemory = false; ///< who takes memory; costs time in each allocation
    bool withSamples = true; ///< power, clocks, temperature
    GraphDetail graphs = GraphDetail::Nodes;
};

/// Which hardware counters are measured.
enum class MetricSet : std::uint8_t {
    Basic, ///< bytes of DRAM, tensor cores, warps: one run
    Full, ///< and throughputs, caches, instructions: several
};

/// Records one run after another, and is otherwise at rest: between pause() and resume() the device
/// works as if nobody listened. Called on the engine's thread.
///
///     start
///       resume  beginRun(4)  pushOp(0, 4) … popOp  pushOp(1, 4) … popOp  endRun  pause
///       resume  beginRun(7)  …
///     stop
///
/// The device's graphs are watched from the time the collector is made, so that one that was
/// captured before is known: while a graph is captured steps are pushed as in a usual run.
class DeviceCollector {
public:
    virtual ~DeviceCollector() = default;
    /// Fails only if nothing can be told at all; what is missing is in limits().
    virtual support::Result<void> start() = 0;
    /// Waits for the device, and gives what was recorded since start().
    virtual support::Result<DeviceTrace> stop() = 0;
    /// Around each run that is recorded, not in it. They may take milliseconds.
    virtual void resume() = 0;
    virtual void pause() = 0;

    /// Whether work of the device is told by itself, kernel by kernel or step by step. If not,
    /// whoever wants times of steps has to wait for the device after each of them.
    virtual bool tellsWork() const = 0;

    // In a run: none of these blocks or allocates.
    virtual void beginRun(std::uint32_t iteration) = 0;
    virtual void endRun() = 0;
    /// What the device is asked to do until popOp() belongs to this step; steps nest.
    virtual void pushOp(engine::StepId step, std::uint32_t iteration) = 0;
    virtual void popOp() = 0;
    /// A graph is launched until endReplay(): what it does belongs to the steps that were pushed
    /// while it was captured.
    virtual void beginReplay(std::uint32_t iteration) = 0;
    virtual void endReplay() = 0;

    /// Runs `once` as often as the counters need, each step told by pushOp and popOp. Outside of
    /// start() and stop(). Fails with the sentence of the reason.
    virtual support::Result<DeviceMetrics> measure(
        MetricSet set, const std::function<support::Result<void>()>& once)
        = 0;

    /// What cannot be had here: coarse times, counters without permission, lost records.
    virtual std::vector<DeviceLimit> limits() const = 0;
};

} // namespace profiler
