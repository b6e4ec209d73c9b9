#pragma once

#include <string>
#include <string_view>

namespace support {

/// Escapes text for HTML, SVG or other XML, in elements and in quoted attributes. Control
/// characters stay, although XML 1.0 forbids them; sanitise text from files first.
std::string escapeMarkup(std::string_view text);

}
