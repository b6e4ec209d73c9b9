#pragma once

#include "engine/plan/engine.h"
#include "engine/verify/verify_folder.h"
#include "model/support/json.h"
#include "profiler/record/benchmark.h"
#include "profiler/sweep/sweep.h"

#include <functional>
#include <string_view>

/// Progress for a program that started us (`--json-progress`): one JSON object per line on stderr.
/// Events: plan {steps, nodes, folded, fused, removed, arena_bytes, weight_bytes,
/// device_arena_bytes, device_weight_bytes, on_cpu: [{type, reason, nodes, copies}] of a run on a
/// GPU: what it leaves to the CPU, notices: [sentence]: what it has to do without} · phase {what,
/// done, total} · run {index, side, wall_ns} · size {size, index, count} · point {point: as in the
/// document of a sweep} · compared {set, or node, op, domain, version, node_ids, implementation;
/// and a comparison object's members} · error {kind, message, unsupported: [{type, domain, version,
/// count, nodes, message}]}.
namespace cli {

class JsonProgress {
public:
    /// Does nothing unless `isOn`.
    explicit JsonProgress(bool isOn)
        : m_isOn(isOn)
    {
    }

    /// `notices` are those of PrepareReport.
    void plan(const engine::Plan& plan, const std::vector<std::string>& notices) const;
    void phase(std::string_view what, std::uint64_t done, std::uint64_t total) const;
    void run(std::uint64_t index, std::string_view side, std::int64_t wallNs) const;
    /// A run of a benchmark, and how far it is.
    void run(std::uint64_t index, const profiler::BenchmarkProgress& step) const;
    /// A sweep comes to its next size, and has measured it.
    void size(std::int64_t size, std::size_t index, std::size_t count) const;
    void point(const profiler::SweepPoint& point) const;
    void compared(std::string_view set, const engine::ComparedValue& output) const;
    void compared(const engine::StepDescription& step, const engine::ComparedValue& output) const;
    void error(const support::Error& error,
        const std::vector<engine::UnsupportedOperator>& unsupported) const;

private:
    void event(
        std::string_view name, const std::function<void(support::JsonWriter&)>& members) const;
    bool m_isOn;
};

/// `3 × com.example.Foo-1 (Foo_1, Foo_2, Foo_3): no kernel`, one per kind of operator.
std::string unsupportedText(const engine::UnsupportedOperator& row);
/// Array of unsupported operators, as in `nodes_unsupported`.
void writeUnsupported(
    support::JsonWriter& json, const std::vector<engine::UnsupportedOperator>& unsupported);

} // namespace cli
