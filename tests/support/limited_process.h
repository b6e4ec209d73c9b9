#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace testing {

struct Limits {
    int cpuSeconds = 10; ///< of processor time: does not depend on what else the machine does
    int wallSeconds = 120; ///< against one that waits for ever
    std::uint64_t bytes = 1'000'000'000; ///< most resident memory a test may accept; the run itself
                                         ///< is not stopped by it
};

struct LimitedRun {
    int exit = -1;
    std::optional<int>
        signal; ///< that ended it: SIGXCPU past the processor time, SIGKILL past the wall time
    double cpuSeconds = 0;
    std::uint64_t bytes = 0; ///< largest resident memory
    std::string output;
    std::string errors;
};

/// Runs a program to its end, without input, its output caught in files; kills it past the limits.
LimitedRun runLimited(const std::filesystem::path& program,
    const std::vector<std::string>& arguments, const Limits& limits);

} // namespace testing
