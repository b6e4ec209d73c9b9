#pragma once

#include "engine/run/observer.h"
#include "model/palette.h"
#include "profiler/charts/timeline.h"
#include "profiler/statistics/statistics.h"
#include "profiler/tables/time_span.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace profiler {

/// Charts as lists of shapes whose colours are named by role. The window and the HTML report draw
/// the same shapes. Coordinates are pixels, y downwards. Texts are plain text of any content; the
/// drawing code must escape them.

/// A colour by role: a theme token (`border`) or the fill colour of a category.
struct Paint {
    enum class Kind { None, Token, Category, OnCategory };
    Kind kind = Kind::None;
    std::string_view token;
    model::Category category = model::Category::Other;
    double opacity = 1;

    static Paint none() { return {}; }
    static Paint of(std::string_view token, double opacity = 1)
    {
        return { Kind::Token, token, {}, opacity };
    }
    /// Colour of text on the category's fill colour.
    static Paint on(model::Category category) { return { Kind::OnCategory, {}, category, 1 }; }
    static Paint of(model::Category category, double opacity = 1)
    {
        return { Kind::Category, {}, category, opacity };
    }
};

struct Point {
    double x = 0;
    double y = 0;
};

struct Shape {
    enum class Kind { Rectangle, Line, Area, Circle, Text };
    enum class Anchor { Start, Middle, End };
    Kind kind = Kind::Rectangle;
    Point at; ///< top left, centre of a circle, baseline of a text
    double width = 0; ///< of a rectangle; for a circle, the radius
    double height = 0;
    std::vector<Point> points; ///< for a line or an area
    Paint fill;
    Paint stroke;
    double strokeWidth = 1;
    bool isDashed = false;
    std::string text; ///< for a Text
    Anchor anchor = Anchor::Start;
    bool isBold = false;
    std::string tip; ///< tool tip
    engine::StepId step; ///< step that the shape stands for; invalid if none
};

struct Figure {
    double width = 0;
    double height = 0;
    std::vector<Shape> shapes;

    void add(Shape shape) { shapes.push_back(std::move(shape)); }
};

/// Returns the category of a step's operator; layout changes and copies have categories too.
model::Category categoryOf(const Profile& profile, const Step& step);
model::Category categoryOf(const Profile& profile, const TypeRow& row);

/// Return about `count` round numbers from `low` to `high`. byteTicks: from 0, round in KiB, MiB
/// and so on.
std::vector<double> axisTicks(double low, double high, int count);
std::vector<double> byteTicks(std::uint64_t high, int count);

/// Draws the rows of one run with a ruler: steps down to three levels, and live memory below if
/// known.
Figure timelineFigure(
    const Timeline& timeline, const Statistics& statistics, std::uint32_t run, double width);

/// A part of a bar divided by operator type, largest first. Small types are merged to *other*; time
/// outside of operators is dashed.
struct TypePart {
    std::string label;
    model::Category category = model::Category::Other;
    /// Index into Statistics::types; nothing for *other* and for *between operators*.
    std::optional<std::size_t> row;
    /// Share of the median wall; for *between operators*, the share of the account.
    double share = 0;
    /// Part of the bar, 0..1. Scaled, because medians of sums do not add up to the wall.
    double width = 0;
};
std::vector<TypePart> typeParts(
    const Profile& profile, const Statistics& statistics, std::size_t most = 10);
Figure typeStrip(const std::vector<TypePart>& parts, double width);

/// A row of an account, in display order. Rows that are zero are included. The overlap is negative,
/// so the rows add up.
struct AccountPart {
    std::string_view name;
    std::string_view meaning;
    std::string_view token; ///< colour in the strip; empty = dashed
    std::int64_t ns = 0;
};
std::vector<AccountPart> accountParts(const Account& account);
/// Draws one bar of the parts of a wall. Negative parts are left out.
Figure accountStrip(const std::vector<AccountPart>& parts, std::int64_t wallNs, double width);
Figure accountStrip(const Account& account, double width);

/// Draws the wall time of every run in order of time: warm-up grey, recorded runs filled,
/// unrecorded runs as circles, the median as a line. The axis does not begin at 0, so that the
/// spread is visible.
Figure runsFigure(
    const Profile& profile, const Statistics& statistics, double width, double height);

/// Bytes that are live during a run, from the planned lifetimes and the times of the steps.
struct LiveMemory {
    struct Sample {
        std::int64_t timeNs = 0; ///< from the run's start
        std::uint64_t bytes = 0; ///< activations from this time on
    };
    std::vector<Sample> samples; ///< ascending in time; empty without planned memory
    std::uint64_t peakBytes = 0; ///< of activations
    std::int64_t peakNs = 0;
    std::vector<std::size_t> livingAtPeak; ///< positions in PlannedMemory::lifetimes, largest first
    /// Live span of each of PlannedMemory::lifetimes, from the start of the run; nothing if its
    /// step did not run.
    std::vector<std::optional<TimeSpan>> lives;
};
LiveMemory liveMemory(const Profile& profile, std::uint32_t run);
/// Returns the lifetimes that are live at a time of the run, largest first.
std::vector<std::size_t> livingAt(
    const Profile& profile, const LiveMemory& memory, std::int64_t timeNs);
/// Returns the peak of activations if this lifetime took no memory.
std::uint64_t peakWithout(const Profile& profile, const LiveMemory& memory, std::size_t lifetime);
Figure memoryFigure(const Profile& profile, std::uint32_t run, double width, double height);

} // namespace profiler
