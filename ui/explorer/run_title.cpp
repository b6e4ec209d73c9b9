#include "ui/explorer/run_title.h"

namespace ui {

std::string runTitle(std::string_view first, std::string_view last)
{
    constexpr std::string_view digits = "0123456789";
    const auto stemOf = [digits](std::string_view title) {
        // Correct for npos too: npos + 1 is 0.
        return title.substr(0, title.find_last_not_of(digits) + 1);
    };
    const auto stem = stemOf(last);
    const bool isNumbered = stem.size() < last.size() && stem == stemOf(first);
    return std::string(first) + " – " + std::string(isNumbered ? last.substr(stem.size()) : last);
}

} // namespace ui
