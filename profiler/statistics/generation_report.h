#pragma once

#include "model/support/text.h"
#include "profiler/statistics/generation.h"
#include "profiler/statistics/token_operators.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace profiler {

/// The time of one operator type over the position.
struct TypeCurve {
    std::string opType;
    std::string domain;
    std::vector<std::int64_t> positions; ///< of recorded runs, ascending
    std::vector<double> ns; ///< by position; median over repeats
};

/// Memory traffic of single tokens, compared with what the machine can do.
struct TokenTraffic {
    double bytes = 0; ///< least traffic of one token
    double bytesPerSecond = 0;
    double ceiling = 0; ///< measured bandwidth of this machine, bytes/s
};

/// All that the page and the report of a generation show.
struct GenerationReport {
    std::vector<TokenSample> samples;
    GenerationFigures figures;
    std::vector<TokenOutlier> outliers;
    TokenOperators tokens;
    TokenOperators prefill;
    std::optional<TokenTable> tokenTable; ///< of all runs in `tokens`
    std::optional<TokenTable> prefillTable; ///< of all runs in `prefill`
    std::vector<PositionGrowth> growth;
    std::vector<TypeCurve> curves; ///< of recorded runs, longest type first
    std::optional<TokenTraffic> traffic; ///< only if the machine's peaks and all bytes are known
    std::int64_t tokensWanted = 0; ///< 0 if the profile does not have it
    std::int64_t firstDifference = 0; ///< token from which on repeats differ; 0 if they do not
};

/// Returns nothing for a profile without generations. `stop`: the rest is left out.
std::shared_ptr<const GenerationReport> generationReport(
    const Profile& profile, const Statistics& statistics, const std::stop_token& stop = {});
/// True if the profile has generations.
bool hasGenerations(const Profile& profile);

/// Each returns sentences in plain words, or nothing to say.

/// `41 of 128 tokens: all figures are of these.`
support::Sentence stoppedText(const GenerationReport& report);
/// `Runs chose different tokens from token 3 on.`
support::Sentence differenceText(const GenerationReport& report);
/// What bounds a token, only if traffic proves it: 70 to 115 % of the measured bandwidth.
support::Sentence boundText(const GenerationReport& report);
/// Where the type that grows fastest takes as long as the longest one, estimated.
support::Sentence overtakingText(const GenerationReport& report);
/// All of these that have something to say.
std::vector<support::Sentence> generationRemarks(const GenerationReport& report);

/// True if runs of the prompt take a part of it each.
bool isPromptInParts(const Profile& profile, const GenerationReport& report);
/// Returns the growth of a type: `22.5 µs`, `within noise`.
support::Sentence growthText(const PositionGrowth& row);
/// Returns where the time of a table goes that is in no operator: `choosing 12 µs`, `dispatch 3
/// µs`.
std::vector<support::Sentence> notInAnyOperator(const TokenTable& table);

} // namespace profiler
