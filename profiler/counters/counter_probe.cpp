#include "profiler/counters/counter_probe.h"

#include "profiler/counters/listed_event.h"
#include "profiler/record/clock.h"

#include <linux/perf_event.h>

#include <algorithm>
#include <array>
#include <optional>

namespace profiler {
namespace {

using Event = ProcessorEvent;

/// Drivers of the processor's counters.
constexpr std::array<std::string_view, 3> drivers { "cpu", "cpu_core", "armv8_pmuv3_0" };

constexpr std::uint64_t cacheReadMiss(std::uint64_t cache)
{
    return cache | std::uint64_t(PERF_COUNT_HW_CACHE_OP_READ) << 8
        | std::uint64_t(PERF_COUNT_HW_CACHE_RESULT_MISS) << 16;
}

enum class On : std::uint8_t { Any, Amd, Others };

/// A way to count an event. Of those of one event the first that opens is taken.
struct Candidate {
    Event event;
    std::string_view listed = {}; ///< name in the driver's folder `events`; empty: type and config
    std::uint32_t type = PERF_TYPE_HARDWARE;
    std::uint64_t config = 0;
    On on = On::Any;
};
// AMD's driver counts misses of the second level as cache-misses, others those of the last level
// (Linux, arch/x86/events/amd/core.c, amd_zen2_perfmon_event_map).
constexpr std::array candidates {
    Candidate { Event::Cycles, {}, PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES },
    Candidate { Event::Instructions, {}, PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS },
    Candidate { Event::BranchMisses, {}, PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES },
    Candidate { Event::L1Misses, {}, PERF_TYPE_HW_CACHE, cacheReadMiss(PERF_COUNT_HW_CACHE_L1D) },
    Candidate { Event::L2Misses, "l2d_cache_refill" },
    Candidate { Event::L2Misses, {}, PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES, On::Amd },
    Candidate {
        Event::LastLevelMisses, {}, PERF_TYPE_HW_CACHE, cacheReadMiss(PERF_COUNT_HW_CACHE_LL) },
    Candidate { Event::LastLevelMisses, "ll_cache_miss_rd" },
    Candidate {
        Event::LastLevelMisses, {}, PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES, On::Others },
    Candidate {
        Event::FrontendStalls, {}, PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_FRONTEND },
    Candidate { Event::FrontendStalls, "stall_frontend" },
    Candidate {
        Event::BackendStalls, {}, PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_BACKEND },
    Candidate { Event::BackendStalls, "stall_backend" },
};

std::optional<EventCode> codeOf(const CounterKernel& kernel, const Candidate& candidate, bool isAmd)
{
    if (candidate.on != On::Any && (candidate.on == On::Amd) != isAmd)
        return std::nullopt;
    if (!candidate.listed.empty()) {
        for (const auto driver : drivers)
            if (const auto listed = listedEvent(kernel, driver, candidate.listed))
                return EventCode { candidate.event, listed->type, listed->config };
        return std::nullopt;
    }
    return EventCode { candidate.event, candidate.type, candidate.config };
}

/// Whether the events are counted together all the time, while the thread computes something.
bool countsTogether(const CounterKernel& kernel, std::span<const EventCode> events)
{
    auto group = EventGroup::open(kernel, events, CounterReading::Call);
    if (!group)
        return false;
    group->wasAlwaysCounting(); // events that were added to the group are running from here on
    volatile std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < 20'000; ++i)
        sum = sum + i;
    std::array<std::uint64_t, 1 + eventsPerPass> counts {};
    return group->wasAlwaysCounting() && group->read(counts) && counts[0] > 0;
}

/// Returns the nanoseconds that one reading takes, the best of several batches; 0 if it fails.
double readingCost(const EventGroup& group)
{
    constexpr int batches = 20;
    constexpr int readings = 200;
    std::array<std::uint64_t, 1 + eventsPerPass> counts {};
    double best = 0;
    for (int batch = 0; batch < batches; ++batch) {
        const auto start = monotonicNs();
        for (int i = 0; i < readings; ++i)
            if (!group.read(counts))
                return 0;
        const auto ns = static_cast<double>(monotonicNs() - start) / readings;
        best = batch == 0 ? ns : std::min(best, ns);
    }
    return best;
}

class Probe {
public:
    Probe(const CounterKernel& kernel, std::span<const NamedEvent> named)
        : m_kernel(kernel)
        , m_named(named)
    {
        const auto processor = kernel.text("/proc/cpuinfo");
        m_isAmd = processor && processor->find("AuthenticAMD") != std::string::npos;
    }

