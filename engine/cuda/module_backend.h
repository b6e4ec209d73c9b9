#pragma once

#include "engine/cuda/chain_kernels.h"
#include "engine/device/backend.h"
#include "engine/kernel/kernel.h"

#include <functional>

namespace engine::cuda {

class DeviceLibraries;

/// What kernels found wrong with data, which nobody could look at before.
enum class Fault : std::uint32_t { None, IndexOutside };
/// Fails if there is one.
inline Result<void> checkFault(Fault fault)
{
    if (fault == Fault::IndexOutside)
        return fail("an index is outside of its axis, in a gather or scatter on the device before "
                    "this copy");
    return {};
}

/// What the kernels of this module need of their backend beyond its interface.
class ModuleBackend : public Backend {
public:
    /// The cudaStream_t all work goes to.
    virtual void* stream() const = 0;
    /// A Fault on the device that kernels write. Whoever waits for the device next tells it.
    virtual std::uint32_t* faultWord() = 0;
    /// NVIDIA's libraries as this device's kernels call them.
    virtual DeviceLibraries& libraries() = 0;
    /// How long the device takes for what `work` asks for, in seconds. Waits for it.
    virtual Result<double> secondsOf(const std::function<Result<void>()>& work) = 0;
    /// Around each launch on an emulated device, whose memory is closed otherwise.
    virtual void beginLaunch() { }
    virtual void endLaunch() { }
    /// Whether an emulated device keeps launches for replays, which it is then given.
    virtual bool isRecording() const { return false; }
    virtual void record(std::function<void()> /*launch*/) { }

    /// Null where nothing is compiled.
    virtual ChainKernels* chainKernels() { return nullptr; }
    ChainCompiler* chainCompiler() final { return chainKernels(); }

    /// Launches by forEach and forEachBlock so far: a tracer that heard of fewer lost some.
    std::uint64_t launches() const { return m_launches; }
    void countLaunch() { ++m_launches; }

protected:
    /// Those of a replay.
    void countLaunches(std::uint64_t launches) { m_launches += launches; }

private:
    std::uint64_t m_launches = 0;
};

/// The device a kernel is prepared for: kernels of this module are never asked for another.
inline ModuleBackend& deviceOf(const KernelRequest& request)
{
    return static_cast<ModuleBackend&>(*request.backend);
}

} // namespace engine::cuda
