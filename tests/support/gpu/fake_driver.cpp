#include "tests/support/gpu/fake_cupti.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

// The functions of libcuda.so.1 and libcupti.so.13 that tests/gpu/cupti_probes.py calls, and the
// functions of libcuda.so.1 that the module's probe calls, for a device that does nothing.
// FakeCupti computes CUPTI's results. OPSCOPE_FAKE_DRIVER="init=34 cuda=12040 count=0 major=6
// minor=1" changes the driver's results.

using namespace profiler::cupti;

namespace {

constexpr int notInitialised = 3;
constexpr int noDevice = 100;
constexpr int cuptiUnknown = 999;

struct Node {
    std::uint64_t id;
    std::uint32_t gridX;
};
struct Graph {
    std::vector<Node> nodes;
};

struct Driver {
    testing::FakeCupti cupti;
    bool isInitialised = false;
    bool hasClock = false;
    std::size_t room = 1'000'000; ///< records that the device keeps until a flush
    Graph* captured = nullptr; ///< the graph that launches are added to
};

Driver& driver()
{
    static auto& driver = *new Driver;
    return driver;
}

/// Returns the value of `name` in OPSCOPE_FAKE_DRIVER, else `usual`.
int answerOr(const char* name, int usual)
{
    const char* answers = std::getenv("OPSCOPE_FAKE_DRIVER");
    const std::string wanted = std::string(" ") + name + "=";
    const auto all = std::string(" ") + (answers != nullptr ? answers : "");
    const auto at = all.find(wanted);
    return at != std::string::npos ? std::atoi(all.c_str() + at + wanted.size()) : usual;
}

int deviceCount()
{
    const char* visible = std::getenv("CUDA_VISIBLE_DEVICES");
    const bool isHidden = visible != nullptr && std::strcmp(visible, "0") != 0;
    return isHidden ? 0 : answerOr("count", 1);
}

/// Returns a handle that is never dereferenced.
int give(void** handle)
{
    static int something = 0;
    *handle = &something;
    return 0;
}

void recordKernel(const Node& node, bool isInGraph)
{
    auto& cupti = driver().cupti;
    std::uint64_t start = cupti.now;
    if (driver().hasClock)
        cupti.api().timestamp(&start);
    const bool hasTime = driver().room > 0;
    driver().room -= hasTime ? 1 : 0;
    cupti.record(Kind::ConcurrentKernel, [&](std::byte* at) {
        kernel::start.put(at, hasTime ? start : 0);
        kernel::end.put(at, hasTime ? start + testing::FakeCupti::tickNs : 0);
        kernel::grid.put(at, { node.gridX, 0, 0 });
        kernel::graphNode.put(at, isInGraph ? node.id : 0);
    });
    cupti.now += testing::FakeCupti::tickNs;
}

} // namespace

