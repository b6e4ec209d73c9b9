#pragma once

#include "engine/cuda/chain_kernels.h"
#include "engine/device/backend.h"
#include "engine/kernel/kernel.h"

#include <functional>

namespace engine::cuda {

class DeviceLibraries;

/// An error in the data that a kernel found while it ran: data on the device cannot be checked
/// before.
enum class Fault : std::uint32_t { None, IndexOutside };
/// Fails unless `fault` is None.
inline Result<void> checkFault(Fault fault)
{
    if (fault == Fault::IndexOutside)
        return fail("an index is outside of its axis, in an operator that ran on the device since "
                    "the last wait for it");
    return {};
}

/// A backend with what the kernels of this module need besides the interface Backend.
class ModuleBackend : public Backend {
public:
    /// The cudaStream_t of all work.
    virtual void* stream() const = 0;
    /// A Fault in the device's memory. Kernels write it; the next call that waits for the device
    /// reports it.
    virtual std::uint32_t* faultWord() = 0;
    /// NVIDIA's libraries, opened when a kernel of this device first needs them.
    virtual DeviceLibraries& libraries() = 0;
    /// Runs `work`, waits for the device and returns the device time of that work in seconds.
    virtual Result<double> secondsOf(const std::function<Result<void>()>& work) = 0;
    /// Called around each launch on an emulated device, whose memory is accessible only in between.
    virtual void beginLaunch() { }
    virtual void endLaunch() { }
    /// Whether an emulated device is recording. Launches are then passed to record() and run at
    /// each replay.
    virtual bool isRecording() const { return false; }
    virtual void record(std::function<void()> /*launch*/) { }

    /// Null if the device compiles no chains.
    virtual ChainKernels* chainKernels() { return nullptr; }
    ChainCompiler* chainCompiler() final { return chainKernels(); }

    /// Launches by forEach and forEachBlock so far. A tracer that recorded fewer has lost some.
    std::uint64_t launches() const { return m_launches; }
    void countLaunch() { ++m_launches; }

protected:
    /// Adds the launches of a replay.
    void countLaunches(std::uint64_t launches) { m_launches += launches; }

private:
    std::uint64_t m_launches = 0;
};

/// Returns the device that the kernel is prepared for. All requests to kernels of this module have
/// a ModuleBackend.
inline ModuleBackend& deviceOf(const KernelRequest& request)
{
    return static_cast<ModuleBackend&>(*request.backend);
}

} // namespace engine::cuda
