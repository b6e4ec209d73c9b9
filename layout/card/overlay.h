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

/// What is laid over a picture: colours by a measure, badges. Looked up by id when a card is drawn,
/// so that neither needs a layout.
namespace layout {

/// A measure per node: the text of the cards' measured line and, as heat, their colours.
struct Overlay {
    enum class Scale : std::uint8_t { Logarithmic, Linear };
    enum class Use : std::uint8_t {
        Heat, ///< colours cards instead of their category
        Text, ///< only stands in the measured line
        Classes, ///< a hue for each class of nodes instead of their category
    };
    static constexpr std::uint32_t noClass = 0xFFFFFFFFU;

    std::string name; ///< of the legend: `Time`
    std::string ramp = "time"; ///< of model::Palette::heat
    Scale scale = Scale::Logarithmic;
    Use use = Use::Heat;
    std::vector<double> values; ///< by NodeId; NaN = not measured
    struct Range {
        double low = 0;
        double high = 0;
    };
    std::vector<Range> intervals; ///< by NodeId, of `values`; NaN = none; may be empty
    std::vector<double> shares; ///< by NodeId, of the whole (0 to 1); may be empty
    std::function<std::string(double value)> text; ///< `318 µs`
    /// What stands beside the text of a value: `± 4`, `314 … 322`; may be empty.
    std::function<std::string(double value, const Range&)> intervalText;

    std::vector<std::uint32_t> classes; ///< by NodeId, with Use::Classes: index into classNames
    std::vector<std::string> classNames; ///< as the legend says them

    bool isEmpty() const { return values.empty() && classes.empty(); }
    /// The category whose colours a node of a class has; Custom for nodes of none.
    model::Category classHue(model::NodeId node) const;
    static model::Category hueOfClass(std::uint32_t index);
    bool hasUnclassed() const;
    bool isMeasured(model::NodeId node) const;
    double value(model::NodeId node) const; ///< NaN if not measured
    /// Smallest and largest measured value above zero; {0, 0} if there is none.
    Range range() const;
    /// Where a value lies between low (0) and high (1) on the scale.
    double position(double value, const Range& range) const;
};

/// A short word in a card's header (ux.md 4.4).
struct Badge {
    enum class Tone : std::uint8_t { Error, Warning, Info, Plain, Good };
    std::string text; ///< `NO WEIGHTS`
    Tone tone = Tone::Plain;
    std::string hint = {}; ///< one sentence for a tool tip; may be empty
};
/// By NodeId value, worst first; painters show at most three.
using Badges = std::unordered_map<std::uint32_t, std::vector<Badge>>;
constexpr std::size_t badgesShown = 3;

/// Theme colours of a tone: background and text.
struct ToneColours {
    model::Rgb background;
    model::Rgb text;
};
ToneColours toneColours(Badge::Tone tone, model::ThemeKind theme);

constexpr float badgePadding = 8; ///< units beside the words of a badge, both sides together
constexpr float badgeGap = 4;
/// What the badge with this index says where the card's title leaves `room`: its words, else a sign
/// for them. Nothing where neither fits; the first one always says something.
std::string_view badgeWords(
    const Badge& badge, std::size_t index, float room, const TextMeasurer& measurer);

}
