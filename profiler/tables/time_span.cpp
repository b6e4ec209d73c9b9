#include "profiler/tables/time_span.h"

#include "model/support/text.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace profiler {
namespace {

constexpr std::int64_t shortestViewNs = 100;

TimeSpan movedInto(TimeSpan view, const TimeSpan& extent)
{
    const auto length = std::min(view.lengthNs(), extent.lengthNs());
    const auto start = std::clamp(view.startNs, extent.startNs, extent.endNs - length);
    return { start, start + length };
}

/// Returns the smallest of 1, 2, 5 times a power of ten that is not below `least`.
std::int64_t roundStep(double least)
{
    std::int64_t power = 1;
    while (power < std::int64_t(1) << 59) {
        for (const std::int64_t factor : { 1, 2, 5 })
            if (static_cast<double>(factor * power) >= least)
                return factor * power;
        power *= 10;
    }
    return power;
}

} // namespace

double pixelOf(const TimeSpan& view, double pixels, std::int64_t timeNs)
{
    return static_cast<double>(timeNs - view.startNs) * pixels
        / static_cast<double>(std::max<std::int64_t>(1, view.lengthNs()));
}

std::int64_t timeAt(const TimeSpan& view, double pixels, double x)
{
    if (pixels <= 0)
        return view.startNs;
    return view.startNs
        + static_cast<std::int64_t>(
            std::llround(x * static_cast<double>(view.lengthNs()) / pixels));
}

TimeSpan zoomed(const TimeSpan& view, const TimeSpan& extent, double factor, std::int64_t aroundNs)
{
    const auto most = static_cast<double>(extent.lengthNs());
    const auto least = std::min(most, static_cast<double>(shortestViewNs));
    const auto length = std::clamp(static_cast<double>(view.lengthNs()) / factor, least, most);
    const auto place = view.lengthNs() > 0
        ? static_cast<double>(aroundNs - view.startNs) / static_cast<double>(view.lengthNs())
        : 0.5;
    const auto start = aroundNs - static_cast<std::int64_t>(std::llround(place * length));
    return movedInto({ start, start + static_cast<std::int64_t>(std::llround(length)) }, extent);
}

TimeSpan panned(const TimeSpan& view, const TimeSpan& extent, std::int64_t byNs)
{
    return movedInto({ view.startNs + byNs, view.endNs + byNs }, extent);
}

std::vector<Tick> ticksOf(const TimeSpan& view, double pixels, std::int64_t zeroNs, double spacing)
{
    std::vector<Tick> ticks;
    if (view.lengthNs() <= 0 || pixels <= 0)
        return ticks;
    const auto step = roundStep(static_cast<double>(view.lengthNs()) * spacing / pixels);
    // The largest label decides the unit. Ticks every 0.5 ms in a view of seconds are still
    // labelled in seconds.
    const auto largest = std::max(std::abs(view.startNs - zeroNs), std::abs(view.endNs - zeroNs));
    const auto unit = support::unitFor(static_cast<double>(largest));
    const auto per = support::nanosecondsPer(unit);
    const int decimals = std::max(
        0, static_cast<int>(std::ceil(-std::log10(static_cast<double>(step) / per) - 1e-9)));
    auto first = (view.startNs - zeroNs) / step * step;
    if (first < view.startNs - zeroNs)
        first += step;
    for (auto time = first; time + zeroNs <= view.endNs; time += step) {
        char number[64];
        std::snprintf(number, sizeof number, "%.*f", decimals, static_cast<double>(time) / per);
        ticks.push_back({ time + zeroNs, pixelOf(view, pixels, time + zeroNs),
            std::string(number) + " " + std::string(support::unitName(unit)) });
    }
    return ticks;
}

} // namespace profiler
