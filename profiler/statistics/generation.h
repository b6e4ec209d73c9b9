#pragma once

#include "profiler/statistics/statistics.h"
#include "profiler/tables/profile.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace profiler {

/// One run of a model that generates tokens.
struct TokenSample {
    std::uint32_t repeat = 0; ///< which generation
    bool isPrefill = false;
    std::int64_t position = 0; ///< tokens in the cache before it
    std::int64_t tokens = 1; ///< that it takes
    double wallNs = 0;
    double outsideNs = 0; ///< to make its inputs and choose a token
    std::uint32_t run = Slices::none; ///< index into Profile::runs; none without a profile
};

/// A straight line through times over positions.
struct PositionSlope {
    double nsPerPosition = 0;
    std::optional<Interval> interval; ///< 95 %
    /// Whether the interval excludes 0.
    bool isReal() const { return interval && (interval->low > 0 || interval->high < 0); }
};

/// Returns the median of the slopes of all pairs of points (H. Theil 1950, P. K. Sen 1968), which
/// single slow runs do not move; its interval is that of Kendall's rank correlation. `y[i]` is a
/// time at `x[i]`; the x are different. Nothing for fewer than 6 points; more than 256 are reduced
/// to medians of neighbours.
std::optional<PositionSlope> slopeOf(std::span<const double> x, std::span<const double> y);

/// Figures of generations. Prefill and single tokens are never averaged together.
struct GenerationFigures {
    std::uint32_t repeats = 0;
    std::int64_t promptTokens = 0;
    std::int64_t tokens = 0; ///< generated, in the longest repeat
    Distribution prefill; ///< of the prompt's runs together, one value per repeat
    Distribution firstToken; ///< prefill and what is outside of it
    Distribution tokensPerSecond; ///< of single tokens, one value per repeat
    Distribution token; ///< of single tokens; the median over repeats of each position
    Distribution outside; ///< of single tokens
    double outsideShare = 0; ///< of the time of single tokens, 0..1
    struct Slowest {
        std::uint32_t repeat = 0;
        std::int64_t index = 0; ///< among the generated tokens, from 1
        std::int64_t position = 0;
        double ns = 0;
    };
    std::optional<Slowest> slowest;
    std::vector<std::int64_t> positions; ///< of single tokens, ascending
    std::vector<double> tokenNs; ///< median over repeats, by position
    std::optional<PositionSlope> slope; ///< of tokenNs
};

/// `samples` in order of time.
GenerationFigures generationFigures(std::span<const TokenSample> samples);

/// Returns the runs of generations that have this side and lost no record. Profiled: the recorded
/// ones for single tokens. Prefill: those for the prompt.
std::vector<std::uint32_t> generatingRuns(const Profile& profile, Side side);

/// Returns the runs of a recorded generation; empty for other profiles. Of generations with and
/// without recording, the kind with the longest generation is used; if both are as long, the one
/// without. The prompt's runs are always recorded.
std::vector<TokenSample> tokenSamples(const Profile& profile);

/// Returns the time that the slope gives at a position; the median token without a slope.
double timeOnLine(const GenerationFigures& figures, double position);

/// A run of a single token that took far longer than the line through all.
struct TokenOutlier {
    std::size_t sample = 0;
    double ns = 0;
    std::string cause; ///< `page faults`; empty if none was recorded
};
/// Returns the samples above the line by over six times the usual deviation and by over 10 %,
/// longest first. The deviation is the median absolute one, scaled to that of a normal
/// distribution.
std::vector<TokenOutlier> tokenOutliers(
    const Profile& profile, std::span<const TokenSample> samples, const GenerationFigures& figures);

/// Returns the index of a generated token, from 1, by the position of its run. The prompt's last
/// run chooses token 1.
inline std::int64_t tokenAt(const GenerationFigures& figures, std::int64_t position)
{
    constexpr auto most = std::numeric_limits<std::int64_t>::max() - 2; // a file may have any
    return std::min(position, most) - figures.promptTokens + 2;
}

/// How the time of an operator changes with the position, from recorded runs of single tokens.
struct PositionGrowth {
    std::string opType;
    std::int64_t firstPosition = 0; ///< the same in all rows
    std::int64_t lastPosition = 0;
    double firstNs = 0; ///< at the first position, on the line
    double lastNs = 0;
    PositionSlope slope;
};
/// More operator types than this are not shown; those with the longest time are.
constexpr std::size_t mostTypes = 400;
/// Returns the growth by operator type, largest slope first. Types whose slope is within noise come
/// last. `stop`: the rest is left out.
std::vector<PositionGrowth> growthByType(const Profile& profile, const std::stop_token& stop = {});

/// `+22.5 µs ± 0.4 per position`; with both ends if the interval is not even.
std::string slopeText(const PositionSlope& slope);

/// Operator types of the runs that take the prompt: median time over repeats, longest first.
struct PrefillType {
    std::string opType;
    std::uint32_t steps = 0;
    double medianNs = 0;
};
std::vector<PrefillType> prefillTypes(const Profile& profile);

/// Returns lines of text, name and value, for reports.
struct FigureLine {
    std::string name;
    std::string value;
    std::string detail;
};
std::vector<FigureLine> generationLines(const GenerationFigures& figures);

} // namespace profiler
