#include "engine/cuda/cuda_backend.h"

#include "engine/cuda/check.h"
#include "engine/cuda/failures.h"
#include "engine/cuda/probe.h"

#include <algorithm>
#include <cstring>

namespace engine::cuda {

using support::ErrorKind;
using support::failAs;

namespace {

constexpr std::uint64_t stagingBytes = 8u << 20;

/// Page-locked memory of the host in two halves: one is filled while the other is copied.
class Staging {
public:
    ~Staging()
    {
        for (auto* const event : m_copied) {
            if (event != nullptr)
                cudaEventDestroy(event);
        }
        if (m_memory != nullptr)
            cudaFreeHost(m_memory);
    }

    Result<void> create()
    {
        void* memory = nullptr;
        TRY(check(cudaHostAlloc(&memory, 2 * stagingBytes, cudaHostAllocDefault),
            "taking page-locked memory"));
        m_memory = static_cast<std::byte*>(memory);
        for (auto& event : m_copied)
            TRY(check(cudaEventCreateWithFlags(&event, cudaEventDisableTiming), "making an event"));
        return {};
    }

    Result<void> toDevice(
        std::byte* device, const std::byte* host, std::uint64_t bytes, cudaStream_t stream)
    {
        for (std::uint64_t done = 0; done < bytes; done += stagingBytes) {
            const auto part = std::min(stagingBytes, bytes - done);
            auto* const half = m_memory + m_next * stagingBytes;
            TRY(check(cudaEventSynchronize(m_copied[m_next]), "waiting for a copy"));
            std::memcpy(half, host + done, part);
            TRY(check(cudaMemcpyAsync(device + done, half, part, cudaMemcpyHostToDevice, stream),
                "copying to the device"));
            TRY(check(cudaEventRecord(m_copied[m_next], stream), "recording an event"));
            m_next = 1 - m_next;
        }
        return {};
    }

    Result<void> toHost(
        std::byte* host, const std::byte* device, std::uint64_t bytes, cudaStream_t stream)
    {
        for (std::uint64_t done = 0; done < bytes; done += stagingBytes) {
            const auto part = std::min(stagingBytes, bytes - done);
            TRY(check(
                cudaMemcpyAsync(m_memory, device + done, part, cudaMemcpyDeviceToHost, stream),
                "copying from the device"));
            TRY(check(cudaStreamSynchronize(stream), "waiting for the device"));
            std::memcpy(host + done, m_memory, part);
        }
        return {};
    }

private:
    std::byte* m_memory = nullptr;
    cudaEvent_t m_copied[2] = {};
    std::size_t m_next = 0;
};

class CudaBackend final : public ModuleBackend {
public:
    explicit CudaBackend(DeviceDescription device)
        : m_device(std::move(device))
    {
    }

    ~CudaBackend() override
    {
        if (m_fault != nullptr)
            cudaFree(m_fault);
        if (m_stream != nullptr)
            cudaStreamDestroy(m_stream);
    }

    Result<void> create()
    {
        TRY(check(cudaSetDevice(m_device.number), "choosing the device"));
        TRY(check(cudaStreamCreateWithFlags(&m_stream, cudaStreamNonBlocking), "making a stream"));
        void* fault = nullptr;
        TRY(check(cudaMalloc(&fault, sizeof(Fault)), "taking memory of the device"));
        m_fault = static_cast<std::uint32_t*>(fault);
        TRY(check(cudaMemsetAsync(m_fault, 0, sizeof(Fault), m_stream), "clearing memory"));
        return m_staging.create();
    }

    const DeviceDescription& device() const override { return m_device; }
    void* stream() const override { return m_stream; }
    std::uint32_t* faultWord() override
    {
        m_mayHaveFault = true;
        return m_fault;
    }

    Result<std::byte*> allocate(std::uint64_t bytes) override
    {
        void* memory = nullptr;
        const auto code = cudaMalloc(&memory, std::max<std::uint64_t>(bytes, 1));
        if (code == cudaErrorMemoryAllocation) {
            cudaGetLastError(); // it is no error of the next launch
            return failAs(
                ErrorKind::Resource, outOfMemory(bytes, freeBytes(), m_device.number).message);
        }
        TRY(check(code, "taking memory of the device"));
        return static_cast<std::byte*>(memory);
    }

    void release(std::byte* memory) override { cudaFree(memory); }

    std::uint64_t freeBytes() const override
    {
        std::size_t free = 0;
        std::size_t total = 0;
        return cudaMemGetInfo(&free, &total) == cudaSuccess ? free : 0;
    }

    Result<void> toDevice(std::byte* device, const std::byte* host, std::uint64_t bytes) override
    {
        return m_staging.toDevice(device, host, bytes, m_stream);
    }
    Result<void> toHost(std::byte* host, const std::byte* device, std::uint64_t bytes) override
    {
        TRY(m_staging.toHost(host, device, bytes, m_stream));
        return tellFault();
    }
    Result<void> copy(std::byte* target, const std::byte* source, std::uint64_t bytes) override
    {
        return check(
            cudaMemcpyAsync(target, source, bytes, cudaMemcpyDeviceToDevice, m_stream), "copying");
    }
    Result<void> synchronise() override
    {
        TRY(check(cudaStreamSynchronize(m_stream), "waiting for the device"));
        return tellFault();
    }

private:
    Result<void> tellFault()
    {
        if (!m_mayHaveFault)
            return {};
        m_mayHaveFault = false;
        auto fault = Fault::None;
        TRY(check(cudaMemcpyAsync(&fault, m_fault, sizeof fault, cudaMemcpyDeviceToHost, m_stream),
            "copying from the device"));
        TRY(check(cudaMemsetAsync(m_fault, 0, sizeof(Fault), m_stream), "clearing memory"));
        TRY(check(cudaStreamSynchronize(m_stream), "waiting for the device"));
        return checkFault(fault);
    }

    DeviceDescription m_device;
    cudaStream_t m_stream = nullptr;
    std::uint32_t* m_fault = nullptr;
    bool m_mayHaveFault = false;
    Staging m_staging;
};

} // namespace

Result<std::shared_ptr<Backend>> createCudaBackend(int device)
{
    const auto status = probeDevices(realSurroundings());
    if (!status.isUsable)
        return failAs(ErrorKind::Resource, status.reason);
    const auto found = std::ranges::find(status.devices, device, &DeviceDescription::number);
    if (found == status.devices.end())
        return failAs(
            ErrorKind::Resource, "there is no GPU ", device, ", found ", status.devices.size());
    auto backend = std::make_shared<CudaBackend>(*found);
    TRY(backend->create());
    return std::shared_ptr<Backend>(std::move(backend));
}

} // namespace engine::cuda
