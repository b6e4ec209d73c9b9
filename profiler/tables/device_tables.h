#pragma once

#include "profiler/tables/narrow_column.h"
#include "profiler/tables/string_pool.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace profiler {

struct DeviceRecord;
struct Profile;

/// What is known of slices of kind Gpu beyond their times: the device part of a Profile. A slice
/// has its row by Slices::detail. Foreign profiles have such slices without rows: all of them are
/// work of a device.
///
/// Launches repeat from run to run, so a row is kept once and all slices that are alike share it.
/// Of an operator's span the time in which its work ran is kept too: 4 bytes as long as all of them
/// are below four seconds. A million launches take 4 MB here, and with their slices (call, kernel,
/// operator, step) about 110 MB.

enum class DeviceWork : std::uint8_t {
    Kernel,
    CopyToDevice,
    CopyToHost,
    CopyOnDevice,
    CopyToPeer,
    CopyOnHost,
    CopyOther,
    Set, ///< fills memory with a value
    Graph, ///< a whole graph, whose kernels were not told one by one
    Call, ///< of the host, into the driver or the runtime
    Wait, ///< of the host or of a stream
    Overhead, ///< what the tracer or the driver took
    Compilation,
    Operator, ///< a step on the device: first to last of its kernels and copies in one run
    Step, ///< all that a stream did for a step, kernels and copies not told one by one
};
constexpr std::size_t deviceWorks = 15;
/// `kernel`, `copy to host`, ...; in the order of DeviceWork.
std::string_view deviceWorkName(DeviceWork work);
/// A kernel, a copy, a set, a graph, a step as a whole: what keeps the device busy.
constexpr bool isBusyWork(DeviceWork work)
{
    return work <= DeviceWork::Graph || work == DeviceWork::Step;
}
constexpr bool isCopy(DeviceWork work)
{
    return work >= DeviceWork::CopyToDevice && work <= DeviceWork::CopyOther;
}

/// How a kernel was launched.
struct KernelLaunch {
    std::uint64_t graphNode = 0; ///< 0 outside of graphs
    std::uint32_t graph = 0;
    std::array<std::uint32_t, 3> grid {}; ///< blocks
    std::array<std::uint32_t, 3> block {}; ///< threads
    std::array<std::uint32_t, 3> cluster {}; ///< blocks; 0 without clusters
    std::uint32_t registersPerThread = 0; ///< 0 = not told
    std::uint32_t staticSharedBytes = 0;
    std::uint32_t dynamicSharedBytes = 0;
    std::uint32_t localBytesPerThread = 0;

    std::uint64_t blocks() const { return std::uint64_t(grid[0]) * grid[1] * grid[2]; }
    std::uint64_t threadsPerBlock() const { return std::uint64_t(block[0]) * block[1] * block[2]; }
    std::uint64_t sharedBytes() const
    {
        return std::uint64_t(staticSharedBytes) + dynamicSharedBytes;
    }
    bool operator==(const KernelLaunch&) const = default;
};

/// What a copy or a set moved.
struct CopyShape {
    std::uint64_t bytes = 0;
    std::uint64_t graphNode = 0;
    std::uint32_t graph = 0;
    bool isAsync = false;
    bool isPinned = false; ///< the host's side is page-locked
    bool operator==(const CopyShape&) const = default;
};

struct DeviceTables {
    // Rows, all different; those of all operators are one.
    std::vector<DeviceWork> work;
    std::vector<StringId> name; ///< kernel, call, why it waits; of copies and operators empty
    /// Kernel: in `launches`; copy and set: in `copies`; call: its result (0 = success); else 0.
    std::vector<std::uint32_t> place;
    std::vector<KernelLaunch> launches; ///< different ones
    std::vector<CopyShape> copies; ///< different ones
    /// Of each operator's span, as they were added: time in which its work ran.
    NarrowColumn<std::int64_t, std::uint32_t> busyNs;
    std::shared_ptr<const DeviceRecord> record; ///< null: no tracer of a device was asked

    std::size_t size() const { return work.size(); }
    bool isEmpty() const { return work.empty() && record == nullptr; }

    // Slices::detail: number of a row, or of an operator's span in `busyNs` with this bit set.
    static constexpr std::uint32_t operatorBit = 0x80000000u;
    static constexpr std::uint32_t lostDetail = operatorBit - 1; ///< never there
    /// Of a row that is there already, else added; not of an operator.
    std::uint32_t add(DeviceWork work, StringId name, std::uint32_t place);
    std::uint32_t addOperator(std::int64_t busyNs);
    bool has(std::uint32_t detail) const;
    /// Slices::none of Slices::none.
    std::uint32_t rowOf(std::uint32_t detail) const;
    static bool isOperator(std::uint32_t detail)
    {
        return detail >= operatorBit && detail != 0xffffffffu;
    }

private:
    struct Row {
        DeviceWork work;
        StringId name;
        std::uint32_t place;
        bool operator==(const Row&) const = default;
    };
    struct RowHash {
        std::size_t operator()(const Row& row) const;
    };
    std::unordered_map<Row, std::uint32_t, RowHash> m_rows;
    std::uint32_t m_operatorRow = lostDetail;
};

/// Row of a slice; nothing (`Slices::none`) if it has none.
std::uint32_t deviceRow(const Profile& profile, std::size_t slice);
/// Whether a slice is work that keeps a device busy.
bool isDeviceWork(const Profile& profile, std::size_t slice);
/// Null if the slice is no kernel with a row.
const KernelLaunch* launchOf(const Profile& profile, std::size_t slice);
/// Null if the slice is no copy or set with a row.
const CopyShape* copyOf(const Profile& profile, std::size_t slice);
/// Of an operator's span: time in which its work ran; -1 of other slices.
std::int64_t busyNsOf(const Profile& profile, std::size_t slice);
/// Name of the kernel or call, else what it is: `copy to host`. Empty without row.
std::string_view deviceName(const Profile& profile, std::size_t slice);

} // namespace profiler
