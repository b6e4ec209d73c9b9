#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace engine {

/// How a session's runs on a device were launched, for reports.
struct ReplayReport {
    std::size_t captured = 0; ///< sequences that are captured
    std::size_t steps = 0; ///< number of steps in them
    std::uint64_t replays = 0; ///< launches of sequences so far
    std::vector<std::string> reasons; ///< why a sequence is not captured, or ends; each once
};

} // namespace engine
