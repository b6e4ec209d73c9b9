#include "profiler/device/device_trace.h"

#include "model/support/hash.h"
#include "profiler/device/device_record.h"
#include "profiler/tables/time_span.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <span>
#include <tuple>
#include <unordered_map>

namespace profiler {
namespace {

constexpr std::string_view deviceProcess = "GPU";

DeviceWork workOf(DeviceCopyKind kind)
{
    static constexpr std::array works { DeviceWork::CopyToDevice, DeviceWork::CopyToHost,
        DeviceWork::CopyOnDevice, DeviceWork::CopyToPeer, DeviceWork::CopyOnHost, DeviceWork::Set,
        DeviceWork::CopyOther };
    return works[static_cast<std::size_t>(kind)];
}

std::string_view nameOf(DeviceWaitKind kind)
{
    static constexpr std::array<std::string_view, 5> names { "wait for an event",
        "stream waits for an event", "wait for a stream", "wait for the device", "wait" };
    return names[static_cast<std::size_t>(kind)];
}

std::string_view nameOf(DeviceCompilation::Kind kind)
{
    static constexpr std::array<std::string_view, 3> names { "compiled code from the cache",
        "compiled code to the cache", "compile PTX" };
    return names[static_cast<std::size_t>(kind)];
}

/// Hashes a UUID, because profiles are sent to other people. Profiles of the same GPU can still be
/// recognised; the UUID cannot be recovered.
std::string hidden(const std::string& uuid)
{
    constexpr std::size_t digits = 12;
    return uuid.empty()
        ? uuid
        : support::sha256(std::as_bytes(std::span(uuid.data(), uuid.size()))).substr(0, digits);
}

KernelLaunch launchOf(const DeviceKernel& kernel)
{
    return { kernel.graphNode, kernel.graph, kernel.grid, kernel.block, kernel.cluster,
        kernel.registersPerThread, kernel.staticSharedBytes, kernel.dynamicSharedBytes,
        kernel.localBytesPerThread };
}

std::uint64_t hashOf(const KernelLaunch& launch)
{
    auto hash = support::mixed(launch.graphNode, launch.graph);
    for (const auto& three : { launch.grid, launch.block, launch.cluster })
        for (const auto value : three)
            hash = support::mixed(hash, value);
    hash = support::mixed(hash, launch.registersPerThread);
    hash = support::mixed(hash, launch.staticSharedBytes);
    hash = support::mixed(hash, launch.dynamicSharedBytes);
    return support::mixed(hash, launch.localBytesPerThread);
}

std::uint64_t hashOf(const CopyShape& copy)
{
    const auto flags = (copy.isAsync ? 1u : 0u) | (copy.isPinned ? 2u : 0u);
    return support::mixed(
        support::mixed(support::mixed(copy.bytes, copy.graphNode), copy.graph), flags);
}

/// Gives equal rows one index, and appends new rows to `rows`.
template <typename Row>
class Different {
public:
    explicit Different(std::vector<Row>& rows)
        : m_rows(rows)
    {
    }
    std::uint32_t place(const Row& row)
    {
        auto& places = m_places[hashOf(row)];
        for (const auto place : places)
            if (m_rows[place] == row)
                return place;
        m_rows.push_back(row);
        places.push_back(static_cast<std::uint32_t>(m_rows.size() - 1));
        return places.back();
    }

private:
    std::vector<Row>& m_rows;
    std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> m_places;
};

/// One piece of a step's work; all pieces of a step in a run are joined to one span.
struct OwnedWork {
    std::uint32_t run;
    std::uint32_t step;
    std::int64_t startNs;
    std::int64_t endNs;
};

class TraceAdder {
public:
    TraceAdder(ProfileBuilder& builder, const DeviceTrace& trace, const DeviceTraceTarget& target)
        : m_builder(builder)
        , m_profile(builder.profile())
        , m_trace(trace)
        , m_target(target)
        , m_launches(m_profile.device.launches)
        , m_copies(m_profile.device.copies)
    {
        for (const auto& name : trace.names)
            m_names.push_back(builder.text(name));
        findWindows();
    }

