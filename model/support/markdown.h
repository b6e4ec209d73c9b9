#pragma once

#include <string>
#include <string_view>

namespace support {

/// Returns text of a file for use inside Markdown, also in a table cell. The text is sanitised, and
/// all characters with a meaning in Markdown, HTML or GitHub's automatic links are escaped.
/// Sources: CommonMark 0.30, "Backslash escapes"; GitHub Flavored Markdown, "Tables", "Autolinks".
std::string markdownText(std::string_view text);

} // namespace support
