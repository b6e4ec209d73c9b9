#pragma once

#include "profiler/statistics.h"
#include "profiler/timeline.h"

#include <QString>

namespace ui {

/// What is told of a span, one fact a line: node, operator, implementation and device, types,
/// start, length, share of its run.
QString spanText(const profiler::Timeline& timeline, std::uint32_t slice);
/// What is told of several spans that share a pixel: count, sum, longest.
QString mergedText(const profiler::BarSummary& summary);
/// `318 µs · 1.45 %` of a range: length and share of the median wall time.
QString rangeText(std::int64_t lengthNs, const profiler::Statistics* statistics);

/// A label without `prefix`, and of a long path only its last two parts: what differs between
/// neighbours.
QString shortLabel(const QString& label, const QString& prefix);

} // namespace ui
