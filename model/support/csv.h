#pragma once

#include <string>
#include <string_view>

namespace support {

/// Returns one cell of a CSV file (RFC 4180), quoted where necessary. The text is sanitised, but
/// line breaks and tabs stay. Text from files that a spreadsheet would read as a formula gets a
/// leading apostrophe; a signed number does not.
std::string csvCell(std::string_view text);

} // namespace support
