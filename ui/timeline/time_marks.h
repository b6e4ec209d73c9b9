#pragma once

#include "ui/document/time_range.h"

#include <QString>

#include <cstddef>
#include <optional>
#include <vector>

namespace ui {

/// A place in a profile that the user keeps: a range, or a moment (length 0).
struct TimeMark {
    TimeInterval span;
    QString name; ///< given by the user, `A`, `B` ... at first
    bool operator==(const TimeMark&) const = default;
};
using TimeMarks = std::vector<TimeMark>;

/// `A` to `Z`, then `A1`: the first that no mark has.
QString freeMarkName(const TimeMarks& marks);
/// With one more, in order of time; unchanged if this span is marked already.
TimeMarks withMark(TimeMarks marks, TimeInterval span);
TimeMarks withoutMark(TimeMarks marks, std::size_t index);
/// The mark of exactly this span.
std::optional<std::size_t> markOf(const TimeMarks& marks, const TimeInterval& span);
/// The mark that begins next after a time (`by` 1) or before it (-1), round at the ends; nothing
/// without marks.
std::optional<std::size_t> nextMark(const TimeMarks& marks, std::int64_t timeNs, int by);

/// Marks of a profile file, kept with the settings from one session to the next.
TimeMarks loadMarks(const QString& profilePath);
void saveMarks(const QString& profilePath, const TimeMarks& marks);

} // namespace ui
