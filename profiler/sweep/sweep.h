#pragma once

#include "model/support/json.h"
#include "model/support/result.h"
#include "profiler/statistics/statistics.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace profiler {

/// One thing that changes, and the sizes it takes one after the other: a named dimension of the
/// model, or the number of threads (`threads`, unless the model has a dimension of that name).
struct SweepPlan {
    static constexpr std::size_t mostSizes = 1000;

    std::string dimension;
    std::vector<std::int64_t> sizes;
};

/// `sequence=128:2048:*2`, `batch=1:9:+2`, `threads=1,2,4`.
support::Result<SweepPlan> parseSweep(std::string_view text);
inline constexpr std::string_view threadsSweep = "threads";

/// Time of one operator type, or of one operator, at one size.
struct SweepTime {
    std::string name;
    std::string opType; ///< of an operator
    double medianNs = 0;
    double share = 0; ///< of wall
};

/// What one size took, or why it could not run.
struct SweepPoint {
    static constexpr std::size_t mostOperators = 500;

    std::int64_t size = 0;
    std::string problem; ///< empty if it ran
    std::uint32_t samples = 0;
    double medianNs = 0; ///< wall
    std::optional<Interval> interval;
    std::vector<SweepTime> types; ///< longest first
    std::vector<SweepTime> operators; ///< longest first, at most mostOperators

    bool hasRun() const { return problem.empty() && samples > 0; }
    Measurement measurement() const { return { medianNs, Unit::Nanoseconds, interval, samples }; }
};
SweepPoint sweepPointOf(std::int64_t size, const Profile& profile, const Statistics& statistics);

struct Sweep {
    SweepPlan plan;
    bool isOfThreads = false;
    std::vector<SweepPoint> points; ///< in the plan's order; fewer if it was stopped
};

void writeSweepPoint(support::JsonWriter& json, const SweepPoint& point);
SweepPoint readSweepPoint(const support::JsonValue& json);
/// The document of `profile --sweep --format json`.
std::string sweepJson(const Sweep& sweep);
/// Reads such a document; the plan has the sizes that were measured. Fails as File if it is none.
support::Result<Sweep> readSweepJson(std::string_view text);

} // namespace profiler
