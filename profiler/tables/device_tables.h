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

/// The device part of a Profile: what slices of kind Gpu carry besides their times. Slices::detail
/// gives the row of a slice. Imported profiles have Gpu slices without rows; each of them counts as
/// work of a device.
///
/// Launches repeat from run to run. So equal rows are stored once, and all equal slices share the
/// row. Each operator span also stores the time in which its work ran: 4 bytes as long as every
/// such time is below four seconds. A million launches take 4 MB here. Together with their slices
/// (call, kernel, operator, step) they take about 110 MB.

enum class DeviceWork : std::uint8_t {
    Kernel,
    CopyToDevice,
    CopyToHost,
    CopyOnDevice,
    CopyToPeer,
    CopyOnHost,
    CopyOther,
    Set, ///< fills memory with a value
    Graph, ///< a graph launch whose kernels were not recorded one by one
    Call, ///< call of the host into the driver or the runtime
    Wait, ///< the host or a stream waits
    Overhead, ///< time taken by the tracer or the driver
    Compilation,
    /// A step on the device in one run: from the first to the last of its kernels and copies.
    Operator,
    /// All work of a stream for a step, where kernels and copies were not recorded one by one.
    Step,
};
constexpr std::size_t deviceWorkCount = 15;
/// Returns the name of a kind: `kernel`, `copy to host`, ...
std::string_view deviceWorkName(DeviceWork work);
/// True for work that keeps the device busy: kernels, copies, sets, graphs and DeviceWork::Step.
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
    std::uint32_t registersPerThread = 0; ///< 0 = not reported
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
    // Rows. No two are equal; all operator spans share one row.
    std::vector<DeviceWork> work;
    /// Name of the kernel or call, or reason of a wait; empty for copies and operators.
    std::vector<StringId> name;
    /// Kernel: index into `launches`. Copy and set: index into `copies`. Call: its result (0 =
    /// success). Otherwise 0.
    std::vector<std::uint32_t> place;
    std::vector<KernelLaunch> launches; ///< without duplicates
    std::vector<CopyShape> copies; ///< without duplicates
    /// One entry per operator span, in the order of addOperator: time in which its work ran.
    NarrowColumn<std::int64_t, std::uint32_t> busyNs;
    std::shared_ptr<const DeviceRecord> record; ///< null: no device was recorded

    std::size_t size() const { return work.size(); }
    bool isEmpty() const { return work.empty() && record == nullptr; }

    // Slices::detail holds the number of a row or, with this bit set, the index of an operator span
    // in `busyNs`.
    static constexpr std::uint32_t operatorBit = 0x80000000u;
    static constexpr std::uint32_t invalidDetail = operatorBit - 1; ///< never a valid row
    /// Returns the number of the row, which is added if no equal row exists. Not for operators.
    std::uint32_t add(DeviceWork work, StringId name, std::uint32_t place);
    /// Adds an operator span; returns its Slices::detail.
    std::uint32_t addOperator(std::int64_t busyNs);
    bool has(std::uint32_t detail) const;
    /// Returns the row of a Slices::detail; Slices::none for Slices::none.
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
    std::uint32_t m_operatorRow = invalidDetail;
};

/// Returns the row of a slice in Profile::device; Slices::none if it has no row.
std::uint32_t deviceRow(const Profile& profile, std::size_t slice);
/// True if the slice is work that keeps a device busy.
bool isDeviceWork(const Profile& profile, std::size_t slice);
/// Returns the launch of a kernel slice; null if the slice is not a kernel or has no row.
const KernelLaunch* launchOf(const Profile& profile, std::size_t slice);
/// Returns the data of a copy or set; null if the slice is neither or has no row.
const CopyShape* copyOf(const Profile& profile, std::size_t slice);
/// Returns the time in which the work of an operator span ran; -1 for other slices.
std::int64_t busyNsOf(const Profile& profile, std::size_t slice);
/// Returns the name of the kernel or call, otherwise of its kind: `copy to host`. Empty without
/// row.
std::string_view deviceName(const Profile& profile, std::size_t slice);

} // namespace profiler
