#pragma once

#include "app/cli/command.h"
#include "profiler/comparison/pair_benchmark.h"

namespace cli {

/// How two sides are measured against each other: `--rounds`, `--runs`, `--warmup`, `--limit` and,
/// where the command has it, `--order-seed`. Fails with ErrorKind::Usage for what is no number.
support::Result<profiler::PairOptions> pairOptions(const Arguments& arguments);

} // namespace cli
