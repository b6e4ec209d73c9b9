#pragma once

#include "engine/decode/token_loop.h"
#include "profiler/record/profile_run.h"

namespace profiler {

/// A measured generation: the profile has the runs of all repeats, with their positions.
struct ProfiledGeneration {
    ProfiledRun run;
    std::vector<engine::Generation> generations; ///< of the repeats, without warm-up
    /// Index of the first token that two repeats chose differently; nothing if all are the same.
    std::optional<std::size_t> firstDifference;
};

/// Measures generations: warm-up, then pairs of one with recording and one without, in random
/// order. The profile has the steps of the plan for single tokens, then those of the plan for the
/// prompt. Runs that take the prompt have Side::Prefill, and are recorded in each repeat. A stop
/// request ends the repeat: its complete runs are kept. `onRun` is called for each run. Its count
/// has the runs of single tokens, with and without recording. It has the runs of the prompt only if
/// no single token follows.
support::Result<ProfiledGeneration> profileGeneration(const engine::RunRequest& request,
    engine::TokenLoop& loop, const BenchmarkOptions& options, std::stop_token stop = {},
    const std::function<void(const BenchmarkProgress&)>& onRun = {});

/// Returns the first place at which the token lists differ, as far as all have it.
std::optional<std::size_t> firstDifference(std::span<const engine::Generation> generations);

} // namespace profiler
