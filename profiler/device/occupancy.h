#pragma once

#include "profiler/device/device_record.h"
#include "profiler/tables/device_tables.h"

#include <optional>

namespace profiler {

/// The resource that limits how many warps of a kernel fit on a multiprocessor.
enum class OccupancyLimit : std::uint8_t { Warps, Blocks, Registers, SharedMemory };
/// `registers`, `shared memory`, ...
std::string_view occupancyLimitName(OccupancyLimit limit);

/// Theoretical occupancy of a kernel: computed from block size, registers and shared memory, not
/// measured.
struct Occupancy {
    std::uint32_t blocks = 0; ///< resident on one multiprocessor
    std::uint32_t warps = 0; ///< resident on one multiprocessor
    double share = 0; ///< of the maximum of resident warps, 0..1
    OccupancyLimit limit = OccupancyLimit::Warps;
    /// Blocks of the launch over the blocks that fit on the device at once. Below 1 some
    /// multiprocessors are not fully used.
    double waves = 0;
};

/// Nothing if properties of the device or the launch are unknown, or if no block fits.
/// Source: CUDA occupancy calculator. Registers are allocated in units of 256 per warp, warps in
/// units of four. Shared memory is allocated in units of 128 B, plus 1 KiB per block for the system
/// (compute capability 8 and newer), or in units of 256 B (older).
std::optional<Occupancy> occupancyOf(const DeviceProperties& device, const KernelLaunch& launch);

} // namespace profiler
