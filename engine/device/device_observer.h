#pragma once

#include "engine/run/observer.h"

namespace engine {

/// What an Observer is besides if the device tells it by itself what it did when. Then a run does
/// not wait for the device after each step. Asked for once per run.
///
/// Told on the engine's thread around every step that asks the device for something: its own, and
/// copies from it; not around If, Loop and Scan, whose bodies are told step by step. Must not block
/// or allocate.
class DeviceObserver {
public:
    virtual ~DeviceObserver() = default;
    virtual bool tellsDevice() const = 0;
    virtual void beginDeviceStep(StepId step) = 0;
    virtual void endDeviceStep() = 0;
    /// A graph of many steps is launched: nothing is told of them, they were told while it was
    /// captured.
    virtual void beginReplay() = 0;
    virtual void endReplay() = 0;
};

/// The observer as such; null if it is none, or does not want to be.
inline DeviceObserver* deviceObserver(Observer* observer)
{
    auto* const found = dynamic_cast<DeviceObserver*>(observer);
    return found != nullptr && found->tellsDevice() ? found : nullptr;
}

} // namespace engine
