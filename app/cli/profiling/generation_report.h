#pragma once

#include "app/cli/command.h"
#include "app/cli/profiling/json_progress.h"
#include "engine/decode/token_loop.h"
#include "engine/verify/precision_error.h"
#include "profiler/exporters/report.h"
#include "profiler/record/profile_generation.h"
#include "profiler/statistics/generation.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace cli {

/// What a report says about generations besides the times.
struct GenerationOutcome {
    std::span<const engine::Generation> generations;
    const engine::TokenLoop& loop;
    std::uint64_t preparations = 0; ///< plans made during the loops
    std::vector<engine::PrecisionError> errors; ///< of the prompt's outputs, against f32
};

/// Errors of the outputs of the prompt against a run of the prompt in f32, for precisions that
/// round; empty for others. If that run fails, a note on stderr says why.
std::vector<engine::PrecisionError> measurePromptErrors(
    const Invocation& invocation, const engine::RunRequest& request, engine::TokenLoop& loop);

/// Returns the lines of `run --generate` and `profile --generate`.
std::string generationText(const GenerationOutcome& outcome,
    std::span<const profiler::TokenSample> samples, const Invocation& invocation);

/// Returns operators of the prompt, and what grows with the position, as tables.
std::string generationTables(const profiler::Report& report, const Invocation& invocation);

/// Writes the member `generation`.
void writeGeneration(support::JsonWriter& json, const GenerationOutcome& outcome,
    std::span<const profiler::TokenSample> samples);

/// Generates as often as `--runs` says and writes the report of `run --generate`.
support::Result<int> runGeneration(const Invocation& invocation, const engine::RunRequest& request,
    const engine::GenerationOptions& options, const JsonProgress& progress);

} // namespace cli