    void add()
    {
        const auto records = m_trace.kernels.size() + m_trace.copies.size() + m_trace.calls.size();
        m_builder.reserveSlices(m_builder.sliceCount() + records + m_trace.waits.size());
        m_owned.reserve(m_trace.kernels.size() + m_trace.copies.size());
        addCalls();
        if (hasWork())
            m_operatorTrack
                = m_builder.addTrack("operators on the device", processOf(0), TrackKind::Operators);
        makeStreams();
        addKernels();
        addCopies();
        addGraphs();
        addSteps();
        addOperators();
        addWaits();
        addOverheads();
        addSeries();
        addRecord();
        markRunsWithLosses();
    }

private:
    bool hasWork() const
    {
        return !m_trace.kernels.empty() || !m_trace.copies.empty() || !m_trace.graphLaunches.empty()
            || !m_trace.steps.empty();
    }

    std::uint32_t runLimit() const
    {
        return std::min<std::uint32_t>(
            m_target.runs, static_cast<std::uint32_t>(m_profile.runs.size()));
    }

    void findWindows()
    {
        for (const auto& window : m_trace.windows)
            if (window.iteration < m_profile.runs.size())
                m_windows.push_back(window);
        if (m_windows.empty())
            for (std::uint32_t i = 0; i < m_profile.runs.size(); ++i) {
                const auto start = m_profile.runs[i].startNs + m_target.zeroNs;
                m_windows.push_back({ i, start, start + m_profile.runs[i].wallNs });
            }
        std::ranges::sort(m_windows, {}, &DeviceWindow::startNs);
    }

    /// The run that contains this time; none between runs.
    std::uint32_t runAt(std::int64_t ns) const
    {
        auto after = std::ranges::upper_bound(m_windows, ns, {}, &DeviceWindow::startNs);
        if (after == m_windows.begin() || (--after)->endNs < ns)
            return Slices::none;
        return after->iteration;
    }

    struct Place {
        std::uint32_t step = Slices::none;
        std::uint32_t run = Slices::none;
        bool isWanted = true;
    };
    Place placeOf(const DeviceOwner& owner, std::int64_t startNs) const
    {
        Place place;
        place.run = owner.iteration != DeviceOwner::noIteration ? owner.iteration : runAt(startNs);
        if (owner.step.isValid() && owner.step.value() < m_profile.steps.size())
            place.step = owner.step.value();
        if (place.run != Slices::none)
            place.isWanted = place.run >= m_target.firstRun && place.run < runLimit();
        else
            place.isWanted = m_target.firstRun == 0 || startNs >= firstStart();
        return place;
    }

    std::int64_t firstStart() const
    {
        return m_target.firstRun < m_profile.runs.size()
            ? m_profile.runs[m_target.firstRun].startNs + m_target.zeroNs
            : std::numeric_limits<std::int64_t>::max();
    }

    std::string processOf(std::uint16_t device) const
    {
        const auto number
            = device < m_trace.devices.size() ? m_trace.devices[device].number : device;
        return std::string(deviceProcess) + " " + std::to_string(number);
    }

    struct Span {
        std::int64_t startNs = 0;
        std::int64_t endNs = 0;
        TrackId track;
        std::uint32_t correlation = 0;
    };
    void addSpan(const Span& span, const Place& place, std::uint32_t detail)
    {
        SliceRow row;
        row.startNs = span.startNs - m_target.zeroNs;
        row.durationNs = std::max<std::int64_t>(0, span.endNs - span.startNs);
        row.step = place.step;
        row.run = place.run;
        row.track = span.track;
        row.kind = SliceKind::Gpu;
        row.correlation = span.correlation;
        row.detail = detail;
        m_builder.addSlice(row);
    }

    StringId nameAt(std::uint32_t name) const
    {
        return name < m_names.size() ? m_names[name] : StringId();
    }

