#pragma once

#include "layout/card/text_measurer.h"
#include "model/graph.h"
#include "model/palette.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

/// Data shown on top of a picture: colours by a measured value, and badges. Painters look it up by
/// id when they draw a card, so a change needs no new layout.
namespace layout {

/// A value per node: text of the cards' measured line and, with Use::Heat, their colours.
struct Overlay {
    enum class Scale : std::uint8_t { Logarithmic, Linear };
    enum class Use : std::uint8_t {
        Heat, ///< colour cards by value, not by category
        Text, ///< only show the text in the measured line
        Classes, ///< one hue per class of nodes, not per category
    };
    static constexpr std::uint32_t noClass = 0xFFFFFFFFU;

    std::string name; ///< title of the legend: `Time`
    std::string ramp = "time"; ///< name of a ramp of model::Palette::heat
    Scale scale = Scale::Logarithmic;
    Use use = Use::Heat;
    std::vector<double> values; ///< by NodeId; NaN: not measured
    struct Range {
        double low = 0;
        double high = 0;
    };
    std::vector<Range> intervals; ///< by NodeId, for `values`; NaN: none; may be empty
    std::vector<double> shares; ///< by NodeId, fraction of the total (0 to 1); may be empty
    std::function<std::string(double value)> text; ///< `318 µs`
    /// Text after the value: `± 4`, `314 … 322`; may be empty.
    std::function<std::string(double value, const Range&)> intervalText;

    std::vector<std::uint32_t> classes; ///< by NodeId, for Use::Classes: index into classNames
    std::vector<std::string> classNames; ///< names in the legend

    bool isEmpty() const { return values.empty() && classes.empty(); }
    /// Returns the category whose colours a node's class uses; Custom for nodes without a class.
    model::Category classHue(model::NodeId node) const;
    static model::Category hueOfClass(std::uint32_t index);
    bool hasUnclassed() const;
    bool isMeasured(model::NodeId node) const;
    double value(model::NodeId node) const; ///< NaN if not measured
    /// Returns the smallest and largest measured value above zero; {0, 0} if there is none.
    Range range() const;
    /// Returns the position of a value on the scale, from 0 (low) to 1 (high).
    double position(double value, const Range& range) const;
};

/// A short text in a card's header.
struct Badge {
    enum class Tone : std::uint8_t { Error, Warning, Info, Plain, Good };
    std::string text; ///< `NO WEIGHTS`
    Tone tone = Tone::Plain;
    std::string hint = {}; ///< one sentence for a tool tip; may be empty
};
/// By NodeId value, most severe first. Painters show at most three.
using Badges = std::unordered_map<std::uint32_t, std::vector<Badge>>;
constexpr std::size_t badgesShown = 3;

/// Theme colours of a tone: background and text.
struct ToneColours {
    model::Rgb background;
    model::Rgb text;
};
ToneColours toneColours(Badge::Tone tone, model::ThemeKind theme);

constexpr float badgePadding = 8; ///< space beside a badge's text, both sides together
constexpr float badgeGap = 4;
/// Returns the text of badge `index` if the card's title leaves `room`: its own text, else "!".
/// Empty if neither fits; the first badge is never empty.
std::string_view badgeNames(
    const Badge& badge, std::size_t index, float room, const TextMeasurer& measurer);

}
