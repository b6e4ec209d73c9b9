#pragma once

#include "engine/device/device_observer.h"
#include "profiler/device/device_collector.h"
#include "profiler/record/run_log.h"

namespace profiler {

/// Tells a collector which step the device is asked for, and nobody anything else: for runs that
/// are not recorded, in which graphs may be captured, and for counting.
class StepTeller final : public engine::Observer, public engine::DeviceObserver {
public:
    explicit StepTeller(DeviceCollector& collector)
        : m_collector(collector)
    {
    }
    void beginRun(std::uint32_t) override { }
    void endRun(std::uint32_t) override { }
    void beginBlock() override { }
    void endStep(engine::StepId) override { }
    void endBlock() override { }
    bool tellsDevice() const override { return true; }
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

/// Runs of the warm-up that a collector listens to: it and the driver load and change code then.
inline constexpr std::uint32_t heardWarmUpRuns = 2;

/// A run that the collector is told of, between resume() and pause(): if it is recorded, or one of
/// the first `heardWarmUpRuns` of the log. Steps are told in the others too, since whose the nodes
/// of a graph are has to be said when it is captured.
inline support::Result<Run> runHeard(RunLog& log, DeviceCollector& device, const RunOnce& runOnce,
    Side side, std::uint32_t round, Recorder* recorder)
{
    const bool isHeard = recorder != nullptr || log.count(Side::WarmUp) < heardWarmUpRuns;
    if (isHeard)
        device.resume();
    StepTeller teller(device);
    const RunOnce told = [&](engine::Observer* observer) {
        return runOnce(observer == nullptr && device.tellsWork() ? &teller : observer);
    };
    auto run = log.run(told, side, round, recorder);
    if (isHeard)
        device.pause();
    return run;
}

} // namespace profiler
