#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace engine {

/// How a session's runs on a device are launched, for people.
struct ReplayReport {
    std::size_t stretches = 0; ///< recorded
    std::size_t steps = 0; ///< in them
    std::uint64_t replays = 0; ///< of a stretch, so far
    std::vector<std::string> reasons; ///< why a stretch is not recorded, or breaks off; each once
};

} // namespace engine
