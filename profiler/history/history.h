#pragma once

#include "model/support/result.h"
#include "profiler/history/setup.h"
#include "profiler/statistics/change_points.h"
#include "profiler/tables/profile.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace profiler {

/// How the times of a model went over the commits of its source code.
///
/// Profiles of one setup form a series. Profiles of one commit are one point, at the median of
/// their medians. A profile without commit is a point of its own. The wall time and each operator
/// that takes at least 1 % of a wall are searched for changes (change_points.h). The level of
/// probability of an operator's change is divided by the number of operators, so that the operators
/// of a series together have one wrong change in a hundred series (Bonferroni).

/// One executed operator of a profile. Steps of one name are added; inserted steps (reorders,
/// copies) are one operator without name.
struct OperatorMedian {
    std::string name;
    std::string type;
    std::string implementation; ///< of its first step
    double medianNs = 0;
};

/// What a history keeps of one profile.
struct MeasuredProfile {
    std::string file; ///< relative to the folder
    Setup setup;
    std::string commit; ///< empty: unknown
    std::string label; ///< of `profile --label`
    std::int64_t timeNs = 0; ///< of the commit, otherwise of the measurement; UTC since 1970
    std::int64_t startedNs = 0;
    double wallNs = 0; ///< median
    std::optional<Interval> interval; ///< of the median, 95 %
    std::vector<OperatorMedian> operators;
};
/// Fails for a profile that was interrupted, that lost its end or that has no recorded runs.
support::Result<MeasuredProfile> measuredProfile(const Profile& profile, std::string file);

/// A point of a series.
struct HistoryPoint {
    std::string commit;
    std::string label;
    std::int64_t timeNs = 0;
    std::vector<std::string> files;
    double wallNs = 0;
    std::optional<Interval> interval;

    /// The first 10 characters of the commit, otherwise the label, otherwise the first file.
    std::string name() const;
};

struct OperatorHistory {
    std::string name; ///< empty: inserted steps
    std::string type; ///< at the last point that has it
    double share = 0; ///< of the wall, the largest of all points
    std::vector<std::optional<double>> medianNs; ///< by point; nothing: it did not run
    std::vector<std::string> implementations; ///< by point
    std::vector<ChangePoint> changes; ///< `at`, `first` and `last` are points of the series
};

struct HistorySeries {
    Setup setup;
    std::vector<HistoryPoint> points; ///< oldest first
    double smallestChange = 0; ///< that was searched for: 2 %, or half the mean interval
    std::vector<ChangePoint> changes; ///< of the wall
    std::vector<OperatorHistory> operators; ///< that were tested, largest share first
    std::size_t untested = 0; ///< operators that are too small

    /// Number of the last points, where a change cannot be found yet.
    std::size_t tooNew() const;
    /// True if there are enough points for two segments.
    bool isSearched() const;
};

/// One change of an operator, for a list of all of them.
struct OperatorChange {
    const OperatorHistory* row = nullptr;
    const ChangePoint* change = nullptr;
    /// `oneDNN direct → reference` if the operator runs in another way since then; else empty.
    std::string implementation;

    double differenceNs() const { return change->after - change->before; }
    std::string name() const; ///< of the operator; `reorders, copies` for inserted steps
};
/// Returns the changes of all operators, largest difference first. Valid while the series exists.
std::vector<OperatorChange> operatorChanges(const HistorySeries& series);

/// `3f2c1`, or `3f2c1 … 04e70` where the first point of the new level is not certain.
std::string placeText(const HistorySeries& series, const ChangePoint& change);
/// `▲ +4.8 % at 3f2c1`.
std::string changeText(const HistorySeries& series, const ChangePoint& change);
/// `14 Nov 2026`; empty if unknown.
std::string dateText(std::int64_t timeNs);

struct HistoryOptions {
    ChangePointOptions test; ///< of the wall
    double smallestShare = 0.01; ///< of operators, relative to the wall
    std::size_t mostPoints = 400; ///< the newest ones are taken
};

/// The profiles of a folder.
struct ProfileFolder {
    struct LeftOut {
        std::string file;
        std::string reason;
    };
    std::vector<MeasuredProfile> profiles;
    std::vector<LeftOut> leftOut; ///< files that cannot be used
    bool isPacked = false; ///< of `opscope-cli pack`
};

struct History {
    std::vector<HistorySeries> series; ///< most points first
    std::vector<ProfileFolder::LeftOut> leftOut;
    bool isPacked = false; ///< the files of the points are in a pack
};
/// Groups profiles to series and searches them. Fails only as Cancelled.
support::Result<History> buildHistory(
    ProfileFolder folder, const HistoryOptions& options = {}, std::stop_token stop = {});

} // namespace profiler
