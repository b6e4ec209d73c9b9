#include "engine/cuda/cuda_backend.h"

#include "engine/cuda/check.h"
#include "engine/cuda/cuda_events.h"
#include "engine/cuda/cuda_graph.h"
#include "engine/cuda/device_libraries.h"
#include "engine/cuda/failures.h"
#include "engine/cuda/probe.h"
#include "engine/cuda/rtc_chain_kernels.h"
#include "engine/cuda/step_notes.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <thread>
#include <utility>

namespace engine::cuda {

using support::ErrorKind;
using support::failAs;

namespace {

constexpr std::uint64_t stagingBytes = 8u << 20;

/// Page-locked memory of the host in two halves: one half is filled while the other is copied.
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

/// A memory pool of the device, ordered by the stream. Freed memory stays in the pool, so that a
/// run asks the driver for none.
class DevicePool {
public:
    ~DevicePool()
    {
        if (m_pool != nullptr)
            cudaMemPoolDestroy(m_pool);
    }

    /// On a device without memory pools (some virtual ones) each block is allocated by cudaMalloc.
    Result<void> create(int device)
    {
        int hasPools = 0;
        TRY(check(cudaDeviceGetAttribute(&hasPools, cudaDevAttrMemoryPoolsSupported, device),
            "asking for memory pools"));
        if (hasPools == 0)
            return {};
        cudaMemPoolProps properties {};
        properties.allocType = cudaMemAllocationTypePinned;
        properties.location.type = cudaMemLocationTypeDevice;
        properties.location.id = device;
        TRY(check(cudaMemPoolCreate(&m_pool, &properties), "making a memory pool"));
        std::uint64_t all = ~std::uint64_t(0);
        return check(cudaMemPoolSetAttribute(m_pool, cudaMemPoolAttrReleaseThreshold, &all),
            "keeping memory in the pool");
    }

    /// On out of memory, returns the pool's unused memory to the driver and tries once more.
    cudaError_t take(void** memory, std::uint64_t bytes, cudaStream_t stream)
    {
        auto code = tryTake(memory, bytes, stream);
        if (code == cudaErrorMemoryAllocation && m_pool != nullptr) {
            cudaStreamSynchronize(stream);
            cudaMemPoolTrimTo(m_pool, 0);
            code = tryTake(memory, bytes, stream);
        }
        return code;
    }

    void giveBack(void* memory, cudaStream_t stream)
    {
        if (m_pool == nullptr)
            cudaFree(memory);
        else
            cudaFreeAsync(memory, stream);
    }

    /// Bytes that the pool holds and that are not allocated.
    std::uint64_t unused() const
    {
        std::uint64_t reserved = 0;
        std::uint64_t used = 0;
        const bool isKnown = m_pool != nullptr
            && cudaMemPoolGetAttribute(m_pool, cudaMemPoolAttrReservedMemCurrent, &reserved)
                == cudaSuccess
            && cudaMemPoolGetAttribute(m_pool, cudaMemPoolAttrUsedMemCurrent, &used) == cudaSuccess;
        return isKnown && reserved > used ? reserved - used : 0;
    }

private:
    cudaError_t tryTake(void** memory, std::uint64_t bytes, cudaStream_t stream)
    {
        const auto code = m_pool == nullptr
            ? cudaMalloc(memory, bytes)
            : cudaMallocFromPoolAsync(memory, bytes, m_pool, stream);
        if (code == cudaErrorMemoryAllocation)
            cudaGetLastError(); // otherwise the next launch would report this error
        return code;
    }

    cudaMemPool_t m_pool = nullptr;
};

/// Name of the device's model, `nvidia-h200-sm90`. GPUs of one model share tuned choices.
std::string classOf(const DeviceDescription& device)
{
    std::string text;
    for (const char c : device.name) {
        const auto byte = static_cast<unsigned char>(c);
        text += std::isalnum(byte) != 0 ? static_cast<char>(std::tolower(byte)) : '-';
    }
    return text + "-sm" + std::to_string(device.major) + std::to_string(device.minor);
}

class CudaBackend final : public ModuleBackend, public WorkCapture, public KernelTuner {
public:
    CudaBackend(DeviceDescription device, const DevicePaths& paths, const std::string& driver)
        : m_device(std::move(device))
        , m_paths(paths)
        , m_libraries(systemLoader(), paths, classOf(m_device), driver, tuneFolder())
    {
    }

