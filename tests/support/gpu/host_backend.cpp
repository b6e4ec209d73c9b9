#include "tests/support/gpu/host_backend.h"

#include "engine/cuda/chain_source.h"
#include "engine/cuda/failures.h"
#include "engine/cuda/kernel_list.h"
#include "engine/cuda/launch.h"
#include "engine/cuda/peaks.h"
#include "engine/cuda/step_notes.h"
#include "engine/device/plugin.h"
#include "tests/support/gpu/fake_libraries.h"
#include "tests/support/gpu/host_chains.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <utility>

namespace testing {

using engine::Result;
using support::ErrorKind;
using support::failAs;

namespace {

constexpr int nonsense = 0xCB;

std::uint64_t pageBytes()
{
    static const auto bytes = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    return bytes;
}

std::uint64_t nowNs()
{
    return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(
        std::chrono::steady_clock::now().time_since_epoch())
                                          .count());
}

std::uint64_t wholePages(std::uint64_t bytes)
{
    return (std::max<std::uint64_t>(bytes, 1) + pageBytes() - 1) / pageBytes() * pageBytes();
}

}

/// Work is finished when an event is recorded after it, so an event's time is the current time.
class HostEvents final : public engine::DeviceEvents {
public:
    explicit HostEvents(const bool& isCapturing)
        : m_isCapturing(isCapturing)
    {
    }
    Result<void> reserve(std::size_t count) override
    {
        m_ns.resize(std::max(m_ns.size(), count), -1);
        return {};
    }
    bool record(std::size_t event) override
    {
        if (m_isCapturing || event >= m_ns.size())
            return false;
        m_ns[event] = fakeMicroseconds() * 1e3 + (isSimulated ? 0.0 : static_cast<double>(nowNs()));
        return true;
    }
    Result<double> nsBetween(std::size_t first, std::size_t later) override
    {
        if (m_ns[first] < 0 || m_ns[later] < 0)
            return failAs(ErrorKind::Failed, "an event was not recorded");
        return m_ns[later] - m_ns[first];
    }
    double resolutionNs() const override { return 500; }

    bool isSimulated = false;

private:
    const bool& m_isCapturing;
    std::vector<double> m_ns;
};

struct HostBackend::State {
    engine::DeviceDescription device;
    std::map<const std::byte*, std::uint64_t> blocks; ///< bytes of each block, in whole pages
    std::uint64_t taken = 0;
    std::uint32_t fault = 0;
    std::uint64_t failsAfter = 0; ///< launches until the failure; 0: none
    int failsWith = 0;
    int failure = 0; ///< CUDA's error code from now on
    double microsecondsPerLaunch = 0;
    Counts counts;
    std::unique_ptr<HostChains> chains;
    bool isRecording = false;
    HostEvents events { isRecording };
    bool failsNext = false;
    std::vector<std::function<void()>> recorded;
    HostListener* listener = nullptr;
    std::string kernel; ///< of the step that is running
    std::uint64_t launchNs = 0; ///< when the last launch began
    std::uint64_t countedLaunches = 0; ///< launches() at that time
    std::uint64_t launchesBeforeCapture = 0;

    void protect(const std::byte* memory, std::uint64_t bytes, int access)
    {
        ::mprotect(const_cast<std::byte*>(memory), bytes, access);
    }
    /// Changes the access to the allocated block that contains `memory`.
    void protectBlockOf(const std::byte* memory, int access)
    {
        const auto block = std::prev(blocks.upper_bound(memory));
        protect(block->first, block->second, access);
    }
    void protectAll(int access)
    {
        for (const auto& [memory, bytes] : blocks)
            protect(memory, bytes, access);
    }
};

HostBackend::HostBackend(std::uint64_t memoryBytes)
    : m_state(std::make_unique<State>())
{
    m_state->chains = std::make_unique<HostChains>(*this);
    m_state->device.name = "emulated on the host";
    m_state->device.memoryBytes = memoryBytes;
    m_state->device.isEmulated = true;
    forgetLibraries();
}

HostBackend::~HostBackend()
{
    while (!m_state->blocks.empty())
        release(const_cast<std::byte*>(m_state->blocks.begin()->first));
}

