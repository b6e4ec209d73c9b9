#pragma once

#include "engine/cuda/device_libraries.h"
#include "engine/cuda/module_backend.h"
#include "engine/device/device_events.h"
#include "engine/device/plugin.h"
#include "engine/device/work_capture.h"

#include <memory>

/// The emulated device: the CUDA module's kernels, compiled for the CPU, with memory of their own.
/// For tests of kernels, placement and copies on machines without a GPU.
namespace testing {

/// Receives what the device did, like a tracer. Times are CLOCK_MONOTONIC in ns.
class HostListener {
public:
    enum class Direction { ToDevice, ToHost };
    virtual ~HostListener() = default;
    virtual void launched(std::string_view kernel, std::uint64_t startNs, std::uint64_t endNs) = 0;
    virtual void copied(
        Direction direction, std::uint64_t bytes, std::uint64_t startNs, std::uint64_t endNs)
        = 0;
    /// A launch was captured for replays.
    virtual void captured(std::string_view kernel) = 0;
    /// The capture ended, also if it failed. Returns a number for it.
    virtual std::size_t endOfCapture() = 0;
    /// The capture with this number was replayed. `durationsNs` has the time of each launch.
    virtual void replayed(
        std::size_t record, const std::vector<std::uint64_t>& durationsNs, std::uint64_t startNs)
        = 0;
    /// Returns when the device has finished all of this work.
    virtual void wait() = 0;
};

/// A device whose memory can only be accessed by copies and inside launches; any other access ends
/// the process by a signal. New memory has arbitrary content, and the pages before and after each
/// block are inaccessible.
class HostBackend final : public engine::cuda::ModuleBackend,
                          public engine::WorkCapture,
                          public engine::KernelTuner {
public:
    struct Counts {
        std::uint64_t launches = 0;
        std::uint64_t copiesToDevice = 0;
        std::uint64_t copiesToHost = 0;
        std::uint64_t blocks = 0; ///< allocated blocks of memory
        std::uint64_t maxBlocks = 0;
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
    /// Passes the step to stepNotes(); see engine/cuda/step_notes.h.
    void beginStep(std::string_view kernel, std::string_view node) override;
    void beginPlan() override { m_libraries->beginPlan(); }
    void tune(engine::Tuning mode) override { m_libraries->tune(mode); }
    std::vector<std::string> notices() const override { return m_libraries->notices(); }
    /// The libraries of tests/support/gpu/fake_libraries.h.
    engine::cuda::DeviceLibraries& libraries() override { return *m_libraries; }
    /// Returns the simulated time that launches and calls of the fake libraries take.
    engine::Result<double> secondsOf(const std::function<engine::Result<void>()>& work) override;

    /// Drops the opened libraries, so that they are opened again. Tuned choices are stored in
    /// `tuneFolder`; if it is empty, they are not stored. No plan may be alive.
    void forgetLibraries(const std::filesystem::path& tuneFolder = {});
    /// Sets the simulated time of each launch; 0 by default.
    void setLaunchMicroseconds(double microseconds);
    /// Sets the size of the device's memory. Must be called before any is allocated.
    void limitMemory(std::uint64_t bytes);
    /// Makes the `launch`th launch from now on fail as in CUDA: the next wait returns `code`, and
    /// so does every later call.
    void failAtLaunch(std::uint64_t launch, int code);

    bool isRecording() const override;
    void record(std::function<void()> launch) override;
    engine::cuda::ChainKernels* chainKernels() override;

    engine::WorkCapture* capture() override { return this; }
    engine::DeviceEvents* events() override;
    /// Lets events measure simulated time only. By default this machine's clock is added.
    void simulateClock();
    void useHostClock();
    engine::Result<void> beginCapture() override;
    engine::Result<std::unique_ptr<engine::CapturedWork>> endCapture() override;
    void abandonCapture() override;
    /// Lets the next capture fail when it ends, as on a GPU.
    void failNextCapture();
    /// Lets the compilation of chains fail with this reason; empty: chains compile.
    void refuseChains(std::string reason);
    void countReplay(std::uint64_t launches);
    /// Sets the listener, null for none, and returns the previous one.
    HostListener* listen(HostListener* listener);
    /// Returns the sources of all chains so far.
    std::vector<std::string> chainSources() const;

    const Counts& counts() const;
    /// Whether the bytes are in an allocated block.
    bool owns(const std::byte* memory, std::uint64_t bytes) const;

private:
    engine::Result<void> reportFailure();
    std::string kernelName();

    struct State;
    std::unique_ptr<State> m_state;
    std::unique_ptr<engine::cuda::DeviceLibraries> m_libraries;
};

/// Makes `--device cuda` use this backend in this process. Must be called before the device is
/// used. Without a collector, runs are timed by the host.
std::shared_ptr<HostBackend> useHostDevice(
    decltype(engine::DevicePlugin::createCollector) createCollector = nullptr);

}
