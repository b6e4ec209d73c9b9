#pragma once

#include "model/support/result.h"

#include <cstddef>
#include <memory>

namespace engine {

/// Work that a device has recorded: a CUDA graph. It reads and writes the memory it was recorded
/// with, which must still be there when it is asked for. Dies before its backend.
class CapturedWork {
public:
    virtual ~CapturedWork() = default;
    /// Asks for all of it, in the backend's order.
    virtual support::Result<void> launch() = 0;
    /// Kernels and copies in it.
    virtual std::size_t operations() const = 0;
};

/// Records what a backend is asked for, which is not done then. While it records, copies to and
/// from the host and waits for the device fail: what depends on them cannot be recorded.
class WorkCapture {
public:
    virtual ~WorkCapture() = default;
    virtual support::Result<void> beginCapture() = 0;
    /// Ends recording; nothing has run yet. Fails if something could not be recorded.
    virtual support::Result<std::unique_ptr<CapturedWork>> endCapture() = 0;
    /// Ends recording and forgets what was recorded.
    virtual void abandonCapture() = 0;
};

} // namespace engine
