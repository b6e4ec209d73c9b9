#pragma once

#include "profiler/device/device_record.h"
#include "profiler/tables/device_tables.h"

#include <optional>

namespace profiler {

/// What keeps more warps of a kernel from being on a multiprocessor at the same time.
enum class OccupancyLimit : std::uint8_t { Warps, Blocks, Registers, SharedMemory };
/// `registers`, `shared memory`, ...
std::string_view occupancyLimitName(OccupancyLimit limit);

/// By registers, shared memory and sizes alone: how many warps can be there, not how many are.
struct Occupancy {
    std::uint32_t blocks = 0; ///< on one multiprocessor at once
    std::uint32_t warps = 0;
    double share = 0; ///< of the most warps a multiprocessor takes, 0..1
    OccupancyLimit limit = OccupancyLimit::Warps;
    /// Waves of blocks that the launch takes on the whole device; below 1 some multiprocessors have
    /// nothing to do.
    double waves = 0;
};

/// Nothing if the device or the launch does not say enough, or the launch does not fit at all.
/// Source: CUDA occupancy calculator: registers are given out by 256 per warp and warps by four,
/// shared memory by 128 B with 1 KiB for the system (compute capability 8 and newer; by 256 B
/// before).
std::optional<Occupancy> occupancyOf(const DeviceIdentity& device, const KernelLaunch& launch);

} // namespace profiler
