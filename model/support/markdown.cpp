#include "model/support/markdown.h"

#include "model/support/text.h"

namespace support {

std::string markdownText(std::string_view text)
{
    const auto safe = sanitise(text);
    std::string result;
    result.reserve(safe.size());
    for (std::size_t i = 0; i < safe.size(); ++i) {
        const auto rest = std::string_view(safe).substr(i);
        const bool isLink = rest.starts_with("://")
            || (rest.front() == '.' && i >= 3 && safe.compare(i - 3, 3, "www") == 0);
        if (isLink
            || std::string_view("\\|`*_<>[]#&~").find(rest.front()) != std::string_view::npos)
            result += '\\';
        result += rest.front();
    }
    return result;
}

} // namespace support
