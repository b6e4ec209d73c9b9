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
#include <vector>

namespace profiler {

/// Charts as lists of shapes with roles instead of colours: the window's painters and the HTML
/// report replay the same ones. Coordinates are pixels, y downwards. Texts are plain text of any
/// content; who draws them escapes them.

/// A colour by meaning: a theme token (`border`), or a category's fill.
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
    /// Text on the category's fill.
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
    double width = 0; ///< of a rectangle; radius of a circle
    double height = 0;
    std::vector<Point> points; ///< of a line or an area
    Paint fill;
    Paint stroke;
    double strokeWidth = 1;
    bool isDashed = false;
    std::string text; ///< of a Text
    Anchor anchor = Anchor::Start;
    bool isBold = false;
    std::string tip; ///< shown when pointed at
    engine::StepId step; ///< what it stands for, if anything
};

struct Figure {
    double width = 0;
    double height = 0;
    std::vector<Shape> shapes;
};

/// A step's category by its operator; layout changes and copies have one too.
model::Category categoryOf(const Profile& profile, const Step& step);
model::Category categoryOf(const Profile& profile, const TypeRow& row);

/// Round numbers from `low` to `high`, about `count` of them; of bytes: round in KiB, MiB ...
std::vector<double> axisTicks(double low, double high, int count);
std::vector<double> byteTicks(std::uint64_t high, int count);

/// Rows of one run with ruler; nested steps to three levels, and live memory below if it is known.
Figure timelineFigure(
    const Timeline& timeline, const Statistics& statistics, std::uint32_t run, double width);

/// One bar divided by operator type, largest first; small ones together as *other*, dashed what is
/// in no operator.
struct TypePart {
    std::string label;
    model::Category category = model::Category::Other;
    std::optional<std::size_t>
        row; ///< of Statistics::types; nothing for *other* and for *between operators*
    double share = 0; ///< of wall: of the median, of what is in no step that of the account
    double width = 0; ///< of the bar, 0..1: medians of sums do not add up to the wall
};
std::vector<TypePart> typeParts(
    const Profile& profile, const Statistics& statistics, std::size_t most = 10);
Figure typeStrip(const std::vector<TypePart>& parts, double width);

/// The rows of an account in display order, also those that are zero; the overlap is negative, so
/// that they add up.
struct AccountPart {
    std::string_view name;
    std::string_view meaning;
    std::string_view token; ///< its colour in the strip; empty = dashed
    std::int64_t ns = 0;
};
std::vector<AccountPart> accountParts(const Account& account);
/// One bar of the parts of a wall; what is below zero is left out.
Figure accountStrip(const std::vector<AccountPart>& parts, std::int64_t wallNs, double width);
Figure accountStrip(const Account& account, double width);

/// Wall time of every run in order of time: warm-up grey, recorded filled, unrecorded as circles;
/// the median as a line. The axis does not begin at 0: the spread is the message.
Figure runsFigure(
    const Profile& profile, const Statistics& statistics, double width, double height);

/// Bytes live during a run, from the plan's lifetimes and the times of its steps.
struct LiveMemory {
    struct Sample {
        std::int64_t timeNs = 0; ///< from the run's start
        std::uint64_t bytes = 0; ///< activations from here on
    };
    std::vector<Sample> samples; ///< ascending; empty if nothing was planned
    std::uint64_t peakBytes = 0; ///< activations
    std::int64_t peakNs = 0;
    std::vector<std::size_t> livingAtPeak; ///< positions in PlannedMemory::lifetimes, largest first
    /// When each of PlannedMemory::lifetimes is there, from the run's start; nothing if its step
    /// did not run.
    std::vector<std::optional<TimeSpan>> lives;
};
LiveMemory liveMemory(const Profile& profile, std::uint32_t run);
/// Lifetimes that are live at a time of the run, largest first.
std::vector<std::size_t> livingAt(
    const Profile& profile, const LiveMemory& memory, std::int64_t timeNs);
/// What the peak of activations would be if this lifetime took no memory.
std::uint64_t peakWithout(const Profile& profile, const LiveMemory& memory, std::size_t lifetime);
Figure memoryFigure(const Profile& profile, std::uint32_t run, double width, double height);

} // namespace profiler
