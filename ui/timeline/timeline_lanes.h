#pragma once

#include "profiler/charts/processor_tracks.h"
#include "profiler/charts/timeline.h"
#include "profiler/statistics/scope_spans.h"

#include <QSet>
#include <QString>

#include <cstddef>
#include <vector>

namespace ui {

/// One lane of the timeline. Order from the top: marks, runs, groups with their rows (a device with
/// its counters, the processor followed by a group of what it counted), scopes, live memory.
struct TimelineLane {
    enum class Kind {
        Marks,
        Group, ///< heading; a click folds the rows below
        Spans, ///< a row of profiler::Timeline
        Scope,
        Memory,
        Counter, ///< counter of a device over time: power, clocks
        Processor, ///< what the processor counted for the operators
    };
    Kind kind = Kind::Spans;
    std::size_t index = 0; ///< row of the timeline, level of scopes, counter series, or track
    int top = 0; ///< in pixels below the ruler, without scrolling
    int height = 0;
    QString label;
    QString note; ///< for a group: text after its name
    bool isFolded = false;
    QString tip {}; ///< for a group: further lines of its tool tip
};

struct LaneSources {
    const profiler::Timeline& timeline;
    const std::vector<profiler::ScopeLevel>& scopes;
    const std::vector<profiler::ProcessorTrack>& processor;
    bool hasMarks = false;
    bool hasMemory = false;
    bool isCompact = false;
    const QSet<QString>& foldedGroups;
};

std::vector<TimelineLane> lanesOf(const LaneSources& sources);

} // namespace ui