const engine::DeviceDescription& HostBackend::device() const { return m_state->device; }
const HostBackend::Counts& HostBackend::counts() const { return m_state->counts; }
std::uint64_t HostBackend::freeBytes() const
{
    return m_state->device.memoryBytes - m_state->taken;
}

Result<std::byte*> HostBackend::allocate(std::uint64_t bytes)
{
    const auto whole = wholePages(bytes);
    if (whole > freeBytes())
        return failAs(ErrorKind::Resource,
            engine::cuda::outOfMemory(bytes, freeBytes(), m_state->device.number).message);
    // One page before and one after the block are always inaccessible.
    void* const mapped = ::mmap(nullptr, whole + 2 * pageBytes(), PROT_NONE,
        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapped == MAP_FAILED)
        return failAs(ErrorKind::Resource, "the system gave no memory for the emulated device");
    auto* const memory = static_cast<std::byte*>(mapped) + pageBytes();
    m_state->protect(memory, whole, PROT_READ | PROT_WRITE);
    std::memset(memory, nonsense, whole);
    m_state->protect(memory, whole, PROT_NONE);
    m_state->blocks.emplace(memory, whole);
    m_state->taken += whole;
    auto& counts = m_state->counts;
    counts.maxBlocks = std::max(counts.maxBlocks, ++counts.blocks);
    return memory;
}

void HostBackend::release(std::byte* memory)
{
    const auto block = m_state->blocks.find(memory);
    if (block == m_state->blocks.end())
        return;
    m_state->taken -= block->second;
    --m_state->counts.blocks;
    ::munmap(memory - pageBytes(), block->second + 2 * pageBytes());
    m_state->blocks.erase(block);
}

bool HostBackend::owns(const std::byte* memory, std::uint64_t bytes) const
{
    auto block = m_state->blocks.upper_bound(memory);
    if (block == m_state->blocks.begin())
        return false;
    --block;
    const auto offset = static_cast<std::uint64_t>(memory - block->first);
    return offset <= block->second && bytes <= block->second - offset;
}

Result<void> HostBackend::toDevice(std::byte* device, const std::byte* host, std::uint64_t bytes)
{
    if (m_state->isRecording)
        return failAs(ErrorKind::Failed, "a copy from the host cannot be part of a graph");
    if (!owns(device, bytes))
        return failAs(ErrorKind::Failed, "a copy to the device writes outside of its memory");
    ++m_state->counts.copiesToDevice;
    const auto start = nowNs();
    m_state->protectBlockOf(device, PROT_READ | PROT_WRITE);
    std::memcpy(device, host, bytes);
    m_state->protectBlockOf(device, PROT_NONE);
    if (m_state->listener != nullptr)
        m_state->listener->copied(HostListener::Direction::ToDevice, bytes, start, nowNs());
    return {};
}

Result<void> HostBackend::synchronise()
{
    if (m_state->isRecording)
        return failAs(ErrorKind::Failed, "a wait for the device cannot be part of a graph");
    TRY(reportFailure());
    if (m_state->listener != nullptr)
        m_state->listener->wait();
    return {};
}

Result<void> HostBackend::toHost(std::byte* host, const std::byte* device, std::uint64_t bytes)
{
    if (m_state->isRecording)
        return failAs(ErrorKind::Failed, "a copy to the host cannot be part of a graph");
    if (!owns(device, bytes))
        return failAs(ErrorKind::Failed, "a copy from the device reads outside of its memory");
    TRY(reportFailure());
    ++m_state->counts.copiesToHost;
    const auto start = nowNs();
    m_state->protectBlockOf(device, PROT_READ);
    std::memcpy(host, device, bytes);
    m_state->protectBlockOf(device, PROT_NONE);
    if (m_state->listener != nullptr) {
        m_state->listener->copied(HostListener::Direction::ToHost, bytes, start, nowNs());
        m_state->listener->wait();
    }
    return engine::cuda::checkFault(
        static_cast<engine::cuda::Fault>(std::exchange(m_state->fault, 0u)));
}

