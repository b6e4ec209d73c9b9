#pragma once

#include "profiler/tables/profile.h"

namespace profiler {

/// True for a work slice: a piece of the work of a step on one thread, which is the thread of its
/// track. The engine's thread and its helper threads each have such slices where work was divided
/// (RecordLevel::Threads). Work slices lie within the time of their step and add nothing to it.
inline bool isWork(const Slices& slices, std::size_t i)
{
    return slices.kind[i] == SliceKind::Phase && slices.phase[i] == engine::Phase::Kernel;
}

namespace keys {
/// Metadata key, bool: work of oneDNN's own threads is recorded too. Present only in profiles that
/// have work slices.
inline constexpr std::string_view seesLibraryWork = "settings.sees_library_threads";
/// Metadata key: nanoseconds that recording one work slice costs.
inline constexpr std::string_view workNs = "clock.work_ns";
} // namespace keys

/// True if the profile also records the threads of oneDNN, or does not have the key. If false, such
/// threads may have worked without being recorded.
inline bool seesLibraryWork(const Profile& profile)
{
    const auto& all = profile.metadata.all();
    const auto found = all.find(keys::seesLibraryWork);
    const auto* truth = found == all.end() ? nullptr : std::get_if<bool>(&found->second);
    return truth == nullptr || *truth;
}

} // namespace profiler
