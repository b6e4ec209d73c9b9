#pragma once

#include "model/support/result.h"

#include <algorithm>
#include <initializer_list>
#include <string_view>

namespace engine {

/// Returns the enumerator that the value of an attribute names. `names` are in the order of the
/// enumerators. Fails if it is none of them.
template <typename Enum>
support::Result<Enum> enumNamed(std::string_view attribute, std::string_view name,
    std::initializer_list<std::string_view> names)
{
    const auto found = std::ranges::find(names, name);
    if (found == names.end())
        return support::fail(attribute, " \"", name, "\" is not known");
    return static_cast<Enum>(found - names.begin());
}

} // namespace engine
