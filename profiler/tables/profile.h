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
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace profiler {

/// What happened, when, in which run: the tables that every view, report and export reads. A
/// Profile is built once (ProfileBuilder, or a file's reader), then shared as `shared_ptr<const
/// Profile>`. Recorded and imported profiles are the same type.
///
/// Times are whole nanoseconds from the start of the recording. Ids index the tables of the same
/// profile; node ids are those of the model it was taken from, and every node's label is kept too,
/// so that a profile makes sense without its model.

struct TrackTag;
struct SliceTag;
using TrackId = support::Index<TrackTag>;
using SliceId = support::Index<SliceTag>;

enum class StepKind : std::uint8_t {
    Operator,
    ControlFlow, ///< runs nested steps: If, Loop, Scan
    View, ///< gives a value another shape; moves nothing
    Reorder, ///< changes the layout of a value for the next operator
    Copy, ///< moves a value between devices or buffers
};
std::string_view stepKindName(StepKind kind);

/// A model node whose work a step does.
struct Origin {
    model::NodeId node; ///< invalid if the profile came without its model
    StringId label; ///< name or path (ux.md 7)
};

/// What the work of a step consists of, of one execution. Exponentials and roots are not counted as
/// so many FLOP; data that only moves is no FLOP at all.
struct WorkClasses {
    std::uint64_t multiplyAdds = 0;
    std::uint64_t otherFlops = 0; ///< additions, comparisons
    std::uint64_t transcendental = 0; ///< exp, tanh, sqrt
    std::uint64_t movedBytes = 0;
    bool operator==(const WorkClasses&) const = default;
};

/// One step of the executed plan, at the position of its engine::StepId.
struct Step {
    StringId label; ///< the first origin's label; of an inserted step what it is for
    StringId opType;
    StringId domain; ///< empty is ai.onnx
    StringId implementation; ///< `oneDNN brgconv:avx512_core`
    StringId tier; ///< `library`, `native`, `reference`
    StringId device; ///< `cpu`, `cuda:0`
    StringId inputTypes; ///< `1×3×224×224 fp32, 64×3×7×7 fp32`
    StringId outputTypes;
    StringId refusals; ///< why preferred kernels were not taken, one per line
    StringId insertedReason; ///< of a step without origin: what made it
    StepKind kind = StepKind::Operator;
    engine::StepId parent; ///< the step whose body it is in; invalid in the main graph
    StringId body; ///< attribute of that body: `then_branch`
    /// `/model/layers.7`: scopes that the model tells beside the label of its first node
    /// (model/scope_path.h); empty: the label tells them.
    StringId scope;
    std::vector<Origin> origins;
    std::optional<std::uint64_t> flops; ///< nothing = unknown, never zero for unknown
    std::optional<std::uint64_t> bytes; ///< least traffic: every operand once
    std::optional<WorkClasses> work; ///< `flops` by class, if known
    std::vector<engine::StepId> after; ///< steps whose values it reads, as far as known
    bool isConstant = false; ///< known to depend on weights alone (engine/program/recomputed.h)
    engine::StepId repeats; ///< a step before it that computes the same; invalid if none is known

    bool isInserted() const { return origins.empty(); }
};

enum class SliceKind : std::uint8_t {
    Run,
    Step, ///< one execution of a step
    Phase, ///< part of a step: reorder, copy, waiting
    Gpu, ///< of a device, see DeviceTables; work is linked to its launch by `correlation`
    Drop, ///< records are missing between its start and end
    Note,
};

/// One row per span, as columns. Sorted by (track, start, longer first), so a parent comes before
/// what it contains. A span takes 20 bytes where all are shorter than four seconds and there are
/// fewer than 65,535 steps and runs, else up to 28; work of a device 8 more.
struct Slices {
    static constexpr std::uint32_t none = 0xffffffffu;

    std::vector<std::int64_t> startNs;
    NarrowColumn<std::int64_t, std::uint32_t> durationNs;
    NarrowColumn<std::uint32_t, std::uint16_t> step; ///< engine::StepId value; none of runs, drops
    NarrowColumn<std::uint32_t, std::uint16_t> run; ///< index into Profile::runs; none outside runs
    std::vector<std::uint32_t> parent; ///< slice that contains it on the same track; none at top
                                       ///< level; empty if nothing contains anything
    std::vector<std::uint16_t> track;
    std::vector<SliceKind> kind;
    std::vector<engine::Phase> phase; ///< of Phase slices; Kernel elsewhere
    std::vector<std::uint32_t>
        correlation; ///< empty = no device work in this profile; else 0 = none
    /// What Profile::device tells of it (deviceRow, busyNsOf); empty = of none it does.
    std::vector<std::uint32_t> detail;

    std::size_t size() const { return startNs.size(); }
    std::int64_t endNs(std::size_t i) const { return startNs[i] + durationNs[i]; }
    std::uint32_t parentOf(std::size_t i) const { return parent.empty() ? none : parent[i]; }
};

/// In which way a run was done. Warm-up runs are kept and shown grey, they enter no statistic.
enum class Side : std::uint8_t {
    Single = 0,
    A = 1,
    B = 2,
    Profiled = 3,
    Unprofiled = 4,
    WarmUp = 5
};
std::string_view sideName(Side side);

struct Run {
    std::uint32_t number = 0; ///< as shown, from 1, in order of time, warm-up included
    Side side = Side::Profiled;
    std::uint32_t round = 0; ///< of the random alternation
    std::int64_t startNs = 0;
    std::int64_t wallNs = 0;
    std::uint32_t voluntarySwitches = 0;
    std::uint32_t involuntarySwitches = 0;
    std::uint32_t minorFaults = 0;
    std::uint32_t majorFaults = 0;
    std::int64_t handoverNs
        = 0; ///< inputs taken before the first step, outputs given after the last
    bool hasGap = false; ///< records of this run were lost: no step statistics from it
};

enum class TrackKind : std::uint8_t {
    Run,
    Thread,
    Stream,
    Copy,
    Other,
    Calls, ///< of one thread into the driver or the runtime of a device
    Operators, ///< steps on a device, first to last kernel
    Waits, ///< for a device
    Overhead, ///< of a device's tracer and driver
};

struct Track {
    StringId name; ///< `runs`, `CPU main`, `stream 7`
    StringId process; ///< group it is shown in: `CPU`, `GPU 0`
    TrackKind kind = TrackKind::Thread;
};

/// One counter over time.
struct CounterSeries {
    StringId name;
    StringId unit; ///< `bytes`, `hertz`, `celsius`
    std::vector<std::int64_t> timeNs; ///< ascending
    std::vector<double> value;
};

/// Where and how long a value lives in the planned memory.
struct Lifetime {
    StringId name;
    model::ValueId value;
    std::uint64_t bytes = 0;
    std::uint64_t offset = 0;
    engine::StepId first; ///< step that makes it
    engine::StepId last; ///< last step that reads it
};

struct PlannedMemory {
    std::uint64_t arenaBytes = 0;
    std::uint64_t weightBytes = 0;
    std::vector<Lifetime> lifetimes; ///< in order of the first step
};

/// What became of a model node on its way to the plan.
enum class Fate : std::uint8_t { Kept, Folded, FusedInto, Removed, Replaced, Inlined, NotRun };
std::string_view fateName(Fate fate);

struct NodeProvenance {
    model::NodeId node;
    StringId label;
    StringId opType;
    StringId domain;
    Fate fate = Fate::Kept;
    StringId pass; ///< which pass decided; empty if Kept
    model::NodeId into; ///< FusedInto, Replaced: the node that leads the step
};

/// Something about the machine that decides how far the figures can be trusted.
struct Condition {
    StringId name; ///< `governor`, `load`
    StringId value; ///< empty if it could not be read
    StringId reason; ///< why it is absent, or why it matters
    bool isRemark = false; ///< it may have disturbed the measurement
};

/// What is missing, counted and placed in time.
struct Losses {
    std::uint64_t dropped = 0; ///< records that found no room
    std::uint64_t unbalanced = 0; ///< begins without end or ends without begin
    std::uint64_t clamped = 0; ///< spans cut to fit into what contains them
    bool isEmpty() const { return dropped == 0 && unbalanced == 0 && clamped == 0; }
};

/// How much of a foreign profile could be led back to nodes of a model.
struct MatchReport {
    double exactShare = 0; ///< of time, by name
    double derivedShare = 0; ///< by output tensor, shape or order
    double insertedShare = 0; ///< known work of the other runtime without origin
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
    std::optional<MatchReport> match; ///< imported profiles
    support::Diagnostics diagnostics; ///< what was found while reading or importing
    DeviceTables device; ///< empty without device

    std::string_view text(StringId id) const { return strings.text(id); }
    const Step& step(engine::StepId id) const { return steps[id.value()]; }
};

/// Runs of one side, as indices, in order of time.
std::vector<std::uint32_t> runsOf(const Profile& profile, Side side);
/// Runs whose spans are recorded and complete: what statistics of steps are made of.
std::vector<std::uint32_t> recordedRuns(const Profile& profile);
/// The recorded run in the middle by wall time (the lower one of two); nothing without recorded
/// runs.
std::optional<std::uint32_t> medianRun(const Profile& profile);
/// `[first, last)` slices of one track; binary search.
struct SliceRange {
    std::size_t first = 0;
    std::size_t last = 0;
};
SliceRange slicesOf(const Profile& profile, TrackId track);

} // namespace profiler
