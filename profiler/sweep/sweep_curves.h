#pragma once

#include "model/support/text.h"
#include "profiler/charts/charts.h"
#include "profiler/sweep/sweep.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace profiler {

/// A change of growth: time grows as size^before up to `size` and as size^after above.
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

/// Finds the knee of a curve: two straight lines on log-log axes must fit far better than one and
/// differ in slope by at least 0.3. Nothing with fewer than five sizes, or if a size or time is 0.
std::optional<SweepKnee> kneeOf(const std::vector<Point>& points);

/// True if every size has at least 12 runs, enough to judge knees and overtaking.
bool canJudge(const Sweep& sweep);

enum class SweepRows { Types, Operators };
/// Returns the wall, then the `most` rows that take the most time at the largest size that ran.
std::vector<SweepCurve> curvesOf(const Sweep& sweep, SweepRows rows, std::size_t most);

/// From `size` on, `curve` lies above `other`, and below before. At both ends of the sweep they
/// differ by at least 5 %.
struct Overtaking {
    std::size_t curve = 0;
    std::size_t other = 0;
    std::int64_t size = 0;
};
std::vector<Overtaking> overtakingsOf(const std::vector<SweepCurve>& curves);

/// Returns sentences about knees (`MatMul grows as sequence^1.0 up to 512, as sequence^2.1 beyond`)
/// and about curves that overtake others.
std::vector<support::Sentence> sweepRemarks(
    const Sweep& sweep, const std::vector<SweepCurve>& curves);

} // namespace profiler
