#include "profiler/cupti/decoder.h"

#include "engine/cuda/probe.h"

#include <algorithm>
#include <array>

namespace profiler::cupti {

namespace {

constexpr std::uint32_t replayMark = 0xffffffffu;
constexpr std::uint8_t pinnedMemory = 2; // CUpti_ActivityMemoryKind
constexpr std::uint32_t asyncFlag = 1; // CUPTI_ACTIVITY_FLAG_MEMCPY_ASYNC, …_MEMSET_ASYNC

template <typename From, typename To>
struct Row {
    From from;
    To to;
};
template <typename From, typename To, std::size_t N>
To lookUp(const std::array<Row<From, To>, N>& rows, From from, To otherwise)
{
    const auto row = std::ranges::find(rows, from, &Row<From, To>::from);
    return row != rows.end() ? row->to : otherwise;
}

// CUpti_ActivityMemcpyKind.
constexpr std::array<Row<std::uint8_t, DeviceCopyKind>, 5> copyKinds { {
    { 1, DeviceCopyKind::HostToDevice },
    { 2, DeviceCopyKind::DeviceToHost },
    { 8, DeviceCopyKind::DeviceToDevice },
    { 9, DeviceCopyKind::HostToHost },
    { 10, DeviceCopyKind::PeerToPeer },
} };

// CUpti_ActivitySynchronizationType.
constexpr std::array<Row<std::uint32_t, DeviceWaitKind>, 4> waitKinds { {
    { 1, DeviceWaitKind::Event },
    { 2, DeviceWaitKind::StreamForEvent },
    { 3, DeviceWaitKind::Stream },
    { 4, DeviceWaitKind::Context },
} };

// CUpti_ActivityOverheadKind.
constexpr std::array<Row<std::uint32_t, DeviceOverheadKind>, 8> overheadKinds { {
    { 1, DeviceOverheadKind::DriverCompiler },
    { 1u << 16, DeviceOverheadKind::BufferFlush },
    { 2u << 16, DeviceOverheadKind::Instrumentation },
    { 3u << 16, DeviceOverheadKind::Resource },
    { 4u << 16, DeviceOverheadKind::LazyLoading },
    { 5u << 16, DeviceOverheadKind::LazyLoading },
    { 6u << 16, DeviceOverheadKind::CommandBufferFull },
    { 7u << 16, DeviceOverheadKind::ActivityBufferRequest },
} };

std::int64_t timeOf(const Field64& field, const std::byte* record)
{
    return static_cast<std::int64_t>(field(record));
}

} // namespace

std::uint64_t externalId(engine::StepId step, std::uint32_t iteration)
{
    const auto lower = step.isValid() ? std::uint64_t(step.value()) + 1 : replayMark;
    return std::uint64_t(iteration) << 32 | lower;
}

DeviceOwner ownerOf(std::uint64_t externalId)
{
    if (externalId == 0)
        return {};
    const auto lower = static_cast<std::uint32_t>(externalId);
    const auto iteration = static_cast<std::uint32_t>(externalId >> 32);
    if (lower == replayMark || lower == 0)
        return { engine::StepId(), iteration };
    return { engine::StepId(lower - 1), iteration };
}

Decoder::Decoder(Surroundings surroundings, std::uint64_t maxBytes)
    : m_surroundings(std::move(surroundings))
    , m_maxBytes(maxBytes)
{
}

/// Adds a row. If the memory for rows is used up, returns null and counts the record as dropped.
template <typename RowType>
RowType* Decoder::addRow(std::vector<RowType>& rows)
{
    if (rows.size() == rows.capacity()) {
        const auto wanted = std::max<std::size_t>(256, rows.capacity() + rows.capacity() / 2);
        // While the vector grows, old and new rows are in memory together.
        if (m_usedBytes + wanted * sizeof(RowType) > m_maxBytes) {
            ++m_trace.losses.droppedRecords;
            return nullptr;
        }
        m_usedBytes += (wanted - rows.capacity()) * sizeof(RowType);
        rows.reserve(wanted);
    }
    ++m_rows;
    return &rows.emplace_back();
}

void Decoder::decode(std::span<const std::byte> valid)
{
    const std::byte* record = nullptr;
    std::size_t end = 0;
    bool isEmpty = true;
    while ((record = m_surroundings.next(valid, record)) != nullptr) {
        const auto kind = recordKind(record);
        const auto offset = static_cast<std::size_t>(record - valid.data());
        const auto bytes = recordBytes(kind);
        if (bytes > valid.size() - offset)
            break; // a truncated record
        end = offset + bytes;
        isEmpty = false;
        decodeRecord(record, kind);
    }
    // Records of newer versions are longer, so a short rest may be the end of the last record. Only
    // a rest that is long enough for further records counts.
    const auto rest = valid.subspan(end);
    const bool isRest = rest.size() >= contextRecord::bytes * 16
        && std::ranges::any_of(rest, [](std::byte byte) { return byte != std::byte(0); });
    if (isRest || (isEmpty && !valid.empty()))
        ++m_trace.losses.damagedBuffers;
}

void Decoder::decodeRecord(const std::byte* record, Kind kind)
{
    switch (kind) {
    case Kind::ConcurrentKernel:
        return addKernel(record);
    case Kind::Memcpy:
    case Kind::MemcpyPeer:
    case Kind::Memset:
        return addCopy(record, kind);
    case Kind::Runtime:
    case Kind::Driver:
        return addCall(record, kind);
    case Kind::ExternalCorrelation:
        return addLink(record);
    case Kind::Synchronisation:
        return addWait(record);
    case Kind::Overhead:
        return addOverhead(record);
    case Kind::Jit:
        return addCompilation(record);
    case Kind::Device:
        return addDevice(record);
    case Kind::Context:
    case Kind::Stream:
    case Kind::Invalid:
        return;
    }
}

void Decoder::checkTime(std::int64_t startNs, std::int64_t endNs)
{
    if (startNs == 0 || endNs <= startNs)
        ++m_trace.losses.withoutTime;
}

void Decoder::addKernel(const std::byte* record)
{
    auto* const row = addRow(m_trace.kernels);
    if (row == nullptr)
        return;
    row->startNs = timeOf(kernel::start, record);
    row->endNs = timeOf(kernel::end, record);
    row->graphNode = kernel::graphNode(record);
    row->name = m_names.kernel(m_surroundings.text(kernel::name(record)));
    row->correlation = kernel::correlation(record);
    row->stream = kernel::stream(record);
    row->graph = kernel::graph(record);
    row->grid = kernel::grid(record);
    row->block = kernel::block(record);
    row->cluster = kernel::cluster(record);
    row->registersPerThread = kernel::registersPerThread(record);
    row->staticSharedBytes = kernel::staticShared(record);
    row->dynamicSharedBytes = kernel::dynamicShared(record);
    row->localBytesPerThread = kernel::localPerThread(record);
    row->device = static_cast<std::uint16_t>(kernel::device(record));
    checkTime(row->startNs, row->endNs);
}

void Decoder::addCopy(const std::byte* record, Kind kind)
{
    auto* const row = addRow(m_trace.copies);
    if (row == nullptr)
        return;
    const bool isPeer = kind == Kind::MemcpyPeer;
    const bool isSet = kind == Kind::Memset;
    const std::uint32_t flags = isSet ? memsetRecord::flags(record) : memcpyRecord::flags(record);
    row->startNs = timeOf(memcpyRecord::start, record);
    row->endNs = timeOf(memcpyRecord::end, record);
    row->bytes = memcpyRecord::size(record);
    row->kind = isPeer ? DeviceCopyKind::PeerToPeer
        : isSet        ? DeviceCopyKind::Set
                       : lookUp(copyKinds, memcpyRecord::copyKind(record), DeviceCopyKind::Other);
    row->isAsync = (flags & asyncFlag) != 0;
    row->isPinned = (row->kind == DeviceCopyKind::HostToDevice
                        && memcpyRecord::sourceKind(record) == pinnedMemory)
        || (row->kind == DeviceCopyKind::DeviceToHost
            && memcpyRecord::targetKind(record) == pinnedMemory);
    row->device = static_cast<std::uint16_t>(memcpyRecord::device(record));
    row->stream = memcpyRecord::stream(record);
    row->correlation = isPeer ? peerCopy::correlation(record) : memcpyRecord::correlation(record);
    row->graphNode = isPeer ? peerCopy::graphNode(record) : memcpyRecord::graphNode(record);
    row->graph = isPeer ? peerCopy::graph(record) : memcpyRecord::graph(record);
    checkTime(row->startNs, row->endNs);
}

void Decoder::addCall(const std::byte* record, Kind kind)
{
    auto* const row = addRow(m_trace.calls);
    if (row == nullptr)
        return;
    const FunctionKey key { kind, call::function(record) };
    const auto known = m_functions.find(key);
    if (known != m_functions.end()) {
        row->name = known->second;
    } else {
        const auto name = m_surroundings.functionName(kind, key.function);
        row->name = m_names.function(withoutVersion(name));
        m_functions.emplace(key, row->name);
    }
    row->startNs = timeOf(call::start, record);
    row->endNs = timeOf(call::end, record);
    row->correlation = call::correlation(record);
    row->thread = call::thread(record);
    row->result = static_cast<std::int32_t>(call::result(record));
    row->isDriver = kind == Kind::Driver;
}

void Decoder::addWait(const std::byte* record)
{
    auto* const row = addRow(m_trace.waits);
    if (row == nullptr)
        return;
    row->startNs = timeOf(wait::start, record);
    row->endNs = timeOf(wait::end, record);
    row->correlation = wait::correlation(record);
    row->stream = wait::stream(record);
    row->kind = lookUp(waitKinds, wait::type(record), DeviceWaitKind::Other);
}

void Decoder::addOverhead(const std::byte* record)
{
    m_surroundings.release(overhead::payload(record));
    auto* const row = addRow(m_trace.overheads);
    if (row == nullptr)
        return;
    row->startNs = timeOf(overhead::start, record);
    row->endNs = timeOf(overhead::end, record);
    row->correlation = overhead::correlation(record);
    row->kind = lookUp(overheadKinds, overhead::kind(record), DeviceOverheadKind::Other);
}

void Decoder::addCompilation(const std::byte* record)
{
    using JitKind = DeviceCompilation::Kind;
    // CUpti_ActivityJitOperationType.
    constexpr std::array<Row<std::uint32_t, JitKind>, 3> kinds { {
        { 1, JitKind::CacheLoad },
        { 2, JitKind::CacheStore },
        { 3, JitKind::Compile },
    } };
    auto* const row = addRow(m_trace.compilations);
    if (row == nullptr)
        return;
    row->startNs = timeOf(jit::start, record);
    row->endNs = timeOf(jit::end, record);
    row->bytes = jit::cacheSize(record);
    row->correlation = jit::correlation(record);
    row->kind = lookUp(kinds, jit::operation(record), JitKind::Compile);
}

void Decoder::addDevice(const std::byte* record)
{
    constexpr std::uint64_t kilo = 1000;
    DeviceProperties found;
    found.number = device::number(record);
    found.name = m_surroundings.text(device::name(record));
    m_surroundings.release(device::name(record));
    found.uuid = engine::cuda::uuidText(device::uuid(record));
    found.computeMajor = device::computeMajor(record);
    found.computeMinor = device::computeMinor(record);
    found.multiprocessors = device::multiprocessors(record);
    found.warpsPerMultiprocessor = device::warps(record);
    found.blocksPerMultiprocessor = device::blocks(record);
    found.registersPerMultiprocessor = device::registers(record);
    found.sharedBytesPerMultiprocessor = device::sharedBytes(record);
    found.l2Bytes = device::l2Bytes(record);
    found.memoryBytes = device::memorySize(record);
    found.memoryBytesPerSecond = device::memoryBandwidth(record) * kilo;
    found.clockHertz = device::clock(record) * kilo;
    found.isPartition = device::isPartition(record) != 0;
    const auto known = std::ranges::find(m_trace.devices, found.number, &DeviceProperties::number);
    if (known == m_trace.devices.end())
        m_trace.devices.push_back(std::move(found));
    else
        *known = std::move(found);
}

void Decoder::addLink(const std::byte* record)
{
    if (external::kind(record) != external::ours || external::id(record) == 0)
        return;
    auto* const link = addRow(m_links);
    if (link == nullptr)
        return;
    link->correlation = external::correlation(record);
    link->id = external::id(record);
}

void Decoder::forgetWork()
{
    m_trace.kernels.clear();
    m_trace.copies.clear();
    m_trace.calls.clear();
    m_trace.waits.clear();
    m_links.clear();
    m_trace.losses = {};
}

DeviceTrace Decoder::finish(const Ending& ending)
{
    m_trace.names = std::move(m_names).take();
    m_functions.clear();
    linkRows(m_trace, std::move(m_links), ending);
    m_links.clear();
    m_usedBytes = 0;
    return std::exchange(m_trace, {});
}

} // namespace profiler::cupti
