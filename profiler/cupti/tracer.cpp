#include "profiler/cupti/tracer.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>

namespace profiler::cupti {

namespace cuda = engine::cuda;

namespace {

// Global, because CUPTI's callbacks for buffers have no user pointer.
std::atomic<BufferPool*> poolOfCallbacks { nullptr };

void onRequest(std::uint8_t** buffer, std::size_t* bytes, std::size_t* maxRecords)
{
    auto* const pool = poolOfCallbacks.load(std::memory_order_acquire);
    auto* const memory = pool != nullptr ? pool->request() : nullptr;
    *buffer = reinterpret_cast<std::uint8_t*>(memory);
    *bytes = memory != nullptr ? BufferPool::bufferBytes : 0;
    *maxRecords = 0; // as many as fit
}

void onComplete(void*, std::uint32_t, std::uint8_t* buffer, std::size_t, std::size_t validBytes)
{
    if (auto* const pool = poolOfCallbacks.load(std::memory_order_acquire))
        pool->complete(reinterpret_cast<std::byte*>(buffer), validBytes);
}

struct KindRow {
    Kind kind;
    const char* records; ///< name of the records in messages
};
/// CUPTI writes external correlation records only if Runtime or Driver is enabled, so both are
/// always enabled.
constexpr std::array kindRows {
    KindRow { Kind::ExternalCorrelation, "owners of kernels" },
    KindRow { Kind::Runtime, "calls of the runtime" },
    KindRow { Kind::Driver, "calls of the driver" },
    KindRow { Kind::Device, "the device's properties" },
    KindRow { Kind::ConcurrentKernel, "kernels" },
    KindRow { Kind::Memcpy, "copies" },
    KindRow { Kind::Memset, "fills" },
    KindRow { Kind::MemcpyPeer, "copies between GPUs" },
    KindRow { Kind::Synchronisation, "waits" },
    KindRow { Kind::Overhead, "the tracer's own costs" },
    KindRow { Kind::Jit, "compilations by the driver" },
};

/// Frequent calls without information about the device's work. They are not recorded.
constexpr std::array<std::string_view, 12> frequentCalls {
    "cudaGetDevice",
    "cudaSetDevice",
    "cudaGetLastError",
    "cudaPeekAtLastError",
    "cudaGetDeviceCount",
    "cudaDeviceGetAttribute",
    "cudaFuncGetAttributes",
    "cudaStreamIsCapturing",
    "cuCtxGetCurrent",
    "cuCtxGetDevice",
    "cuKernelGetAttribute",
    "cuKernelGetFunction",
};
constexpr std::uint32_t maxFunctions = 2048;

cuda::FailureText failureOf(const char* function, int code)
{
    if (code == result::insufficientPrivileges)
        return cuda::noTracer("CUPTI is not permitted here (" + resultName(code) + ")");
    return cuda::tracerFailed(function, resultName(code));
}

} // namespace

ProcessState& processState()
{
    static auto& state = *new ProcessState; // CUPTI may call back when the process ends
    return state;
}

Tracer::Tracer(const Api& api, ProcessState& state, const CollectorOptions& options)
    : m_api(api)
    , m_state(state)
    , m_options(options)
    , m_nodes(api)
{
}

std::unique_ptr<Tracer> Tracer::attach(
    const Api& api, ProcessState& state, const CollectorOptions& options, Failures& failures)
{
    std::unique_ptr<Tracer> tracer(new Tracer(api, state, options));
    if (const int code = api.version(&tracer->m_version); code != result::success) {
        failures.push_back(failureOf("cuptiGetVersion", code));
        return nullptr;
    }
    if (tracer->m_version < oldestVersion) {
        failures.push_back(cuda::tracerTooOld(tracer->m_version));
        return nullptr;
    }
    std::array<char, 64> other {};
    SubscriberParams params;
    params.name = "Opscope";
    params.oldName = other.data();
    params.oldNameBytes = other.size();
    const int code
        = api.subscribe(&tracer->m_subscriber, &GraphNodes::onEvent, &tracer->m_nodes, &params);
    if (code != result::success) {
        tracer->m_subscriber = nullptr;
        other.back() = '\0';
        failures.push_back(code == result::multipleSubscribers
                ? cuda::tracerTaken(other.front() != '\0' ? other.data() : "another program")
                : failureOf("cuptiSubscribe_v2", code));
        return nullptr;
    }
    if (!tracer->registerAll(failures))
        return nullptr;
    tracer->watchGraphs(failures);
    tracer->findFrequentCalls();
    return tracer;
}

bool Tracer::registerAll(Failures& failures)
{
    const auto poolBytes = std::max<std::uint64_t>(
        m_options.maxHostBytes / 4, std::uint64_t(2) * BufferPool::bufferBytes);
    if (!m_state.pool) {
        auto pool = BufferPool::create(poolBytes);
        if (!pool) {
            failures.push_back(cuda::noTracer(pool.error().message()));
            return false;
        }
        m_state.pool = std::move(*pool);
    }
    poolOfCallbacks.store(m_state.pool.get(), std::memory_order_release);
    m_refused = m_state.pool->refused();
    std::uint8_t yes = 1;
    std::size_t bytes = sizeof yes;
    // If this fails, CUPTI clears buffers itself, which only takes time.
    m_api.setAttribute(attribute::zeroedBuffers, &bytes, &yes);
    m_api.setThreadIds(systemThreadIds);
    chooseClock();
    if (!m_state.clockReason.empty())
        failures.push_back(cuda::clockUnsure(m_state.clockReason));
    if (m_state.hasCallbacks)
        return true;
    const int code = m_api.registerBuffers(onRequest, onComplete);
    if (code != result::success) {
        failures.push_back(failureOf("cuptiActivityRegisterCallbacks", code));
        return false;
    }
    m_state.hasCallbacks = true;
    return true;
}

/// Registers CLOCK_MONOTONIC once per process: after registering it again, the first records of a
/// recording have wrong times.
void Tracer::chooseClock()
{
    if (m_state.clock)
        return;
    const auto told = [this](std::uint64_t& ns) { return m_api.timestamp(&ns) == result::success; };
    const int code = m_state.hasClock ? result::success : m_api.registerClock(readMonotonic);
    m_state.hasClock = true;
    if (code == result::success && agrees(told, readMonotonic)) {
        m_state.clock = DeviceClock::Monotonic;
        return;
    }
    m_state.clock = DeviceClock::Realtime;
    m_state.clockReason = code != result::success
        ? "CUPTI does not take a clock (" + resultName(code) + ")"
        : "CUPTI does not use the clock that was registered";
    if (!agrees(told, readRealtime))
        m_state.clockReason += ", and not that of the system either";
}

void Tracer::watchGraphs(Failures& failures)
{
    for (const auto event :
        { resource::nodeCreated, resource::nodeCloned, resource::nodeDestroyed }) {
        const int code = m_api.enableEvent(1, m_subscriber, domain::resource, event);
        if (code == result::success)
            continue;
        failures.push_back(cuda::tracerWithout("owners of kernels in CUDA graphs",
            "CUPTI answers cuptiEnableCallback with " + resultName(code)));
        return;
    }
}

/// Finds the numbers of `frequentCalls` by name, because numbers differ between versions of CUPTI.
void Tracer::findFrequentCalls()
{
    const auto find = [this](std::uint32_t domain, std::vector<std::uint32_t>& found) {
        for (std::uint32_t function = 1; function < maxFunctions; ++function) {
            const char* name = nullptr;
            if (m_api.functionName(domain, function, &name) != result::success || name == nullptr)
                break;
            if (std::ranges::find(frequentCalls, withoutVersion(name)) != frequentCalls.end())
                found.push_back(function);
        }
    };
    find(domain::runtime, m_noisyRuntimeCalls);
    find(domain::driver, m_noisyDriverCalls);
}

void Tracer::disableFrequentCalls()
{
    for (const auto function : m_noisyRuntimeCalls)
        m_api.enableRuntimeCall(function, 0);
    for (const auto function : m_noisyDriverCalls)
        m_api.enableDriverCall(function, 0);
}

Tracer::~Tracer()
{
    disable();
    if (m_subscriber != nullptr)
        m_api.unsubscribe(m_subscriber);
}

bool Tracer::enable(Failures& failures)
{
    bool hasKernels = true;
    for (const auto& row : kindRows) {
        const int code = m_api.enable(row.kind);
        if (code == result::success) {
            m_enabled.push_back(row.kind);
        } else if (row.kind == Kind::ConcurrentKernel || row.kind == Kind::ExternalCorrelation) {
            failures.push_back(failureOf("cuptiActivityEnable", code));
            hasKernels = false;
            break;
        } else {
            failures.push_back(cuda::tracerWithout(
                row.records, "CUPTI answers cuptiActivityEnable with " + resultName(code)));
        }
    }
    if (!hasKernels)
        disable();
    else
        disableFrequentCalls(); // enabling a kind has enabled all of its functions again
    return hasKernels;
}

void Tracer::disable()
{
    for (const auto kind : m_enabled)
        m_api.disable(kind);
    m_enabled.clear();
}

void Tracer::flush(Flush what) { m_api.flush(what == Flush::Everything ? flushForced : 0); }

std::uint64_t Tracer::takeDropped()
{
    std::size_t records = 0;
    return m_api.dropped(nullptr, 0, &records) == result::success ? records : 0;
}

std::uint64_t Tracer::takeRefused()
{
    const auto all = m_state.pool->refused();
    return all - std::exchange(m_refused, all);
}

Surroundings Tracer::surroundings() const
{
    const auto& api = m_api;
    Surroundings live;
    live.text = [](std::uint64_t address) {
        const auto* const text = reinterpret_cast<const char*>(address);
        return text != nullptr ? std::string_view(text) : std::string_view();
    };
    live.functionName = [&api](Kind kind, std::uint32_t function) {
        const char* name = nullptr;
        const auto of = kind == Kind::Driver ? domain::driver : domain::runtime;
        return api.functionName(of, function, &name) == result::success && name != nullptr
            ? std::string(name)
            : "function " + std::to_string(function);
    };
    live.release = [](std::uint64_t address) { std::free(reinterpret_cast<void*>(address)); };
    live.next = [&api](std::span<const std::byte> valid, const std::byte* record) {
        // CUPTI's function takes pointers without const but only reads.
        auto* const buffer = reinterpret_cast<std::uint8_t*>(const_cast<std::byte*>(valid.data()));
        auto* next = reinterpret_cast<std::uint8_t*>(const_cast<std::byte*>(record));
        const int code = api.nextRecord(buffer, valid.size(), &next);
        return code == result::success ? reinterpret_cast<const std::byte*>(next) : nullptr;
    };
    return live;
}

} // namespace profiler::cupti
