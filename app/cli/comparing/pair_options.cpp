#include "app/cli/comparing/pair_options.h"

#include "app/cli/quantities.h"

#include <limits>

namespace cli {

using support::Result;

Result<profiler::PairOptions> pairOptions(const Arguments& arguments)
{
    profiler::PairOptions options;
    options.rounds = static_cast<std::uint32_t>(TRY(arguments.integer("--rounds", 20, 1, 1000)));
    options.runsPerBlock
        = static_cast<std::uint32_t>(TRY(arguments.integer("--runs", 0, 1, 100'000)));
    if (arguments.has("--warmup"))
        options.warmUpRuns
            = static_cast<std::uint32_t>(TRY(arguments.integer("--warmup", 0, 0, 100'000)));
    if (const auto limit = arguments.text("--limit"))
        options.limit = TRY(durationOf("--limit", *limit));
    if (arguments.has("--order-seed"))
        options.orderSeed = static_cast<std::uint64_t>(
            TRY(arguments.integer("--order-seed", 1, 0, std::numeric_limits<std::int64_t>::max())));
    return options;
}

} // namespace cli
