#pragma once

#include "profiler/statistics/flame.h"

#include <QString>

namespace ui {

/// The text of a frame, one fact per line: path, operator and kernel, time and share, count.
QString frameText(const profiler::Profile& profile, const profiler::Statistics& statistics,
    const profiler::Flame& flame, std::uint32_t frame);
/// The text of a box that stands for several frames.
QString mergedFramesText(const profiler::Flame& flame, const profiler::FlameBox& box);
/// The kind of a frame, for the table.
QString frameKind(profiler::FlameFrame::Kind kind);

} // namespace ui
