#pragma once

#include "model/support/result.h"

#include <cstddef>

namespace engine {

/// Timestamps that a device writes by itself, like CUDA's events: an event gets the time at which
/// all earlier work of the backend is done. The host does not wait for that.
class DeviceEvents {
public:
    virtual ~DeviceEvents() = default;
    /// Makes events 0 to `count` - 1; existing ones stay. May allocate: not during a run.
    virtual support::Result<void> reserve(std::size_t count) = 0;
    /// Requests the time of an existing event; its earlier time is lost. Returns false if that is
    /// not possible now, such as while work is captured. Neither blocks nor allocates.
    virtual bool record(std::size_t event) = 0;
    /// Returns the nanoseconds from one event to a later one. The backend must have been waited
    /// for. Exact to resolutionNs(), over long spans to one part in ten million.
    virtual support::Result<double> nsBetween(std::size_t first, std::size_t later) = 0;
    virtual double resolutionNs() const = 0;
};

} // namespace engine
