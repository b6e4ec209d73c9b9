#pragma once

#include "model/support/text.h"

#include <string>
#include <string_view>

namespace profiler {

/// Text of any content for HTML and SVG, in elements and in quoted attributes: control and
/// direction characters visible, markup escaped.
inline std::string escaped(std::string_view text, support::Lines lines = support::Lines::Single)
{
    std::string out;
    for (const char c : support::sanitise(text, lines)) {
        switch (c) {
        case '&':
            out += "&amp;";
            break;
        case '<':
            out += "&lt;";
            break;
        case '>':
            out += "&gt;";
            break;
        case '"':
            out += "&quot;";
            break;
        case '\'':
            out += "&#39;";
            break;
        default:
            out += c;
        }
    }
    return out;
}

} // namespace profiler
