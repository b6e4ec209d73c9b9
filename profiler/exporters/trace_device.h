#pragma once

#include "profiler/tables/profile.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace profiler {

/// What both forms of a trace (Chrome, Perfetto) say of a device.

/// Calls of the host with the work that they asked for: slices, in order of the calls. Work whose
/// call was not recorded has no flow, nor has a call that asked for nothing.
struct TraceFlow {
    std::uint32_t call = 0;
    std::vector<std::uint32_t> works; ///< one, or the kernels of a graph
};
std::vector<TraceFlow> traceFlows(const Profile& profile);

/// Spans of one thread of a Chrome trace nest; what crosses its neighbour (streams that work at
/// once do, in the row of operators) gets a thread of its own.
struct TraceLanes {
    std::vector<std::string> names; ///< of threads beyond the tracks: `stream 7 (2)`
    std::vector<std::uint16_t> threads; ///< by slice: its track, or beyond

    std::uint16_t of(std::size_t slice) const { return threads[slice]; }
};
TraceLanes traceLanes(const Profile& profile);

/// `grid 64×2×1`
std::string extentText(const std::array<std::uint32_t, 3>& extent);

/// Calls use(name, number or text) for each fact of a device's slice beyond name, step and times.
template <typename Use>
void forDeviceFacts(const Profile& profile, std::size_t slice, const Use& use)
{
    const auto row = deviceRow(profile, slice);
    if (row == Slices::none)
        return;
    use("work", deviceWorkName(profile.device.work[row]));
    if (const auto* launch = launchOf(profile, slice)) {
        use("grid", std::string_view(extentText(launch->grid)));
        use("block", std::string_view(extentText(launch->block)));
        use("registers", std::uint64_t(launch->registersPerThread));
        use("shared_bytes", launch->sharedBytes());
        if (launch->graphNode != 0)
            use("graph_node", launch->graphNode);
    }
    if (const auto* copy = copyOf(profile, slice))
        use("bytes_moved", copy->bytes);
    if (const auto busy = busyNsOf(profile, slice); busy >= 0)
        use("busy_ns", static_cast<std::uint64_t>(busy));
    if (!profile.slices.correlation.empty() && profile.slices.correlation[slice] != 0)
        use("correlation", std::uint64_t(profile.slices.correlation[slice]));
}

} // namespace profiler
