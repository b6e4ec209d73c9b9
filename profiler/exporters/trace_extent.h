#pragma once

#include "profiler/exporters/exporter.h"
#include "profiler/tables/profile.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace profiler {

/// The part of a profile that is written to a trace. Viewers of traces keep every event in memory
/// and get slow beyond a million events; the first runs are enough there.
struct TraceExtent {
    std::shared_ptr<const Profile> profile; ///< with the first runs only, or the complete profile
    std::uint32_t recorded = 0; ///< number of recorded runs in `profile`
    std::uint32_t recordedInAll = 0; ///< number of recorded runs in the complete profile

    bool isWhole() const { return recorded == recordedInAll; }
};

/// Whether a format is a trace: one event per span.
bool isTrace(const Exporter& exporter);

/// Returns the profile up to the `wanted`-th recorded run, inclusive. Without `wanted` all runs are
/// included if the profile has at most a million slices, else twenty recorded runs.
TraceExtent traceExtent(
    const std::shared_ptr<const Profile>& profile, std::optional<std::uint32_t> wanted);

} // namespace profiler
