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
/// Records come in no order. The external correlation record, which has the owner of a kernel, may
/// be in a later buffer than the kernel. So the first pass only makes rows and collects the ids of
/// correlations. It reads one buffer at a time, while the recording goes on. The second pass begins
/// when all records have come, and sets the owner of every row:
///
///     ExternalCorrelation  id 5<<32|13 -> correlation 702
///     Runtime              correlation 702, cudaLaunchKernel           owner: step 12, run 5
///     ConcurrentKernel     correlation 702, graphNode 0                owner: step 12, run 5
///     ConcurrentKernel     correlation 730 (launch of a graph), graphNode 31
///                          owner: run from the id of the launch, step from the captured node
///
/// Rows that cannot be linked keep an invalid step. Nothing is ever linked by time.

/// The external correlation id that is pushed around a step: `iteration << 32 | step + 1`; 0 means
/// no id. Around the launch of a graph there is no step, and the lower half is all ones.
std::uint64_t externalId(engine::StepId step, std::uint32_t iteration);
DeviceOwner ownerOf(std::uint64_t externalId);

/// Access to what records refer to. In a recording that is this process's memory and CUPTI; in a
/// replay it is the contents of the file.
struct Surroundings {
    /// The text at an address in a record; empty if there is none.
    std::function<std::string_view(std::uint64_t address)> text;
    std::function<std::string(Kind kind, std::uint32_t function)> functionName;
    /// Frees the memory at an address in a record; called for fields that CUPTI leaves to the
    /// receiver.
    std::function<void(std::uint64_t address)> release;
    /// The record after `record`, or the first one if `record` is null. Null at the end.
    std::function<const std::byte*(std::span<const std::byte> valid, const std::byte* record)> next;
};

/// Returns the step of a graph node, given CUPTI's id of the node; invalid if unknown.
using StepOfNode = std::function<engine::StepId(std::uint64_t node)>;

/// A correlation id of a call, and the external id that was on top of the stack at that call.
struct Link {
    std::uint32_t correlation;
    std::uint64_t id;
};

/// Input of the second pass besides the rows.
struct Ending {
    std::vector<DeviceWindow> windows;
    StepOfNode stepOfNode;
    /// Whether correlation ids of graph launches are correct (oldestForGraphs).
    bool areGraphsLinked = true;
    /// Launches by engine/cuda/launch.h in recorded runs, without captured ones.
    std::uint64_t launches = 0;
    /// Kernels that were captured into graphs in recorded runs. Their launch calls ran no kernel.
    std::uint64_t capturedKernels = 0;
    /// Converts a time to CLOCK_MONOTONIC; empty if times are of that clock already.
    std::function<std::int64_t(std::int64_t)> toMonotonic;
};

/// Does the second pass: converts times, sets owners, sorts rows, counts missing records.
void linkRows(DeviceTrace& trace, std::vector<Link> links, const Ending& ending);

class Decoder {
public:
    /// `maxBytes`: memory for rows.
    explicit Decoder(Surroundings surroundings, std::uint64_t maxBytes = std::uint64_t(384) << 20);

    /// First pass over one buffer.
    void decode(std::span<const std::byte> valid);
    /// Drops the rows of runs that are not recorded (warm-up): kernels, copies, calls, waits, and
    /// all losses. Keeps compilations, overheads and devices.
    void forgetWork();

    /// Does the second pass and returns the trace. The decoder is empty afterwards.
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
    void addCall(const std::byte* record, Kind kind);
    void addWait(const std::byte* record);
    void addOverhead(const std::byte* record);
    void addCompilation(const std::byte* record);
    void addDevice(const std::byte* record);
    void addLink(const std::byte* record);
    void checkTime(std::int64_t startNs, std::int64_t endNs);

    Surroundings m_surroundings;
    std::uint64_t m_maxBytes;
    DeviceTrace m_trace;
    Names m_names;
    std::unordered_map<FunctionKey, std::uint32_t, HashFunction> m_functions;
    std::vector<Link> m_links;
    std::uint64_t m_usedBytes = 0;
    std::uint64_t m_rows = 0;
};

} // namespace profiler::cupti