    void addCalls()
    {
        std::map<std::uint32_t, TrackId> tracks; // by thread
        for (const auto& call : m_trace.calls)
            tracks.emplace(call.thread, TrackId());
        for (auto& [thread, track] : tracks)
            track = m_builder.addTrack(tracks.size() == 1
                    ? "device calls"
                    : "device calls, thread " + std::to_string(thread),
                "CPU", TrackKind::Calls);
        for (const auto& call : m_trace.calls) {
            const auto place = placeOf(call.owner, call.startNs);
            if (!place.isWanted)
                continue;
            const auto row = m_profile.device.add(
                DeviceWork::Call, nameAt(call.name), std::bit_cast<std::uint32_t>(call.result));
            addSpan(
                { call.startNs, call.endNs, tracks[call.thread], call.correlation }, place, row);
        }
    }

    using StreamKey = std::pair<std::uint16_t, std::uint32_t>; // device, stream

    void makeStreams()
    {
        const auto addStreamsOf = [this](const auto& records) {
            for (const auto& record : records)
                m_streams.emplace(StreamKey(record.device, record.stream), TrackId());
        };
        addStreamsOf(m_trace.kernels);
        addStreamsOf(m_trace.copies);
        addStreamsOf(m_trace.graphLaunches);
        addStreamsOf(m_trace.steps);
        for (auto& [key, track] : m_streams) {
            const auto process = processOf(key.first);
            const auto name = "stream " + std::to_string(key.second);
            track = m_builder.addTrack(
                key.first == 0 ? name : process + ", " + name, process, TrackKind::Stream);
        }
    }

    template <typename Record>
    bool addWork(const Record& record, DeviceWork work, StringId name, std::uint32_t at)
    {
        const auto place = placeOf(record.owner, record.startNs);
        if (!place.isWanted)
            return false;
        if (record.endNs <= record.startNs) {
            m_lost.push_back({ record.correlation, place.run });
            return false;
        }
        const auto row = m_profile.device.add(work, name, at);
        const auto track = m_streams[StreamKey(record.device, record.stream)];
        addSpan({ record.startNs, record.endNs, track, record.correlation }, place, row);
        if (place.step != Slices::none && place.run != Slices::none)
            m_owned.push_back({ place.run, place.step, record.startNs, record.endNs });
        return true;
    }

    void addKernels()
    {
        for (const auto& kernel : m_trace.kernels)
            addWork(kernel, DeviceWork::Kernel, nameAt(kernel.name),
                m_launches.place(launchOf(kernel)));
    }

    void addCopies()
    {
        for (const auto& copy : m_trace.copies)
            addWork(copy, workOf(copy.kind), StringId(),
                m_copies.place(
                    { copy.bytes, copy.graphNode, copy.graph, copy.isAsync, copy.isPinned }));
    }

    void addGraphs()
    {
        for (const auto& launch : m_trace.graphLaunches)
            addWork(launch, DeviceWork::Graph,
                m_builder.text("graph " + std::to_string(launch.graph)), 0);
    }

    void addSteps()
    {
        for (const auto& step : m_trace.steps)
            addWork(step, DeviceWork::Step, StringId(), 0);
    }

    /// Adds one span per step and run, with the time in which at least one of its kernels and
    /// copies ran.
    void addOperators()
    {
        std::ranges::sort(m_owned, [](const OwnedWork& a, const OwnedWork& b) {
            return std::tie(a.run, a.step, a.startNs) < std::tie(b.run, b.step, b.startNs);
        });
        for (std::size_t i = 0; i < m_owned.size();) {
            const auto& first = m_owned[i];
            SpanUnion busy(first.startNs);
            auto next = i;
            for (; next < m_owned.size() && m_owned[next].run == first.run
                 && m_owned[next].step == first.step;
                 ++next)
                busy.add({ m_owned[next].startNs, m_owned[next].endNs });
            addSpan({ first.startNs, busy.endNs(), m_operatorTrack, 0 },
                { first.step, first.run, true }, m_profile.device.addOperator(busy.coveredNs()));
            i = next;
        }
    }

    void addWaits()
    {
        if (m_trace.waits.empty())
            return;
        const auto track = m_builder.addTrack("waiting for the device", "CPU", TrackKind::Waits);
        for (const auto& wait : m_trace.waits) {
            const auto place = placeOf(wait.owner, wait.startNs);
            if (place.isWanted)
                addSpan({ wait.startNs, wait.endNs, track, wait.correlation }, place,
                    m_profile.device.add(DeviceWork::Wait, m_builder.text(nameOf(wait.kind)), 0));
        }
    }

