#pragma once

#include "profiler/tables/profile.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace profiler {

/// Work of a device in traces (Chrome, Perfetto).

/// A call of the host and the work that it launched. The members are slices.
struct TraceFlow {
    std::uint32_t call = 0;
    std::vector<std::uint32_t> works; ///< one slice, or the kernels of a graph
};
/// All flows, in order of the calls' slices. Work without a recorded call has no flow, and neither
/// has a call without work.
std::vector<TraceFlow> traceFlows(const Profile& profile);

/// Threads of a Chrome trace, in which spans must nest. A span that partly overlaps another one of
/// its track goes to an additional thread. That happens in the track of operators when streams run
/// in parallel.
struct TraceLanes {
    std::vector<std::string> names; ///< of the additional threads: `stream 7 (2)`
    std::vector<std::uint16_t> threads; ///< by slice: index of its track, or an additional thread

    std::uint16_t of(std::size_t slice) const { return threads[slice]; }
};
TraceLanes traceLanes(const Profile& profile);

/// `64×2×1`
std::string extentText(const std::array<std::uint32_t, 3>& extent);

/// Calls `use(name, value)` for each property of a device's slice except name, step and times. The
/// value is a number or a text.
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
