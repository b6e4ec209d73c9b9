#include "engine/tuning/tuned_choice.h"

#include "model/support/text.h"

#include <algorithm>
#include <chrono>
#include <ctime>

namespace engine {

namespace {

std::string today()
{
    const auto now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    std::tm date {};
    ::gmtime_r(&now, &date);
    char text[16] = {};
    std::strftime(text, sizeof text, "%Y-%m-%d", &date);
    return text;
}

} // namespace

TunedChoice chooseFastest(std::vector<TimedCandidate>& timed)
{
    std::ranges::stable_sort(timed, {}, &TimedCandidate::ns);
    const auto& best = timed.front();
    TunedChoice choice { best.name, best.configuration, best.ns, today(), {} };
    for (const auto& other : std::span(timed).subspan(1))
        choice.runnersUp.push_back({ other.name, other.ns });
    return choice;
}

std::string rememberedHow(const TunedChoice& choice)
{
    return "fastest of " + std::to_string(choice.runnersUp.size() + 1) + " on " + choice.date;
}

std::vector<std::string> runnersUpOf(const TunedChoice& choice)
{
    std::vector<std::string> lines;
    for (const auto& other : choice.runnersUp)
        lines.push_back(other.name + ": " + support::durationText(other.medianNs) + ", taken was "
            + choice.name + ": " + support::durationText(choice.medianNs));
    return lines;
}

} // namespace engine
