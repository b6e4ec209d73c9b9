#pragma once

#include <string>
#include <string_view>

namespace ui {

/// The title of a run of groups: `layers.8 – 23` for layers.8 and layers.23; `stem – head` for
/// titles that differ in more than a number at the end.
std::string runTitle(std::string_view first, std::string_view last);

} // namespace ui