    CounterSupport run()
    {
        if (auto reason = whyNoEvents(m_kernel); !reason.empty()) {
            m_support.missing.push_back({ "the processor's events", std::move(reason) });
            return std::move(m_support);
        }
        const auto cycles = *codeOf(m_kernel, candidates.front(), m_isAmd);
        findEvents();
        addNamed();
        makePasses(cycles);
        chooseReading();
        return std::move(m_support);
    }

private:
    /// Finds the code of each event besides the cycles.
    void findEvents()
    {
        for (std::size_t i = 1; i < hardwareEventCount; ++i) {
            const auto event = static_cast<Event>(i);
            std::string reason = "the driver of this processor does not know such an event";
            const bool isFound = std::ranges::any_of(candidates, [&](const Candidate& candidate) {
                return candidate.event == event && opens(candidate, reason);
            });
            if (!isFound)
                m_support.missing.push_back({ std::string(processorEventLabel(event)), reason });
        }
    }

    /// Adds the events that the user named.
    void addNamed()
    {
        for (std::size_t i = 0; i < m_named.size(); ++i) {
            const auto& encoding = m_named[i].encoding;
            const EventCode code { Event::Cycles, encoding.type, encoding.config, encoding.config1,
                encoding.config2, static_cast<int>(i) };
            const auto opened = EventGroup::open(m_kernel, { &code, 1 }, CounterReading::Call);
            if (opened)
                m_events.push_back(code);
            else
                m_support.missing.push_back({ m_named[i].name,
                    opened.error().kind() == support::ErrorKind::Unsupported
                        ? "the kernel does not count it for a thread"
                        : opened.error().message() });
        }
    }

    /// Keeps the code of an event that can be opened. Otherwise sets the reason if the driver knows
    /// the event.
    bool opens(const Candidate& candidate, std::string& reason)
    {
        const auto code = codeOf(m_kernel, candidate, m_isAmd);
        if (!code)
            return false;
        const auto opened = EventGroup::open(m_kernel, { &*code, 1 }, CounterReading::Call);
        if (opened)
            m_events.push_back(*code);
        else if (opened.error().kind() != support::ErrorKind::Unsupported)
            reason = opened.error().message();
        return bool(opened);
    }

    /// Divides the events among passes, as many in each as are counted together.
    void makePasses(const EventCode& cycles)
    {
        std::size_t next = 0;
        auto most = eventsPerPass;
        while (next < m_events.size() && most > 0) {
            std::vector<EventCode> pass { cycles };
            const auto count = std::min(most, m_events.size() - next);
            pass.insert(pass.end(), m_events.begin() + static_cast<std::ptrdiff_t>(next),
                m_events.begin() + static_cast<std::ptrdiff_t>(next + count));
            if (!countsTogether(m_kernel, pass)) {
                most = count / 2;
                continue;
            }
            m_support.passes.push_back(std::move(pass));
            next += count;
        }
        if (m_support.passes.empty())
            m_support.passes.push_back({ cycles });
        for (; next < m_events.size(); ++next)
            m_support.missing.push_back({ eventLabel(m_events[next], m_named),
                "no counter is left beside the cycles: another program may hold the others" });
    }

    void chooseReading()
    {
        const bool isForbidden = firstLineOf(m_kernel, driverFolder("cpu") + "/rdpmc") == "0";
        auto group = EventGroup::open(m_kernel, m_support.passes.front(),
            isForbidden ? CounterReading::Call : CounterReading::Instruction);
        if (!group)
            return;
        m_support.reading = group->reading();
        m_support.readNs = readingCost(*group);
    }

    const CounterKernel& m_kernel;
    std::span<const NamedEvent> m_named;
    bool m_isAmd = false;
    std::vector<EventCode> m_events;
    CounterSupport m_support;
};

} // namespace

CounterSupport probeCounters(const CounterKernel& kernel, std::span<const NamedEvent> named)
{
    return Probe(kernel, named).run();
}

std::string eventLabel(const EventCode& code, std::span<const NamedEvent> named)
{
    return code.named == EventCode::notNamed ? std::string(processorEventLabel(code.event))
                                             : named[static_cast<std::size_t>(code.named)].name;
}

std::string whyNoEvents(const CounterKernel& kernel)
{
    const EventCode cycles { candidates.front().event, candidates.front().type,
        candidates.front().config };
    const auto opened = EventGroup::open(kernel, { &cycles, 1 }, CounterReading::Call);
    if (!opened)
        return opened.error().message();
    return countsTogether(kernel, { &cycles, 1 })
        ? std::string()
        : "the cycles are counted only at times: another program holds the counters of the "
          "processor; end other profilers and measure again";
}

} // namespace profiler
