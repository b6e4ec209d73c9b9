#pragma once

#include "profiler/peaks/machine_peaks.h"
#include "profiler/tables/profile_builder.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace benchmarks {

using Made = std::shared_ptr<const profiler::Profile>;

inline void addSteps(profiler::ProfileBuilder& builder, std::uint32_t count)
{
    constexpr std::array types { "Conv", "Relu", "MatMul", "Add", "Softmax", "Transpose" };
    for (std::uint32_t i = 0; i < count; ++i) {
        profiler::Step step;
        const auto* type = types[i % types.size()];
        step.label = builder.text(
            "layers." + std::to_string(i / 12) + "/block/" + type + "_" + std::to_string(i));
        step.opType = builder.text(type);
        step.implementation = builder.text(i % 3 == 0 ? "oneDNN brgconv:avx512_core" : "native");
        step.tier = builder.text(i % 3 == 0 ? "library" : "native");
        step.device = builder.text("cpu");
        step.origins.push_back({ model::NodeId(i), step.label });
        step.flops = 1000u * (i % 977);
        step.bytes = 64u * (i % 4099);
        builder.addStep(std::move(step));
    }
}

/// Each step makes a value that the next two read.
inline void addMemory(profiler::ProfileBuilder& builder, std::uint32_t steps)
{
    auto& memory = builder.profile().memory;
    memory.weightBytes = 64u << 20;
    for (std::uint32_t i = 0; i < steps; ++i) {
        profiler::Lifetime value;
        value.name = builder.text("value_" + std::to_string(i));
        value.bytes = 4096u * (1 + i % 257);
        value.first = engine::StepId(i);
        value.last = engine::StepId(std::min(i + 2, steps - 1));
        memory.lifetimes.push_back(value);
        memory.arenaBytes = std::max(memory.arenaBytes, 3 * value.bytes);
    }
}

/// Ceilings, so that a roofline can be drawn.
inline void addPeaks(profiler::ProfileBuilder& builder)
{
    profiler::MachinePeaks peaks;
    peaks.flopsPerSecond = 1e11;
    peaks.bandwidths = { { 1u << 20, 8e10 }, { 16u << 20, 2e10 }, { 256u << 20, 1e10 } };
    profiler::describePeaks(builder.profile().metadata, peaks);
}

/// Durations are log-normal around a median of each step, with some dispatch between steps.
inline std::shared_ptr<const profiler::Profile> longProfile(std::uint32_t steps, std::uint32_t runs)
{
    profiler::ProfileBuilder builder;
    addSteps(builder, steps);
    addMemory(builder, steps);
    addPeaks(builder);
    const auto runTrack = builder.addTrack("runs", "CPU", profiler::TrackKind::Run);
    const auto mainTrack = builder.addTrack("CPU main", "CPU", profiler::TrackKind::Thread);
    builder.reserveSlices(std::size_t(steps + 1) * runs);
    std::mt19937_64 random(1);
    std::lognormal_distribution<double> medians(8.0, 1.2);
    std::lognormal_distribution<double> spread(0.0, 0.05);
    std::vector<double> median(steps);
    for (auto& value : median)
        value = medians(random);
    std::vector<profiler::SliceRow> runRows;
    std::int64_t now = 0;
    for (std::uint32_t run = 0; run < runs; ++run) {
        const auto start = now;
        for (std::uint32_t step = 0; step < steps; ++step) {
            const auto length = static_cast<std::int64_t>(median[step] * spread(random));
            builder.addSlice({ now, length, step, run, mainTrack, profiler::SliceKind::Step,
                engine::Phase::Kernel, 0 });
            now += length + static_cast<std::int64_t>(random() % 64);
        }
        runRows.push_back({ start, now - start, profiler::Slices::none, run, runTrack,
            profiler::SliceKind::Run, engine::Phase::Kernel, 0 });
        profiler::Run row;
        row.number = run + 1;
        row.startNs = start;
        row.wallNs = now - start;
        builder.profile().runs.push_back(row);
        now += 20'000;
    }
    for (const auto& row : runRows)
        builder.addSlice(row);
    return std::move(builder).build();
}

} // namespace benchmarks
