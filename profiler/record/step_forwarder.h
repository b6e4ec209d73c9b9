#pragma once

#include "engine/device/device_observer.h"
#include "profiler/device/device_collector.h"
#include "profiler/record/run_log.h"

namespace profiler {

/// Forwards step begin and end to the device collector only. Used for runs that are not recorded,
/// in which graphs may be captured, and for counting.
class StepForwarder final : public engine::Observer, public engine::DeviceObserver {
public:
    explicit StepForwarder(DeviceCollector& collector)
        : m_collector(collector)
    {
    }
    void beginRun(std::uint32_t) override { }
    void endRun(std::uint32_t) override { }
    void beginBlock() override { }
    void endStep(engine::StepId) override { }
    void endBlock() override { }
    bool wantsDeviceTimes() const override { return true; }
    void beginDeviceStep(engine::StepId step) override
    {
        m_collector.pushOp(step, DeviceOwner::noIteration);
    }
    void endDeviceStep() override { m_collector.popOp(); }
    void beginReplay() override { }
    void endReplay() override { }

private:
    DeviceCollector& m_collector;
};

/// Number of warm-up runs that the collector records. In these runs the collector instruments code
/// and the driver loads it.
inline constexpr std::uint32_t recordedWarmUpRuns = 2;

/// Does one run. The collector records it, between resume() and pause(), if `recorder` is given or
/// if it is one of the first `recordedWarmUpRuns` of the log. Steps are forwarded in every run: the
/// owner of a graph's nodes is known only while the graph is captured.
inline support::Result<Run> runCollected(RunLog& log, DeviceCollector& device,
    const RunOnce& runOnce, Side side, std::uint32_t round, Recorder* recorder)
{
    const bool isCollected = recorder != nullptr || log.count(Side::WarmUp) < recordedWarmUpRuns;
    if (isCollected)
        device.resume();
    StepForwarder forwarder(device);
    const RunOnce told = [&](engine::Observer* observer) {
        return runOnce(observer == nullptr && device.recordsDeviceWork() ? &forwarder : observer);
    };
    auto run = log.run(told, side, round, recorder);
    if (isCollected)
        device.pause();
    return run;
}

} // namespace profiler
