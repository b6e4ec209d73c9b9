#pragma once

#include "engine/device/device.h"
#include "engine/kernel/memory.h"
#include "engine/kernel/tensor.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

class ChainCompiler;
class DeviceEvents;
class WorkCapture;

/// A device that runs kernels and has memory of its own.
///
/// All work of a backend is in one order, as in one CUDA stream: kernels and copies begin in the
/// order of the calls, each when the one before has ended. `toHost` and `synchronise` wait for the
/// device; other calls may return before it is done. Released memory may be allocated again at
/// once, because its next use comes later in that order. One thread at a time.
///
/// A kernel of a backend is an engine::Kernel like others. It is registered for the backend's
/// DeviceKind, gets tensors whose `data` is on the device, and gets the backend from
/// KernelRequest::backend. Only the module that made the backend knows its real type
/// (engine/cuda/launch.h).
class Backend {
public:
    virtual ~Backend() = default;

    virtual const DeviceDescription& device() const = 0;

    /// Returns 256-byte aligned, uninitialised memory. Fails (ErrorKind::Resource) with what was
    /// wanted and what is free.
    virtual support::Result<std::byte*> allocate(std::uint64_t bytes) = 0;
    virtual void release(std::byte* memory) = 0;
    /// Bytes of the device's memory that no program has taken.
    virtual std::uint64_t freeBytes() const = 0;

    /// The host's memory may be changed or released when it returns.
    virtual support::Result<void> toDevice(
        std::byte* device, const std::byte* host, std::uint64_t bytes)
        = 0;
    /// Waits for all earlier work.
    virtual support::Result<void> toHost(
        std::byte* host, const std::byte* device, std::uint64_t bytes)
        = 0;
    /// Both are on the device and do not overlap.
    virtual support::Result<void> copy(
        std::byte* target, const std::byte* source, std::uint64_t bytes)
        = 0;
    /// Waits for all earlier work and returns its error.
    virtual support::Result<void> synchronise() = 0;

    /// Captures work so that one call can launch all of it again (engine/device/work_capture.h);
    /// null on devices that cannot.
    virtual WorkCapture* capture() { return nullptr; }
    /// Timestamps of the device itself (engine/device/device_events.h); null on devices without.
    virtual DeviceEvents* events() { return nullptr; }
    /// Compiles kernels for chains of elementwise operators (engine/device/chain_compiler.h); null
    /// on devices that cannot.
    virtual ChainCompiler* chainCompiler() { return nullptr; }

    /// Names the kernel and the node of the work that follows, for the message if it fails. A
    /// failure may be noticed only later. Both texts live as long as the plan.
    virtual void beginStep(std::string_view /*kernel*/, std::string_view /*node*/) { }
    /// Marks the begin of a new plan and resets the time that it may spend on choosing kernels.
    virtual void beginPlan() { }
    /// Returns what the user should know of this device, one sentence each: which libraries are
    /// missing and what runs instead.
    virtual std::vector<std::string> notices() const { return {}; }
};

/// A device and the pool of its memory, as a plan uses them.
struct DeviceMemory {
    std::shared_ptr<Backend> backend; ///< null: the run uses only the CPU
    std::shared_ptr<MemoryPool> pool;
};

/// Makes a pool of the backend's memory; `limit` in bytes, 0 = nine tenths of what is free now.
DeviceMemory poolOf(std::shared_ptr<Backend> backend, std::uint64_t limit = 0);

} // namespace engine
