#pragma once

#include "engine/plan/plan.h"
#include "engine/plan/run_request.h"
#include "engine/verify/verify_folder.h"
#include "model/support/progress.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace engine {

/// Compares two runs of one model step by step: the examined run (fast kernels, passes) and the
/// other run. Each step is judged twice:
///
///     accumulated   its outputs beside those of the other run: its own error, and the error that
///                   came in with its inputs
///     own           its outputs when its inputs are the other run's values: a step with a large
///                   own error is at fault, the steps after it are not
///
///     x ──► Conv ──► Relu ──► Softmax        accumulated    0      3e-2    3e-2
///                  (is wrong)                own            0      3e-2    1e-8
///
/// The other run's values are kept until they are compared, up to a cap. The rest needs more runs
/// of both. A value larger than the cap is compared while the other run waits.

enum class Against {
    Reference, ///< reference kernels, no passes, full precision
    Cpu, ///< all kernels of the CPU and all passes, full precision
    Files, ///< a folder of values (engine/verify/expected_values.h)
};

/// How far a comparison goes.
enum class Extent { Everything, FirstDivergence };

struct TierRequest {
    RunRequest examined;
    Against against = Against::Reference;
    std::filesystem::path files; ///< of Against::Files
    std::string filesFrom; ///< what wrote them: `ONNX Runtime 1.32.0`; empty: the user
    std::optional<double> relative; ///< replaces that of roundingTolerance()
    std::optional<double> absolute;
    std::uint64_t capBytes = 512u << 20;
    Extent extent = Extent::Everything;
    /// Called with each accumulated error when it is found, in loops only for the first iteration,
    /// on the running thread; may be empty.
    std::function<void(const StepDescription&, const ComparedValue&)> compared;
};

struct ComparedOutput {
    ComparedValue accumulated;
    std::optional<Difference> own; ///< nothing if an input had no expected value
};

/// A step of the examined plan, or a node that was computed during preparation.
struct ComparedStep {
    StepDescription step; ///< with the implementation that ran
    std::vector<ComparedOutput> outputs; ///< those with a value to compare with
    std::uint64_t turns = 1; ///< how often it ran (bodies of loops)
    std::uint64_t comparedIterations = 1;
    bool isFolded = false; ///< computed while preparing

    bool isWithin() const;
    std::optional<bool> isOwnWithin() const;
    /// Number of integers of 8 bits or less that differ, but within the tolerance.
    std::uint64_t roundedApart() const;
};

/// A model node without a comparison of its own.
struct SkippedNode {
    model::NodeId node;
    NodeFate fate;
    std::string reason; ///< `part of Conv 'stem' (fuse epilogues)`
};

struct TierComparison {
    std::vector<std::string> inputs; ///< `x: random 0..1, seed 0`
    std::vector<ComparedStep> steps; ///< in the order in which they ran
    std::vector<SkippedNode> skipped; ///< in the model's order
    std::optional<std::size_t> firstDivergence; ///< in `steps`: accumulated error past tolerance
    std::optional<std::size_t> firstAtFault; ///< in `steps`: own error past tolerance
    /// In `steps`, at or before the first divergence: the first step without fault whose integers
    /// of 8 bits or less differ from the expected ones by one step. Quantised models diverge from
    /// there on, because a number half way between two codes is rounded to either.
    std::optional<std::size_t> firstRounding;
    std::uint64_t passes = 0; ///< how often both ran
    std::uint64_t keptBytes = 0; ///< most bytes that were kept at once
    bool isComplete = true; ///< false if it ended at the first divergence

    bool agrees() const { return !firstDivergence && !firstAtFault; }
};

/// Compares the two runs. Fails as engine::prepare and Session::run do: with ErrorKind::Unsupported
/// if one of the two cannot run.
Result<TierComparison> compareTiers(const TierRequest& request, const std::stop_token& stop = {},
    const support::Progress& progress = {});

} // namespace engine
