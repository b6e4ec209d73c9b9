#pragma once

#include "engine/cuda/libraries.h"
#include "profiler/cupti/records.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

/// CUPTI's functions as a table of pointers. It is filled from the library when it is first needed,
/// or by tests. No header of NVIDIA is needed: CUptiResult is int, handles are void*.
namespace profiler::cupti {

/// CUptiResult: the values that the code handles differently.
namespace result {
inline constexpr int success = 0;
inline constexpr int insufficientPrivileges = 35;
inline constexpr int multipleSubscribers = 39;
inline constexpr int virtualDevice = 40;
}
/// `CUPTI_ERROR_NOT_READY (13)`. Uses a table of our own, because newer libraries return no names
/// without a driver.
std::string resultName(int code);

/// Oldest version of CUPTI that is used (cuptiGetVersion).
inline constexpr std::uint32_t oldestVersion = 130001;
/// Oldest version with correct correlation ids for graphs that are launched in more than one
/// recording of a process.
inline constexpr std::uint32_t oldestForGraphs = 130101;
/// 130001 -> `13.0.1`
std::string versionText(std::uint32_t version);

/// CUpti_CallbackDomain.
namespace domain {
inline constexpr std::uint32_t driver = 1;
inline constexpr std::uint32_t runtime = 2;
inline constexpr std::uint32_t resource = 3;
}
/// CUpti_CallbackIdResource.
namespace resource {
inline constexpr std::uint32_t nodeCreated = 13;
inline constexpr std::uint32_t nodeDestroyed = 14;
inline constexpr std::uint32_t nodeCloned = 20;
}
/// CUpti_ActivityAttribute.
namespace attribute {
inline constexpr int zeroedBuffers = 5;
}
/// CUPTI_ACTIVITY_FLAG_FLUSH_FORCED
inline constexpr std::uint32_t flushForced = 1;
/// CUPTI_ACTIVITY_THREAD_ID_TYPE_SYSTEM
inline constexpr int systemThreadIds = 1;
/// CU_GRAPH_NODE_TYPE_KERNEL
inline constexpr int kernelNode = 0;

struct SubscriberParams { // CUpti_SubscriberParams
    std::size_t structBytes = sizeof(SubscriberParams);
    const char* name = nullptr;
    char* oldName = nullptr;
    std::size_t oldNameBytes = 0;
};
struct GraphEvent { // CUpti_GraphData
    void* graph = nullptr;
    void* originalGraph = nullptr;
    void* node = nullptr;
    void* originalNode = nullptr;
    int nodeType = 0;
    void* dependency = nullptr;
    void* executable = nullptr;
};
struct ResourceEvent { // CUpti_ResourceData
    void* context = nullptr;
    void* stream = nullptr;
    void* descriptor = nullptr; ///< for graph nodes a GraphEvent
};

using RequestBuffer = void (*)(std::uint8_t** buffer, std::size_t* bytes, std::size_t* maxRecords);
using CompleteBuffer = void (*)(void* context, std::uint32_t stream, std::uint8_t* buffer,
    std::size_t bytes, std::size_t validBytes);
using ReadClock = std::uint64_t (*)();
using OnEvent
    = void (*)(void* user, std::uint32_t domain, std::uint32_t event, const void* content);

struct Api {
    support::Symbols symbols;
    int (*version)(std::uint32_t*) = symbols("cuptiGetVersion");
    int (*timestamp)(std::uint64_t*) = symbols("cuptiGetTimestamp");
    int (*setAttribute)(int attribute, std::size_t* bytes, void* value)
        = symbols("cuptiActivitySetAttribute");
    int (*setThreadIds)(int type) = symbols("cuptiSetThreadIdType");
    int (*registerClock)(ReadClock) = symbols("cuptiActivityRegisterTimestampCallback");
    int (*registerBuffers)(RequestBuffer, CompleteBuffer)
        = symbols("cuptiActivityRegisterCallbacks");
    int (*subscribe)(void** subscriber, OnEvent, void* user, SubscriberParams*)
        = symbols("cuptiSubscribe_v2");
    int (*unsubscribe)(void* subscriber) = symbols("cuptiUnsubscribe");
    int (*enableEvent)(
        std::uint32_t enable, void* subscriber, std::uint32_t domain, std::uint32_t event)
        = symbols("cuptiEnableCallback");
    int (*enable)(Kind) = symbols("cuptiActivityEnable");
    int (*disable)(Kind) = symbols("cuptiActivityDisable");
    int (*enableRuntimeCall)(std::uint32_t function, std::uint8_t enable)
        = symbols("cuptiActivityEnableRuntimeApi");
    int (*enableDriverCall)(std::uint32_t function, std::uint8_t enable)
        = symbols("cuptiActivityEnableDriverApi");
    int (*functionName)(std::uint32_t domain, std::uint32_t function, const char** name)
        = symbols("cuptiGetCallbackName");
    int (*pushExternal)(std::uint32_t kind, std::uint64_t id)
        = symbols("cuptiActivityPushExternalCorrelationId");
    int (*popExternal)(std::uint32_t kind, std::uint64_t* last)
        = symbols("cuptiActivityPopExternalCorrelationId");
    int (*flush)(std::uint32_t flag) = symbols("cuptiActivityFlushAll");
    int (*dropped)(void* context, std::uint32_t stream, std::size_t* records)
        = symbols("cuptiActivityGetNumDroppedRecords");
    int (*nextRecord)(std::uint8_t* buffer, std::size_t validBytes, std::uint8_t** record)
        = symbols("cuptiActivityGetNextRecord");
    int (*graphNodeId)(void* node, std::uint64_t* id) = symbols("cuptiGetGraphNodeId");
};

} // namespace profiler::cupti
