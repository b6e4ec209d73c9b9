#include "app/cli/profiling/note_options.h"

#include "model/support/text.h"
#include "profiler/tables/commit.h"

#include <chrono>
#include <cstdio>

namespace cli {

using support::ErrorKind;
using support::failAs;
using support::Result;

namespace {

/// Returns the seconds of a zone, `Z`, `+01:00` or `-0330`, before UTC; nothing for other text.
std::optional<int> zoneSeconds(std::string_view text)
{
    if (text.empty() || text == "Z")
        return 0;
    if (text.size() == 6 && text[3] == ':')
        return zoneSeconds(std::string(text.substr(0, 3)) + std::string(text.substr(4)));
    if (text.size() != 5 || (text[0] != '+' && text[0] != '-'))
        return {};
    const auto hours = support::numberFrom<int>(text.substr(1, 2));
    const auto minutes = support::numberFrom<int>(text.substr(3, 2));
    if (!hours || !minutes || *hours < 0 || *hours > 14 || *minutes < 0 || *minutes > 59)
        return {};
    return (text[0] == '+' ? 1 : -1) * (*hours * 3600 + *minutes * 60);
}

/// Returns nanoseconds since 1970 of a date as `git show -s --format=%cI` or `%ct` writes it.
std::optional<std::int64_t> dateOf(const std::string& text)
{
    using namespace std::chrono;
    constexpr std::int64_t mostSeconds = 9'000'000'000; // 2255, which fits in nanoseconds
    if (const auto seconds = support::numberFrom<std::int64_t>(text))
        return *seconds > 0 && *seconds < mostSeconds ? std::optional(*seconds * 1'000'000'000)
                                                      : std::nullopt;
    int y = 0, mo = 0, d = 0, h = 0, mi = 0, s = 0, used = 0;
    if (std::sscanf(text.c_str(), "%4d-%2d-%2d%n", &y, &mo, &d, &used) != 3)
        return {};
    auto rest = text.substr(static_cast<std::size_t>(used));
    if (!rest.empty()) {
        if (std::sscanf(rest.c_str(), "%*1[T ]%2d:%2d:%2d%n", &h, &mi, &s, &used) != 3)
            return {};
        rest = rest.substr(static_cast<std::size_t>(used));
    }
    const auto zone = zoneSeconds(rest);
    const year_month_day date { year(y), month(static_cast<unsigned>(mo)),
        day(static_cast<unsigned>(d)) };
    if (!zone || !date.ok() || y < 1970 || y > 2250 || h < 0 || h > 23 || mi < 0 || mi > 59 || s < 0
        || s > 60)
        return {};
    const auto instant = sys_days(date) + hours(h) + minutes(mi) + seconds(s - *zone);
    return duration_cast<nanoseconds>(instant.time_since_epoch()).count();
}

} // namespace

std::vector<Option> noteOptions()
{
    return { { "--commit", "ID", "the commit that is measured; kept in the profile" },
        { "--commit-date", "DATE",
            "its date, as `git show -s --format=%cI` or `%ct` writes it; orders a history" },
        { "--label", "TEXT", "a text about this measurement; kept in the profile" } };
}

Result<profiler::Metadata> chosenNotes(const Arguments& arguments)
{
    profiler::Metadata notes;
    if (const auto commit = arguments.text("--commit"))
        notes.set(profiler::keys::commit, std::string_view(*commit));
    if (const auto label = arguments.text("--label"))
        notes.set(profiler::keys::tag, std::string_view(*label));
    if (const auto text = arguments.text("--commit-date")) {
        const auto date = dateOf(*text);
        if (!date)
            return failAs(ErrorKind::Usage, "--commit-date is \"", *text,
                "\", expected a date such as 2026-11-27T14:05:00+01:00, or seconds since 1970");
        notes.set(profiler::keys::commitTime, *date);
    }
    return notes;
}

} // namespace cli
