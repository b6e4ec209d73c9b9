#pragma once

#include "profiler/exporters/exporter.h"
#include "profiler/tables/profile.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace profiler {

/// How much of a profile goes into a trace. Viewers of traces hold every event in memory: beyond
/// a million they get slow, while the first runs say the same.
struct TraceExtent {
    std::shared_ptr<const Profile> profile; ///< with those runs only, or the whole one
    std::uint32_t recorded = 0; ///< runs in it whose operators are recorded
    std::uint32_t recordedInAll = 0;

    bool isWhole() const { return recorded == recordedInAll; }
};

/// Whether a form is a trace: one event per span.
bool isTrace(const Exporter& exporter);

/// Up to and including the `wanted`-th recorded run. Without `wanted`: all if that is at most a
/// million events, else twenty.
TraceExtent traceExtent(
    const std::shared_ptr<const Profile>& profile, std::optional<std::uint32_t> wanted);

} // namespace profiler
