#include "profiler/exporters/exporter.h"

#include "model/support/text.h"
#include "profiler/charts/processor_tracks.h"
#include "profiler/device/device_record.h"
#include "profiler/exporters/protobuf_message.h"
#include "profiler/exporters/trace_slices.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

namespace profiler {

/// Writes a Perfetto trace: `Trace { repeated TracePacket packet = 1 }`, one packet per begin, end
/// and counter value. Each text is written once (interned). Slices of a Perfetto track must nest
/// strictly, as in TraceLanes. Source: Perfetto, protos/perfetto/trace/trace_packet.proto,
/// track_event/*.proto.

namespace {

using support::Result;

// Field numbers, one namespace per message.
namespace packet {
constexpr std::uint32_t timestamp = 8, sequence = 10, trackEvent = 11, interned = 12,
                        sequenceFlags = 13, trackDescriptor = 60;
}
namespace descriptor {
constexpr std::uint32_t uuid = 1, name = 2, process = 3, parent = 5, counter = 8;
constexpr std::uint32_t processId = 1, processName = 6;
constexpr std::uint32_t counterUnit = 3, counterUnitName = 6;
}
namespace event {
constexpr std::uint32_t category = 3, annotation = 4, type = 9, name = 10, track = 11,
                        realValue = 44, flow = 47;
}
namespace annotation {
constexpr std::uint32_t name = 1, number = 3, text = 17;
}
namespace table {
constexpr std::uint32_t categories = 1, names = 2, annotationNames = 3, annotationTexts = 29;
constexpr std::uint32_t id = 1, name = 2;
}

enum EventType : std::uint32_t { Begin = 1, End = 2, Instant = 3, Counter = 4 };
constexpr std::uint32_t statesCleared = 1;
constexpr std::uint32_t needsStates = 2;
constexpr std::uint32_t bytesUnit = 3;
constexpr std::uint64_t processTrack = 1;
constexpr std::size_t flushAbove = std::size_t(1) << 18;

/// The interned texts of one table of the trace. id() adds a new text to `added`, which is written
/// in the packet that uses the text first.
class Interned {
public:
    explicit Interned(std::uint32_t field)
        : m_field(field)
    {
    }

    std::uint64_t id(std::string_view text, ProtobufMessage& added)
    {
        const auto [place, isNew] = m_ids.try_emplace(std::string(text), m_ids.size() + 1);
        if (isNew)
            added.message(m_field,
                ProtobufMessage()
                    .number(table::id, place->second)
                    .text(table::name, support::validUtf8(text)));
        return place->second;
    }

private:
    std::uint32_t m_field;
    std::unordered_map<std::string, std::uint64_t> m_ids;
};

class PerfettoWriter {
public:
    PerfettoWriter(const Profile& profile, const ExportSink& sink)
        : m_profile(profile)
        , m_sink(sink)
        , m_threads(traceLanes(profile))
        , m_lanes(m_threads.names.size())
        , m_nextTrack(processTrack + 1)
    {
        // Times of Perfetto are unsigned, so they count from the earliest one.
        for (const auto start : profile.slices.startNs)
            m_zeroNs = std::min(m_zeroNs, start);
        for (const auto& series : profile.counters)
            if (!series.timeNs.empty())
                m_zeroNs = std::min(m_zeroNs, series.timeNs.front());
    }

    Result<void> write()
    {
        addPacket(ProtobufMessage().number(packet::sequenceFlags, statesCleared));
        describeProcess();
        describeProfile();
        for (std::uint32_t track = 0; track < m_profile.tracks.size(); ++track)
            TRY(writeTrack(TrackId(track)));
        for (const auto& series : m_profile.counters)
            TRY(writeCounter(series));
        return m_sink(m_bytes);
    }

private:
    /// A thread of TraceLanes.
    struct Lane {
        std::uint64_t track = 0; ///< 0 until it is described, which it is before its first slice
        std::vector<std::int64_t> ends; ///< ends of the open slices, innermost last
    };

    std::uint64_t timeOf(std::int64_t ns) const
    {
        return static_cast<std::uint64_t>(ns) - static_cast<std::uint64_t>(m_zeroNs);
    }

    void addPacket(ProtobufMessage content)
    {
        content.number(packet::sequence, 1);
        m_bytes += ProtobufMessage().message(1, content).bytes();
    }

    void describeProcess()
    {
        addPacket(ProtobufMessage().message(packet::trackDescriptor,
            ProtobufMessage()
                .number(descriptor::uuid, processTrack)
                .message(descriptor::process,
                    ProtobufMessage()
                        .number(descriptor::processId, 1)
                        .text(descriptor::processName, "Opscope"))));
    }

    /// Writes an event with model, version, tracer and losses.
    void describeProfile()
    {
        ProtobufMessage added;
        ProtobufMessage event;
        event.number(event::type, Instant).number(event::track, processTrack);
        event.number(event::name, m_names.id("profile", added));
        for (const auto key : { keys::modelName, keys::modelSha256, keys::opscopeVersion })
            annotate(event, added, key, m_profile.metadata.text(key));
        annotate(event, added, "dropped", m_profile.losses.dropped);
        if (m_profile.device.record) {
            annotate(event, added, "tracer", m_profile.device.record->tracer);
            annotate(event, added, "device losses", lossesText(m_profile.device.record->losses));
        }
        addEvent(0, event, added);
    }

