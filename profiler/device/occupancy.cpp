#include "profiler/device/occupancy.h"

#include <algorithm>
#include <array>

namespace profiler {
namespace {

constexpr std::uint64_t warpThreads = 32;
constexpr std::uint64_t registerUnit = 256; // per warp
constexpr std::uint64_t warpUnit = 4;

std::uint64_t roundedUp(std::uint64_t value, std::uint64_t unit)
{
    return (value + unit - 1) / unit * unit;
}

} // namespace

std::string_view occupancyLimitName(OccupancyLimit limit)
{
    static constexpr std::array<std::string_view, 4> names { "warps", "blocks", "registers",
        "shared memory" };
    return names[static_cast<std::size_t>(limit)];
}

std::optional<Occupancy> occupancyOf(const DeviceProperties& device, const KernelLaunch& launch)
{
    const auto threads = launch.threadsPerBlock();
    const auto maxWarps = std::uint64_t(device.warpsPerMultiprocessor);
    if (threads == 0 || launch.blocks() == 0 || maxWarps == 0 || device.multiprocessors == 0
        || launch.registersPerThread == 0 || device.registersPerMultiprocessor == 0)
        return {};
    const auto warps = roundedUp(threads, warpThreads) / warpThreads;
    const auto perWarp = roundedUp(launch.registersPerThread * warpThreads, registerUnit);
    const auto warpsByRegisters = device.registersPerMultiprocessor / perWarp / warpUnit * warpUnit;
    const bool isNew = device.computeMajor >= 8;
    const auto shared = launch.sharedBytes() == 0 && !isNew
        ? 0
        : roundedUp(launch.sharedBytes() + (isNew ? 1024u : 0u), isNew ? 128 : 256);

    struct Bound {
        std::uint64_t blocks;
        OccupancyLimit limit;
    };
    std::array bounds { Bound { maxWarps / warps, OccupancyLimit::Warps },
        Bound {
            device.blocksPerMultiprocessor > 0 ? device.blocksPerMultiprocessor : maxWarps / warps,
            OccupancyLimit::Blocks },
        Bound { warpsByRegisters / warps, OccupancyLimit::Registers },
        Bound { shared > 0 && device.sharedBytesPerMultiprocessor > 0
                ? device.sharedBytesPerMultiprocessor / shared
                : maxWarps / warps,
            OccupancyLimit::SharedMemory } };
    const auto least = *std::ranges::min_element(bounds, {}, &Bound::blocks);
    if (least.blocks == 0)
        return {};
    Occupancy occupancy;
    occupancy.blocks = static_cast<std::uint32_t>(least.blocks);
    occupancy.warps = static_cast<std::uint32_t>(least.blocks * warps);
    occupancy.share = static_cast<double>(occupancy.warps) / static_cast<double>(maxWarps);
    occupancy.limit = least.limit;
    occupancy.waves = static_cast<double>(launch.blocks())
        / (static_cast<double>(least.blocks) * device.multiprocessors);
    return occupancy;
}

} // namespace profiler
