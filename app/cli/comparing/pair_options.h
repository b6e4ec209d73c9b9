#pragma once

#include "app/cli/command.h"
#include "profiler/comparison/pair_benchmark.h"

namespace cli {

/// Returns how two sides are measured: `--rounds`, `--runs`, `--warmup`, `--limit` and, if the
/// command has it, `--order-seed`. Fails with ErrorKind::Usage for values that are not numbers.
support::Result<profiler::PairOptions> pairOptions(const Arguments& arguments);

} // namespace cli