    std::uint64_t describeTrack(std::string_view name, const ProtobufMessage* counter = nullptr)
    {
        ProtobufMessage track;
        track.number(descriptor::uuid, m_nextTrack).number(descriptor::parent, processTrack);
        track.text(descriptor::name, support::validUtf8(name));
        if (counter != nullptr)
            track.message(descriptor::counter, *counter);
        addPacket(ProtobufMessage().message(packet::trackDescriptor, track));
        return m_nextTrack++;
    }

    Result<void> writeTrack(TrackId id)
    {
        const auto range = slicesOf(m_profile, id);
        for (auto i = static_cast<std::uint32_t>(range.first); i < range.last; ++i) {
            begin(i, laneOf(i));
            TRY(flushIfLarge());
        }
        for (auto& lane : m_lanes)
            while (!lane.ends.empty())
                endInnermost(lane);
        return {};
    }

    /// Returns the lane of a slice, in which everything before the slice has ended.
    Lane& laneOf(std::uint32_t slice)
    {
        const auto thread = m_threads.of(slice);
        auto& lane = m_lanes[thread];
        if (lane.track == 0)
            lane.track = describeTrack(m_threads.names[thread]);
        while (!lane.ends.empty() && lane.ends.back() <= m_profile.slices.startNs[slice])
            endInnermost(lane);
        return lane;
    }

    void begin(std::uint32_t slice, Lane& lane)
    {
        const auto& rows = m_profile.slices;
        ProtobufMessage added;
        ProtobufMessage event;
        event.number(event::type, Begin).number(event::track, lane.track);
        event.number(event::category, m_categories.id(traceCategory(rows.kind[slice]), added));
        event.number(event::name, m_names.id(traceName(m_profile, slice), added));
        if (!rows.correlation.empty() && rows.correlation[slice] != 0)
            event.fixed(event::flow, rows.correlation[slice]);
        forSliceFacts(m_profile, slice,
            [&](std::string_view name, const auto& value) { annotate(event, added, name, value); });
        addEvent(rows.startNs[slice], event, added);
        lane.ends.push_back(rows.endNs(slice));
    }

    void annotate(
        ProtobufMessage& event, ProtobufMessage& added, std::string_view name, std::uint64_t number)
    {
        event.message(event::annotation,
            ProtobufMessage()
                .number(annotation::name, m_annotationNames.id(name, added))
                .number(annotation::number, number));
    }

    void annotate(ProtobufMessage& event, ProtobufMessage& added, std::string_view name,
        std::string_view text)
    {
        event.message(event::annotation,
            ProtobufMessage()
                .number(annotation::name, m_annotationNames.id(name, added))
                .number(annotation::text, m_annotationTexts.id(text, added)));
    }

    /// A list is one annotation for each text; they have the name in the singular.
    void annotate(ProtobufMessage& event, ProtobufMessage& added, std::string_view name,
        const std::vector<std::string_view>& texts)
    {
        for (const auto text : texts)
            annotate(event, added, name.substr(0, name.size() - 1), text);
    }

    void endInnermost(Lane& lane)
    {
        ProtobufMessage event;
        event.number(event::type, End).number(event::track, lane.track);
        addEvent(lane.ends.back(), event, {});
        lane.ends.pop_back();
    }

    Result<void> writeCounter(const CounterSeries& series)
    {
        ProtobufMessage counter;
        const auto unit = m_profile.text(series.unit);
        if (unit == "bytes")
            counter.number(descriptor::counterUnit, bytesUnit);
        else
            counter.text(descriptor::counterUnitName, support::validUtf8(unit));
        const auto track = describeTrack(m_profile.text(series.name), &counter);
        for (std::size_t i = 0; i < series.timeNs.size(); ++i) {
            ProtobufMessage event;
            event.number(event::type, Counter).number(event::track, track);
            event.real(event::realValue, series.value[i]);
            addEvent(series.timeNs[i], event, {});
            TRY(flushIfLarge());
        }
        return {};
    }

    void addEvent(std::int64_t ns, const ProtobufMessage& event, const ProtobufMessage& added)
    {
        ProtobufMessage content;
        content.number(packet::timestamp, timeOf(ns));
        if (!added.bytes().empty())
            content.message(packet::interned, added);
        content.number(packet::sequenceFlags, needsStates);
        addPacket(std::move(content.message(packet::trackEvent, event)));
    }

    Result<void> flushIfLarge()
    {
        if (m_bytes.size() < flushAbove)
            return {};
        TRY(m_sink(m_bytes));
        m_bytes.clear();
        return {};
    }

    const Profile& m_profile;
    const ExportSink& m_sink;
    TraceLanes m_threads;
    std::vector<Lane> m_lanes;
    std::string m_bytes;
    std::int64_t m_zeroNs = 0;
    std::uint64_t m_nextTrack;
    Interned m_categories { table::categories };
    Interned m_names { table::names };
    Interned m_annotationNames { table::annotationNames };
    Interned m_annotationTexts { table::annotationTexts };
};

} // namespace

Result<void> writePerfetto(const Report& report, const ExportSink& sink)
{
    const auto profile = withProcessorSeries(report.profile, *report.statistics);
    return PerfettoWriter(*profile, sink).write();
}

} // namespace profiler
