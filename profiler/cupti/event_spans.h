#pragma once

#include "profiler/device/device_collector.h"

#include "engine/device/device_events.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace profiler::cupti {

/// Times of steps where no tracer tells what the device did: an event before and one behind what
/// each step asks for, read when the run is over. Nobody waits in a run.
///
///     host     push 3 ... pop   push 4 ... pop
///     stream   |[ kernel ]|     |[ kernel ][ kernel ]|       | an event
///
/// Between the two lies all that the stream did for the step, and the time in which it waited for
/// the host to ask for it: coarse. Copies and kernels are not told apart.
///
/// Events keep the device's clock. Before each run it is compared with the host's: an event is
/// recorded on the idle device, and waited for; it lies between the host's readings before and
/// after.
class EventSpans {
public:
    /// The device must outlive it.
    EventSpans(engine::DeviceEvents& events, std::function<support::Result<void>()> synchronise);

    /// Around each run: makes events, finds the clock; waits for the device, reads its times. What
    /// the run told is forgotten if it is not kept.
    support::Result<void> resume();
    support::Result<void> pause(bool isKept);

    void push(DeviceOwner owner, bool isReplay = false);
    void pop();

    /// Adds what was kept since the last call.
    void addTo(DeviceTrace& trace);
    double resolutionNs() const { return m_events.resolutionNs(); }

private:
    struct Mark {
        DeviceOwner owner;
        bool isReplay = false;
        bool isWhole = false; ///< both events were recorded
    };
    support::Result<void> compareClocks();
    support::Result<void> read(const Mark& mark, std::size_t number);

    engine::DeviceEvents& m_events;
    std::function<support::Result<void>()> m_synchronise;
    std::vector<Mark> m_marks; ///< of the run that is on
    std::vector<std::size_t> m_open; ///< in m_marks, or none
    std::size_t m_asked = 0; ///< marks that the run would have had
    std::size_t m_anchor = 0; ///< event
    std::int64_t m_anchorNs = 0; ///< of the host's clock
    std::int64_t m_errorNs = 0; ///< of that, the worst of all runs
    bool m_isListening = false;
    std::uint64_t m_dropped = 0;
    std::vector<DeviceStepSpan> m_steps;
    std::vector<DeviceGraphLaunch> m_replays;
};

} // namespace profiler::cupti
