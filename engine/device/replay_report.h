#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace engine {

/// How a session's runs on a device are launched, for people.
struct ReplayReport {
    std::size_t captured = 0; ///< sequences that are recorded
    std::size_t steps = 0; ///< in them
    std::uint64_t replays = 0; ///< of a sequence, so far
    std::vector<std::string> reasons; ///< why a sequence is not recorded, or breaks off; each once
};

} // namespace engine
