#pragma once

#include <string>
#include <string_view>

namespace support {

/// One cell of a CSV file (RFC 4180): sanitised but for line breaks and tabs, quoted where it must
/// be. Texts come from files: what a spreadsheet would take for a formula gets a leading
/// apostrophe; a number with a sign is none.
std::string csvCell(std::string_view text);

} // namespace support
