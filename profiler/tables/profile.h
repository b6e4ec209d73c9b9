#pragma once

#include "engine/run/observer.h"
#include "model/graph.h"
#include "model/support/diagnostic.h"
#include "profiler/tables/device_tables.h"
#include "profiler/tables/metadata.h"
#include "profiler/tables/narrow_column.h"
#include "profiler/tables/string_pool.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace profiler {

/// The tables that every view, report and export reads: what happened, when and in which run. A
/// Profile is built once, by ProfileBuilder or by the reader of a file, then shared as
/// `shared_ptr<const Profile>`. Recorded and imported profiles have the same type.
///
/// Times are integer nanoseconds from the start of the recording. Ids index the tables of the same
/// profile. Node ids are those of the model that was profiled. The labels of all nodes are stored
/// too, so a profile can be read without its model.

struct LoadRecord;
struct ProcessorRecord;
struct TrackTag;
using TrackId = support::Index<TrackTag>;

enum class StepKind : std::uint8_t {
    Operator,
    ControlFlow, ///< runs nested steps: If, Loop, Scan
    View, ///< gives a value another shape; moves no data
    Reorder, ///< changes the layout of a value for the next operator
    Copy, ///< moves a value between devices or buffers
};
std::string_view stepKindName(StepKind kind);

/// A model node whose work a step does.
struct Origin {
    model::NodeId node; ///< invalid if the profile has no model
    StringId label; ///< name if unique in the model, otherwise path (model::nodeLabels)
};

/// Work of one execution of a step, by class. Exponentials and roots are counted apart, not as
/// several FLOP. Moving data counts no FLOP.
struct WorkClasses {
    std::uint64_t multiplyAdds = 0;
    std::uint64_t otherFlops = 0; ///< additions, comparisons
    std::uint64_t transcendental = 0; ///< exp, tanh, sqrt
    std::uint64_t movedBytes = 0;
    bool operator==(const WorkClasses&) const = default;
};

/// One step of the executed plan, at the position of its engine::StepId.
struct Step {
    StringId label; ///< label of the first origin; for an inserted step, its purpose
    StringId opType;
    StringId domain; ///< empty = ai.onnx
    StringId implementation; ///< `oneDNN brgconv:avx512_core`
    StringId tier; ///< `library`, `native`, `reference`
    StringId device; ///< `cpu`, `cuda:0`
    StringId inputTypes; ///< `1×3×224×224 fp32, 64×3×7×7 fp32`
    StringId outputTypes;
    StringId refusals; ///< why preferred kernels were not taken, one per line
    StringId insertedReason; ///< for a step without origin: why it was inserted
    /// How the nodes of another engine's operator were found: `values, proven`. Empty for steps of
    /// Opscope's engine and for steps without origin.
    StringId attribution;
    StepKind kind = StepKind::Operator;
    engine::StepId parent; ///< step whose body contains this one; invalid in the main graph
    StringId body; ///< attribute that holds that body: `then_branch`
    /// `/model/layers.7`: scopes from the metadata of the first node (model/scope_path.h). Empty:
    /// the label contains the scopes.
    StringId scope;
    std::vector<Origin> origins;
    std::optional<std::uint64_t> flops; ///< nothing = unknown (never 0 for unknown)
    std::optional<std::uint64_t> bytes; ///< least traffic: every operand counted once
    std::optional<WorkClasses> work; ///< `flops` by class, if known
    std::vector<engine::StepId> after; ///< steps whose values it reads, as far as known
    bool isConstant = false; ///< known to depend only on weights (engine/program/recomputed.h)
    /// Earlier step that computes the same values; invalid if none is known.
    engine::StepId repeats;

    bool isInserted() const { return origins.empty(); }
};

enum class SliceKind : std::uint8_t {
    Run,
    Step, ///< one execution of a step
    Phase, ///< part of a step: reorder, copy, waiting
    Gpu, ///< on a device, see DeviceTables; `correlation` links work to the call that launched it
    Drop, ///< records are missing between its start and end
    Note,
};

