#include "profiler/engines/last_words.h"

#include "model/support/text.h"

#include <cstring>

namespace profiler {

namespace {

constexpr std::size_t lastWordsShown = 3; ///< lines

} // namespace

std::string endText(const support::ProcessEnd& end)
{
    return end.signal != 0 ? std::string("crashed (") + ::strsignal(end.signal) + ")"
                           : "ended with exit code " + std::to_string(end.exitCode);
}

std::string lastLines(std::string_view printed)
{
    const auto size = printed.find_last_not_of('\n');
    if (size == std::string_view::npos)
        return {};
    printed = printed.substr(0, size + 1);
    auto start = printed.size();
    for (std::size_t lines = 0; lines < lastWordsShown && start != std::string_view::npos; ++lines)
        start = start == 0 ? std::string_view::npos : printed.rfind('\n', start - 1);
    start = start == std::string_view::npos ? 0 : start + 1;
    return support::sanitise(printed.substr(start), support::Lines::Single);
}

} // namespace profiler
