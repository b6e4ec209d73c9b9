#pragma once

#include <string_view>

namespace layout {

/// True for attributes whose number is an element type (`to` of Cast). They are shown by the type's
/// name.
inline bool isElementTypeAttribute(std::string_view name)
{
    return name == "to" || name == "dtype" || name == "output_dtype";
}

} // namespace layout
