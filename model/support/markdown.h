#pragma once

#include <string>
#include <string_view>

namespace support {

/// Text of a file inside Markdown, in a table cell too: sanitised, and everything escaped that
/// Markdown, HTML or GitHub's automatic links would take for more than its letters. Source:
/// CommonMark 0.30, "Backslash escapes"; GitHub Flavored Markdown, "Tables", "Autolinks".
std::string markdownText(std::string_view text);

} // namespace support
