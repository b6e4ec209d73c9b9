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
/// All work of a backend is in one order: kernels and copies begin in the order in which they were
/// asked for, each when the one before has ended, as in one CUDA stream. `toHost` and `synchronise`
/// wait; the rest may return before the device is done. Memory that was given back may be handed
/// out again at once, because what uses it next comes later in that order. One thread at a time.
///
/// A kernel of a backend is an engine::Kernel like others. It is registered for the backend's
/// DeviceKind, sees tensors whose `data` lies on the device, and gets its device from
/// KernelRequest::backend; the module that made the backend knows what it really is
/// (engine/cuda/launch.h).
class Backend {
public:
    virtual ~Backend() = default;

    virtual const DeviceDescription& device() const = 0;

    /// 256-byte aligned, uninitialised. Fails (ErrorKind::Resource) with what was wanted and what
    /// is free.
    virtual support::Result<std::byte*> allocate(std::uint64_t bytes) = 0;
    virtual void release(std::byte* memory) = 0;
    /// Bytes that nobody has taken, of any program.
    virtual std::uint64_t freeBytes() const = 0;

    /// The host's memory may be changed or given back when it returns.
    virtual support::Result<void> toDevice(
        std::byte* device, const std::byte* host, std::uint64_t bytes)
        = 0;
    /// Waits for everything asked for before.
    virtual support::Result<void> toHost(
        std::byte* host, const std::byte* device, std::uint64_t bytes)
        = 0;
    /// Both on the device, not overlapping.
    virtual support::Result<void> copy(
        std::byte* target, const std::byte* source, std::uint64_t bytes)
        = 0;
    /// Waits for everything asked for before, and tells what went wrong in it.
    virtual support::Result<void> synchronise() = 0;

    /// Records work to ask for all of it again by one call (engine/device/work_capture.h); null on
    /// devices that cannot.
    virtual WorkCapture* capture() { return nullptr; }
    /// Times of the device itself (engine/device/device_events.h); null on devices without.
    virtual DeviceEvents* events() { return nullptr; }
    /// Makes kernels of chains of elementwise operators (engine/device/chain_compiler.h); null on
    /// devices that cannot.
    virtual ChainCompiler* chainCompiler() { return nullptr; }

    /// What is asked for from now on is done by this kernel for this node: for the sentence when it
    /// fails, which may be noticed only later. Both texts live as long as the plan.
    virtual void beginStep(std::string_view /*kernel*/, std::string_view /*node*/) { }
    /// A plan is made from now on: what it may spend on choosing kernels begins anew.
    virtual void beginPlan() { }
    /// What the user should know of this device once: libraries that are missing and what runs
    /// instead, one sentence each.
    virtual std::vector<std::string> notices() const { return {}; }
};

/// A device and the pool of its memory: what a plan needs of it.
struct DeviceMemory {
    std::shared_ptr<Backend> backend; ///< null: there is no device but the CPU
    std::shared_ptr<MemoryPool> pool;
};

/// A pool of the backend's memory; `limit` in bytes, 0 = nine tenths of what is free now.
DeviceMemory poolOf(std::shared_ptr<Backend> backend, std::uint64_t limit = 0);

} // namespace engine
