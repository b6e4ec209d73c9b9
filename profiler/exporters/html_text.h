#pragma once

#include "model/support/text.h"

#include <cstdio>
#include <string>
#include <string_view>

/// What every part of the HTML report needs to write text and figures safely.
namespace profiler::html {

/// Text from a model: made visible (control and bidirectional characters), shortened, escaped.
inline std::string escape(std::string_view text, std::size_t limit = 200)
{
    std::string result;
    for (const char c : support::elideMiddle(support::sanitise(text), limit)) {
        switch (c) {
        case '&':
            result += "&amp;";
            break;
        case '<':
            result += "&lt;";
            break;
        case '>':
            result += "&gt;";
            break;
        case '"':
            result += "&quot;";
            break;
        case '\'':
            result += "&#39;";
            break;
        default:
            result += c;
        }
    }
    return result;
}

/// A coordinate with two decimals, independent of the locale.
inline std::string number(double value)
{
    char text[40];
    std::snprintf(text, sizeof text, "%.2f", value);
    for (char& c : text) {
        if (c == ',')
            c = '.';
    }
    return text;
}

} // namespace profiler::html
