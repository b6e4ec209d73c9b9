#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// A library that computes for the engine, with the version that is loaded. The version of the
/// build may differ.
struct Library {
    std::string_view name;
    std::string version; ///< `2.6.3 (commit)`
};

/// Returns the libraries that this build uses; empty without optional ones.
std::vector<Library> libraries();

} // namespace engine
