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

/// Time by scope: what is in a scope lies below it, and as wide as it takes time. Not in order of
/// time: all executions of an operator are one frame, scopes of one name beside each other too.
///
///     |                 all operators                    | reorders |
///     |         layers.7              |   layers.8       |          |
///     |   self_attn   |    mlp        |   self_attn      |          |
///     | MatMul | Add  | MatMul | Relu | MatMul           |          |   operators
///     | brgemm | ...                                                    what ran, and its phases
///
/// Names are split at `/`, else at `.`; what all of them begin with is left out. Steps nested in a
/// Loop or If lie below it. Frames are in the order of the plan and add up: each is as wide as what
/// lies directly below it, and its own time.
struct FlameFrame {
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    enum class Kind : std::uint8_t {
        Root,
        Scope,
        Operator,
        Part, ///< what ran: the implementation, or a phase of the operator
        Inserted, ///< all reorders and copies together
        Between, ///< no step at all: dispatch, waiting, what has no name
    };
    Kind kind = Kind::Scope;
    std::uint8_t depth = 0; ///< rows below the root; more than 250 are one
    std::string name; ///< without the scopes above
    std::uint32_t parent = none;
    std::uint32_t firstChild
        = 0; ///< children lie side by side: [firstChild, firstChild + children)
    std::uint32_t children = 0;
    engine::StepId step; ///< of operators and their parts
    double startNs = 0; ///< from the root's left edge
    double ns = 0;
    std::uint32_t steps = 0; ///< in it
    double calls = 0; ///< executions; per run, or in the range
};

/// Which time makes a frame wide.
enum class FlameTime {
    Medians, ///< of every step over all recorded runs
    MedianRun, ///< of the run in the middle; what is in no operator is a frame: together its wall
    Range, ///< what lies in a range, of all runs in it
};

struct Flame {
    std::vector<FlameFrame> frames; ///< parents before children, row by row; never empty
    std::vector<std::uint32_t> ofStep; ///< frame of each step; FlameFrame::none if it took no time
    FlameTime time = FlameTime::Medians;
    double wallNs = 0; ///< what shares are of: wall of the median run, or length of the range

    const FlameFrame& root() const { return frames.front(); }
    double share(const FlameFrame& frame) const { return wallNs > 0 ? frame.ns / wallNs : 0; }
    bool isIn(std::uint32_t frame, std::uint32_t ancestor) const;
    /// Names from below the root down to the frame, between slashes.
    std::string path(std::uint32_t frame) const;
    /// Steps of the frame and of all below it.
    std::vector<engine::StepId> stepsIn(std::uint32_t frame) const;
};

/// Empty but for its root if it is stopped.
Flame flameOf(const Profile& profile, const Statistics& statistics, FlameTime time,
    std::optional<TimeSpan> range = {}, std::stop_token stop = {});

/// A frame as it is drawn; several that share a pixel are one box with the first of them.
struct FlameBox {
    std::uint32_t frame = 0;
    std::uint32_t count = 1; ///< frames in it
    std::uint32_t row = 0;
    double x = 0;
    double width = 0;
};

/// The frame `top` over the full width with all that lies in it, and the frames around it above. At
/// most one box per pixel and row, whatever the number of frames.
std::vector<FlameBox> flameBoxes(const Flame& flame, std::uint32_t top, double width);

} // namespace profiler
