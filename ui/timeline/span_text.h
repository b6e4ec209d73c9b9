#pragma once

#include "profiler/charts/charts.h"
#include "profiler/charts/processor_tracks.h"
#include "profiler/charts/timeline.h"
#include "profiler/device/device_account.h"
#include "profiler/statistics/run_overlay.h"
#include "profiler/statistics/scope_spans.h"
#include "profiler/statistics/statistics.h"
#include "ui/document/time_marks.h"

#include <QString>

namespace ui {

/// The text of a slice, one fact per line: node, operator, implementation and device, types, start,
/// duration, share of its run.
QString spanText(const profiler::Timeline& timeline, std::uint32_t slice);
/// `dispatch`, `reorder`; `work` for any other phase.
QString phaseName(engine::Phase phase);
/// The part of its step that a slice is: `dispatch`, `piece of work of worker 1`; empty for other
/// slices.
QString phaseText(const profiler::Profile& profile, std::uint32_t slice);
/// The text of several slices that share a pixel: count, sum, longest.
QString mergedText(const profiler::BarSummary& summary);
/// The text of a range, `318 µs · 1.45 % · 12 kernels`: length, share of the median wall time, and
/// the number of kernels in it if the profile has device work.
QString rangeText(std::int64_t lengthNs, const profiler::Statistics* statistics,
    std::optional<std::size_t> kernels = {});

/// `idle 12 µs`, and the slices before and after the gap.
QString gapText(const profiler::Timeline& timeline, std::uint32_t before, std::uint32_t after);
/// Why a device was idle between two pieces of work, and what to do about it.
QString deviceGapText(const profiler::Profile& profile, const profiler::DeviceGap& gap);
/// A value in the unit of its counter: `131 W`, `1.98 GHz`.
QString counterText(
    const profiler::Profile& profile, const profiler::CounterSeries& counter, double value);
/// A counter at a time: its value, minimum and maximum.
QString counterToolTip(
    const profiler::Profile& profile, const profiler::CounterSeries& counter, std::int64_t timeNs);
/// A figure of what the processor counted: `18.3 GB/s`.
QString figureText(const profiler::ProcessorFigure& figure, const std::optional<double>& value);
/// The figure of a step, and that it was counted in other runs.
QString processorText(
    const profiler::Profile& profile, const profiler::ProcessorTrack& track, engine::StepId step);
/// The text of a scope: number of steps, duration, share of its run.
QString scopeText(const profiler::Timeline& timeline, const profiler::ScopeLevel& level,
    const profiler::ScopeSpan& span);
/// `peak 2.61 GiB · 14 live`.
QString peakText(const profiler::LiveMemory& memory);
/// The memory that is live at a time, counted from the run's start.
QString memoryText(
    const profiler::Profile& profile, const profiler::LiveMemory& memory, std::int64_t timeNs);
/// The text of a run: its kind and duration.
QString runText(const profiler::Profile& profile, std::uint32_t run);
/// Which run is the typical one, and why.
QString typicalText(const profiler::Profile& profile, const profiler::TypicalRun& typical);
/// The spread of an operator over this number of runs; null: not computed yet.
QString spreadText(const profiler::StepSpread* spread, std::size_t runs);
QString markText(const TimeMark& mark);

/// A label without `prefix`, and of a long path only the last two parts, in which adjacent labels
/// usually differ.
QString shortLabel(const QString& label, const QString& prefix);

} // namespace ui
