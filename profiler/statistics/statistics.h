#pragma once

#include "model/support/progress.h"
#include "model/support/result.h"
#include "profiler/statistics/measurement.h"
#include "profiler/tables/profile.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace profiler {

/// Figures of a profile, per step, per node and per operator type, and the account of its median
/// run. One sample is one recorded run; a step that runs several times in a run (in a Loop) counts
/// with their sum. What ran in some of the runs only (a branch of an If) has a sample for each of
/// those, and its share of wall is that of its median in so many of the runs.

/// How a set of samples is spread, nanoseconds.
struct Distribution {
    std::uint32_t samples = 0;
    double median = 0;
    double p10 = 0;
    double p90 = 0;
    double p95 = 0;
    double min = 0;
    double max = 0;
    double mad = 0; ///< median distance from the median
    /// 95 % interval of the median, from 20 runs on from the medians of blocks of neighbouring runs
    /// (single runs are not independent); holds the median. Nothing with fewer than 6 runs.
    std::optional<Interval> interval;

    Measurement measurement(MeasurementKind kind = MeasurementKind::Measured) const;
};

/// `samples` in order of time. Percentiles interpolate between neighbours (type 7). All zero
/// without samples.
Distribution distributionOf(std::span<const double> samples);

struct StepRow {
    engine::StepId step;
    Distribution time; ///< own time: without nested steps, so that rows add up
    Distribution total; ///< with nested steps; equals `time` except for control flow
    double share = 0; ///< median own time of median wall, 0..1
    double inRuns = 0; ///< share of the recorded runs in which it ran, 0..1
    double callsPerRun = 0; ///< executions, mean over recorded runs
    std::optional<double> flopsPerSecond; ///< at the median of `total`
    std::optional<double> bytesPerSecond;
    /// Parallel efficiency, 0..1: how far the threads of the run were at work during its own time
    /// (thread_use.h). Nothing if that was not recorded.
    std::optional<double> threadsBusy;
};

/// A model node. The time of a step made of several nodes is never divided: each of its nodes shows
/// the whole, marked as shared.
struct NodeRow {
    model::NodeId node; ///< invalid: a label without model
    StringId label;
    StringId opType; ///< of the node; of the step if the profile does not know the node
    StringId domain;
    std::vector<engine::StepId> steps;
    Fate fate = Fate::Kept;
    StringId pass;
    Distribution time; ///< sum of its steps; no samples if it did not run
    double share = 0;
    bool isShared = false; ///< other nodes have part in this time
    model::NodeId leader; ///< FusedInto, Replaced: where its time is shown
};

struct TypeRow {
    StringId opType;
    StringId domain;
    std::uint32_t steps = 0;
    double callsPerRun = 0;
    Distribution time;
    double share = 0;
    std::uint64_t flops = 0; ///< of one run; a lower bound if unknownCosts > 0
    std::uint32_t unknownCosts = 0; ///< steps whose work is not known
    std::optional<double> threadsBusy; ///< mean of its steps, by their time
};

/// Where the median run went. The parts add exactly: operators + reorders + copies + dispatch +
/// waiting + allocation + unaccounted
/// - overlap = wall.
struct Account {
    std::uint32_t run = 0; ///< index into Profile::runs
    std::int64_t wallNs = 0;
    std::int64_t operatorsNs = 0; ///< own time of all operator, control flow and view steps
    std::int64_t reordersNs = 0;
    std::int64_t copiesNs = 0;
    std::int64_t dispatchNs = 0; ///< between steps; inputs taken and outputs handed over
    std::int64_t waitingNs = 0;
    std::int64_t allocationNs = 0;
    std::int64_t unaccountedNs = 0; ///< before the first and after the last step
    std::int64_t overlapNs = 0; ///< counted twice because several streams worked at once

    std::int64_t notInAnyOperatorNs() const { return wallNs + overlapNs - operatorsNs; }
    double share(std::int64_t ns) const
    {
        return wallNs > 0 ? static_cast<double>(ns) / static_cast<double>(wallNs) : 0;
    }
    /// Share of wall that has a name: all but `unaccounted`.
    double coverage() const;
};

struct Statistics {
    Distribution wall; ///< of recorded runs
    Distribution wallUnprofiled; ///< of runs without recording; no samples if there are none
    /// What recording costs, as a ratio: 0.006 = 0.6 % longer. From the rounds in which both kinds
    /// of run alternate.
    std::optional<Measurement> recordingCost;
    /// What the median of the runs does not tell, sentences: two levels, a drift, a wide spread, an
    /// end before all runs were done. Empty: nothing of that.
    std::vector<std::string> remarks;
    std::vector<StepRow> steps; ///< by StepId value; steps that never ran have no samples
    std::vector<NodeRow> nodes; ///< one per provenance row, or per label without model
    std::vector<TypeRow> types; ///< largest share first
    std::optional<Account> account; ///< nothing without a recorded run
    std::uint32_t threads = 0; ///< that StepRow::threadsBusy is of; 0: not recorded

    /// The wall time to show first: without recording if that was measured, else with.
    const Distribution& bestWall() const
    {
        return wallUnprofiled.samples > 0 ? wallUnprofiled : wall;
    }
    /// Row of a node; null if it is not in the profile.
    const NodeRow* node(model::NodeId id) const;
};

std::shared_ptr<const Statistics> computeStatistics(const Profile& profile);
/// The same for a long profile: says how many steps are done, from any thread, and fails as
/// Cancelled when stopped. Two threads; beside the result 4 bytes a span.
support::Result<std::shared_ptr<const Statistics>> computeStatistics(
    const Profile& profile, std::stop_token stop, const support::Progress& progress);

/// `+1.4 % (95 % −12 % … +40 %): within noise`, of Statistics::recordingCost.
std::string recordingCostText(const Measurement& cost);

/// StepRow::threadsBusy of several steps, by their median times; nothing if it is known of none.
std::optional<double> threadsBusyOf(
    const Statistics& statistics, std::span<const engine::StepId> steps);

/// Indices of step rows that ran, largest median first.
std::vector<std::uint32_t> slowestSteps(const Statistics& statistics);

} // namespace profiler
