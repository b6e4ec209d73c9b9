#pragma once

#include "engine/device_observer.h"
#include "profiler/device_collector.h"

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

} // namespace profiler
