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

/// What a sweep changes, and its sizes in order: a named dimension of the model, or the number of
/// threads (`threads`, unless the model has a dimension of that name).
struct SweepPlan {
    static constexpr std::size_t maxSizes = 1000;

    std::string dimension;
    std::vector<std::int64_t> sizes;
};

/// Parses `sequence=128:2048:*2`, `batch=1:9:+2`, `threads=1,2,4`.
support::Result<SweepPlan> parseSweep(std::string_view text);
inline constexpr std::string_view threadsSweep = "threads";

/// Time of one operator type, or of one operator, at one size.
struct SweepTime {
    std::string name;
    std::string opType; ///< for an operator
    double medianNs = 0;
    double share = 0; ///< of wall
};

/// Times at one size, or why it could not run.
struct SweepPoint {
    static constexpr std::size_t maxOperators = 500;

    std::int64_t size = 0;
    std::string problem; ///< empty if it ran
    std::uint32_t samples = 0;
    double medianNs = 0; ///< wall
    std::optional<Interval> interval;
    std::vector<SweepTime> types; ///< longest first
    std::vector<SweepTime> operators; ///< longest first, at most maxOperators

    bool hasRun() const { return problem.empty() && samples > 0; }
    Measurement measurement() const { return { medianNs, Unit::Nanoseconds, interval, samples }; }
};
SweepPoint sweepPointOf(std::int64_t size, const Profile& profile, const Statistics& statistics);

struct Sweep {
    SweepPlan plan;
    bool isOfThreads = false;
    std::vector<SweepPoint> points; ///< in order of the plan; fewer if stopped
};

void writeSweepPoint(support::JsonWriter& json, const SweepPoint& point);
SweepPoint readSweepPoint(const support::JsonValue& json);
/// Returns the document of `profile --sweep --format json`.
std::string sweepJson(const Sweep& sweep);
/// Reads such a document. The plan gets the sizes that were measured. Fails with ErrorKind::File if
/// it is not a sweep.
support::Result<Sweep> readSweepJson(std::string_view text);

} // namespace profiler
