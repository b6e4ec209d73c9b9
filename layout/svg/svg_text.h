#pragma once

#include "layout/card/text_measurer.h"
#include "layout/scene/geometry.h"
#include "model/support/markup.h"

#include <charconv>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>

namespace layout {

/// Text with numbers of one decimal. A tenth of a unit is smaller than a pixel.
class SvgText {
public:
    SvgText& operator<<(std::string_view text)
    {
        m_text += text;
        return *this;
    }
    SvgText& operator<<(float number)
    {
        char digits[48];
        const float rounded = std::round(number * 10) / 10;
        const auto end = std::to_chars(
            digits, digits + sizeof digits, rounded + 0.0F, std::chars_format::fixed)
                             .ptr;
        m_text.append(digits, end);
        return *this;
    }
    SvgText& operator<<(Point point) { return *this << point.x << " " << point.y; }
    SvgText& operator<<(const Rect& rect)
    {
        return *this << "x=\"" << rect.x << "\" y=\"" << rect.y << "\" width=\"" << rect.width
                     << "\" height=\"" << rect.height << "\"";
    }
    std::size_t size() const { return m_text.size(); }
    /// Returns the text written so far and starts a new one.
    std::string take() { return std::exchange(m_text, {}); }

private:
    std::string m_text;
};

struct TextSpot {
    Point at; ///< start (or end) of the baseline
    TextRole role;
    std::string_view cssClass;
    bool isAtEnd = false;
};

/// Writes a text, elided to `width`. Returns the width that it takes.
inline float writeText(SvgText& out, const TextSpot& spot, std::string_view text, float width,
    const TextMeasurer& measurer)
{
    const std::string shown = elidedTo(measurer, spot.role, text, width);
    out << "<text class=\"t" << std::to_string(static_cast<int>(spot.role)) << " " << spot.cssClass
        << "\" x=\"" << spot.at.x << "\" y=\"" << spot.at.y << "\""
        << (spot.isAtEnd ? " text-anchor=\"end\">" : ">") << support::escapeMarkup(shown)
        << "</text>";
    return measurer.width(spot.role, shown);
}

}
