#pragma once

#include "model/support/result.h"

#include <cstddef>
#include <memory>

namespace engine {

/// Captured work of a device: a CUDA graph. It reads and writes the memory it was captured with,
/// which must still exist when it is launched. Destroyed before its backend.
class CapturedWork {
public:
    virtual ~CapturedWork() = default;
    /// Launches all of it, in the backend's order.
    virtual support::Result<void> launch() = 0;
    /// Number of kernels and copies in it.
    virtual std::size_t operations() const = 0;
};

/// Captures the work of a backend instead of running it. Meanwhile copies to and from the host and
/// waits for the device fail: work that depends on them cannot be captured.
class WorkCapture {
public:
    virtual ~WorkCapture() = default;
    virtual support::Result<void> beginCapture() = 0;
    /// Ends the capture; nothing has run yet. Fails if something could not be captured.
    virtual support::Result<std::unique_ptr<CapturedWork>> endCapture() = 0;
    /// Ends the capture and discards it.
    virtual void abandonCapture() = 0;
};

} // namespace engine
