#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace testing {

struct Limits {
    int cpuSeconds = 10; ///< CPU time, which does not depend on the load of the machine
    int wallSeconds = 120; ///< ends a process that waits forever
    /// Maximum resident memory that a test accepts; runLimited() does not enforce it.
    std::uint64_t bytes = 1'000'000'000;
};

struct LimitedRun {
    int exit = -1;
    /// The signal that ended it: SIGXCPU past the CPU time, SIGKILL past the wall time.
    std::optional<int> signal;
    double cpuSeconds = 0;
    std::uint64_t bytes = 0; ///< maximum resident memory
    std::string output;
    std::string errors;
};

/// Runs a program without input until it ends, and collects its output. Kills it if it exceeds the
/// time limits.
LimitedRun runLimited(const std::filesystem::path& program,
    const std::vector<std::string>& arguments, const Limits& limits);

} // namespace testing
