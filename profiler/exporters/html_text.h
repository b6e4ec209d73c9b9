#pragma once

#include "model/support/markup.h"
#include "model/support/text.h"

#include <string>
#include <string_view>

namespace profiler {

/// Escapes a text from any source for HTML and SVG, for elements and quoted attributes. Control and
/// bidirectional formatting characters become visible.
inline std::string escaped(std::string_view text, support::Lines lines = support::Lines::Single)
{
    return support::escapeMarkup(support::sanitise(text, lines));
}

} // namespace profiler
