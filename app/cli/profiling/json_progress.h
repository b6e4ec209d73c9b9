#pragma once

#include "engine/plan/engine.h"
#include "engine/verify/verify_folder.h"
#include "model/support/json.h"
#include "profiler/engines/engine_comparison.h"
#include "profiler/record/benchmark.h"
#include "profiler/sweep/sweep.h"

#include <functional>
#include <string_view>

/// Progress for a calling program (`--json-progress`): one JSON object per line on stderr. Events:
/// job {index, job, state, done, total}: of `plan run` · plan {steps, nodes, folded, fused,
/// removed, arena_bytes, weight_bytes, device_arena_bytes, device_weight_bytes, not_run,
/// missing_outputs, on_cpu: [{type, reason, copies, nodes}]: operators that a run on a GPU executes
/// on the CPU, notices: [sentence]: restrictions of this run} · phase {what, done, total} · run
/// {index, side, wall_ns} · size {size, index, count} · point {point: as in the document of a
/// sweep} · engine_run {engine, threads, round, rounds, wall_ns} · compared {set, or node, op,
/// domain, version, node_ids, implementation; and the members of a comparison object} · error
/// {kind, message, unsupported: [{type, domain, version, count, message, labels, reasons, nodes}]}.
namespace cli {

class JsonProgress {
public:
    /// Does nothing unless `isOn`.
    explicit JsonProgress(bool isOn)
        : m_isOn(isOn)
    {
    }

    /// `notices`: PrepareReport::notices.
    void plan(const engine::Plan& plan, const std::vector<std::string>& notices) const;
    void phase(std::string_view what, std::uint64_t done, std::uint64_t total) const;
    void run(std::uint64_t index, std::string_view side, std::int64_t wallNs) const;
    /// Reports a run of a benchmark and its progress.
    void run(std::uint64_t index, const profiler::BenchmarkProgress& step) const;
    void engineRun(const profiler::EngineProgress& run) const;
    /// Report the begin of the next size of a sweep, and its result.
    void size(std::int64_t size, std::size_t index, std::size_t count) const;
    void point(const profiler::SweepPoint& point) const;
    /// Reports a change of a job of `plan run`; `done` of `total` jobs have ended.
    void job(std::size_t index, std::string_view name, std::string_view state, std::size_t done,
        std::size_t total) const;
    void compared(std::string_view set, const engine::ComparedValue& output) const;
    void compared(const engine::StepDescription& step, const engine::ComparedValue& output) const;
    /// Passes on an event of a program on another computer; `where` begins its error message.
    void forward(const support::JsonValue& event, std::string_view where) const;
    void error(const support::Error& error,
        const std::vector<engine::UnsupportedOperator>& unsupported) const;

private:
    void event(
        std::string_view name, const std::function<void(support::JsonWriter&)>& members) const;
    bool m_isOn;
};

/// Returns `3 × com.example.Foo-1 (Foo_1, Foo_2, Foo_3); no kernel`, for one kind of operator.
std::string unsupportedText(const engine::UnsupportedOperator& row);
/// Writes an array of unsupported operators, as in `nodes_unsupported`.
void writeUnsupported(
    support::JsonWriter& json, const std::vector<engine::UnsupportedOperator>& unsupported);

} // namespace cli
