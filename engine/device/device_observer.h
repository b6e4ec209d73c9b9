#pragma once

#include "engine/run/observer.h"

namespace engine {

/// Optional interface of an Observer that gets times of the device's work from the device itself. A
/// run does not wait for the device after each step then. The engine asks wantsDeviceTimes() once
/// per run.
///
/// Called on the engine's thread around every step that uses the device: its own steps, and copies
/// from it. Not called around If, Loop and Scan: the steps of their bodies are reported one by one.
/// Must not block or allocate.
class DeviceObserver {
public:
    virtual ~DeviceObserver() = default;
    virtual bool wantsDeviceTimes() const = 0;
    virtual void beginDeviceStep(StepId step) = 0;
    virtual void endDeviceStep() = 0;
    /// A graph of many steps is launched. Its steps are not reported now; they were reported while
    /// it was captured.
    virtual void beginReplay() = 0;
    virtual void endReplay() = 0;
};

/// Returns the observer's DeviceObserver; null if it has none or wants no device times.
inline DeviceObserver* deviceObserver(Observer* observer)
{
    auto* const found = dynamic_cast<DeviceObserver*>(observer);
    return found != nullptr && found->wantsDeviceTimes() ? found : nullptr;
}

} // namespace engine
