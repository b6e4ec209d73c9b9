#pragma once

#include "profiler/tables/profile.h"

namespace profiler {

/// A piece of a step's own work, on the thread of its track: what the engine's thread and its
/// helpers did each where the work was divided (RecordLevel::Threads). They lie within the step's
/// time and add nothing to it.
inline bool isWork(const Slices& slices, std::size_t i)
{
    return slices.kind[i] == SliceKind::Phase && slices.phase[i] == engine::Phase::Kernel;
}

namespace keys {
/// Of profiles with such pieces: those of the threads of oneDNN are recorded too.
inline constexpr std::string_view seesLibraryWork = "settings.sees_library_threads";
/// What recording one piece costs.
inline constexpr std::string_view workNs = "clock.work_ns";
} // namespace keys

/// False if the library's threads may have worked unseen in this profile.
inline bool seesLibraryWork(const Profile& profile)
{
    const auto& all = profile.metadata.all();
    const auto found = all.find(keys::seesLibraryWork);
    const auto* truth = found == all.end() ? nullptr : std::get_if<bool>(&found->second);
    return truth == nullptr || *truth;
}

} // namespace profiler