    ~CudaBackend() override
    {
        m_chains.reset();
        m_events.clear();
        if (m_fault != nullptr)
            cudaFree(m_fault);
        for (auto* const event : { m_begun, m_ended }) {
            if (event != nullptr)
                cudaEventDestroy(event);
        }
        for (auto* const stream : { m_sideStream, m_stream }) {
            if (stream != nullptr)
                cudaStreamDestroy(stream);
        }
    }

    Result<void> create()
    {
        TRY(choose());
        TRY(check(cudaStreamCreateWithFlags(&m_stream, cudaStreamNonBlocking), "making a stream"));
        void* fault = nullptr;
        TRY(check(cudaMalloc(&fault, sizeof(Fault)), "taking memory of the device"));
        m_fault = static_cast<std::uint32_t*>(fault);
        TRY(check(cudaMemsetAsync(m_fault, 0, sizeof(Fault), m_stream), "clearing memory"));
        TRY(check(cudaEventCreate(&m_begun), "making an event"));
        TRY(check(cudaEventCreate(&m_ended), "making an event"));
        TRY(m_pool.create(m_device.number));
        TRY(check(
            cudaStreamCreateWithFlags(&m_sideStream, cudaStreamNonBlocking), "making a stream"));
        m_chains = makeChains();
        return m_staging.create();
    }

    const DeviceDescription& device() const override { return m_device; }
    void* stream() const override { return m_stream; }
    std::uint32_t* faultWord() override
    {
        m_mayHaveFault = true;
        return m_fault;
    }

    ChainKernels* chainKernels() override { return m_chains.get(); }
    WorkCapture* capture() override { return this; }
    DeviceEvents* events() override { return &m_events; }

    Result<void> beginCapture() override
    {
        TRY(choose());
        // Memory that was released before the capture may be allocated again from the side stream:
        // the work that used it must be done by then.
        TRY(check(cudaStreamSynchronize(m_stream), "waiting for the device"));
        TRY(cuda::beginCapture(m_stream));
        m_isCapturing = true;
        m_launchesBefore = launches();
        m_hadFault = std::exchange(m_mayHaveFault, false);
        return {};
    }
    Result<std::unique_ptr<CapturedWork>> endCapture() override
    {
        const auto recorded = launches() - m_launchesBefore;
        const bool mayFault = m_mayHaveFault;
        leaveCapture();
        auto graph = TRY(CudaGraph::endCapture(m_stream, [this, recorded, mayFault] {
            countLaunches(recorded);
            m_mayHaveFault = m_mayHaveFault || mayFault;
        }));
        return std::unique_ptr<CapturedWork>(std::move(graph));
    }
    void abandonCapture() override
    {
        leaveCapture();
        cuda::abandonCapture(m_stream);
    }

    Result<std::byte*> allocate(std::uint64_t bytes) override
    {
        TRY(choose());
        void* memory = nullptr;
        // Work of m_stream is captured now, so memory is allocated on the side stream.
        auto* const stream = m_isCapturing ? m_sideStream : m_stream;
        const auto code = m_pool.take(&memory, std::max<std::uint64_t>(bytes, 1), stream);
        if (m_isCapturing)
            cudaStreamSynchronize(m_sideStream);
        if (code == cudaErrorMemoryAllocation)
            return failAs(
                ErrorKind::Resource, outOfMemory(bytes, freeBytes(), m_device.number).message);
        TRY(check(code, "taking memory of the device"));
        return static_cast<std::byte*>(memory);
    }

    void release(std::byte* memory) override
    {
        m_pool.giveBack(memory, m_isCapturing ? m_sideStream : m_stream);
    }

    std::uint64_t freeBytes() const override
    {
        std::size_t free = 0;
        std::size_t total = 0;
        return choose() && cudaMemGetInfo(&free, &total) == cudaSuccess ? free + m_pool.unused()
                                                                        : 0;
    }

    Result<void> toDevice(std::byte* device, const std::byte* host, std::uint64_t bytes) override
    {
        TRY(checkNotCapturing("a copy from the host"));
        TRY(choose());
        return m_staging.toDevice(device, host, bytes, m_stream);
    }
    Result<void> toHost(std::byte* host, const std::byte* device, std::uint64_t bytes) override
    {
        TRY(checkNotCapturing("a copy to the host"));
        TRY(choose());
        TRY(m_staging.toHost(host, device, bytes, m_stream));
        stepNotes().waited();
        return reportFault();
    }
    Result<void> copy(std::byte* target, const std::byte* source, std::uint64_t bytes) override
    {
        TRY(choose());
        return check(
            cudaMemcpyAsync(target, source, bytes, cudaMemcpyDeviceToDevice, m_stream), "copying");
    }
    Result<void> synchronise() override
    {
        TRY(checkNotCapturing("a wait for the device"));
        TRY(choose());
        TRY(check(cudaStreamSynchronize(m_stream), "waiting for the device"));
        stepNotes().waited();
        return reportFault();
    }

