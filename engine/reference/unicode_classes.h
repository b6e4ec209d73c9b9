#pragma once

#include <string_view>
#include <utility>
#include <vector>

namespace engine {

/// First and last code points of ranges, in ascending order and disjoint.
using CodePointRanges = std::vector<std::pair<char32_t, char32_t>>;

/// Returns the code points of RE2's `\p{name}`: a general category (`L`, `Lu`), a script (`Greek`,
/// `Han`) or `Any`. Returns nothing for other names. Source: RE2, "Syntax", Unicode character class
/// names.
CodePointRanges unicodeClass(std::string_view name);

} // namespace engine
