#pragma once

#include "profiler/counters/processor_figures.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace profiler {

/// Draws what the processor counted below the operators of a timeline: each execution of a step has
/// the step's figure. The events were counted in runs of their own, so all executions of a step
/// have the same value, and none is of the run in which it is drawn.
struct ProcessorTrack {
    ProcessorFigure figure;
    std::vector<std::optional<double>> values; ///< by step; absent = not counted
    double least = 0; ///< of the values
    double most = 0;
};
/// Returns the tracks of the figures that were counted: instructions per cycle, misses, bytes from
/// memory, clock, page faults, switches, migrations. `statistics` must be those of the profile.
std::vector<ProcessorTrack> processorTracks(const Profile& profile, const Statistics& statistics);

/// Returns a profile with the tracks as counters over the recorded executions of steps, for formats
/// that know counters only. A counter is 0 where no counted operator runs. Its name says that it
/// comes from other runs. Returns the profile itself if nothing was counted.
std::shared_ptr<const Profile> withProcessorSeries(
    std::shared_ptr<const Profile> profile, const Statistics& statistics);

} // namespace profiler
