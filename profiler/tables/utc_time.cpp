#include "profiler/tables/utc_time.h"

#include "model/support/text.h"

#include <array>
#include <ctime>

namespace profiler {

std::string utcText(std::int64_t seconds, const char* form)
{
    const auto time = static_cast<std::time_t>(seconds);
    std::tm parts {};
    if (gmtime_r(&time, &parts) == nullptr)
        return {};
    std::array<char, 40> text {};
    std::strftime(text.data(), text.size(), form, &parts);
    return std::string(support::trimmed(text.data()));
}

} // namespace profiler
