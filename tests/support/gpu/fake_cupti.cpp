#include "tests/support/gpu/fake_cupti.h"

#include "tests/support/gpu/record_buffers.h"

#include <array>
#include <cstring>
#include <thread>

namespace testing {

using namespace profiler::cupti;

namespace {

FakeCupti* current = nullptr;

// Function numbers begin at 1.
constexpr std::array runtimeFunctions { "cudaLaunchKernel_v7000", "cudaMemcpyAsync_v3020",
    "cudaGetLastError_v3020", "cudaGraphLaunch_v10000", "cudaStreamSynchronize_v3020" };
constexpr std::array driverFunctions { "cuLaunchKernel", "cuCtxGetCurrent", "cuMemAlloc_v2" };

const char* functionName(std::uint32_t domain, std::uint32_t function)
{
    if (domain == domain::runtime)
        return function <= runtimeFunctions.size() ? runtimeFunctions[function - 1] : nullptr;
    return function <= driverFunctions.size() ? driverFunctions[function - 1] : nullptr;
}

std::uint32_t numberOf(std::string_view name)
{
    for (std::uint32_t i = 0; i < runtimeFunctions.size(); ++i) {
        if (std::string_view(runtimeFunctions[i]).starts_with(name))
            return i + 1;
    }
    return 1;
}

} // namespace

FakeCupti& FakeCupti::fake() { return *current; }

FakeCupti::FakeCupti()
{
    current = this;
    m_api.version = [](std::uint32_t* number) {
        *number = fake().version;
        return 0;
    };
    m_api.timestamp = [](std::uint64_t* ns) {
        *ns = fake().timestamp ? fake().timestamp() : fake().m_clock();
        return 0;
    };
    m_api.setAttribute = [](int, std::size_t*, void*) { return 0; };
    m_api.setThreadIds = [](int) { return 0; };
    m_api.registerClock = [](ReadClock clock) {
        ++fake().clockRegistrations;
        fake().m_clock = clock;
        return fake().clockAnswer;
    };
    m_api.registerBuffers = [](RequestBuffer request, CompleteBuffer complete) {
        ++fake().bufferRegistrations;
        fake().m_request = request;
        fake().m_complete = complete;
        return fake().buffersAnswer;
    };
    m_api.subscribe = [](void** subscriber, OnEvent onEvent, void* user, SubscriberParams* params) {
        auto& self = fake();
        if (self.subscribeAnswer != 0) {
            std::strncpy(params->oldName, self.otherSubscriber.c_str(), params->oldNameBytes - 1);
            return self.subscribeAnswer;
        }
        self.subscriberName = params->name;
        self.m_onEvent = onEvent;
        self.m_user = user;
        self.isSubscribed = true;
        *subscriber = &self;
        return 0;
    };
    m_api.unsubscribe = [](void*) {
        fake().isSubscribed = false;
        fake().m_events.clear();
        return 0;
    };
    m_api.enableEvent = [](std::uint32_t, void*, std::uint32_t, std::uint32_t event) {
        if (fake().eventAnswer == 0)
            fake().m_events.insert(event);
        return fake().eventAnswer;
    };
    m_api.enable = [](Kind kind) {
        const auto answer = fake().enableAnswers.find(kind);
        if (answer != fake().enableAnswers.end())
            return answer->second;
        fake().enabled.insert(kind);
        if (kind == Kind::Runtime || kind == Kind::Driver)
            fake().muted.clear(); // as in CUPTI
        return 0;
    };
    m_api.disable = [](Kind kind) {
        fake().enabled.erase(kind);
        return 0;
    };
    m_api.enableRuntimeCall = [](std::uint32_t function, std::uint8_t) {
        fake().muted.insert(functionName(domain::runtime, function));
        return 0;
    };
    m_api.enableDriverCall = [](std::uint32_t function, std::uint8_t) {
        fake().muted.insert(functionName(domain::driver, function));
        return 0;
    };
    m_api.functionName = [](std::uint32_t domain, std::uint32_t function, const char** name) {
        *name = functionName(domain, function);
        return *name != nullptr ? 0 : 1;
    };
    m_api.pushExternal = [](std::uint32_t, std::uint64_t id) {
        fake().m_ids.push_back(id);
        fake().pushed = fake().m_ids.size();
        return fake().pushAnswer;
    };
    m_api.popExternal = [](std::uint32_t, std::uint64_t* last) {
        if (fake().m_ids.empty())
            return 18;
        *last = fake().m_ids.back();
        fake().m_ids.pop_back();
        fake().pushed = fake().m_ids.size();
        return 0;
    };
    m_api.flush = [](std::uint32_t) {
        fake().completeBuffer();
        return 0;
    };
    m_api.dropped = [](void*, std::uint32_t, std::size_t* records) {
        *records = std::exchange(fake().dropped, 0);
        return 0;
    };
    m_api.nextRecord = [](std::uint8_t* buffer, std::size_t bytes, std::uint8_t** record) {
        auto sizes = sizesOf130;
        sizes[static_cast<std::size_t>(Kind::ConcurrentKernel)]
            = static_cast<std::uint32_t>(fake().kernelBytes);
        const auto* const next = nextRecord({ reinterpret_cast<const std::byte*>(buffer), bytes },
            reinterpret_cast<const std::byte*>(*record), sizes);
        if (next == nullptr)
            return 12;
        *record = buffer + (next - reinterpret_cast<const std::byte*>(buffer));
        return 0;
    };
    m_api.graphNodeId = [](void* node, std::uint64_t* id) {
        *id = reinterpret_cast<std::uint64_t>(node);
        return 0;
    };
}

FakeCupti::~FakeCupti()
{
    if (current == this)
        current = nullptr;
}

std::byte* FakeCupti::room(std::size_t bytes)
{
    if (m_buffer != nullptr && m_used + bytes > m_bufferBytes)
        completeBuffer();
    if (m_buffer == nullptr && m_request != nullptr) {
        std::size_t most = 0;
        m_request(&m_buffer, &m_bufferBytes, &most);
        m_used = 0;
    }
    if (m_buffer == nullptr) {
        ++dropped;
        return nullptr;
    }
    auto* const at = reinterpret_cast<std::byte*>(m_buffer) + m_used;
    m_used += bytes;
    return at;
}

bool FakeCupti::record(Kind kind, const std::function<void(std::byte*)>& fill)
{
    const std::scoped_lock lock(m_mutex);
    if (!enabled.contains(kind))
        return false;
    auto* const at = room(kind == Kind::ConcurrentKernel ? kernelBytes : recordBytes(kind));
    if (at == nullptr)
        return false;
    recordKind.put(at, kind);
    fill(at);
    return true;
}

void FakeCupti::completeBuffer()
{
    const std::scoped_lock lock(m_mutex);
    if (m_buffer == nullptr)
        return;
    auto* const buffer = std::exchange(m_buffer, nullptr);
    m_complete(nullptr, 0, buffer, m_bufferBytes, m_used);
}

std::uint32_t FakeCupti::call(const char* function)
{
    const std::scoped_lock lock(m_mutex);
    const auto correlation = ++m_correlation;
    const auto start = now;
    now += tickNs;
    if (!m_ids.empty()) {
        record(Kind::ExternalCorrelation, [&](std::byte* at) {
            external::kind.put(at, external::ours);
            external::id.put(at, m_ids.back());
            external::correlation.put(at, correlation);
        });
    }
    record(Kind::Runtime, [&](std::byte* at) {
        call::function.put(at, numberOf(function));
        call::start.put(at, start);
        call::end.put(at, now);
        call::thread.put(at, 77);
        call::correlation.put(at, correlation);
    });
    return correlation;
}

void FakeCupti::kernelRecord(const char* kernel, const Work& work, Times times, std::uint64_t node)
{
    record(Kind::ConcurrentKernel, [&](std::byte* at) {
        kernel::start.put(at, times == Times::Told ? work.startNs : 0);
        kernel::end.put(at, times == Times::Told ? work.endNs : 0);
        kernel::name.put(at, reinterpret_cast<std::uint64_t>(kernel));
        kernel::correlation.put(at, work.correlation);
        kernel::stream.put(at, 13);
        kernel::grid.put(at, { 128, 1, 1 });
        kernel::block.put(at, { 256, 1, 1 });
        kernel::registersPerThread.put(at, 40);
        kernel::graphNode.put(at, node);
        kernel::graph.put(at, node != 0 ? 3 : 0);
    });
}

FakeCupti::Work FakeCupti::launch(const char* kernel, std::uint64_t durationNs, Times times)
{
    const std::scoped_lock lock(m_mutex);
    Work work;
    work.correlation = call("cudaLaunchKernel");
    work.startNs = now + tickNs;
    work.endNs = work.startNs + durationNs;
    now = work.endNs;
    kernelRecord(kernel, work, times, 0);
    return work;
}

FakeCupti::Work FakeCupti::copyToDevice(std::uint64_t bytes)
{
    const std::scoped_lock lock(m_mutex);
    Work work;
    work.correlation = call("cudaMemcpyAsync");
    work.startNs = now;
    work.endNs = now + tickNs;
    now = work.endNs;
    record(Kind::Memcpy, [&](std::byte* at) {
        memcpyRecord::copyKind.put(at, 1);
        memcpyRecord::sourceKind.put(at, 2);
        memcpyRecord::targetKind.put(at, 3);
        memcpyRecord::flags.put(at, 1);
        memcpyRecord::size.put(at, bytes);
        memcpyRecord::start.put(at, work.startNs);
        memcpyRecord::end.put(at, work.endNs);
        memcpyRecord::stream.put(at, 13);
        memcpyRecord::correlation.put(at, work.correlation);
    });
    return work;
}

void FakeCupti::tellEvent(std::uint32_t event, std::uint64_t node, std::uint64_t original)
{
    if (!m_events.contains(event))
        return;
    GraphEvent graph;
    graph.node = reinterpret_cast<void*>(node);
    graph.originalNode = reinterpret_cast<void*>(original);
    graph.nodeType = kernelNode;
    ResourceEvent told;
    told.descriptor = &graph;
    m_onEvent(m_user, domain::resource, event, &told);
}

std::uint64_t FakeCupti::captureNode()
{
    tellEvent(resource::nodeCreated, ++m_node, 0);
    return m_node;
}

std::uint64_t FakeCupti::instantiate(std::uint64_t node)
{
    tellEvent(resource::nodeCloned, ++m_node, node);
    return m_node;
}

void FakeCupti::destroyNode(std::uint64_t node) { tellEvent(resource::nodeDestroyed, node, 0); }

FakeCupti::Work FakeCupti::launchGraph(const std::vector<std::uint64_t>& nodes, const char* kernel)
{
    const std::scoped_lock lock(m_mutex);
    Work work;
    work.correlation = call("cudaGraphLaunch");
    work.startNs = now + tickNs;
    for (const auto node : nodes) {
        Work each { work.correlation, now + tickNs, now + 2 * tickNs };
        now = each.endNs;
        work.endNs = each.endNs;
        kernelRecord(kernel, each, Times::Told, node);
    }
    return work;
}

} // namespace testing
