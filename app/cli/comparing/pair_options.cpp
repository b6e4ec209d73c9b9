#include "app/cli/comparing/pair_options.h"

#include "app/cli/quantities.h"

namespace cli {

using support::Result;

Result<profiler::PairOptions> pairOptions(const Arguments& arguments)
{
    profiler::PairOptions options;
    options.rounds = TRY(arguments.integer<std::uint32_t>("--rounds", 20, 1, 1000));
    options.runsPerBlock = TRY(arguments.integer<std::uint32_t>("--runs", 0, 1, 100'000));
    if (arguments.has("--warmup"))
        options.warmUpRuns = TRY(arguments.integer<std::uint32_t>("--warmup", 0, 0, 100'000));
    options.limit = TRY(durationOf(arguments, "--limit")).value_or(options.limit);
    options.orderSeed = TRY(orderSeed(arguments));
    return options;
}

} // namespace cli
