#pragma once

#include "engine/cuda/device_libraries.h"
#include "engine/cuda/module_backend.h"
#include "engine/device/device_events.h"
#include "engine/device/plugin.h"
#include "engine/device/work_capture.h"

#include <memory>

/// A device that is none: the CUDA module's kernels, compiled for this processor, with a memory of
/// its own. For tests of kernels, placement and copies on machines without a GPU.
namespace testing {

/// Is told what the device did, as a tracer is. Times are those of CLOCK_MONOTONIC.
class HostListener {
public:
    enum class Direction { ToDevice, ToHost };
    virtual ~HostListener() = default;
    virtual void launched(std::string_view kernel, std::uint64_t startNs, std::uint64_t endNs) = 0;
    virtual void copied(
        Direction direction, std::uint64_t bytes, std::uint64_t startNs, std::uint64_t endNs)
        = 0;
    /// A launch was recorded for replays.
    virtual void captured(std::string_view kernel) = 0;
    /// A number for all of them, also of a record that failed.
    virtual std::size_t endOfCapture() = 0;
    /// That record, with the time that each launch took.
    virtual void replayed(
        std::size_t record, const std::vector<std::uint64_t>& durationsNs, std::uint64_t startNs)
        = 0;
    /// Returns when the device has done all of it.
    virtual void wait() = 0;
};

/// Its memory cannot be touched but by copies and inside launches (anything else ends the process
/// by a signal), begins as nonsense, and lies between pages that nobody has.
class HostBackend final : public engine::cuda::ModuleBackend,
                          public engine::WorkCapture,
                          public engine::KernelTuner {
public:
    struct Counts {
        std::uint64_t launches = 0;
        std::uint64_t copiesToDevice = 0;
        std::uint64_t copiesToHost = 0;
        std::uint64_t blocks = 0; ///< of memory that somebody has now
        std::uint64_t mostBlocks = 0;
        std::uint64_t replays = 0;
    };

    explicit HostBackend(std::uint64_t memoryBytes = std::uint64_t(4) << 30);
    ~HostBackend() override;

    const engine::DeviceDescription& device() const override;
    engine::Result<std::byte*> allocate(std::uint64_t bytes) override;
    void release(std::byte* memory) override;
    std::uint64_t freeBytes() const override;
    engine::Result<void> toDevice(
        std::byte* device, const std::byte* host, std::uint64_t bytes) override;
    engine::Result<void> toHost(
        std::byte* host, const std::byte* device, std::uint64_t bytes) override;
    engine::Result<void> copy(
        std::byte* target, const std::byte* source, std::uint64_t bytes) override;
    engine::Result<void> synchronise() override;

    void* stream() const override { return nullptr; }
    std::uint32_t* faultWord() override;
    void beginLaunch() override;
    void endLaunch() override;
    /// Steps told with their nodes; see engine/cuda/step_notes.h.
    void beginStep(std::string_view kernel, std::string_view node) override;
    void beginPlan() override { m_libraries->beginPlan(); }
    void tune(engine::Tuning mode) override { m_libraries->tune(mode); }
    std::vector<std::string> notices() const override { return m_libraries->notices(); }
    /// Those of tests/support/gpu/fake_libraries.h.
    engine::cuda::DeviceLibraries& libraries() override { return *m_libraries; }
    /// In the simulated time that calls of the fake libraries take.
    engine::Result<double> secondsOf(const std::function<engine::Result<void>()>& work) override;

    /// The libraries are looked for anew; measured choices are kept in `tuneFolder`, or nowhere.
    /// No plan may be alive.
    void forgetLibraries(const std::filesystem::path& tuneFolder = {});
    /// Each launch takes that long in simulated time; nothing at first.
    void takePerLaunch(double microseconds);
    /// All the memory that it has. Before anybody takes of it.
    void limitMemory(std::uint64_t bytes);
    /// The `launch`th launch from now on fails as CUDA tells it: `code` comes with the next wait,
    /// as with every call after.
    void failAtLaunch(std::uint64_t launch, int code);

    bool isRecording() const override;
    void record(std::function<void()> launch) override;
    engine::cuda::ChainKernels* chainKernels() override;

    engine::WorkCapture* capture() override { return this; }
    engine::DeviceEvents* events() override;
    /// Events tell simulated time alone; at first this machine's clock goes on beside it.
    void simulateClock();
    void goWithThisMachinesClock();
    engine::Result<void> beginCapture() override;
    engine::Result<std::unique_ptr<engine::CapturedWork>> endCapture() override;
    void abandonCapture() override;
    /// The next recording fails when it ends, as a device's may.
    void failNextCapture();
    /// Chains do not compile from now on, with this sentence; empty: they do.
    void refuseChains(std::string reason);
    void countReplay(std::uint64_t launches);
    /// From now on, instead of who did before, who is returned; null: nobody.
    HostListener* listen(HostListener* listener);
    /// Sources of all chains so far.
    std::vector<std::string> chainSources() const;

    const Counts& counts() const;
    /// Whether the bytes lie in a block that somebody has.
    bool owns(const std::byte* memory, std::uint64_t bytes) const;

private:
    engine::Result<void> tellFailure();
    std::string kernelName();

    struct State;
    std::unique_ptr<State> m_state;
    std::unique_ptr<engine::cuda::DeviceLibraries> m_libraries;
};

/// Lets `--device cuda` mean that backend in this process. Before anything else asks for the
/// device. Without a collector runs are timed by the host.
std::shared_ptr<HostBackend> useHostDevice(
    decltype(engine::DevicePlugin::createCollector) createCollector = nullptr);

}
