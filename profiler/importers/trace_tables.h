#pragma once

#include "model/support/result.h"
#include "profiler/tables/profile_builder.h"

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace profiler {

/// Description of an operator in another tool's profile, for the table of steps.
struct ImportedStep {
    std::string_view label;
    std::string_view opType;
    std::string_view implementation = {};
    std::string_view device = {};
    std::string_view insertedReason = {}; ///< why the runtime inserted it; empty for model nodes
    StepKind kind = StepKind::Operator;
    /// Distinguishes steps of the same name and type, if the file does: the step's number in traces
    /// of Opscope.
    std::string_view identity = {};
    std::span<const std::string_view> nodes = {}; ///< names of its model nodes; empty: its label
    std::optional<std::uint64_t> flops = {};
    std::optional<std::uint64_t> bytes = {};
};

/// Builds the tables of a profile from records of another tool. Records come in any order and with
/// absolute or relative times. Tracks and steps are identified by their names. Runs are assigned to
/// spans in build(). Bad records are counted by reason.
class TraceTables {
public:
    explicit TraceTables(std::string_view importer);

    ProfileBuilder& builder() { return m_builder; }
    /// The track of a thread or stream. There are at most 2000; the last one takes all others.
    TrackId track(std::string_view process, std::string_view thread, TrackKind kind);
    void nameProcess(std::string_view process, std::string_view name);
    void nameThread(std::string_view process, std::string_view thread, std::string_view name);

    /// Adds an execution of a step and counts it as a record. SliceRow::run may be a number that
    /// addRun() returned. Without one the span belongs to the run on its own track that contains
    /// its start; else to the only run that contains its start; to no run if several do.
    void add(SliceRow row, const ImportedStep& step);
    /// Adds a run of the model. `track` is the track of the thread that called it, if known. A
    /// Run::number of 0 is replaced by the run's position. Returns the number for SliceRow::run of
    /// its spans.
    std::uint32_t addRun(const Run& run, std::optional<TrackId> track = std::nullopt);
    void addCounter(
        std::string_view name, std::string_view unit, std::int64_t timeNs, double value);
    /// Counts a record that is not shown on purpose; `what` is the group in the message.
    void skip(std::string_view what) { ++m_skipped[std::string(what)]; }
    /// Counts a bad record that is left out; `what` is the group in the message.
    void lose(std::string_view what) { ++m_lost[std::string(what)]; }
    /// Adds a warning about the file.
    void note(std::string message, std::string advice = {});
    /// Adds a warning that the file is truncated.
    void endsEarly(std::string_view why);

    std::uint64_t records() const { return m_records; }
    /// Fails if there are over 100 million records.
    support::Result<std::shared_ptr<const Profile>> build() &&;

private:
    engine::StepId stepOf(const ImportedStep& step);

    struct ImportedRun {
        Run run;
        std::optional<TrackId> track;
        std::uint32_t place = 0; ///< position in the order of addRun()
    };

    void moveToZero();
    void sortRuns();
    void assignRuns();
    void addRunSlices();
    void nameTracks();
    void sortCounters();
    void countProblems();

    ProfileBuilder m_builder;
    std::unordered_map<std::string, TrackId> m_tracks;
    std::vector<std::pair<std::string, std::string>> m_trackKeys; // process, thread
    std::map<std::string, std::string, std::less<>> m_processNames;
    std::unordered_map<std::string, std::string> m_threadNames;
    std::unordered_map<std::string, engine::StepId> m_steps;
    std::unordered_map<std::string, std::size_t> m_counters;
    std::vector<ImportedRun> m_runs; // sorted by start after sortRuns()
    std::map<std::string, std::uint64_t> m_skipped;
    std::map<std::string, std::uint64_t> m_lost;
    std::uint64_t m_records = 0;
};

} // namespace profiler
