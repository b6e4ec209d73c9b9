#include "profiler/record/request_schedule.h"

#include <algorithm>
#include <cmath>

namespace profiler {
namespace {

constexpr double nsPerSecond = 1e9;
constexpr double latestNs = 0x1p61; // maxTimeNs: later arrivals never come

/// Returns the time in which streams worked between two moments.
double busyNs(std::span<const RequestTimes> requests, std::int64_t from, std::int64_t to)
{
    double sum = 0;
    for (const auto& request : requests)
        sum += static_cast<double>(std::max<std::int64_t>(
            0, std::min(request.endNs, to) - std::max(request.startNs, from)));
    return sum;
}

double shareBusy(std::span<const RequestTimes> requests, std::uint32_t streams, std::int64_t from,
    std::int64_t to)
{
    return to > from ? busyNs(requests, from, to) / (static_cast<double>(to - from) * streams) : 0;
}

/// Arrivals in ascending order, as many as came before `endNs`.
std::vector<std::int64_t> arrivalsUntil(const LoadOptions& options, std::int64_t endNs)
{
    std::vector<std::int64_t> times;
    ArrivalTimes arrivals(options.arrivals, *options.rate, options.seed);
    while (times.size() < options.requests) {
        const auto at = arrivals.next();
        if (at >= endNs)
            break;
        times.push_back(at);
    }
    return times;
}

/// Returns how many requests had arrived at a moment and were not begun.
std::uint64_t waitingAt(std::span<const std::int64_t> arrivals,
    std::span<const RequestTimes> requests, std::int64_t atNs)
{
    const auto arrived = std::ranges::count_if(arrivals, [&](auto at) { return at < atNs; });
    const auto begun
        = std::ranges::count_if(requests, [&](const auto& one) { return one.startNs < atNs; });
    return static_cast<std::uint64_t>(std::max<std::ptrdiff_t>(0, arrived - begun));
}

} // namespace

std::string_view arrivalsName(Arrivals arrivals)
{
    return arrivals == Arrivals::Fixed ? "fixed" : "poisson";
}

ArrivalTimes::ArrivalTimes(Arrivals arrivals, double rate, std::uint64_t seed)
    : m_arrivals(arrivals)
    , m_rate(rate)
    , m_random(seed)
{
}

std::int64_t ArrivalTimes::next()
{
    if (m_arrivals == Arrivals::Fixed) {
        m_atNs = static_cast<double>(m_number++) * nsPerSecond / m_rate;
    } else {
        // Distributions of the standard library give other numbers in other libraries.
        const auto uniform = static_cast<double>(m_random() >> 11) * 0x1p-53; // 0 to below 1
        m_atNs += -std::log1p(-uniform) * nsPerSecond / m_rate;
    }
    return static_cast<std::int64_t>(std::min(m_atNs, latestNs));
}

RequestSchedule::RequestSchedule(const LoadOptions& options)
    : m_options(options)
{
    if (options.rate)
        m_arrivals.emplace(options.arrivals, *options.rate, options.seed);
}

std::optional<RequestSchedule::Request> RequestSchedule::take(std::int64_t nowNs)
{
    const std::lock_guard lock(m_mutex);
    const auto limit = m_options.limit.count();
    if (m_taken >= m_options.requests || (limit > 0 && nowNs >= limit))
        return std::nullopt;
    const auto arrival = m_arrivals ? m_arrivals->next() : nowNs;
    if (limit > 0 && arrival >= limit)
        return std::nullopt;
    return Request { m_taken++, arrival };
}

bool RequestSchedule::isExhausted() const
{
    const std::lock_guard lock(m_mutex);
    return m_taken >= m_options.requests;
}

LoadRecord loadRecord(const LoadOptions& options, std::span<const RequestTimes> requests,
    std::optional<std::int64_t> endNs)
{
    LoadRecord record;
    std::int64_t lastArrival = 0;
    std::int64_t begin = requests.empty() ? 0 : requests.front().arrivalNs;
    std::int64_t end = begin;
    for (const auto& request : requests) {
        record.latency.add(request.endNs - request.arrivalNs);
        record.service.add(request.endNs - request.startNs);
        if (options.rate)
            record.wait.add(request.startNs - request.arrivalNs);
        begin = std::min(begin, request.arrivalNs);
        end = std::max(end, request.endNs);
        lastArrival = std::max(lastArrival, request.arrivalNs);
    }
    record.spanNs = end - begin;
    record.busy = shareBusy(requests, options.streams, begin, end);
    if (!options.rate)
        return record;
    const auto last = endNs.value_or(lastArrival + 1);
    const auto arrivals = arrivalsUntil(options, last);
    record.arrived = arrivals.size();
    record.waitingAtHalf = waitingAt(arrivals, requests, last / 2);
    record.waitingAtEnd = waitingAt(arrivals, requests, last);
    record.busyAtEnd = shareBusy(requests, options.streams, last / 2, last);
    return record;
}

} // namespace profiler