extern "C" {

int cuInit(unsigned)
{
    const int code = answerOr("init", deviceCount() > 0 ? 0 : noDevice);
    driver().isInitialised = code == 0;
    return code;
}
int cuDriverGetVersion(int* cuda)
{
    *cuda = answerOr("cuda", 13000);
    return 0;
}
int cuDeviceGetName(char* name, int length, int)
{
    std::snprintf(name, static_cast<std::size_t>(length), "NVIDIA made-up");
    return 0;
}
int cuDeviceGetAttribute(int* value, int attribute, int)
{
    constexpr int computeCapabilityMajor = 75;
    *value = attribute == computeCapabilityMajor ? answerOr("major", 9) : answerOr("minor", 0);
    return 0;
}
int cuDeviceTotalMem_v2(std::size_t* bytes, int)
{
    *bytes = std::size_t(1) << 36;
    return 0;
}
int cuDeviceGetCount(int* count)
{
    if (!driver().isInitialised)
        return notInitialised;
    *count = deviceCount();
    return 0;
}
int cuDeviceGet(int* device, int number)
{
    *device = number;
    return 0;
}
int cuDevicePrimaryCtxRetain(void** context, int) { return give(context); }
int cuCtxSetCurrent(void*) { return 0; }
int cuModuleLoadData(void** module, const char* text)
{
    return std::strstr(text, ".entry probe") != nullptr ? give(module) : 218;
}
int cuModuleGetFunction(void** function, void*, const char*) { return give(function); }
int cuStreamCreate(void** stream, unsigned) { return give(stream); }
int cuStreamSynchronize(void*) { return 0; }
int cuEventCreate(void** event, unsigned) { return give(event); }
int cuEventRecord(void*, void*) { return 0; }
int cuStreamWaitEvent(void*, void*, unsigned) { return 0; }

int cuLaunchKernel(void*, unsigned gridX, unsigned, unsigned, unsigned, unsigned, unsigned,
    unsigned, void*, void**, void**)
{
    auto* const graph = driver().captured;
    if (graph != nullptr)
        graph->nodes.push_back({ driver().cupti.captureNode(), gridX });
    else
        recordKernel({ 0, gridX }, false);
    return 0;
}
int cuStreamBeginCapture_v2(void*, int)
{
    driver().captured = new Graph;
    return 0;
}
int cuStreamEndCapture(void*, void** graph)
{
    *graph = std::exchange(driver().captured, nullptr);
    return 0;
}
int cuGraphGetNodes(void* graph, void** nodes, std::size_t* count)
{
    const auto& all = static_cast<const Graph*>(graph)->nodes;
    for (std::size_t i = 0; nodes != nullptr && i < *count; ++i)
        nodes[i] = reinterpret_cast<void*>(all[i].id);
    *count = all.size();
    return 0;
}
int cuGraphInstantiateWithFlags(void** executable, void* graph, unsigned long long)
{
    auto* const copy = new Graph;
    for (const auto& node : static_cast<const Graph*>(graph)->nodes)
        copy->nodes.push_back({ driver().cupti.instantiate(node.id), node.gridX });
    *executable = copy;
    return 0;
}
int cuGraphLaunch(void* executable, void*)
{
    for (const auto& node : static_cast<const Graph*>(executable)->nodes)
        recordKernel(node, true);
    return 0;
}

int cuptiGetVersion(std::uint32_t* version) { return driver().cupti.api().version(version); }
int cuptiActivityRegisterCallbacks(RequestBuffer request, CompleteBuffer complete)
{
    return driver().cupti.api().registerBuffers(request, complete);
}
int cuptiActivityEnable(Kind kind)
{
    return driver().isInitialised ? driver().cupti.api().enable(kind) : cuptiUnknown;
}
int cuptiActivityDisable(Kind kind) { return driver().cupti.api().disable(kind); }
int cuptiActivityFlushAll(std::uint32_t flag)
{
    driver().room = std::max<std::size_t>(driver().room, 1000);
    return driver().cupti.api().flush(flag);
}
int cuptiActivitySetAttribute(int attribute, std::size_t*, const std::size_t*)
{
    if (attribute == 0)
        driver().room = 1000; // as many records as the script's few bytes may hold
    return 0;
}
int cuptiActivityRegisterTimestampCallback(ReadClock clock)
{
    driver().hasClock = true;
    return driver().cupti.api().registerClock(clock);
}
int cuptiActivityGetNumDroppedRecords(void* context, std::uint32_t stream, std::size_t* records)
{
    return driver().cupti.api().dropped(context, stream, records);
}
/// Resets the registered clock.
int cuptiFinalize()
{
    driver().hasClock = false;
    return 0;
}
int cuptiActivityGetNextRecord(std::uint8_t* buffer, std::size_t bytes, std::uint8_t** record)
{
    return driver().cupti.api().nextRecord(buffer, bytes, record);
}
int cuptiGetGraphNodeId(void* node, std::uint64_t* id)
{
    return driver().cupti.api().graphNodeId(node, id);
}
int cuptiEnableCallback(
    std::uint32_t enable, void* subscriber, std::uint32_t domain, std::uint32_t event)
{
    return driver().cupti.api().enableEvent(enable, subscriber, domain, event);
}
int cuptiSubscribe_v2(void** subscriber, OnEvent onEvent, void* user, SubscriberParams* params)
{
    auto& cupti = driver().cupti;
    if (!driver().isInitialised)
        return cuptiUnknown;
    if (cupti.isSubscribed) {
        cupti.subscribeAnswer = result::multipleSubscribers;
        cupti.otherSubscriber = cupti.subscriberName;
    }
    return cupti.api().subscribe(subscriber, onEvent, user, params);
}
}