/// One row per span, stored as columns. Sorted by track, start, and longer first, so a parent comes
/// before the slices it contains. A span takes 20 bytes if all are shorter than four seconds and
/// there are fewer than 65,535 steps and runs, otherwise up to 28. Device work takes 8 more.
struct Slices {
    static constexpr std::uint32_t none = 0xffffffffu;

    std::vector<std::int64_t> startNs;
    NarrowColumn<std::int64_t, std::uint32_t> durationNs;
    NarrowColumn<std::uint32_t, std::uint16_t>
        step; ///< value of an engine::StepId; none for runs, drops
    NarrowColumn<std::uint32_t, std::uint16_t> run; ///< index into Profile::runs; none outside runs
    /// Slice that contains it on the same track; none at top level. The column is empty if no slice
    /// contains another.
    std::vector<std::uint32_t> parent;
    std::vector<std::uint16_t> track;
    std::vector<SliceKind> kind;
    std::vector<engine::Phase> phase; ///< for Phase slices; Kernel for others
    /// Links device work to its call; 0 = none. The column is empty if the profile has no device
    /// work.
    std::vector<std::uint32_t> correlation;
    /// Entry of the slice in Profile::device (deviceRow, busyNsOf). The column is empty if no slice
    /// has one.
    std::vector<std::uint32_t> detail;

    std::size_t size() const { return startNs.size(); }
    std::int64_t endNs(std::size_t i) const { return startNs[i] + durationNs[i]; }
    std::uint32_t parentOf(std::size_t i) const { return parent.empty() ? none : parent[i]; }
    /// Returns the slice of the innermost step that contains a slice; none if no step does.
    std::uint32_t stepAround(std::size_t i) const
    {
        auto outer = parentOf(i);
        while (outer != none && kind[outer] == SliceKind::Phase)
            outer = parentOf(outer);
        return outer != none && kind[outer] == SliceKind::Step ? outer : none;
    }
};

/// How a run was executed. Warm-up runs are kept and drawn grey; statistics ignore them.
enum class Side : std::uint8_t {
    Single = 0,
    A = 1,
    B = 2,
    Profiled = 3,
    Unprofiled = 4,
    WarmUp = 5,
    Prefill = 6, ///< takes the prompt of a generation; the runs for its tokens are Profiled
};
constexpr std::size_t sideCount = 7;
std::string_view sideName(Side side);

struct Run {
    std::uint32_t number = 0; ///< as shown: counted from 1 in order of time, warm-up included
    Side side = Side::Profiled;
    std::uint32_t round = 0; ///< round of the random alternation of runs with and without recording
    std::int64_t startNs = 0;
    std::int64_t wallNs = 0;
    std::uint32_t voluntarySwitches = 0;
    std::uint32_t involuntarySwitches = 0;
    std::uint32_t minorFaults = 0;
    std::uint32_t majorFaults = 0;
    /// Time to take inputs before the first step and to hand over outputs after the last.
    std::int64_t handoverNs = 0;
    bool hasGap = false; ///< records of this run were lost; step statistics ignore it
    /// Of a generation: tokens in the cache before the run; -1 for runs that generate nothing.
    std::int64_t position = -1;
    std::uint32_t tokens = 0; ///< that the run takes
    std::int64_t outsideNs = 0; ///< time to make its inputs before it, and choose a token after it
};

enum class TrackKind : std::uint8_t {
    Run,
    Thread,
    Stream,
    Copy,
    Other,
    Calls, ///< calls of one thread into the driver or the runtime of a device
    Operators, ///< steps on a device, each from its first to its last kernel
    Waits, ///< waits for a device
    Overhead, ///< overhead of a device's tracer and driver
};

struct Track {
    StringId name; ///< `runs`, `CPU main`, `stream 7`
    StringId process; ///< group in which it is shown: `CPU`, `GPU 0`
    TrackKind kind = TrackKind::Thread;
};

/// Values of one counter over time.
struct CounterSeries {
    StringId name;
    StringId unit; ///< `bytes`, `hertz`, `celsius`
    std::vector<std::int64_t> timeNs; ///< ascending
    std::vector<double> value;
};