    void beginStep(std::string_view kernel, std::string_view node) override
    {
        // If this fails, the first launch of the step fails too and reports it.
        static_cast<void>(choose());
        stepNotes().begin(kernel, node);
    }
    void beginPlan() override
    {
        static_cast<void>(choose());
        m_libraries.beginPlan();
    }
    void tune(Tuning mode) override { m_libraries.tune(mode); }
    std::vector<std::string> notices() const override { return m_libraries.notices(); }
    DeviceLibraries& libraries() override { return m_libraries; }

    Result<double> secondsOf(const std::function<Result<void>()>& work) override
    {
        TRY(choose());
        TRY(check(cudaEventRecord(m_begun, m_stream), "recording an event"));
        TRY(work());
        TRY(check(cudaEventRecord(m_ended, m_stream), "recording an event"));
        TRY(check(cudaEventSynchronize(m_ended), "waiting for the device"));
        float milliseconds = 0;
        TRY(check(cudaEventElapsedTime(&milliseconds, m_begun, m_ended), "reading a clock"));
        return static_cast<double>(milliseconds) * 1e-3;
    }

private:
    /// Makes this device current on the calling thread. CUDA keeps the current device per thread,
    /// device 0 at first, and plans are made, run and released on several threads.
    Result<void> choose() const
    {
        thread_local int chosen = -1;
        if (chosen == m_device.number)
            return {};
        TRY(check(cudaSetDevice(m_device.number), "choosing the device"));
        chosen = m_device.number;
        return {};
    }

    std::unique_ptr<ChainKernels> makeChains()
    {
        RtcChainKernels::Surroundings around { .openRtc
            = [paths = m_paths] { return openRtc(paths.folders, systemLoader()); },
            .openLaunchApi = [] { return openLaunchApi(systemLoader()); },
            .cache = CodeCache(codeCacheFolder()),
            .capability = 10 * m_device.major + m_device.minor,
            .threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency())),
            .stream = [this]() -> Result<void*> {
                TRY(choose());
                return static_cast<void*>(m_stream);
            } };
        return std::make_unique<RtcChainKernels>(std::move(around));
    }

    void leaveCapture()
    {
        m_isCapturing = false;
        m_mayHaveFault = m_hadFault;
    }

    Result<void> checkNotCapturing(const char* what) const
    {
        if (m_isCapturing)
            return fail(what, " cannot be part of a graph");
        return {};
    }

    Result<void> reportFault()
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
    DevicePaths m_paths;
    cudaStream_t m_stream = nullptr;
    cudaStream_t m_sideStream = nullptr; ///< for memory while m_stream is captured
    std::uint32_t* m_fault = nullptr;
    bool m_mayHaveFault = false;
    cudaEvent_t m_begun = nullptr;
    cudaEvent_t m_ended = nullptr;
    bool m_isCapturing = false;
    CudaEvents m_events { m_stream, m_isCapturing };
    bool m_hadFault = false; ///< value of m_mayHaveFault before the capture
    std::uint64_t m_launchesBefore = 0;
    std::unique_ptr<ChainKernels> m_chains;
    Staging m_staging;
    DevicePool m_pool;
    DeviceLibraries m_libraries;
};

} // namespace

Result<std::shared_ptr<Backend>> createCudaBackend(int device, const DevicePaths& paths)
{
    const auto status = probeDevices(systemFunctions());
    if (!status.isUsable)
        return failAs(ErrorKind::Resource, status.reason);
    const auto found = std::ranges::find(status.devices, device, &DeviceDescription::number);
    if (found == status.devices.end())
        return failAs(
            ErrorKind::Resource, "there is no GPU ", device, ", found ", status.devices.size());
    auto backend = std::make_shared<CudaBackend>(*found, paths, status.driver);
    TRY(backend->create());
    return std::shared_ptr<Backend>(std::move(backend));
}

} // namespace engine::cuda