    void addOverheads()
    {
        if (m_trace.overheads.empty() && m_trace.compilations.empty())
            return;
        const auto track
            = m_builder.addTrack("tracer and driver overhead", "CPU", TrackKind::Overhead);
        const auto add = [&](const auto& record, DeviceWork work, std::string_view name) {
            const auto place = placeOf({}, record.startNs);
            if (place.isWanted)
                addSpan({ record.startNs, record.endNs, track, record.correlation }, place,
                    m_profile.device.add(work, m_builder.text(name), 0));
        };
        for (const auto& overhead : m_trace.overheads)
            add(overhead, DeviceWork::Overhead, overheadName(overhead.kind));
        for (const auto& compilation : m_trace.compilations)
            add(compilation, DeviceWork::Compilation, nameOf(compilation.kind));
    }

    void addSeries()
    {
        for (const auto& series : m_trace.series) {
            CounterSeries counter { m_builder.text("GPU " + series.name),
                m_builder.text(series.unit), {}, series.value };
            for (const auto ns : series.timeNs)
                counter.timeNs.push_back(ns - m_target.zeroNs);
            m_profile.counters.push_back(std::move(counter));
        }
        for (const auto& missing : m_trace.missingSeries)
            m_profile.conditions.push_back({ m_builder.text("GPU " + missing.name), StringId(),
                m_builder.text(missing.reason), false });
    }

    void addRecord()
    {
        auto record = std::make_shared<DeviceRecord>(m_trace);
        for (auto& device : record->devices)
            device.uuid = hidden(device.uuid);
        m_profile.device.record = std::move(record);
        const auto& losses = m_trace.losses;
        m_profile.losses.dropped
            += losses.droppedRecords + losses.withoutTime + losses.missingLaunches;
    }

    /// Adds a Drop slice for each record without a valid time, at the call that enqueued its work.
    void markRunsWithLosses()
    {
        if (m_lost.empty())
            return;
        std::unordered_map<std::uint32_t, const DeviceCall*> calls;
        for (const auto& call : m_trace.calls)
            calls.emplace(call.correlation, &call);
        const auto track = m_builder.addTrack("lost records", processOf(0), TrackKind::Other);
        std::vector<std::uint32_t> runs;
        for (const auto& [correlation, run] : m_lost) {
            if (run != Slices::none)
                runs.push_back(run);
            const auto found = calls.find(correlation);
            if (correlation == 0 || found == calls.end())
                continue;
            SliceRow row;
            row.startNs = found->second->startNs - m_target.zeroNs;
            row.durationNs = found->second->endNs - found->second->startNs;
            row.run = run;
            row.track = track;
            row.kind = SliceKind::Drop;
            m_builder.addSlice(row);
        }
        const auto keeps
            = [&](std::uint32_t run) { return std::ranges::find(runs, run) == runs.end(); };
        if (!std::ranges::any_of(recordedRuns(m_profile), keeps))
            return; // no run would be left; DeviceRecord::losses shows that sums are lower bounds
        for (const auto run : runs)
            m_profile.runs[run].hasGap = true;
    }

    struct Lost {
        std::uint32_t correlation;
        std::uint32_t run;
    };

    ProfileBuilder& m_builder;
    Profile& m_profile;
    const DeviceTrace& m_trace;
    const DeviceTraceTarget& m_target;
    Different<KernelLaunch> m_launches;
    Different<CopyShape> m_copies;
    std::vector<StringId> m_names;
    std::vector<DeviceWindow> m_windows; ///< of runs of the profile, in order of start
    std::map<StreamKey, TrackId> m_streams;
    TrackId m_operatorTrack;
    std::vector<OwnedWork> m_owned;
    std::vector<Lost> m_lost;
};

} // namespace

void addDeviceTrace(
    ProfileBuilder& builder, const DeviceTrace& trace, const DeviceTraceTarget& target)
{
    TraceAdder(builder, trace, target).add();
}

} // namespace profiler