/// Position and lifetime of a value in the planned memory.
struct Lifetime {
    StringId name;
    model::ValueId value;
    std::uint64_t bytes = 0;
    std::uint64_t offset = 0;
    engine::StepId first; ///< step that produces it
    engine::StepId last; ///< last step that reads it
};

struct PlannedMemory {
    std::uint64_t arenaBytes = 0;
    std::uint64_t weightBytes = 0;
    std::vector<Lifetime> lifetimes; ///< ordered by `first`
};

/// What the passes did with a model node.
enum class Fate : std::uint8_t { Kept, Folded, FusedInto, Removed, Replaced, Inlined, NotRun };
std::string_view fateName(Fate fate);

struct NodeProvenance {
    model::NodeId node;
    StringId label;
    StringId opType;
    StringId domain;
    Fate fate = Fate::Kept;
    StringId pass; ///< pass that decided it; empty if Kept
    model::NodeId into; ///< FusedInto, Replaced: first node of the step that does its work
};

/// A state of the machine that affects how reliable the figures are.
struct Condition {
    StringId name; ///< `governor`, `load`
    StringId value; ///< empty if it could not be read
    StringId reason; ///< why it is absent, or why it is important
    bool isRemark = false; ///< it may have disturbed the measurement
};

/// Numbers of missing or corrected records.
struct Losses {
    std::uint64_t dropped = 0; ///< records for which there was no memory
    std::uint64_t unbalanced = 0; ///< begin without end, end without begin, id out of range
    /// Spans cut to fit into their parent; negative durations and times that do not fit.
    std::uint64_t clamped = 0;
    bool isEmpty() const { return dropped == 0 && unbalanced == 0 && clamped == 0; }
};

/// How much of an imported profile was matched to nodes of a model. Shares are of the time.
struct MatchReport {
    double exactShare = 0; ///< matched by name
    double derivedShare = 0; ///< matched by output tensor, shape or order
    double insertedShare = 0; ///< known work of the other runtime that has no node
    double unmatchedShare = 0;
    std::vector<StringId> unmatched;
};

struct Profile {
    StringPool strings;
    Metadata metadata;
    std::vector<Step> steps;
    Slices slices;
    std::vector<Run> runs; ///< in order of time
    std::vector<Track> tracks;
    std::vector<CounterSeries> counters;
    PlannedMemory memory;
    std::vector<NodeProvenance> provenance; ///< one per node of the model, if known
    std::vector<Condition> conditions;
    Losses losses;
    std::optional<MatchReport> match; ///< only for imported profiles
    support::Diagnostics diagnostics; ///< problems found while reading or importing
    DeviceTables device; ///< empty if no device was used
    std::shared_ptr<const ProcessorRecord> processor; ///< null if nothing was counted
    std::shared_ptr<const LoadRecord> load; ///< null unless measured under load
    /// Ids of nodes and values were found by names in another file than the profiled one
    /// (matchToModel). Not saved.
    bool hasIdsByName = false;

    std::string_view text(StringId id) const { return strings.text(id); }
    const Step& step(engine::StepId id) const { return steps[id.value()]; }
};

/// Returns the indices of the runs of one side, in order of time.
std::vector<std::uint32_t> runsOf(const Profile& profile, Side side);
/// Returns the indices of the runs whose spans were recorded completely: neither unprofiled nor
/// warm-up, and without gap. Step statistics use these.
std::vector<std::uint32_t> recordedRuns(const Profile& profile);
/// Returns the wall times of these runs (indices into Profile::runs) in ns.
std::vector<double> wallsOf(const Profile& profile, std::span<const std::uint32_t> runs);
/// Returns the recorded run with the median wall time, the lower one of two; nothing without
/// recorded runs.
std::optional<std::uint32_t> medianRun(const Profile& profile);
/// The slices `[first, last)` of one track.
struct SliceRange {
    std::size_t first = 0;
    std::size_t last = 0;
};
SliceRange slicesOf(const Profile& profile, TrackId track);

} // namespace profiler
