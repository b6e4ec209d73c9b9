#pragma once

#include "model/support/result.h"
#include "profiler/counters/counter_kernel.h"
#include "profiler/tables/processor_record.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace profiler {

/// An event in the words of the kernel.
struct EventCode {
    static constexpr int notNamed = -1;

    ProcessorEvent event = ProcessorEvent::Cycles; ///< without meaning for a named one
    std::uint32_t type = 0; ///< perf_event_attr::type
    std::uint64_t config = 0; ///< perf_event_attr::config
    std::uint64_t config1 = 0;
    std::uint64_t config2 = 0;
    int named = notNamed; ///< place among the events that the user named
};

/// Events of one thread that are counted together, in user mode only.
///
/// The kernel maps a page per event. It holds the number of the processor's counter (`index`) and
/// what to add to it (`offset`), and changes `lock` whenever it changes them:
///
///     lock = page.lock;  value = page.offset + rdpmc(page.index - 1);  again if lock changed
///
/// This takes some tens of nanoseconds. Where the page does not allow it, or the event has no
/// counter now (`index` 0, after a migration), all events are read by one read(2).
/// Source: linux/perf_event.h, struct perf_event_mmap_page.
class EventGroup {
public:
    /// Opens the events for the calling thread. `reading` is the fastest way to use.
    static support::Result<EventGroup> open(
        const CounterKernel& kernel, std::span<const EventCode> events, CounterReading reading);

    EventGroup(EventGroup&&) noexcept = default;
    EventGroup& operator=(EventGroup&&) noexcept = default;
    ~EventGroup() = default;

    std::size_t size() const { return m_events.size(); }
    /// Reads the counts so far, in the order of the events. Call on the thread that opened the
    /// group. False if the kernel gives none.
    bool read(std::span<std::uint64_t> counts) const;
    /// Whether the events were counted all the time since the last call (or since opening): the
    /// kernel lets groups take turns if there are too few counters. Any thread may call it.
    bool wasAlwaysCounting();
    /// Whether the last open() mapped pages that allow reading by instruction.
    CounterReading reading() const { return m_reading; }

private:
    struct Event {
        std::shared_ptr<const void> descriptor; ///< closes the event
        int number = -1;
        std::shared_ptr<const perf_event_mmap_page> page; ///< null: read by call
    };
    explicit EventGroup(const CounterKernel& kernel)
        : m_kernel(&kernel)
    {
    }
    support::Result<void> add(const EventCode& code, CounterReading reading);
    bool readByCall(std::span<std::uint64_t> counts) const;

    const CounterKernel* m_kernel;
    std::vector<Event> m_events;
    CounterReading m_reading = CounterReading::None;
    std::uint64_t m_enabledNs = 0; ///< at the last call of wasAlwaysCounting
    std::uint64_t m_runningNs = 0;
};

/// Error of opening an event: what the kernel said, why, and what would allow it. Unsupported: the
/// kernel has no such event, and for the cycles none at all. Resource: other reasons.
support::Error openError(const CounterKernel& kernel, int error);

} // namespace profiler
