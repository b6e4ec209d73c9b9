#include "profiler/exporters/exporter.h"

#include "model/support/json.h"
#include "profiler/charts/processor_tracks.h"
#include "profiler/device/device_record.h"
#include "profiler/exporters/trace_slices.h"

#include <algorithm>
#include <cstdio>
#include <vector>

namespace profiler {

namespace {

using support::JsonWriter;
using support::Result;

constexpr int processId = 1;
constexpr std::size_t flushAbove = 1U << 18;

/// Microseconds with three decimals, exact. A double would lose the last digits of a long
/// recording.
std::string microseconds(std::int64_t ns)
{
    char text[32];
    std::snprintf(text, sizeof text, "%s%lld.%03lld", ns < 0 ? "-" : "",
        std::abs(static_cast<long long>(ns)) / 1000, std::abs(static_cast<long long>(ns)) % 1000);
    return text;
}

class TraceWriter {
public:
    TraceWriter(const Profile& profile, const ExportSink& sink)
        : m_profile(profile)
        , m_sink(sink)
        , m_json(m_text)
        , m_lanes(traceLanes(profile))
    {
    }

    Result<void> write()
    {
        m_json.beginObject().member("displayTimeUnit", "ns").key("traceEvents").beginArray();
        writeNames();
        for (const auto& entry : order()) {
            if (entry.series == noSeries)
                writeSlice(entry.index);
            else if (entry.series == flowStart || entry.series == flowEnd)
                writeFlow(entry.index, entry.series);
            else
                writeCounter(m_profile.counters[entry.series], entry.index);
            TRY(flushIfLarge());
        }
        m_json.endArray().key("otherData");
        writeOtherData();
        m_json.endObject().flush();
        return m_sink(m_text + "\n");
    }

private:
    /// A span, an end of a flow, or a value of a counter. All are sorted by time together.
    struct Entry {
        std::int64_t startNs;
        std::int64_t durationNs;
        std::uint32_t series; ///< noSeries for a span, flowStart and flowEnd
        std::uint32_t index;
    };
    static constexpr std::uint32_t noSeries = 0xffffffffU;
    static constexpr std::uint32_t flowStart = 0xfffffffeU;
    static constexpr std::uint32_t flowEnd = 0xfffffffdU;

    /// All entries by start, longer ones first, so that a span comes before the spans inside it.
    std::vector<Entry> order() const
    {
        std::vector<Entry> entries;
        const auto& rows = m_profile.slices;
        for (std::uint32_t i = 0; i < rows.size(); ++i)
            entries.push_back({ rows.startNs[i], rows.durationNs[i], noSeries, i });
        for (std::uint32_t series = 0; series < m_profile.counters.size(); ++series) {
            const auto& times = m_profile.counters[series].timeNs;
            for (std::uint32_t i = 0; i < times.size(); ++i)
                entries.push_back({ times[i], 0, series, i });
        }
        for (const auto& [call, works] : traceFlows(m_profile)) {
            entries.push_back({ rows.startNs[call], 0, flowStart, call });
            for (const auto work : works)
                entries.push_back({ rows.startNs[work], 0, flowEnd, work });
        }
        std::ranges::stable_sort(entries, [](const Entry& a, const Entry& b) {
            return a.startNs != b.startNs ? a.startNs < b.startNs : a.durationNs > b.durationNs;
        });
        return entries;
    }

    void writeNames()
    {
        const auto name = [&](std::string_view what, std::size_t thread, std::string_view text) {
            m_json.beginObject().members(
                { { "ph", "M" }, { "name", what }, { "pid", processId }, { "tid", thread } });
            m_json.key("args").object({ { "name", text } }).endObject();
        };
        name("process_name", 0, "Opscope");
        for (std::size_t i = 0; i < m_lanes.names.size(); ++i)
            name("thread_name", i, m_lanes.names[i]);
    }

    /// Writes one end of a flow. A flow goes from the call that launched work to the work.
    void writeFlow(std::uint32_t slice, std::uint32_t end)
    {
        m_json.beginObject().members({ { "ph", end == flowStart ? "s" : "f" }, { "name", "launch" },
            { "cat", "gpu" }, { "id", m_profile.slices.correlation[slice] } });
        m_json.key("ts").raw(microseconds(m_profile.slices.startNs[slice]));
        if (end == flowEnd)
            m_json.member("bp", "e"); // binds to the enclosing span, not to the next one
        m_json.members({ { "pid", processId }, { "tid", m_lanes.of(slice) } }).endObject();
    }

    void writeSlice(std::uint32_t slice)
    {
        const auto& rows = m_profile.slices;
        m_json.beginObject().members({ { "ph", "X" }, { "name", traceName(m_profile, slice) },
            { "cat", traceCategory(rows.kind[slice]) } });
        m_json.key("ts")
            .raw(microseconds(rows.startNs[slice]))
            .key("dur")
            .raw(microseconds(rows.durationNs[slice]))
            .members({ { "pid", processId }, { "tid", m_lanes.of(slice) } });
        m_json.key("args").beginObject();
        forSliceFacts(m_profile, slice,
            [&](std::string_view name, const auto& value) { m_json.member(name, value); });
        m_json.endObject().endObject();
    }

    void writeCounter(const CounterSeries& series, std::uint32_t i)
    {
        m_json.beginObject().members({ { "ph", "C" }, { "name", m_profile.text(series.name) } });
        m_json.key("ts")
            .raw(microseconds(series.timeNs[i]))
            .members({ { "pid", processId }, { "tid", 0 } });
        m_json.key("args").object({ { "value", series.value[i] } }).endObject();
    }

    void writeOtherData()
    {
        m_json.beginObject().members({ { "opscope_schema", 1 },
            { "model_sha256", m_profile.metadata.text(keys::modelSha256) },
            { "dropped", m_profile.losses.dropped } });
        if (m_profile.device.record)
            m_json.members({ { "tracer", m_profile.device.record->tracer },
                { "device_losses", lossesText(m_profile.device.record->losses) },
                { "device_clock", clockText(m_profile.device.record->clock) } });
        m_json.key("eliminated").beginObject();
        for (const auto& node : m_profile.provenance) {
            if (node.fate == Fate::Folded || node.fate == Fate::Removed
                || node.fate == Fate::Inlined || node.fate == Fate::NotRun)
                m_json.member(m_profile.text(node.label),
                    std::string(fateName(node.fate)) + " by "
                        + std::string(m_profile.text(node.pass)));
        }
        m_json.endObject().endObject();
    }

    Result<void> flushIfLarge()
    {
        if (m_text.size() < flushAbove)
            return {};
        m_json.flush();
        TRY(m_sink(m_text));
        m_text.clear();
        return {};
    }

    const Profile& m_profile;
    const ExportSink& m_sink;
    std::string m_text;
    JsonWriter m_json;
    TraceLanes m_lanes;
};

} // namespace

Result<void> writeChromeTrace(const Report& report, const ExportSink& sink)
{
    const auto profile = withProcessorSeries(report.profile, *report.statistics);
    return TraceWriter(*profile, sink).write();
}

} // namespace profiler
