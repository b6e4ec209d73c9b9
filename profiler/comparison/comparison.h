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

/// Two profiles against each other: the wall time, each operator, and where the difference comes
/// from.
///
/// Profiles of one interleaved measurement (pair_benchmark.h) are compared round by round: the
/// Wilcoxon signed rank test on the logarithms of the ratios, Hodges and Lehmann's interval, false
/// discoveries among the rows held at 5 %. Profiles taken apart have no such test: what two starts
/// of the program differ by is unknown, so a difference counts only if it exceeds a spread that is
/// said or assumed. Either way less than 1 %, or less than 0.1 % of the wall, is never called a
/// difference.

enum class Verdict : std::uint8_t { WithinNoise, Faster, Slower, New, Gone, NotComparable };
std::string_view verdictName(Verdict verdict);

/// What became of one time from A to B.
struct Change {
    Distribution a; ///< no samples: not in A
    Distribution b;
    double ratio = 0; ///< (B - A) / A, estimated over the rounds
    std::optional<Interval> interval; ///< of `ratio`, 95 %
    std::optional<double> p; ///< of the test; nothing without rounds
    std::optional<double> adjusted; ///< p with all rows in view; nothing for rows too small to test
    Verdict verdict = Verdict::WithinNoise;

    double differenceNs() const { return b.median - a.median; }
    /// Over twice as long (or half as long) as `limit`, a share of A, allows: the whole interval
    /// says so, and p is 0.01 at most by itself. Noise does not double a time in every round,
    /// however many rows are looked at: a test of all of them together, which few rounds cannot
    /// pass, is not needed to say so.
    bool isFarBeyond(double limit) const;
    /// Smallest difference, as a share of A, that would have been found in four of five tries.
    std::optional<double> detectable() const;
};
/// `+4.9 %`
std::string ratioText(double ratio);
/// `+4.5 % … +5.3 %`; `too few runs` without an interval.
std::string intervalText(const Change& change);

struct ComparedRow {
    StepGroup steps;
    std::string label; ///< of A's first nodes, else B's
    std::string typeA; ///< `Conv + Relu`; empty if not in A
    std::string typeB;
    Change change;
    double share = 0; ///< larger one of its shares of the walls of A and B
    bool isIgnored = false; ///< in a scope that is left out: not tested, part of the wall
};

/// What is not the same in two measurements.
struct SettingDifference {
    enum class Kind : std::uint8_t { Machine, Engine, Settings };
    Kind kind = Kind::Settings;
    std::string name; ///< `threads`
    std::string a;
    std::string b;
    bool isAllowed = false; ///< does not spoil the comparison: wanted so, or engine versions
};
std::string_view settingKindName(SettingDifference::Kind kind);

/// A bar between the wall of A and that of B; in whole nanoseconds, so that they add up exactly.
struct WaterfallPart {
    enum class Kind : std::uint8_t { Operators, Inserted, Between, Overlap };
    Kind kind = Kind::Operators;
    std::string label; ///< `MatMul → MatMulNBits`, `reorders`, `between operators`
    std::int64_t aNs = 0; ///< of overlap below zero: it is taken off
    std::int64_t bNs = 0;
    StepGroup steps; ///< that it is the time of; none of Between and Overlap
    std::size_t rows = 0; ///< of the comparison, in Operators
    bool isTested = false; ///< of the others nobody knows whether they differ
    bool isNoise = true; ///< no test of the part as a whole calls it a difference

    std::int64_t differenceNs() const { return bNs - aNs; }
    /// What stands beside a part that has no colour: `within noise`, `not tested`; else empty.
    std::string_view remark() const;
};

/// Shares of the middle half of the runs, of the median walls: parts add up to `aNs` and `bNs`.
struct Waterfall {
    std::int64_t aNs = 0;
    std::int64_t bNs = 0;
    std::vector<WaterfallPart>
        parts; ///< operators by type, largest difference first; then the rest

    std::int64_t differenceNs() const { return bNs - aNs; }
};

/// How far the nodes of the two were led to each other.
struct AlignmentSummary {
    std::size_t nodesA = 0;
    std::size_t nodesB = 0;
    std::size_t aligned = 0;
    std::vector<std::string> onlyA; ///< labels
    std::vector<std::string> onlyB;
    double shareOfTime = 0; ///< of A's operators that have a counterpart which ran
};

enum class Method : std::uint8_t {
    Interleaved,
    Separate, ///< measured at two times
};

struct CompareOptions {
    std::optional<NodeLabels> labels; ///< from the models at hand; else by the profiles alone
    bool allowsMachine = false; ///< verdicts although machines differ
    bool allowsSettings = false;
    /// How far two separate measurements of the same thing are apart on this machine, 95 %.
    double spread = 0.05;
    std::vector<std::string> ignoredScopes; ///< `encoder/layers.3`, as in labels
};

/// Whether a label is this scope or lies in it.
bool isInScope(std::string_view label, std::string_view scope);

struct Comparison {
    std::shared_ptr<const Profile> a;
    std::shared_ptr<const Profile> b;
    Method method = Method::Separate;
    std::uint32_t rounds = 0; ///< that both have
    double spread = 0; ///< of Separate
    std::vector<SettingDifference> settings;
    Change wall;
    std::vector<ComparedRow> rows; ///< largest difference in time first
    Waterfall waterfall;
    AlignmentSummary alignment;

    bool isComparable() const;
    /// Records or rounds are missing.
    bool isLossy() const;
    std::size_t count(Verdict verdict) const; ///< of rows
};

/// Never fails: what cannot be compared says so.
Comparison compareProfiles(std::shared_ptr<const Profile> a, std::shared_ptr<const Profile> b,
    const CompareOptions& options = {});

} // namespace profiler
