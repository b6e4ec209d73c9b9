#pragma once

#include <string>
#include <string_view>

namespace testing {

/// Empty if `text` equals tests/data/golden/`name`, else a sentence with the first line that
/// differs. With OPSCOPE_UPDATE_GOLDEN=1 in the environment, the file is written instead; review
/// the change before committing it.
std::string differenceToGolden(std::string_view name, std::string_view text);

} // namespace testing
