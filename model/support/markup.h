#pragma once

#include <string>
#include <string_view>

namespace support {

/// Text inside HTML, SVG or other XML, in elements and in quoted attributes. Control characters
/// stay: XML 1.0 allows none of them, so text of a file is sanitised first.
std::string escapeMarkup(std::string_view text);

}
