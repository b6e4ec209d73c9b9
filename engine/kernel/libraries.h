#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// A library that computes for us, as it is loaded now: the version that ran, not the one we were
/// built against.
struct Library {
    std::string_view name;
    std::string version; ///< `2.6.3 (commit)`
};

/// Those that this build uses; empty without optional ones.
std::vector<Library> libraries();

} // namespace engine
