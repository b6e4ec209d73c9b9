#pragma once

#include "ui/document/time_range.h"

#include <QString>

#include <cstddef>
#include <optional>
#include <vector>

namespace ui {

/// A mark of the user in a profile: a range, or a moment (length 0).
struct TimeMark {
    TimeInterval span;
    QString name; ///< set by the user; `A`, `B` ... by default
    bool operator==(const TimeMark&) const = default;
};
using TimeMarks = std::vector<TimeMark>;

/// The first unused name of `A` to `Z`, then `A1` and so on.
QString freeMarkName(const TimeMarks& marks);
/// Adds a mark, in order of time; unchanged if this span already has one.
TimeMarks withMark(TimeMarks marks, TimeInterval span);
TimeMarks withoutMark(TimeMarks marks, std::size_t index);
/// The index of the mark with exactly this span.
std::optional<std::size_t> markOf(const TimeMarks& marks, const TimeInterval& span);
/// The index of the next mark that begins after a time (`by` = 1) or before it (-1). Wraps around
/// at the ends; empty without marks.
std::optional<std::size_t> nextMark(const TimeMarks& marks, std::int64_t timeNs, int by);

/// The marks of a profile file, stored in the settings.
TimeMarks loadMarks(const QString& profilePath);
void saveMarks(const QString& profilePath, const TimeMarks& marks);

} // namespace ui
