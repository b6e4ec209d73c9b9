#pragma once

#include "model/support/markup.h"
#include "model/support/text.h"

#include <string>
#include <string_view>

namespace profiler {

/// Text of any content for HTML and SVG, in elements and in quoted attributes: control and
/// direction characters visible, markup escaped.
inline std::string escaped(std::string_view text, support::Lines lines = support::Lines::Single)
{
    return support::escapeMarkup(support::sanitise(text, lines));
}

} // namespace profiler
