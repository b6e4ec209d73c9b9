#include "profiler/cupti/records.h"

#include "profiler/cupti/api.h"
#include "profiler/cupti/counters.h"

#include <cupti.h>
#include <cupti_profiler_host.h>
#include <cupti_range_profiler.h>
#include <cupti_target.h>

// Compares the numbers of our headers with NVIDIA's headers at compile time. There is no code here.
namespace profiler::cupti {

namespace {

template <typename T>
constexpr std::size_t widthOf(const Field<T>&)
{
    return sizeof(T);
}

#define OPSCOPE_SAME_PLACE(ours, record, field)                                                    \
    static_assert(ours.offset == offsetof(record, field));                                         \
    static_assert(widthOf(ours) == sizeof(record::field))

OPSCOPE_SAME_PLACE(kernel::registersPerThread, CUpti_ActivityKernel10, registersPerThread);
OPSCOPE_SAME_PLACE(kernel::start, CUpti_ActivityKernel10, start);
OPSCOPE_SAME_PLACE(kernel::end, CUpti_ActivityKernel10, end);
OPSCOPE_SAME_PLACE(kernel::device, CUpti_ActivityKernel10, deviceId);
OPSCOPE_SAME_PLACE(kernel::stream, CUpti_ActivityKernel10, streamId);
OPSCOPE_SAME_PLACE(kernel::gridX, CUpti_ActivityKernel10, gridX);
OPSCOPE_SAME_PLACE(kernel::gridY, CUpti_ActivityKernel10, gridY);
OPSCOPE_SAME_PLACE(kernel::gridZ, CUpti_ActivityKernel10, gridZ);
OPSCOPE_SAME_PLACE(kernel::blockX, CUpti_ActivityKernel10, blockX);
OPSCOPE_SAME_PLACE(kernel::blockY, CUpti_ActivityKernel10, blockY);
OPSCOPE_SAME_PLACE(kernel::blockZ, CUpti_ActivityKernel10, blockZ);
OPSCOPE_SAME_PLACE(kernel::staticShared, CUpti_ActivityKernel10, staticSharedMemory);
OPSCOPE_SAME_PLACE(kernel::dynamicShared, CUpti_ActivityKernel10, dynamicSharedMemory);
OPSCOPE_SAME_PLACE(kernel::localPerThread, CUpti_ActivityKernel10, localMemoryPerThread);
OPSCOPE_SAME_PLACE(kernel::correlation, CUpti_ActivityKernel10, correlationId);
OPSCOPE_SAME_PLACE(kernel::name, CUpti_ActivityKernel10, name);
OPSCOPE_SAME_PLACE(kernel::graphNode, CUpti_ActivityKernel10, graphNodeId);
OPSCOPE_SAME_PLACE(kernel::graph, CUpti_ActivityKernel10, graphId);
OPSCOPE_SAME_PLACE(kernel::clusterX, CUpti_ActivityKernel10, clusterX);
OPSCOPE_SAME_PLACE(kernel::clusterY, CUpti_ActivityKernel10, clusterY);
OPSCOPE_SAME_PLACE(kernel::clusterZ, CUpti_ActivityKernel10, clusterZ);
static_assert(kernel::bytes == sizeof(CUpti_ActivityKernel10));

OPSCOPE_SAME_PLACE(memcpyRecord::copyKind, CUpti_ActivityMemcpy6, copyKind);
OPSCOPE_SAME_PLACE(memcpyRecord::sourceKind, CUpti_ActivityMemcpy6, srcKind);
OPSCOPE_SAME_PLACE(memcpyRecord::targetKind, CUpti_ActivityMemcpy6, dstKind);
OPSCOPE_SAME_PLACE(memcpyRecord::flags, CUpti_ActivityMemcpy6, flags);
OPSCOPE_SAME_PLACE(memcpyRecord::size, CUpti_ActivityMemcpy6, bytes);
OPSCOPE_SAME_PLACE(memcpyRecord::start, CUpti_ActivityMemcpy6, start);
OPSCOPE_SAME_PLACE(memcpyRecord::end, CUpti_ActivityMemcpy6, end);
OPSCOPE_SAME_PLACE(memcpyRecord::device, CUpti_ActivityMemcpy6, deviceId);
OPSCOPE_SAME_PLACE(memcpyRecord::stream, CUpti_ActivityMemcpy6, streamId);
OPSCOPE_SAME_PLACE(memcpyRecord::correlation, CUpti_ActivityMemcpy6, correlationId);
OPSCOPE_SAME_PLACE(memcpyRecord::graphNode, CUpti_ActivityMemcpy6, graphNodeId);
OPSCOPE_SAME_PLACE(memcpyRecord::graph, CUpti_ActivityMemcpy6, graphId);
static_assert(memcpyRecord::bytes == sizeof(CUpti_ActivityMemcpy6));

OPSCOPE_SAME_PLACE(peerCopy::correlation, CUpti_ActivityMemcpyPtoP4, correlationId);
OPSCOPE_SAME_PLACE(peerCopy::graphNode, CUpti_ActivityMemcpyPtoP4, graphNodeId);
OPSCOPE_SAME_PLACE(peerCopy::graph, CUpti_ActivityMemcpyPtoP4, graphId);
static_assert(peerCopy::bytes == sizeof(CUpti_ActivityMemcpyPtoP4));

OPSCOPE_SAME_PLACE(memsetRecord::size, CUpti_ActivityMemset4, bytes);
OPSCOPE_SAME_PLACE(memsetRecord::start, CUpti_ActivityMemset4, start);
OPSCOPE_SAME_PLACE(memsetRecord::end, CUpti_ActivityMemset4, end);
OPSCOPE_SAME_PLACE(memsetRecord::device, CUpti_ActivityMemset4, deviceId);
OPSCOPE_SAME_PLACE(memsetRecord::stream, CUpti_ActivityMemset4, streamId);
OPSCOPE_SAME_PLACE(memsetRecord::correlation, CUpti_ActivityMemset4, correlationId);
OPSCOPE_SAME_PLACE(memsetRecord::flags, CUpti_ActivityMemset4, flags);
OPSCOPE_SAME_PLACE(memsetRecord::graphNode, CUpti_ActivityMemset4, graphNodeId);
OPSCOPE_SAME_PLACE(memsetRecord::graph, CUpti_ActivityMemset4, graphId);
static_assert(memsetRecord::bytes == sizeof(CUpti_ActivityMemset4));

OPSCOPE_SAME_PLACE(external::kind, CUpti_ActivityExternalCorrelation, externalKind);
OPSCOPE_SAME_PLACE(external::id, CUpti_ActivityExternalCorrelation, externalId);
OPSCOPE_SAME_PLACE(external::correlation, CUpti_ActivityExternalCorrelation, correlationId);
static_assert(external::bytes == sizeof(CUpti_ActivityExternalCorrelation));

OPSCOPE_SAME_PLACE(call::function, CUpti_ActivityAPI, cbid);
OPSCOPE_SAME_PLACE(call::start, CUpti_ActivityAPI, start);
OPSCOPE_SAME_PLACE(call::end, CUpti_ActivityAPI, end);
OPSCOPE_SAME_PLACE(call::thread, CUpti_ActivityAPI, threadId);
OPSCOPE_SAME_PLACE(call::correlation, CUpti_ActivityAPI, correlationId);
OPSCOPE_SAME_PLACE(call::result, CUpti_ActivityAPI, returnValue);
static_assert(call::bytes == sizeof(CUpti_ActivityAPI));

OPSCOPE_SAME_PLACE(overhead::kind, CUpti_ActivityOverhead3, overheadKind);
OPSCOPE_SAME_PLACE(overhead::start, CUpti_ActivityOverhead3, start);
OPSCOPE_SAME_PLACE(overhead::end, CUpti_ActivityOverhead3, end);
OPSCOPE_SAME_PLACE(overhead::correlation, CUpti_ActivityOverhead3, correlationId);
OPSCOPE_SAME_PLACE(overhead::payload, CUpti_ActivityOverhead3, overheadData);
static_assert(overhead::bytes == sizeof(CUpti_ActivityOverhead3));

OPSCOPE_SAME_PLACE(wait::type, CUpti_ActivitySynchronization2, type);
OPSCOPE_SAME_PLACE(wait::start, CUpti_ActivitySynchronization2, start);
OPSCOPE_SAME_PLACE(wait::end, CUpti_ActivitySynchronization2, end);
OPSCOPE_SAME_PLACE(wait::correlation, CUpti_ActivitySynchronization2, correlationId);
OPSCOPE_SAME_PLACE(wait::stream, CUpti_ActivitySynchronization2, streamId);
static_assert(wait::bytes == sizeof(CUpti_ActivitySynchronization2));

OPSCOPE_SAME_PLACE(memory::operation, CUpti_ActivityMemory4, memoryOperationType);
OPSCOPE_SAME_PLACE(memory::kind, CUpti_ActivityMemory4, memoryKind);
OPSCOPE_SAME_PLACE(memory::correlation, CUpti_ActivityMemory4, correlationId);
OPSCOPE_SAME_PLACE(memory::address, CUpti_ActivityMemory4, address);
OPSCOPE_SAME_PLACE(memory::size, CUpti_ActivityMemory4, bytes);
OPSCOPE_SAME_PLACE(memory::time, CUpti_ActivityMemory4, timestamp);
OPSCOPE_SAME_PLACE(memory::pool, CUpti_ActivityMemory4, memoryPoolConfig.address);
OPSCOPE_SAME_PLACE(memory::poolUsed, CUpti_ActivityMemory4, memoryPoolConfig.utilizedSize);
static_assert(memory::bytes == sizeof(CUpti_ActivityMemory4));

OPSCOPE_SAME_PLACE(pool::operation, CUpti_ActivityMemoryPool3, memoryPoolOperationType);
OPSCOPE_SAME_PLACE(pool::address, CUpti_ActivityMemoryPool3, address);
OPSCOPE_SAME_PLACE(pool::size, CUpti_ActivityMemoryPool3, size);
OPSCOPE_SAME_PLACE(pool::time, CUpti_ActivityMemoryPool3, timestamp);
OPSCOPE_SAME_PLACE(pool::used, CUpti_ActivityMemoryPool3, utilizedSize);
static_assert(pool::bytes == sizeof(CUpti_ActivityMemoryPool3));

OPSCOPE_SAME_PLACE(graphTrace::correlation, CUpti_ActivityGraphTrace2, correlationId);
OPSCOPE_SAME_PLACE(graphTrace::start, CUpti_ActivityGraphTrace2, start);
OPSCOPE_SAME_PLACE(graphTrace::end, CUpti_ActivityGraphTrace2, end);
OPSCOPE_SAME_PLACE(graphTrace::device, CUpti_ActivityGraphTrace2, deviceId);
OPSCOPE_SAME_PLACE(graphTrace::graph, CUpti_ActivityGraphTrace2, graphId);
OPSCOPE_SAME_PLACE(graphTrace::stream, CUpti_ActivityGraphTrace2, streamId);
static_assert(graphTrace::bytes == sizeof(CUpti_ActivityGraphTrace2));

OPSCOPE_SAME_PLACE(jit::operation, CUpti_ActivityJit2, jitOperationType);
OPSCOPE_SAME_PLACE(jit::start, CUpti_ActivityJit2, start);
OPSCOPE_SAME_PLACE(jit::end, CUpti_ActivityJit2, end);
OPSCOPE_SAME_PLACE(jit::correlation, CUpti_ActivityJit2, correlationId);
OPSCOPE_SAME_PLACE(jit::cacheSize, CUpti_ActivityJit2, cacheSize);
static_assert(jit::bytes == sizeof(CUpti_ActivityJit2));

OPSCOPE_SAME_PLACE(device::memoryBandwidth, CUpti_ActivityDevice5, globalMemoryBandwidth);
OPSCOPE_SAME_PLACE(device::memorySize, CUpti_ActivityDevice5, globalMemorySize);
OPSCOPE_SAME_PLACE(device::l2Bytes, CUpti_ActivityDevice5, l2CacheSize);
OPSCOPE_SAME_PLACE(device::clock, CUpti_ActivityDevice5, coreClockRate);
OPSCOPE_SAME_PLACE(device::multiprocessors, CUpti_ActivityDevice5, numMultiprocessors);
OPSCOPE_SAME_PLACE(device::warps, CUpti_ActivityDevice5, maxWarpsPerMultiprocessor);
OPSCOPE_SAME_PLACE(device::blocks, CUpti_ActivityDevice5, maxBlocksPerMultiprocessor);
OPSCOPE_SAME_PLACE(device::sharedBytes, CUpti_ActivityDevice5, maxSharedMemoryPerMultiprocessor);
OPSCOPE_SAME_PLACE(device::registers, CUpti_ActivityDevice5, maxRegistersPerMultiprocessor);
OPSCOPE_SAME_PLACE(device::computeMajor, CUpti_ActivityDevice5, computeCapabilityMajor);
OPSCOPE_SAME_PLACE(device::computeMinor, CUpti_ActivityDevice5, computeCapabilityMinor);
OPSCOPE_SAME_PLACE(device::number, CUpti_ActivityDevice5, id);
OPSCOPE_SAME_PLACE(device::uuid, CUpti_ActivityDevice5, uuid);
OPSCOPE_SAME_PLACE(device::name, CUpti_ActivityDevice5, name);
OPSCOPE_SAME_PLACE(device::isPartition, CUpti_ActivityDevice5, isMigEnabled);
static_assert(device::bytes == sizeof(CUpti_ActivityDevice5));

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
static_assert(kernelNode == CU_GRAPH_NODE_TYPE_KERNEL);
static_assert(static_cast<int>(Kind::ConcurrentKernel) == CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
static_assert(static_cast<int>(Kind::GraphTrace) == CUPTI_ACTIVITY_KIND_GRAPH_TRACE);
static_assert(static_cast<int>(Kind::Jit) == CUPTI_ACTIVITY_KIND_JIT);
static_assert(static_cast<int>(Kind::Memory) == CUPTI_ACTIVITY_KIND_MEMORY2);
static_assert(static_cast<int>(Kind::MemoryPool) == CUPTI_ACTIVITY_KIND_MEMORY_POOL);
static_assert(static_cast<int>(Kind::Overhead) == CUPTI_ACTIVITY_KIND_OVERHEAD);
static_assert(static_cast<int>(Kind::MemcpyPeer) == CUPTI_ACTIVITY_KIND_MEMCPY2);
static_assert(static_cast<int>(Kind::Synchronisation) == CUPTI_ACTIVITY_KIND_SYNCHRONIZATION);
static_assert(
    static_cast<int>(Kind::ExternalCorrelation) == CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION);

// The params of the Range Profiler. Our structs inherit their first two fields; their offsets are
// the same.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Winvalid-offsetof"
#define OPSCOPE_SAME_PARAM(ours, theirs, field, theirField)                                        \
    static_assert(sizeof(counter::ours) == sizeof(theirs));                                        \
    static_assert(offsetof(counter::ours, field) == offsetof(theirs, theirField))
OPSCOPE_SAME_PARAM(ChipName, CUpti_Device_GetChipName_Params, chip, pChipName);
OPSCOPE_SAME_PARAM(HostInitialise, CUpti_Profiler_Host_Initialize_Params, chip, pChipName);
OPSCOPE_SAME_PARAM(HostInitialise, CUpti_Profiler_Host_Initialize_Params, host, pHostObject);
OPSCOPE_SAME_PARAM(HostOnly, CUpti_Profiler_Host_Deinitialize_Params, host, pHostObject);
OPSCOPE_SAME_PARAM(AddMetrics, CUpti_Profiler_Host_ConfigAddMetrics_Params, names, ppMetricNames);
OPSCOPE_SAME_PARAM(AddMetrics, CUpti_Profiler_Host_ConfigAddMetrics_Params, count, numMetrics);
OPSCOPE_SAME_PARAM(
    ConfigSize, CUpti_Profiler_Host_GetConfigImageSize_Params, configBytes, configImageSize);
OPSCOPE_SAME_PARAM(ConfigImage, CUpti_Profiler_Host_GetConfigImage_Params, config, pConfigImage);
OPSCOPE_SAME_PARAM(Passes, CUpti_Profiler_Host_GetNumOfPasses_Params, config, pConfigImage);
OPSCOPE_SAME_PARAM(Passes, CUpti_Profiler_Host_GetNumOfPasses_Params, passes, numOfPasses);
OPSCOPE_SAME_PARAM(
    Evaluate, CUpti_Profiler_Host_EvaluateToGpuValues_Params, image, pCounterDataImage);
OPSCOPE_SAME_PARAM(Evaluate, CUpti_Profiler_Host_EvaluateToGpuValues_Params, range, rangeIndex);
OPSCOPE_SAME_PARAM(Evaluate, CUpti_Profiler_Host_EvaluateToGpuValues_Params, values, pMetricValues);
OPSCOPE_SAME_PARAM(Enable, CUpti_RangeProfiler_Enable_Params, profiler, pRangeProfilerObject);
OPSCOPE_SAME_PARAM(
    ProfilerOnly, CUpti_RangeProfiler_Disable_Params, profiler, pRangeProfilerObject);
OPSCOPE_SAME_PARAM(ProfilerOnly, CUpti_RangeProfiler_Start_Params, profiler, pRangeProfilerObject);
OPSCOPE_SAME_PARAM(
    ProfilerOnly, CUpti_RangeProfiler_PopRange_Params, profiler, pRangeProfilerObject);
OPSCOPE_SAME_PARAM(SetConfig, CUpti_RangeProfiler_SetConfig_Params, config, pConfig);
OPSCOPE_SAME_PARAM(SetConfig, CUpti_RangeProfiler_SetConfig_Params, image, pCounterDataImage);
OPSCOPE_SAME_PARAM(SetConfig, CUpti_RangeProfiler_SetConfig_Params, range, range);
OPSCOPE_SAME_PARAM(SetConfig, CUpti_RangeProfiler_SetConfig_Params, replay, replayMode);
OPSCOPE_SAME_PARAM(SetConfig, CUpti_RangeProfiler_SetConfig_Params, maxRanges, maxRangesPerPass);
OPSCOPE_SAME_PARAM(SetConfig, CUpti_RangeProfiler_SetConfig_Params, levels, numNestingLevels);
OPSCOPE_SAME_PARAM(SetConfig, CUpti_RangeProfiler_SetConfig_Params, firstLevel, minNestingLevel);
OPSCOPE_SAME_PARAM(SetConfig, CUpti_RangeProfiler_SetConfig_Params, pass, passIndex);
OPSCOPE_SAME_PARAM(SetConfig, CUpti_RangeProfiler_SetConfig_Params, level, targetNestingLevel);
OPSCOPE_SAME_PARAM(Stop, CUpti_RangeProfiler_Stop_Params, isComplete, isAllPassSubmitted);
OPSCOPE_SAME_PARAM(PushRange, CUpti_RangeProfiler_PushRange_Params, name, pRangeName);
OPSCOPE_SAME_PARAM(Decode, CUpti_RangeProfiler_DecodeData_Params, dropped, numOfRangeDropped);
OPSCOPE_SAME_PARAM(ImageSize, CUpti_RangeProfiler_GetCounterDataSize_Params, names, pMetricNames);
OPSCOPE_SAME_PARAM(
    ImageSize, CUpti_RangeProfiler_GetCounterDataSize_Params, maxNodes, maxNumRangeTreeNodes);
OPSCOPE_SAME_PARAM(
    ImageSize, CUpti_RangeProfiler_GetCounterDataSize_Params, imageBytes, counterDataSize);
OPSCOPE_SAME_PARAM(
    ImageInitialise, CUpti_RangeProfiler_CounterDataImage_Initialize_Params, image, pCounterData);
OPSCOPE_SAME_PARAM(
    ImageRanges, CUpti_RangeProfiler_GetCounterDataInfo_Params, ranges, numTotalRanges);
OPSCOPE_SAME_PARAM(
    RangeName, CUpti_RangeProfiler_CounterData_GetRangeInfo_Params, delimiter, rangeDelimiter);
OPSCOPE_SAME_PARAM(RangeName, CUpti_RangeProfiler_CounterData_GetRangeInfo_Params, name, rangeName);
static_assert(counter::userRange == CUPTI_UserRange);
static_assert(counter::userReplay == CUPTI_UserReplay);
static_assert(CUPTI_PROFILER_TYPE_RANGE_PROFILER == 0);
#pragma GCC diagnostic pop

} // namespace

} // namespace profiler::cupti
