#pragma once

#include "model/support/result.h"

#include <cstddef>

namespace engine {

/// Times that a device writes down by itself, as CUDA's events do: an event has its time when
/// everything that was asked of the backend before it is done. Nobody waits for that.
class DeviceEvents {
public:
    virtual ~DeviceEvents() = default;
    /// Makes events 0 to `count` - 1; those that are there stay. May allocate: not in a run.
    virtual support::Result<void> reserve(std::size_t count) = 0;
    /// Asks for the time of an event that was made; its earlier one is forgotten. False if none can
    /// be had now, as while work is captured. Neither blocks nor allocates.
    virtual bool record(std::size_t event) = 0;
    /// Nanoseconds from one event to a later one, after the backend was waited for. To
    /// resolutionNs(), over long spans to one part in ten million.
    virtual support::Result<double> nsBetween(std::size_t first, std::size_t later) = 0;
    virtual double resolutionNs() const = 0;
};

} // namespace engine
