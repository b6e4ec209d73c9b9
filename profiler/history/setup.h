#pragma once

#include "profiler/tables/profile.h"

#include <span>
#include <string>
#include <vector>

namespace profiler {

struct NamedText {
    std::string name; ///< `threads`
    std::string value;
    bool operator==(const NamedText&) const = default;
};

/// What was measured, on which kind of machine and how. Profiles of one setup form a history, and
/// replace each other as a baseline. Names of hosts and versions of kernels are left out: machines
/// of one kind share a history. Values that are not known are left out too.
struct Setup {
    std::string model; ///< name of the file
    std::vector<NamedText> machine; ///< processor, cores, instruction set, system
    std::vector<NamedText> settings; ///< engine, device, threads, precision, sizes …
    bool operator==(const Setup&) const = default;
};
Setup setupOf(const Profile& profile);

/// Returns the values for people: `threads 4, precision f32`.
std::string factsText(std::span<const NamedText> facts);

} // namespace profiler
