#pragma once

#include "profiler/device/device_collector.h"

#include "engine/device/device_events.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace profiler::cupti {

/// Measures steps by CUDA events, where no tracer records the device's work. One event is recorded
/// before and one after the work of each step. They are read when the run is over, so no run waits.
///
///     host     push 3 ... pop   push 4 ... pop
///     stream   |[ kernel ]|     |[ kernel ][ kernel ]|       | an event
///
/// The time between the two events contains all work of the stream for the step, and also the time
/// in which the stream waited for the host. It is a coarse time. Copies and kernels are not
/// separate.
///
/// Events have times of the device's clock. Before each run that clock is compared with the host's:
/// an event is recorded on the idle device and waited for. Its time is between the host's readings
/// before and after.
class EventSpans {
public:
    /// `events` must outlive this object.
    EventSpans(engine::DeviceEvents& events, std::function<support::Result<void>()> synchronise);

    /// Before each run: makes events and compares the clocks.
    support::Result<void> resume();
    /// After each run: waits for the device and reads the times. Drops them if not `isKept`.
    support::Result<void> pause(bool isKept);

    void push(DeviceOwner owner, bool isReplay = false);
    void pop();

    /// Adds the spans since the last call, and the properties of the clock.
    void addTo(DeviceTrace& trace);
    double resolutionNs() const { return m_events.resolutionNs(); }

private:
    /// One pair of events.
    struct Mark {
        DeviceOwner owner;
        bool isReplay = false;
        bool isWhole = false; ///< false if recording one of the two events failed
    };
    support::Result<void> compareClocks();
    support::Result<void> read(const Mark& mark, std::size_t number);

    engine::DeviceEvents& m_events;
    std::function<support::Result<void>()> m_synchronise;
    std::vector<Mark> m_marks; ///< of the current run
    std::vector<std::size_t> m_open; ///< stack of indices into m_marks; `none` for dropped marks
    std::size_t m_asked = 0; ///< calls of push() in the current run, with dropped marks
    std::size_t m_anchor = 0; ///< the event that the clocks are compared by
    std::int64_t m_anchorNs = 0; ///< its time by the host's clock
    std::int64_t m_errorNs = 0; ///< error of m_anchorNs, the largest of all runs
    bool m_isListening = false;
    std::uint64_t m_dropped = 0;
    std::vector<DeviceStepSpan> m_steps;
    std::vector<DeviceGraphLaunch> m_replays;
};

} // namespace profiler::cupti
