#pragma once

#include "profiler/counters/counter_probe.h"

#include <linux/perf_event.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>

namespace testing {

/// Stands for Linux where events of the processor are counted. Every event counts one more each
/// time it is read. All events are known; the processor is one of AMD, whose driver also counts
/// misses of the second level. It has one package with an energy counter in powercap, and one
/// memory controller, whose events count a MiB each time. Every processor runs at 3 GHz. A group
/// with more events than there are counters runs half of the time.
class FakeCounters {
public:
    FakeCounters();
    FakeCounters(const FakeCounters&) = delete;
    FakeCounters& operator=(const FakeCounters&) = delete;

    profiler::CounterKernel kernel;
    std::size_t counters = 6;
    std::atomic<bool> isShared = false; ///< another program takes turns on the counters
    std::map<std::string, std::string> files; ///< of /proc and /sys
    /// Returns the error with which an event is refused; 0 = none.
    std::function<int(const perf_event_attr&)> refuse;
    std::atomic<int> groupReads = 0;

    /// Lets threads read their counters by instruction.
    void allowInstruction(std::uint16_t width) { m_width = width; }
    std::size_t openEvents() const;
    /// The page that was mapped last.
    perf_event_mmap_page* lastPage() const { return m_lastPage.get(); }

private:
    struct Event {
        int leader = -1;
        bool isPlain = false; // read() gives the count alone
        std::uint64_t count = 0;
        std::uint64_t enabledNs = 0; // of a leader
        std::uint64_t runningNs = 0;
    };
    int open(const perf_event_attr& attr, int group);
    ssize_t read(int event, void* buffer, std::size_t bytes);
    std::shared_ptr<const perf_event_mmap_page> map(int event);
    std::uint64_t count(std::uint32_t counter);

    mutable std::mutex m_mutex; // guards the members below
    std::map<int, Event> m_events;
    int m_next = 100;
    int m_width = -1; // of a counter; -1 = the page does not allow the instruction
    std::shared_ptr<perf_event_mmap_page> m_lastPage;
};

/// What cannot be counted, one line each: `L2 misses: the driver ...`.
std::string reasonsOf(std::span<const profiler::MissingCounter> missing);

} // namespace testing
