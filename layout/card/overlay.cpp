#include "layout/card/overlay.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace layout {

double Overlay::value(model::NodeId node) const
{
    return node.isValid() && node.value() < values.size()
        ? values[node.value()]
        : std::numeric_limits<double>::quiet_NaN();
}

bool Overlay::isMeasured(model::NodeId node) const { return !std::isnan(value(node)); }

Overlay::Range Overlay::range() const
{
    Range range { std::numeric_limits<double>::max(), 0 };
    for (const double measured : values) {
        if (std::isnan(measured) || measured <= 0)
            continue;
        range.low = std::min(range.low, measured);
        range.high = std::max(range.high, measured);
    }
    return range.high > 0 ? range : Range {};
}

double Overlay::position(double measured, const Range& range) const
{
    if (measured <= 0 || range.high <= range.low)
        return measured > 0 ? 1 : 0;
    const double part = scale == Scale::Linear
        ? (measured - range.low) / (range.high - range.low)
        : std::log(measured / range.low) / std::log(range.high / range.low);
    return std::clamp(part, 0.0, 1.0);
}

model::Category Overlay::hueOfClass(std::uint32_t index)
{
    constexpr auto hues = static_cast<std::uint32_t>(model::Category::Custom);
    return index == noClass ? model::Category::Custom : static_cast<model::Category>(index % hues);
}

model::Category Overlay::classHue(model::NodeId node) const
{
    return hueOfClass(
        node.isValid() && node.value() < classes.size() ? classes[node.value()] : noClass);
}

bool Overlay::hasUnclassed() const
{
    return std::find(classes.begin(), classes.end(), noClass) != classes.end();
}

std::string_view badgeNames(
    const Badge& badge, std::size_t index, float room, const TextMeasurer& measurer)
{
    constexpr std::string_view sign = "!";
    const auto fits = [&](std::string_view words) {
        return measurer.width(TextRole::Badge, words) + badgePadding <= room;
    };
    if (fits(badge.text))
        return badge.text;
    return index == 0 || fits(sign) ? sign : std::string_view();
}

ToneColours toneColours(Badge::Tone tone, model::ThemeKind theme)
{
    struct Tokens {
        std::string_view background;
        std::string_view text;
    };
    static constexpr std::array<Tokens, 5> tokens { { { "errorTint", "error" },
        { "warningTint", "warning" }, { "infoTint", "info" }, { "inset", "textSecondary" },
        { "goodTint", "good" } } };
    const Tokens& pair = tokens[static_cast<std::size_t>(tone)];
    const auto& palette = model::Palette::instance();
    return { palette.colour(theme, pair.background), palette.colour(theme, pair.text) };
}

}
