#pragma once

#include "profiler/statistics/statistics.h"
#include "profiler/tables/profile.h"
#include "profiler/tables/time_span.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace profiler {

/// A flame graph of time by scope. The contents of a scope lie below it, and a frame is as wide as
/// the time it takes. The order is not that of time: all executions of an operator are one frame,
/// and so are scopes of the same name.
///
///     |                 all operators                    | reorders |
///     |         layers.7              |   layers.8       |          |
///     |   self_attn   |    mlp        |   self_attn      |          |
///     | MatMul | Add  | MatMul | Relu | MatMul           |          |   operators
///     | brgemm | ...                                                    what ran, and its phases
///
/// Scopes are those of StepScopes. Steps nested in a Loop or If lie below it. Frames are in the
/// order of the plan. The width of a frame is the sum of the frames directly below it and its own
/// time.
struct FlameFrame {
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    enum class Kind : std::uint8_t {
        Root,
        Scope,
        Operator,
        Part, ///< the implementation that ran, or a phase of the operator
        Inserted, ///< all reorders and copies
        Between, ///< time outside of steps: dispatch, waiting, unaccounted
    };
    Kind kind = Kind::Scope;
    std::uint8_t depth = 0; ///< rows below the root, at most 250
    std::string name; ///< without the scopes above
    std::uint32_t parent = none;
    /// Children are neighbours: [firstChild, firstChild + children).
    std::uint32_t firstChild = 0;
    std::uint32_t children = 0;
    engine::StepId step; ///< of operators and their parts
    double startNs = 0; ///< from the root's left edge
    double ns = 0;
    std::uint32_t steps = 0; ///< number of steps in it
    double calls = 0; ///< executions per run, or in the range
};

/// Which time gives a frame its width.
enum class FlameTime {
    Medians, ///< median of every step over all recorded runs
    /// Times of the median run. Time outside of operators is a frame too, so the root is the wall.
    MedianRun,
    Range, ///< times within a range, of all runs in it
};

struct Flame {
    std::vector<FlameFrame> frames; ///< parents before children, row by row; never empty
    std::vector<std::uint32_t> ofStep; ///< frame of each step; FlameFrame::none if it took no time
    FlameTime time = FlameTime::Medians;
    double wallNs = 0; ///< 100 % of shares: wall of the median run, or length of the range

    const FlameFrame& root() const { return frames.front(); }
    double share(const FlameFrame& frame) const { return wallNs > 0 ? frame.ns / wallNs : 0; }
    bool isIn(std::uint32_t frame, std::uint32_t ancestor) const;
    /// Returns the names from below the root down to the frame, separated by slashes.
    std::string path(std::uint32_t frame) const;
    /// Returns the steps of the frame and of all frames below it.
    std::vector<engine::StepId> stepsIn(std::uint32_t frame) const;
};

/// Builds the flame graph. If stopped, the result is incomplete.
Flame flameOf(const Profile& profile, const Statistics& statistics, FlameTime time,
    std::optional<TimeSpan> range = {}, std::stop_token stop = {});

/// A rectangle to draw. Frames that share a pixel are one box, which has the first of them.
struct FlameBox {
    std::uint32_t frame = 0;
    std::uint32_t count = 1; ///< number of frames in it
    std::uint32_t row = 0;
    double x = 0;
    double width = 0;
};

/// Returns the boxes of the frame `top` over the full width, of all frames in it, and above it of
/// the frames that contain it. There is at most one box per pixel and row.
std::vector<FlameBox> flameBoxes(const Flame& flame, std::uint32_t top, double width);

} // namespace profiler