Result<void> HostBackend::copy(std::byte* target, const std::byte* source, std::uint64_t bytes)
{
    if (!owns(target, bytes) || !owns(source, bytes))
        return failAs(ErrorKind::Failed, "a copy on the device is outside of its memory");
    fakeMicroseconds() += static_cast<double>(bytes) * 1e-3;
    return engine::cuda::launchOnHost(
        *this, [target, source, bytes] { std::memcpy(target, source, bytes); });
}

std::uint32_t* HostBackend::faultWord() { return &m_state->fault; }

void HostBackend::beginLaunch()
{
    // While recording, only a fake library calls this. Its launch would be missing in replays, so
    // the capture fails.
    m_state->failsNext = m_state->failsNext || m_state->isRecording;
    ++m_state->counts.launches;
    fakeMicroseconds() += m_state->microsecondsPerLaunch;
    if (m_state->failsAfter > 0 && --m_state->failsAfter == 0)
        m_state->failure = m_state->failsWith;
    m_state->protectAll(PROT_READ | PROT_WRITE);
    m_state->launchNs = nowNs();
}

void HostBackend::endLaunch()
{
    m_state->protectAll(PROT_NONE);
    if (m_state->listener != nullptr)
        m_state->listener->launched(kernelName(), m_state->launchNs, nowNs());
}

/// Returns the name of the last launch's kernel as a tracer reports it: of launch.h, of a chain or
/// of a library.
std::string HostBackend::kernelName()
{
    const bool isOfLibrary = std::exchange(m_state->countedLaunches, launches()) == launches();
    if (isOfLibrary)
        return m_state->kernel;
    return m_state->kernel.starts_with("fused chain")
        ? engine::cuda::chainFunction
        : "void engine::cuda::runElements<" + m_state->kernel + ">";
}

void HostBackend::beginStep(std::string_view kernel, std::string_view node)
{
    m_state->kernel = kernel;
    engine::cuda::stepNotes().begin(kernel, node);
}

void HostBackend::countReplay(std::uint64_t replayed)
{
    countLaunches(replayed);
    m_state->countedLaunches = launches();
}

HostListener* HostBackend::listen(HostListener* listener)
{
    return std::exchange(m_state->listener, listener);
}

Result<void> HostBackend::reportFailure()
{
    if (m_state->failure != 0)
        return engine::cuda::callFailed(
            { m_state->failure, "waiting for the emulated device", "it was told to fail" },
            [this] { return m_state->device; });
    engine::cuda::stepNotes().waited();
    return {};
}

void HostBackend::setLaunchMicroseconds(double microseconds)
{
    m_state->microsecondsPerLaunch = microseconds;
}

void HostBackend::limitMemory(std::uint64_t bytes) { m_state->device.memoryBytes = bytes; }

void HostBackend::failAtLaunch(std::uint64_t launch, int code)
{
    m_state->failsAfter = launch;
    m_state->failsWith = code;
    m_state->failure = 0;
}

Result<double> HostBackend::secondsOf(const std::function<Result<void>()>& work)
{
    const double before = fakeMicroseconds();
    TRY(work());
    return (fakeMicroseconds() - before) * 1e-6;
}

void HostBackend::forgetLibraries(const std::filesystem::path& tuneFolder)
{
    auto libraries = std::make_unique<engine::cuda::DeviceLibraries>(
        fakeLoader(), engine::DevicePaths(), "emulated", "0", tuneFolder);
    [[maybe_unused]] const bool hadSome
        = std::exchange(m_libraries, std::move(libraries)) != nullptr;
    assert((!hadSome || (fakeCublasLt().alive == 0 && fakeCudnn().alive == 0))
        && "a plan has descriptors of a library that is gone");
}

bool HostBackend::isRecording() const { return m_state->isRecording; }
void HostBackend::record(std::function<void()> launch)
{
    m_state->recorded.push_back(std::move(launch));
    if (m_state->listener != nullptr)
        m_state->listener->captured(kernelName());
}
engine::cuda::ChainKernels* HostBackend::chainKernels() { return m_state->chains.get(); }
engine::DeviceEvents* HostBackend::events() { return &m_state->events; }
void HostBackend::simulateClock() { m_state->events.isSimulated = true; }
void HostBackend::useHostClock() { m_state->events.isSimulated = false; }
void HostBackend::failNextCapture() { m_state->failsNext = true; }
void HostBackend::refuseChains(std::string reason) { m_state->chains->refuse(std::move(reason)); }
std::vector<std::string> HostBackend::chainSources() const { return m_state->chains->sources(); }

