#pragma once

#include "profiler/charts/timeline.h"
#include "profiler/statistics/scope_spans.h"

#include <QSet>
#include <QString>

#include <cstddef>
#include <vector>

namespace ui {

/// One line of the timeline, from the top: marks, runs, each group with its rows, behind a device
/// its counters, scopes, live memory.
struct TimelineLane {
    enum class Kind {
        Marks,
        Group, ///< heading; a click folds what is below
        Spans, ///< a row of profiler::Timeline
        Scope,
        Memory,
        Counter, ///< of a device over time: power, clocks
    };
    Kind kind = Kind::Spans;
    std::size_t index = 0; ///< row of the timeline, level of scopes, or series of counters
    int top = 0; ///< pixels below the ruler, before scrolling
    int height = 0;
    QString label;
    QString note; ///< of a group: what stands behind its name
    bool isFolded = false;
};

struct LaneSources {
    const profiler::Timeline& timeline;
    const std::vector<profiler::ScopeLevel>& scopes;
    bool hasMarks = false;
    bool hasMemory = false;
    bool isCompact = false;
    const QSet<QString>& foldedGroups;
};

std::vector<TimelineLane> lanesOf(const LaneSources& sources);

} // namespace ui
