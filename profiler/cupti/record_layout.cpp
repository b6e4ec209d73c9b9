#include "profiler/cupti/records.h"

#include "profiler/cupti/api.h"
#include "profiler/cupti/counters.h"

#include <cupti.h>
#include <cupti_profiler_host.h>
#include <cupti_range_profiler.h>
#include <cupti_target.h>

// Compares the numbers of our headers with NVIDIA's headers at compile time. There is no code here.
namespace profiler::cupti {

#define OPSCOPE_SAME_FIELD(offset, width, theirs)                                                  \
    static_assert(offset == offsetof(Theirs, theirs) && width == sizeof(Theirs::theirs));
#define RECORD(name, theirs, size)                                                                 \
    namespace name {                                                                               \
    using Theirs = theirs;                                                                         \
    static_assert(size == sizeof(Theirs));
#define FIELD(type, name, offset, theirs) OPSCOPE_SAME_FIELD(offset, sizeof(type::Value), theirs)
#define THREE(name, offset, theirs)                                                                \
    OPSCOPE_SAME_FIELD(offset, 4, theirs##X)                                                       \
    OPSCOPE_SAME_FIELD(offset + 4, 4, theirs##Y)                                                   \
    OPSCOPE_SAME_FIELD(offset + 8, 4, theirs##Z)
#define END }
#include "profiler/cupti/records.def"

namespace {

// Copies between devices and fills are read through memcpyRecord too.
#define OPSCOPE_SAME_IN(record, field)                                                             \
    static_assert(offsetof(record, field) == offsetof(CUpti_ActivityMemcpy6, field)                \
        && sizeof(record::field) == sizeof(CUpti_ActivityMemcpy6::field));
#define OPSCOPE_SAME_IN_BOTH(field)                                                                \
    OPSCOPE_SAME_IN(CUpti_ActivityMemcpyPtoP4, field)                                              \
    OPSCOPE_SAME_IN(CUpti_ActivityMemset4, field)
OPSCOPE_SAME_IN_BOTH(bytes)
OPSCOPE_SAME_IN_BOTH(start)
OPSCOPE_SAME_IN_BOTH(end)
OPSCOPE_SAME_IN_BOTH(deviceId)
OPSCOPE_SAME_IN_BOTH(streamId)
OPSCOPE_SAME_IN(CUpti_ActivityMemcpyPtoP4, flags)
OPSCOPE_SAME_IN(CUpti_ActivityMemset4, correlationId)
OPSCOPE_SAME_IN(CUpti_ActivityMemset4, graphNodeId)
OPSCOPE_SAME_IN(CUpti_ActivityMemset4, graphId)

#define OPSCOPE_SAME_KIND(name, value, bytes, theirs)                                              \
    static_assert(value == CUPTI_ACTIVITY_KIND_##theirs);
OPSCOPE_CUPTI_KINDS(OPSCOPE_SAME_KIND)

// The structs and numbers of api.h.
static_assert(sizeof(SubscriberParams) == sizeof(CUpti_SubscriberParams));
static_assert(offsetof(SubscriberParams, oldNameBytes)
    == offsetof(CUpti_SubscriberParams, oldSubscriberSize));
static_assert(sizeof(GraphEvent) == sizeof(CUpti_GraphData));
static_assert(offsetof(GraphEvent, originalNode) == offsetof(CUpti_GraphData, originalNode));
static_assert(offsetof(GraphEvent, nodeType) == offsetof(CUpti_GraphData, nodeType));
static_assert(sizeof(ResourceEvent) == sizeof(CUpti_ResourceData));
static_assert(
    offsetof(ResourceEvent, descriptor) == offsetof(CUpti_ResourceData, resourceDescriptor));
static_assert(resource::nodeCreated == CUPTI_CBID_RESOURCE_GRAPHNODE_CREATED);
static_assert(resource::nodeDestroyed == CUPTI_CBID_RESOURCE_GRAPHNODE_DESTROY_STARTING);
static_assert(resource::nodeCloned == CUPTI_CBID_RESOURCE_GRAPHNODE_CLONED);
static_assert(domain::resource == CUPTI_CB_DOMAIN_RESOURCE);
static_assert(domain::runtime == CUPTI_CB_DOMAIN_RUNTIME_API);
static_assert(domain::driver == CUPTI_CB_DOMAIN_DRIVER_API);
static_assert(attribute::zeroedBuffers == CUPTI_ACTIVITY_ATTR_ZEROED_OUT_ACTIVITY_BUFFER);
static_assert(flushForced == CUPTI_ACTIVITY_FLAG_FLUSH_FORCED);
static_assert(systemThreadIds == CUPTI_ACTIVITY_THREAD_ID_TYPE_SYSTEM);
static_assert(external::ours == CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0);
static_assert(result::multipleSubscribers == CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED);
static_assert(result::insufficientPrivileges == CUPTI_ERROR_INSUFFICIENT_PRIVILEGES);
static_assert(result::virtualDevice == CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES);
static_assert(kernelNode == CU_GRAPH_NODE_TYPE_KERNEL);

// The params of the Range Profiler. Our structs inherit their first two fields; their offsets are
// the same.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Winvalid-offsetof"
#define OPSCOPE_SAME_PARAM(ours, theirs, field, theirField)                                        \
    static_assert(sizeof(counter::ours) == sizeof(CUpti_##theirs##_Params));                       \
    static_assert(offsetof(counter::ours, field) == offsetof(CUpti_##theirs##_Params, theirField))
OPSCOPE_SAME_PARAM(ChipName, Device_GetChipName, chip, pChipName);
OPSCOPE_SAME_PARAM(HostInitialise, Profiler_Host_Initialize, chip, pChipName);
OPSCOPE_SAME_PARAM(HostInitialise, Profiler_Host_Initialize, host, pHostObject);
OPSCOPE_SAME_PARAM(HostOnly, Profiler_Host_Deinitialize, host, pHostObject);
OPSCOPE_SAME_PARAM(AddMetrics, Profiler_Host_ConfigAddMetrics, names, ppMetricNames);
OPSCOPE_SAME_PARAM(AddMetrics, Profiler_Host_ConfigAddMetrics, count, numMetrics);
OPSCOPE_SAME_PARAM(ConfigSize, Profiler_Host_GetConfigImageSize, configBytes, configImageSize);
OPSCOPE_SAME_PARAM(ConfigImage, Profiler_Host_GetConfigImage, config, pConfigImage);
OPSCOPE_SAME_PARAM(Passes, Profiler_Host_GetNumOfPasses, config, pConfigImage);
OPSCOPE_SAME_PARAM(Passes, Profiler_Host_GetNumOfPasses, passes, numOfPasses);
OPSCOPE_SAME_PARAM(Evaluate, Profiler_Host_EvaluateToGpuValues, image, pCounterDataImage);
OPSCOPE_SAME_PARAM(Evaluate, Profiler_Host_EvaluateToGpuValues, range, rangeIndex);
OPSCOPE_SAME_PARAM(Evaluate, Profiler_Host_EvaluateToGpuValues, values, pMetricValues);
OPSCOPE_SAME_PARAM(Enable, RangeProfiler_Enable, profiler, pRangeProfilerObject);
OPSCOPE_SAME_PARAM(ProfilerOnly, RangeProfiler_Disable, profiler, pRangeProfilerObject);
OPSCOPE_SAME_PARAM(ProfilerOnly, RangeProfiler_Start, profiler, pRangeProfilerObject);
OPSCOPE_SAME_PARAM(ProfilerOnly, RangeProfiler_PopRange, profiler, pRangeProfilerObject);
OPSCOPE_SAME_PARAM(SetConfig, RangeProfiler_SetConfig, config, pConfig);
OPSCOPE_SAME_PARAM(SetConfig, RangeProfiler_SetConfig, image, pCounterDataImage);
OPSCOPE_SAME_PARAM(SetConfig, RangeProfiler_SetConfig, range, range);
OPSCOPE_SAME_PARAM(SetConfig, RangeProfiler_SetConfig, replay, replayMode);
OPSCOPE_SAME_PARAM(SetConfig, RangeProfiler_SetConfig, maxRanges, maxRangesPerPass);
OPSCOPE_SAME_PARAM(SetConfig, RangeProfiler_SetConfig, levels, numNestingLevels);
OPSCOPE_SAME_PARAM(SetConfig, RangeProfiler_SetConfig, firstLevel, minNestingLevel);
OPSCOPE_SAME_PARAM(SetConfig, RangeProfiler_SetConfig, pass, passIndex);
OPSCOPE_SAME_PARAM(SetConfig, RangeProfiler_SetConfig, level, targetNestingLevel);
OPSCOPE_SAME_PARAM(Stop, RangeProfiler_Stop, isComplete, isAllPassSubmitted);
OPSCOPE_SAME_PARAM(PushRange, RangeProfiler_PushRange, name, pRangeName);
OPSCOPE_SAME_PARAM(Decode, RangeProfiler_DecodeData, dropped, numOfRangeDropped);
OPSCOPE_SAME_PARAM(ImageSize, RangeProfiler_GetCounterDataSize, names, pMetricNames);
OPSCOPE_SAME_PARAM(ImageSize, RangeProfiler_GetCounterDataSize, maxNodes, maxNumRangeTreeNodes);
OPSCOPE_SAME_PARAM(ImageSize, RangeProfiler_GetCounterDataSize, imageBytes, counterDataSize);
OPSCOPE_SAME_PARAM(ImageInitialise, RangeProfiler_CounterDataImage_Initialize, image, pCounterData);
OPSCOPE_SAME_PARAM(ImageRanges, RangeProfiler_GetCounterDataInfo, ranges, numTotalRanges);
OPSCOPE_SAME_PARAM(RangeName, RangeProfiler_CounterData_GetRangeInfo, delimiter, rangeDelimiter);
OPSCOPE_SAME_PARAM(RangeName, RangeProfiler_CounterData_GetRangeInfo, name, rangeName);
static_assert(counter::userRange == CUPTI_UserRange);
static_assert(counter::userReplay == CUPTI_UserReplay);
static_assert(CUPTI_PROFILER_TYPE_RANGE_PROFILER == 0);
#pragma GCC diagnostic pop

} // namespace

} // namespace profiler::cupti
