#pragma once

#include <string_view>
#include <utility>
#include <vector>

namespace engine {

/// First and last code points, in order, apart from each other.
using CodePointRanges = std::vector<std::pair<char32_t, char32_t>>;

/// What `\p{name}` of RE2 stands for: a general category (`L`, `Lu`), a script (`Greek`, `Han`) or
/// `Any`; empty for another name. Source: RE2, "Syntax", Unicode character class names.
CodePointRanges unicodeClass(std::string_view name);

} // namespace engine
