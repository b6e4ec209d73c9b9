#include "profiler/cupti/event_spans.h"

#include "profiler/cupti/clock.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace profiler::cupti {

using support::Result;

namespace {

constexpr std::size_t anchors = 5; // events that compare the clocks; the most precise one counts
constexpr std::size_t fewestMarks = 1024;
constexpr std::size_t maxMarks = 1u << 20; // pairs of events of a run; each event takes memory
constexpr std::size_t maxDepth = 64;
constexpr std::size_t none = static_cast<std::size_t>(-1);

std::size_t beforeOf(std::size_t mark) { return anchors + 2 * mark; }
std::size_t behindOf(std::size_t mark) { return beforeOf(mark) + 1; }

std::int64_t now() { return static_cast<std::int64_t>(readMonotonic()); }

} // namespace

EventSpans::EventSpans(engine::DeviceEvents& events, std::function<Result<void>()> synchronise)
    : m_events(events)
    , m_synchronise(std::move(synchronise))
{
    m_open.reserve(maxDepth);
}

Result<void> EventSpans::resume()
{
    // Room for a quarter more marks than the last run needed.
    const auto room = std::clamp(m_asked + m_asked / 4, fewestMarks, maxMarks);
    if (m_marks.capacity() < room)
        m_marks.reserve(room);
    TRY(m_synchronise()); // also makes the device current on this thread
    TRY(m_events.reserve(beforeOf(m_marks.capacity())));
    m_marks.clear();
    m_open.clear();
    m_asked = 0;
    TRY(compareClocks());
    m_isListening = true;
    return {};
}

Result<void> EventSpans::compareClocks()
{
    std::int64_t best = -1; // ns between the host's readings; resume() has waited for the device
    for (std::size_t event = 0; event < anchors; ++event) {
        const auto before = now();
        const bool isRecorded = m_events.record(event);
        TRY(m_synchronise());
        const auto after = now();
        if (!isRecorded || (best >= 0 && after - before >= best))
            continue;
        best = after - before;
        m_anchor = event;
        m_anchorNs = before + best / 2;
    }
    if (best < 0)
        return support::fail("the device records no events");
    m_errorNs = std::max(m_errorNs, best / 2);
    return {};
}

void EventSpans::push(DeviceOwner owner, bool isReplay)
{
    if (!m_isListening)
        return;
    ++m_asked;
    const auto mark = m_marks.size();
    if (mark == m_marks.capacity() || m_open.size() == maxDepth) {
        ++m_dropped;
        if (m_open.size() < maxDepth)
            m_open.push_back(none);
        return;
    }
    m_marks.push_back({ owner, isReplay, m_events.record(beforeOf(mark)) });
    m_open.push_back(mark);
}

void EventSpans::pop()
{
    if (!m_isListening || m_open.empty())
        return;
    const auto mark = m_open.back();
    m_open.pop_back();
    if (mark != none && m_marks[mark].isWhole)
        m_marks[mark].isWhole = m_events.record(behindOf(mark));
}

Result<void> EventSpans::pause(bool isKept)
{
    if (!std::exchange(m_isListening, false))
        return {};
    TRY(m_synchronise());
    if (!isKept) {
        m_dropped = 0;
        return {};
    }
    for (std::size_t i = 0; i < m_marks.size(); ++i)
        if (m_marks[i].isWhole)
            TRY(read(m_marks[i], i));
    return {};
}

/// Reads the times of one mark. A span below the resolution of events counts as 1 ns, because
/// records without a duration are treated as lost.
Result<void> EventSpans::read(const Mark& mark, std::size_t number)
{
    const auto start
        = m_anchorNs + std::llround(TRY(m_events.nsBetween(m_anchor, beforeOf(number))));
    const auto length = std::llround(TRY(m_events.nsBetween(beforeOf(number), behindOf(number))));
    const auto end = start + std::max<std::int64_t>(1, length);
    if (!mark.isReplay) {
        m_steps.push_back({ start, end, mark.owner });
        return {};
    }
    DeviceGraphLaunch launch;
    launch.startNs = start;
    launch.endNs = end;
    launch.owner = mark.owner;
    m_replays.push_back(launch);
    return {};
}

void EventSpans::addTo(DeviceTrace& trace)
{
    trace.steps = std::exchange(m_steps, {});
    trace.graphLaunches = std::exchange(m_replays, {});
    trace.losses.droppedRecords += std::exchange(m_dropped, 0);
    trace.clock.clock = DeviceClock::Events;
    trace.clock.offsetErrorNs = m_errorNs;
    trace.tracer = "CUDA events";
}

} // namespace profiler::cupti
