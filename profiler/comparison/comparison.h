#pragma once

#include "profiler/comparison/step_alignment.h"
#include "profiler/statistics/measurement.h"
#include "profiler/statistics/statistics.h"
#include "profiler/tables/profile.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace profiler {

/// Comparison of two profiles: the wall time, each operator, and the causes of the difference.
///
/// Profiles of one interleaved measurement (pair_benchmark.h) are compared round by round: with
/// Wilcoxon's signed rank test on the logarithms of the ratios and Hodges and Lehmann's interval.
/// False discoveries among the rows are limited to 5 %. Profiles measured separately have no such
/// test, because the difference between two program starts is unknown. There a difference counts
/// only if it exceeds a given or assumed spread. In both cases less than 1 %, or less than 0.1 % of
/// the wall, is never called a difference.

constexpr double falseDiscoveries = 0.05; ///< share among the rows that are called a difference
constexpr double smallestRatio = 0.01; ///< smallest difference, relative to the operator itself
constexpr double smallestShare = 0.001; ///< smallest difference, relative to the wall

enum class Verdict : std::uint8_t { WithinNoise, Faster, Slower, New, Gone, NotComparable };
std::string_view verdictName(Verdict verdict);

/// Change of one time from A to B.
struct Change {
    Distribution a; ///< no samples: not in A
    Distribution b;
    double ratio = 0; ///< (B - A) / A, estimated over the rounds
    std::optional<Interval> interval; ///< of `ratio`, 95 %
    std::optional<double> p; ///< p-value of the test; nothing without rounds
    /// `p` adjusted for the number of rows; nothing for rows too small to test.
    std::optional<double> adjusted;
    Verdict verdict = Verdict::WithinNoise;

    double differenceNs() const { return b.median - a.median; }
    bool isOnBoth() const { return a.samples > 0 && b.samples > 0; }
    /// True if the change is far beyond `limit` (a share of A): the interval lies above limit + 100
    /// %, or below -50 % - limit, and p alone is at most 0.01. Noise does not double a time in
    /// every round, for any number of rows. So no adjustment for all rows is needed, which few
    /// rounds could not pass.
    bool isFarBeyond(double limit) const;
    /// Returns the smallest difference, as a share of A, that would be found in four of five
    /// measurements.
    std::optional<double> detectable() const;
};
/// Returns `+4.9 %`.
std::string ratioText(double ratio);
/// Returns `+4.5 % … +5.3 %`; `too few runs` without an interval.
std::string intervalText(const Change& change);
/// Returns a p-value: `0.034`, `< 0.001`.
std::string probabilityText(double p);

struct ComparedRow {
    StepGroup steps;
    std::string label; ///< label of the first step of A, otherwise of B
    std::string typeA; ///< `Conv + Relu`; empty if not in A
    std::string typeB;
    Change change;
    double share = 0; ///< larger of its shares of the walls of A and B
    bool isIgnored = false; ///< in an ignored scope: not tested, but part of the wall

    std::string types() const; ///< `Conv`, or `Conv → FusedConv` if they differ
};

/// A difference between the settings or the environment of two measurements.
struct SettingDifference {
    enum class Kind : std::uint8_t { Machine, Engine, Settings };
    Kind kind = Kind::Settings;
    std::string name; ///< `threads`
    std::string a;
    std::string b;
    /// Does not prevent a comparison: allowed by options, or an engine version.
    bool isAllowed = false;
};
std::string_view settingKindName(SettingDifference::Kind kind);

/// A bar between the walls of A and B. Integer nanoseconds, so that they add up exactly.
struct WaterfallPart {
    enum class Kind : std::uint8_t { Operators, Inserted, Between, Overlap };
    Kind kind = Kind::Operators;
    std::string label; ///< `MatMul → MatMulNBits`, `reorders`, `between operators`
    std::int64_t aNs = 0; ///< negative for overlap, which is subtracted
    std::int64_t bNs = 0;
    StepGroup steps; ///< its steps; none for Between and Overlap
    std::size_t rows = 0; ///< number of compared rows; for Operators
    bool isTested = false; ///< false: not known whether it differs
    bool isNoise = true; ///< the test of the part found no difference, or there is none

    std::int64_t differenceNs() const { return bNs - aNs; }
    /// Returns the remark for a part without colour: `within noise`, `not tested`; otherwise empty.
    std::string_view remark() const;
};

/// Parts of the difference of two walls. They are mean shares over the middle half of the runs,
/// scaled to the median walls: they add up to `aNs` and `bNs`.
struct Waterfall {
    std::int64_t aNs = 0;
    std::int64_t bNs = 0;
    /// Operators by type, largest difference first; then the other parts.
    std::vector<WaterfallPart> parts;

    std::int64_t differenceNs() const { return bNs - aNs; }
};

/// How many nodes of the two profiles were matched.
struct AlignmentSummary {
    std::size_t nodesA = 0;
    std::size_t nodesB = 0;
    std::size_t aligned = 0;
    std::vector<std::string> onlyA; ///< labels
    std::vector<std::string> onlyB;
    double shareOfTime = 0; ///< share of A's operator time that has a counterpart which ran
};

enum class Method : std::uint8_t {
    Interleaved,
    Separate, ///< measured one after the other
};

struct CompareOptions {
    std::optional<NodeLabels> labels; ///< from the models; nothing: from the profiles
    bool allowsMachine = false; ///< gives verdicts even if machines differ
    bool allowsSettings = false;
    /// Allows another host or kernel, not another processor: for build servers that take any
    /// machine of one kind.
    bool allowsHost = false;
    /// Expected 95 % spread between two separate measurements of the same thing on this machine, as
    /// a share.
    double spread = 0.05;
    std::vector<std::string> ignoredScopes; ///< `encoder/layers.3`, as in labels
};

/// Returns the differences in machine, engine and settings of two profiles. A value that only one
/// profile has is not a difference. Named dimensions count if both models have them.
std::vector<SettingDifference> settingDifferences(
    const Profile& a, const Profile& b, const CompareOptions& options);

/// Builds the waterfall from the wall `aNs` to the wall `bNs`. The rows must have their verdicts.
Waterfall waterfallOf(const Profile& a, const Profile& b, const StepAlignment& alignment,
    const std::vector<ComparedRow>& rows, double aNs, double bNs);

/// True if a label is this scope or lies in it.
bool isInScope(std::string_view label, std::string_view scope);

struct Comparison {
    std::shared_ptr<const Profile> a;
    std::shared_ptr<const Profile> b;
    Method method = Method::Separate;
    std::uint32_t rounds = 0; ///< that both profiles have
    double spread = 0; ///< used for Separate
    std::vector<SettingDifference> settings;
    Change wall;
    std::vector<ComparedRow> rows; ///< largest difference in time first
    Waterfall waterfall;
    AlignmentSummary alignment;

    bool isComparable() const;
    /// True if records were lost or runs have gaps.
    bool isLossy() const;
    std::size_t count(Verdict verdict) const; ///< rows with this verdict, without ignored ones
};

/// Compares two profiles. Never fails; what cannot be compared has the verdict NotComparable.
Comparison compareProfiles(std::shared_ptr<const Profile> a, std::shared_ptr<const Profile> b,
    const CompareOptions& options = {});

} // namespace profiler
