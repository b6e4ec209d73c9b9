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

/// What a foreign operator is called, for the table of steps.
struct ForeignStep {
    std::string_view label;
    std::string_view opType;
    std::string_view implementation = {};
    std::string_view device = {};
    std::string_view insertedReason = {}; ///< work of the other runtime that no node asked for
    StepKind kind = StepKind::Operator;
    /// Tells apart steps of one name, where the file does: the number of a step of ours.
    std::string_view identity = {};
    std::span<const std::string_view> nodes = {}; ///< that it does the work of; else its label
    std::optional<std::uint64_t> flops = {};
    std::optional<std::uint64_t> bytes = {};
};

/// Builds the tables of a profile from records of another tool, in any order: tracks and steps are
/// found by their names, times may be absolute, runs are known at the end. What is wrong is counted
/// by reason.
class TraceTables {
public:
    explicit TraceTables(std::string_view importer);

    ProfileBuilder& builder() { return m_builder; }
    /// The track of a thread or stream. Beyond a few thousand all share one.
    TrackId track(std::string_view process, std::string_view thread, TrackKind kind);
    void nameProcess(std::string_view process, std::string_view name);
    void nameThread(std::string_view process, std::string_view thread, std::string_view name);
    engine::StepId step(const ForeignStep& step);

    /// A span; its time may be absolute. Counts as a record. It belongs to the run whose number it
    /// has (addRun). Else, to the run that it begins in; where several runs go on, to the
    /// one on its track, and to none if that does not tell.
    void add(const SliceRow& row);
    /// A run of the model, on the track that called it if that is known.
    void addRun(
        std::int64_t startNs, std::int64_t durationNs, std::optional<TrackId> track = std::nullopt);
    /// The same of a run of which more is known; `number` 0 is counted. Gives the number that spans
    /// of this run may have.
    std::uint32_t addRun(const Run& run, std::optional<TrackId> track = std::nullopt);
    void addCounter(
        std::string_view name, std::string_view unit, std::int64_t timeNs, double value);
    /// A record that is left out, or wrong; `what` groups them.
    void skip(std::string_view what) { ++m_skipped[std::string(what)]; }
    void lose(std::string_view what) { ++m_lost[std::string(what)]; }
    /// Something about the whole file.
    void note(std::string message, std::string advice = {});
    /// The file ends before its end.
    void endsEarly(std::string_view why);

    std::uint64_t records() const { return m_records; }
    /// Fails if the tables have more than can be held.
    support::Result<std::shared_ptr<const Profile>> build() &&;

private:
    struct ForeignRun {
        Run run;
        std::optional<TrackId> track;
        std::uint32_t place = 0; ///< in the order of addRun
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
    std::vector<ForeignRun> m_runs; // in order of time from sortRuns on
    std::map<std::string, std::uint64_t> m_skipped;
    std::map<std::string, std::uint64_t> m_lost;
    std::uint64_t m_records = 0;
};

} // namespace profiler