namespace {

/// Repeats the captured launches on the same memory.
class RecordedLaunches final : public engine::CapturedWork {
public:
    struct Facts {
        std::uint64_t counted = 0; ///< launches that were counted when they were recorded
        std::size_t record = 0; ///< the listener's number for the capture
    };
    RecordedLaunches(HostBackend& device, std::vector<std::function<void()>> launches,
        const Facts& facts, std::uint64_t& replays)
        : m_device(device)
        , m_launches(std::move(launches))
        , m_facts(facts)
        , m_replays(replays)
    {
    }

    Result<void> launch() override
    {
        ++m_replays;
        m_device.countReplay(m_facts.counted);
        auto* const listener = m_device.listen(nullptr); // it gets all launches at once below
        const auto start = nowNs();
        std::vector<std::uint64_t> durations;
        for (const auto& launch : m_launches) {
            const auto before = nowNs();
            m_device.beginLaunch();
            launch();
            m_device.endLaunch();
            durations.push_back(nowNs() - before);
        }
        if (m_device.listen(listener); listener != nullptr)
            listener->replayed(m_facts.record, durations, start);
        return {};
    }
    std::size_t operations() const override { return m_launches.size(); }

private:
    HostBackend& m_device;
    std::vector<std::function<void()>> m_launches;
    Facts m_facts;
    std::uint64_t& m_replays;
};

}

Result<void> HostBackend::beginCapture()
{
    m_state->isRecording = true;
    m_state->recorded.clear();
    m_state->launchesBeforeCapture = launches();
    return {};
}

Result<std::unique_ptr<engine::CapturedWork>> HostBackend::endCapture()
{
    m_state->isRecording = false;
    auto recorded = std::exchange(m_state->recorded, {});
    RecordedLaunches::Facts facts;
    facts.counted = launches() - m_state->launchesBeforeCapture;
    if (m_state->listener != nullptr)
        facts.record = m_state->listener->endOfCapture();
    if (std::exchange(m_state->failsNext, false))
        return failAs(ErrorKind::Failed, "the emulated device lost its record");
    return std::unique_ptr<engine::CapturedWork>(std::make_unique<RecordedLaunches>(
        *this, std::move(recorded), facts, m_state->counts.replays));
}

void HostBackend::abandonCapture()
{
    m_state->isRecording = false;
    m_state->recorded.clear();
    if (m_state->listener != nullptr)
        static_cast<void>(m_state->listener->endOfCapture());
}

namespace {

std::shared_ptr<HostBackend>& hostDevice()
{
    static auto backend = std::make_shared<HostBackend>();
    return backend;
}

/// Writes the process id to the file OPSCOPE_TEST_PROBES, one per line. Tests see from it which
/// process probed.
void logProbe()
{
    if (const char* file = std::getenv("OPSCOPE_TEST_PROBES"))
        std::ofstream(file, std::ios::app) << ::getpid() << '\n';
}

engine::DeviceStatus probe(const engine::DevicePaths&)
{
    logProbe();
    engine::DeviceStatus status;
    status.isUsable = true;
    status.devices.push_back(hostDevice()->device());
    return status;
}

std::vector<engine::DeviceLibrary> libraries(const engine::DevicePaths&) { return {}; }

std::span<const engine::KernelEntry> kernels() { return engine::cuda::kernelList(); }

Result<std::shared_ptr<engine::Backend>> createBackend(int, const engine::DevicePaths&)
{
    return std::shared_ptr<engine::Backend>(hostDevice());
}

}

std::shared_ptr<HostBackend> useHostDevice(
    decltype(engine::DevicePlugin::createCollector) createCollector)
{
    static const std::string build(engine::buildText());
    static const engine::DevicePlugin plugin { .abi = engine::deviceAbi,
        .build = build.c_str(),
        .probe = probe,
        .libraries = libraries,
        .kernels = kernels,
        .createBackend = createBackend,
        .createCollector = createCollector,
        .measurePeaks = engine::cuda::measurePeaks };
    engine::useDevicePluginForTests(plugin);
    return hostDevice();
}

}
