#pragma once

#include "model/support/progress.h"
#include "model/support/result.h"
#include "model/support/text.h"
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

/// Figures of a profile per step, node and operator type, and the account of its median run. One
/// sample is one recorded run. A step that runs several times in a run (in a Loop) counts with the
/// sum. A step that ran in some runs only (a branch of an If) has samples for these runs; its share
/// of the wall is its median times the share of these runs.

/// Distribution of a set of samples, in nanoseconds.
struct Distribution {
    std::uint32_t samples = 0;
    double median = 0;
    double p10 = 0;
    double p90 = 0;
    double p95 = 0;
    double min = 0;
    double max = 0;
    double mad = 0; ///< median absolute deviation from the median
    /// 95 % interval of the median. From 20 runs on it comes from the medians of blocks of
    /// neighbouring runs, because single runs are not independent. It contains the median. Nothing
    /// for fewer than 6 runs.
    std::optional<Interval> interval;

    Measurement measurement() const;
};

/// Computes the distribution of `samples`, which are in order of time. Percentiles interpolate
/// between neighbours (type 7). All zero without samples.
Distribution distributionOf(std::span<const double> samples);

struct StepRow {
    engine::StepId step;
    Distribution time; ///< own time, without nested steps; rows add up
    Distribution total; ///< nested steps included; differs from `time` only for control flow
    double share = 0; ///< median own time times inRuns, divided by the median wall, 0..1
    double inRuns = 0; ///< share of the recorded runs in which it ran, 0..1
    double callsPerRun = 0; ///< executions, mean over recorded runs
    std::optional<double> flopsPerSecond; ///< at the median of `total`
    std::optional<double> bytesPerSecond;
    /// Parallel efficiency, 0..1: how much the threads of the run worked during the own time of the
    /// step (thread_use.h). Nothing if not recorded.
    std::optional<double> threadsBusy;
};

/// Figures of a model node. The time of a step that does several nodes is never divided: each node
/// shows all of it and is marked as shared.
struct NodeRow {
    model::NodeId node; ///< invalid: the profile has only the label
    StringId label;
    StringId opType; ///< of the node, or of the step if the profile does not know the node
    StringId domain;
    std::vector<engine::StepId> steps;
    Fate fate = Fate::Kept;
    StringId pass;
    Distribution time; ///< sum of its steps; no samples if it did not run
    double share = 0;
    bool isShared = false; ///< the time includes the work of other nodes
    model::NodeId leader; ///< FusedInto, Replaced: node that shows its time
};

struct TypeRow {
    StringId opType;
    StringId domain;
    std::uint32_t steps = 0;
    double callsPerRun = 0;
    Distribution time;
    double share = 0;
    std::uint64_t flops = 0; ///< per run; a lower bound if unknownCosts > 0
    std::uint32_t unknownCosts = 0; ///< steps whose work is not known
    std::optional<double> threadsBusy; ///< mean of its steps, weighted by time
};

/// Parts of the wall time of the median run. They add up exactly: operators + reorders + copies +
/// dispatch + waiting + allocation + unaccounted - overlap = wall.
struct Account {
    std::uint32_t run = 0; ///< index into Profile::runs
    std::int64_t wallNs = 0;
    std::int64_t operatorsNs = 0; ///< own time of all operator, control flow and view steps
    std::int64_t reordersNs = 0;
    std::int64_t copiesNs = 0;
    std::int64_t dispatchNs = 0; ///< between steps, and taking inputs and handing over outputs
    std::int64_t waitingNs = 0;
    std::int64_t allocationNs = 0;
    std::int64_t unaccountedNs = 0; ///< before the first and after the last step, without handover
    std::int64_t overlapNs = 0; ///< counted twice because several streams worked at once

    std::int64_t notInAnyOperatorNs() const { return wallNs + overlapNs - operatorsNs; }
    double share(std::int64_t ns) const
    {
        return wallNs > 0 ? static_cast<double>(ns) / static_cast<double>(wallNs) : 0;
    }
    /// Returns the share of the wall that is accounted for.
    double coverage() const;
};

struct Statistics {
    Distribution wall; ///< of recorded runs
    Distribution wallUnprofiled; ///< of runs without recording; no samples if there are none
    /// Cost of recording as a ratio: 0.006 = 0.6 % longer. From the rounds in which runs with and
    /// without recording alternate.
    std::optional<Measurement> recordingCost;
    /// Sentences about what the median of the runs does not show: two levels, a drift, a wide
    /// spread, an end before all runs were done.
    std::vector<support::Sentence> remarks;
    std::vector<StepRow> steps; ///< by StepId value; steps that never ran have no samples
    std::vector<NodeRow> nodes; ///< one per provenance row, or per label without model
    std::vector<TypeRow> types; ///< largest share first
    std::optional<Account> account; ///< nothing without a recorded run
    std::uint32_t threads = 0; ///< number of threads for StepRow::threadsBusy; 0: not recorded

    /// Returns the wall time to show first: without recording if measured, otherwise with
    /// recording.
    const Distribution& bestWall() const
    {
        return wallUnprofiled.samples > 0 ? wallUnprofiled : wall;
    }
    /// Returns the row of a node; null if it is not in the profile.
    const NodeRow* node(model::NodeId id) const;
};

std::shared_ptr<const Statistics> computeStatistics(const Profile& profile);
/// Computes the same for a long profile, on two threads. Reports the number of finished steps to
/// `progress`, from either thread. Fails as Cancelled when stopped. Needs 4 bytes per span besides
/// the result.
support::Result<std::shared_ptr<const Statistics>> computeStatistics(
    const Profile& profile, std::stop_token stop, const support::Progress& progress);

/// Returns Statistics::recordingCost as text: `+1.4 % (95 % −12 % … +40 %): within noise`.
support::Sentence recordingCostText(const Measurement& cost);

/// Returns StepRow::threadsBusy of several steps, weighted by their median times; nothing if
/// unknown for all.
std::optional<double> threadsBusyOf(
    const Statistics& statistics, std::span<const engine::StepId> steps);

/// Returns the indices of the steps that ran, largest median first.
std::vector<std::uint32_t> slowestSteps(const Statistics& statistics);

} // namespace profiler
