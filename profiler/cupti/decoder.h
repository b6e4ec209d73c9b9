#pragma once

#include "profiler/cupti/names.h"
#include "profiler/cupti/records.h"
#include "profiler/device/device_collector.h"

#include <functional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace profiler::cupti {

/// Turns CUPTI's records into the rows of a DeviceTrace, in two passes.
///
/// Records come in no order, and what tells whose a kernel is (an external correlation record) may
/// lie in a later buffer than the kernel. So the first pass, buffer by buffer while the model runs
/// on, only makes rows and gathers what belongs to which correlation id; the second, once all have
/// come, gives every row its owner:
///
///     ExternalCorrelation  id 5<<32|13 -> correlation 702
///     Runtime              correlation 702, cudaLaunchKernel           owner: step 12, run 5
///     ConcurrentKernel     correlation 702, graphNode 0                owner: step 12, run 5
///     ConcurrentKernel     correlation 730 (a graph's launch), graphNode 31
///                          run from the launch's id, step from the node that was captured
///
/// What cannot be linked keeps an invalid step. Nothing is ever linked by time.

/// The id that is pushed around a step: `iteration << 32 | step + 1`, so that 0 stays "none".
/// Without a step, around a graph's launch, the lower half is all ones.
std::uint64_t externalId(engine::StepId step, std::uint32_t iteration);
DeviceOwner ownerOf(std::uint64_t externalId);

/// What lies outside of buffers: live it is this process's memory and CUPTI, in a replay a table.
struct Surroundings {
    /// The text at an address that a record holds; empty if there is none.
    std::function<std::string_view(std::uint64_t address)> text;
    std::function<std::string(Kind kind, std::uint32_t function)> functionName;
    /// What a record gave us to free.
    std::function<void(std::uint64_t address)> release;
    /// The record after `record` (null: the first one), null at the end.
    std::function<const std::byte*(std::span<const std::byte> valid, const std::byte* record)> next;
};

/// Whose node of a graph is, by CUPTI's id of the node.
using StepOfNode = std::function<engine::StepId(std::uint64_t node)>;

/// Which step's id was on top when a call with this correlation id was made.
struct Link {
    std::uint32_t correlation;
    std::uint64_t id;
};

/// What the second pass needs besides the rows.
struct Ending {
    std::vector<DeviceWindow> windows;
    StepOfNode stepOfNode;
    /// Whether correlation ids of graphs can be believed.
    bool areGraphsLinked = true;
    /// Launches by engine/cuda/launch.h in recorded runs.
    std::uint64_t launches = 0;
    /// Kernels that were captured in recorded runs: their launches ran nothing.
    std::uint64_t capturedKernels = 0;
    /// To CLOCK_MONOTONIC; empty if times are already.
    std::function<std::int64_t(std::int64_t)> toMonotonic;
};

/// The second pass: times on our clock, owners, order, and what is missing.
void linkRows(DeviceTrace& trace, std::vector<Link> links, const Ending& ending);

struct DecoderLimits {
    std::uint64_t mostBytes = std::uint64_t(384) << 20; ///< of rows
    bool withCalls = true;
};

class Decoder {
public:
    Decoder(Surroundings surroundings, const DecoderLimits& limits);

    /// First pass over one buffer.
    void decode(std::span<const std::byte> valid);
    /// Forgets rows that belong to no recording (warm-up): kernels, copies, calls, waits and
    /// memory. What the driver compiled, loaded and is stays.
    void forgetWork();

    /// Second pass. Empty afterwards.
    DeviceTrace finish(const Ending& ending);

    std::uint64_t rows() const { return m_rows; }
    std::uint64_t usedBytes() const { return m_usedBytes; }

private:
    struct FunctionKey {
        Kind kind;
        std::uint32_t function;
        bool operator==(const FunctionKey&) const = default;
    };
    struct HashFunction {
        std::size_t operator()(const FunctionKey& key) const
        {
            return std::hash<std::uint64_t>()(
                std::uint64_t(key.kind) << 32 | std::uint64_t(key.function));
        }
    };

    template <typename Row>
    Row* addRow(std::vector<Row>& rows);
    void decodeRecord(const std::byte* record, Kind kind);
    void addKernel(const std::byte* record);
    void addCopy(const std::byte* record, Kind kind);
    void addSet(const std::byte* record);
    void addCall(const std::byte* record, Kind kind);
    void addWait(const std::byte* record);
    void addOverhead(const std::byte* record);
    void addMemory(const std::byte* record);
    void addPool(const std::byte* record);
    void addGraphLaunch(const std::byte* record);
    void addCompilation(const std::byte* record);
    void addDevice(const std::byte* record);
    void addLink(const std::byte* record);
    void checkTime(std::int64_t startNs, std::int64_t endNs);

    Surroundings m_surroundings;
    DecoderLimits m_limits;
    DeviceTrace m_trace;
    Names m_names;
    std::unordered_map<FunctionKey, std::uint32_t, HashFunction> m_functions;
    std::vector<Link> m_links;
    std::uint64_t m_usedBytes = 0;
    std::uint64_t m_rows = 0;
};

} // namespace profiler::cupti
