#pragma once

#include "app/cli/command.h"
#include "engine/run_request.h"
#include "profiler/benchmark.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cli {

/// One dimension and the sizes it takes, one after the other.
struct Sweep {
    std::string dimension;
    std::vector<std::int64_t> sizes;
};

/// `sequence=128:2048:*2`, `batch=1:9:+2`, `batch=1,4,16`. At most 1,000 sizes.
support::Result<Sweep> parseSweep(std::string_view text);

/// Measures once per size and writes the curve: wall and the time of each operator type. A size
/// that cannot run is a row with its reason.
support::Result<int> runSweep(const Invocation& invocation, const Sweep& sweep,
    engine::RunRequest request, const profiler::BenchmarkOptions& options);

} // namespace cli
