#pragma once

#include "profiler/tables/profile.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace profiler {

/// What traces (Chrome, Perfetto) show of a profile: names, threads, flows and facts of slices.

/// `run`, `op`, `phase`, `gpu`, `drop`, `note`.
std::string_view traceCategory(SliceKind kind);
/// Name of a slice: of device work the name of the kernel or call; else the step's label, `run 7`,
/// or the category.
std::string traceName(const Profile& profile, std::size_t slice);

/// `kernel`, `reorder`, `copy`, `dispatch`, `wait`, `allocation`.
std::string_view phaseName(engine::Phase phase);

/// A call of the host and the work that it launched. The members are slices.
struct TraceFlow {
    std::uint32_t call = 0;
    std::vector<std::uint32_t> works; ///< one slice, or the kernels of a graph
};
/// All flows, in order of the calls' slices. Work without a recorded call has no flow, and neither
/// has a call without work.
std::vector<TraceFlow> traceFlows(const Profile& profile);

/// Threads of a trace, in which spans must nest. A span that partly overlaps another one of its
/// track goes to an additional thread. That happens in the track of operators when streams run in
/// parallel.
struct TraceLanes {
    std::vector<std::string> names; ///< of the tracks, then of additional threads: `stream 7 (2)`
    std::vector<std::uint16_t> threads; ///< by slice: index into `names`

    std::uint16_t of(std::size_t slice) const { return threads[slice]; }
};
TraceLanes traceLanes(const Profile& profile);

/// `64×2×1`
std::string extentText(const std::array<std::uint32_t, 3>& extent);

/// Labels of the nodes whose work a step does.
std::vector<std::string_view> labelsOf(const Profile& profile, const Step& step);

/// Calls `use(name, value)` for each property of a device's slice except name, step and times.
template <typename Use>
void forDeviceFacts(const Profile& profile, std::size_t slice, const Use& use)
{
    const auto row = deviceRow(profile, slice);
    if (row == Slices::none)
        return;
    use("work", deviceWorkName(profile.device.work[row]));
    if (const auto* launch = launchOf(profile, slice)) {
        use("grid", std::string_view(extentText(launch->grid)));
        use("block", std::string_view(extentText(launch->block)));
        use("registers", std::uint64_t(launch->registersPerThread));
        use("shared_bytes", launch->sharedBytes());
        if (launch->graphNode != 0)
            use("graph_node", launch->graphNode);
    }
    if (const auto* copy = copyOf(profile, slice))
        use("bytes_moved", copy->bytes);
    if (const auto busy = busyNsOf(profile, slice); busy >= 0)
        use("busy_ns", static_cast<std::uint64_t>(busy));
    if (!profile.slices.correlation.empty() && profile.slices.correlation[slice] != 0)
        use("correlation", std::uint64_t(profile.slices.correlation[slice]));
}

/// Calls `use(name, value)` for each property of a slice except name, category and times. The value
/// is a number, a text, true, or for `nodes` a list of texts.
template <typename Use>
void forSliceFacts(const Profile& profile, std::size_t slice, const Use& use)
{
    const auto& rows = profile.slices;
    if (rows.run[slice] != Slices::none) {
        const auto& run = profile.runs[rows.run[slice]];
        use("run", run.number);
        if (rows.kind[slice] == SliceKind::Run) {
            use("side", sideName(run.side));
            use("round", run.round);
            use("handover_ns", run.handoverNs);
            if (run.hasGap)
                use("has_gap", true);
        }
    }
    if (rows.kind[slice] == SliceKind::Phase)
        use("phase", phaseName(rows.phase[slice]));
    if (const auto index = rows.step[slice]; index != Slices::none) {
        const auto& step = profile.steps[index];
        use("op_type", profile.text(step.opType));
        use("nodes", labelsOf(profile, step));
        use("step", index);
        use("impl", profile.text(step.implementation));
        if (step.flops)
            use("flops", *step.flops);
        if (step.bytes)
            use("bytes", *step.bytes);
        if (step.kind != StepKind::Operator)
            use("kind", stepKindName(step.kind));
        if (step.isInserted())
            use("inserted", profile.text(step.insertedReason));
    }
    forDeviceFacts(profile, slice, use);
}

} // namespace profiler
