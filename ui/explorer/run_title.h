#pragma once

#include <string>
#include <string_view>

namespace ui {

/// `layers.8 – 23` for layers.8 and layers.23; `stem – head` for titles that differ by more than a
/// number at the end.
std::string runTitle(std::string_view first, std::string_view last);

} // namespace ui
