#pragma once

#include "profiler/charts/charts.h"
#include "profiler/charts/timeline.h"
#include "profiler/device/device_account.h"
#include "profiler/statistics/run_overlay.h"
#include "profiler/statistics/scope_spans.h"
#include "profiler/statistics/statistics.h"
#include "ui/timeline/time_marks.h"

#include <QString>

namespace ui {

/// What is told of a span, one fact a line: node, operator, implementation and device, types,
/// start, length, share of its run.
QString spanText(const profiler::Timeline& timeline, std::uint32_t slice);
/// `dispatch`, `reorder`; `work` for what is none of those.
QString phaseName(engine::Phase phase);
/// Which part of its step a span is: `dispatch`, `piece of work of worker 1`; empty for others.
QString phaseText(const profiler::Profile& profile, std::uint32_t slice);
/// What is told of several spans that share a pixel: count, sum, longest.
QString mergedText(const profiler::BarSummary& summary);
/// `318 µs · 1.45 % · 12 kernels` of a range: length, share of the median wall time, and how many
/// kernels run in it if a device told.
QString rangeText(std::int64_t lengthNs, const profiler::Statistics* statistics,
    std::optional<std::size_t> kernels = {});

/// `idle 12 µs`, and between which spans.
QString gapText(const profiler::Timeline& timeline, std::uint32_t before, std::uint32_t after);
/// Why a device was idle between two pieces of work, and what can be done about it.
QString deviceGapText(const profiler::Profile& profile, const profiler::DeviceGap& gap);
/// `131 W`, `1.98 GHz`, in the unit of a counter.
QString counterText(
    const profiler::Profile& profile, const profiler::CounterSeries& counter, double value);
/// A counter at a time: its value then, its least and most.
QString counterToolTip(
    const profiler::Profile& profile, const profiler::CounterSeries& counter, std::int64_t timeNs);
/// A scope, how many steps, how long, share of its run.
QString scopeText(const profiler::Timeline& timeline, const profiler::ScopeLevel& level,
    const profiler::ScopeSpan& span);
/// `peak 2.61 GiB · 14 live`.
QString peakText(const profiler::LiveMemory& memory);
/// What is live at a time from the run's start.
QString memoryText(
    const profiler::Profile& profile, const profiler::LiveMemory& memory, std::int64_t timeNs);
/// A run, in which way it was done, how long it took.
QString runText(const profiler::Profile& profile, std::uint32_t run);
/// Which run is the typical one, and why.
QString typicalText(const profiler::Profile& profile, const profiler::TypicalRun& typical);
/// How an operator varies over that many runs; null: not known yet.
QString spreadText(const profiler::StepSpread* spread, std::size_t runs);
QString markText(const TimeMark& mark);

/// `layers.7/self_attn` -> `self_attn`: what it is in stands in the row above.
QString lastPart(const QString& scope);
/// A label without `prefix`, and of a long path only its last two parts: what differs between
/// neighbours.
QString shortLabel(const QString& label, const QString& prefix);

} // namespace ui
