#pragma once

#include "profiler/statistics/flame.h"

#include <QString>

namespace ui {

/// What is told of a frame, one fact a line: path, operator and what ran, time and share, count.
QString frameText(const profiler::Profile& profile, const profiler::Statistics& statistics,
    const profiler::Flame& flame, std::uint32_t frame);
/// What is told of several frames that share a pixel.
QString mergedFramesText(const profiler::Flame& flame, const profiler::FlameBox& box);
/// What kind of frame it is, for a table.
QString frameKind(profiler::FlameFrame::Kind kind);
/// What shares are of: `of wall`, `of the range`.
QString shareOfWhat(profiler::FlameTime time);

} // namespace ui
