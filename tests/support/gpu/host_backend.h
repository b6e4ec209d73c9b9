#pragma once

#include "engine/cuda/module_backend.h"

#include <memory>

/// A device that is none: the CUDA module's kernels, compiled for this processor, with a memory of
/// its own. For tests of kernels, placement and copies on machines without a GPU.
namespace testing {

/// Its memory cannot be touched but by copies and inside launches (anything else ends the process
/// by a signal), begins as nonsense, and lies between pages that nobody has.
class HostBackend final : public engine::cuda::ModuleBackend {
public:
    struct Counts {
        std::uint64_t launches = 0;
        std::uint64_t copiesToDevice = 0;
        std::uint64_t copiesToHost = 0;
        std::uint64_t blocks = 0; ///< of memory that somebody has now
        std::uint64_t mostBlocks = 0;
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
    engine::Result<void> synchronise() override { return {}; }

    void* stream() const override { return nullptr; }
    std::uint32_t* faultWord() override;
    void beginLaunch() override;
    void endLaunch() override;

    const Counts& counts() const;
    /// Whether the bytes lie in a block that somebody has.
    bool owns(const std::byte* memory, std::uint64_t bytes) const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

/// Lets `--device cuda` mean that backend in this process. Before anything else asks for the
/// device.
std::shared_ptr<HostBackend> useHostDevice();

}
