#pragma once

#include "profiler/charts/charts.h"
#include "profiler/sweep/sweep.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace profiler {

/// Where growth changes: time grows as size^before up to it and as size^after beyond.
struct SweepKnee {
    std::int64_t size = 0;
    double before = 0;
    double after = 0;
};

struct SweepCurve {
    std::string name;
    std::string opType;
    bool isWall = false;
    std::vector<Point> points; ///< size and ns, ascending; only sizes that ran
    std::optional<SweepKnee> knee;
};

/// The knee of a curve: two straight lines on log-log axes must fit it far better than one, and
/// differ in slope by 0.3. Nothing with fewer than five sizes, none of them 0.
std::optional<SweepKnee> kneeOf(const std::vector<Point>& points);

/// Whether every size has enough runs, 12, to speak of knees and of who overtakes whom.
bool canJudge(const Sweep& sweep);

enum class SweepRows { Types, Operators };
/// The wall, then those that take the most time at the largest size that ran; at most `most`.
std::vector<SweepCurve> curvesOf(const Sweep& sweep, SweepRows rows, std::size_t most);

/// From this size on, one curve lies above another that it was below before; at both ends they are
/// further apart than 5 %.
struct Overtaking {
    std::size_t curve = 0;
    std::size_t other = 0;
    std::int64_t size = 0;
};
std::vector<Overtaking> overtakingsOf(const std::vector<SweepCurve>& curves);

/// `MatMul grows as sequence^1.0 up to 512, as sequence^2.1 beyond`, and who overtakes whom from
/// which size on.
std::vector<std::string> sweepRemarks(const Sweep& sweep, const std::vector<SweepCurve>& curves);

} // namespace profiler
