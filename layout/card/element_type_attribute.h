#pragma once

#include <string_view>

namespace layout {

/// The attributes whose number names an element type (`to` of Cast): shown as its name.
inline bool isElementTypeAttribute(std::string_view name)
{
    return name == "to" || name == "dtype" || name == "output_dtype";
}

} // namespace layout
