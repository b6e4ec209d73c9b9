#include "model/support/text.h"
#include "profiler/importers/formats.h"
#include "profiler/importers/text_file.h"
#include "profiler/importers/trace_event.h"
#include "profiler/importers/trace_tables.h"

/// Reads profiles of ONNX Runtime (`SessionOptions.enable_profiling`): an array with one event per
/// line, times in whole microseconds. Events of category `Node` with the suffix `_kernel_time` are
/// operators, `model_run` are runs, the category `Kernel` is work of a device. Many versions wrote
/// names of nodes without escapes. If a line is not valid JSON, the name is cut out by the text
/// around it (salvage). Source: onnxruntime, core/common/profiler.cc.

namespace profiler {

namespace {

using support::ErrorKind;
using support::failAs;
using support::Result;

constexpr std::string_view eventStart = "{\"cat\" :";
constexpr std::string_view kernelSuffix = "_kernel_time";
constexpr std::size_t longestEvent = std::size_t(32) << 20;
constexpr std::uint64_t eventCap = 1'000'000; // ONNX Runtime stops recording there

bool endsWith(std::string_view text, std::string_view suffix, std::string_view& rest)
{
    if (!text.ends_with(suffix))
        return false;
    rest = text.substr(0, text.size() - suffix.size());
    return true;
}

/// Why the runtime inserted this operator: a copy or a layout change; empty for others.
std::string_view insertedReason(std::string_view name, std::string_view type)
{
    if (type.starts_with("Memcpy"))
        return "copy between devices";
    if (type.starts_with("Reorder") || name.starts_with("Reorder"))
        return "layout change";
    return {};
}

class OnnxRuntimeReader {
public:
    OnnxRuntimeReader()
        : m_tables("ONNX Runtime")
    {
    }

    void feed(std::string_view piece)
    {
        m_text += piece;
        // The last event stays in m_text until the start of the next one is found.
        std::size_t start = 0;
        for (auto next = m_text.find(eventStart, 1); next != std::string::npos;
             next = m_text.find(eventStart, next + 1)) {
            // A match after anything else than a line break, comma or bracket is part of a name.
            const auto before = m_text.find_last_not_of(" \t\r", next - 1);
            if (before != std::string::npos
                && std::string_view("\n,[").find(m_text[before]) == std::string_view::npos)
                continue;
            take(std::string_view(m_text).substr(start, next - start));
            start = next;
        }
        m_text.erase(0, start);
        if (m_text.size() > longestEvent) {
            m_tables.lose("an event of over 32 MiB");
            m_text.clear();
        }
    }

    Result<std::shared_ptr<const Profile>> finish(const std::string& problem)
    {
        const auto end = m_text.find_last_not_of(" \t\r\n,");
        const bool isClosed = end != std::string::npos && m_text[end] == ']';
        const auto lostBefore = m_bad;
        take(m_text);
        if (!problem.empty())
            m_tables.endsEarly(problem);
        else if (!isClosed)
            m_tables.endsEarly(
                m_bad > lostBefore ? "in the middle of an event" : "its list is not closed");
        if (m_repaired > 0)
            m_tables.note(support::countOf(m_repaired, "name", "names")
                + " stood unescaped and could be read all the same");
        if (m_events >= eventCap)
            m_tables.note("the file has " + support::countText(m_events)
                    + " events: probably cut by ONNX Runtime, which stops at a million",
                "profile fewer runs");
        return std::move(m_tables).build();
    }

private:
    /// Reads one event. `text` goes from its start to the start of the next event.
    void take(std::string_view text)
    {
        const auto start = text.find('{');
        const auto end = text.rfind('}');
        if (start == std::string_view::npos)
            return;
        if (end == std::string_view::npos || end < start)
            return bad("an event is not complete");
        text = text.substr(start, end - start + 1);
        ++m_events;
        auto event = parseTraceEvent(text);
        if (!event) {
            event = salvage(text);
            if (!event)
                return bad(event.error().message());
            ++m_repaired;
        }
        add(*event);
    }

    void bad(std::string_view why)
    {
        ++m_bad;
        m_tables.lose(why);
    }

    /// Reads an event with an unescaped name: the name is the text between `"name" :"` and the
    /// arguments. The rest is read as JSON with an empty name.
    static Result<TraceEvent> salvage(std::string_view text)
    {
        constexpr std::string_view before = "\"name\" :\"";
        constexpr std::string_view after = "\",\"args\" : {";
        const auto start = text.find(before);
        const auto end = text.rfind(after);
        if (start == std::string_view::npos || end == std::string_view::npos
            || end < start + before.size())
            return failAs(ErrorKind::File, "an event is no JSON");
        const auto name = text.substr(start + before.size(), end - start - before.size());
        auto event = TRY(parseTraceEvent(
            std::string(text.substr(0, start + before.size())) + std::string(text.substr(end))));
        event.name = support::validUtf8(name);
        return event;
    }

    void add(const TraceEvent& event)
    {
        if (event.phase != 'X')
            return m_tables.skip("events of another kind");
        if (!event.startNs || !event.durationNs)
            return bad("an event has no time, or one that does not fit");
        if (*event.durationNs < 0)
            return bad("an event has a negative duration");
        std::string_view name = event.name;
        std::string_view rest;
        if (event.category == "Session")
            return addSession(event);
        if (endsWith(name, "_fence_before", rest) || endsWith(name, "_fence_after", rest))
            return m_tables.skip("fences between operators");
        const bool isKernel = event.category == "Kernel" || event.category == "Api";
        if (endsWith(name, kernelSuffix, rest))
            name = rest;
        addOperator(event, name, isKernel ? SliceKind::Gpu : SliceKind::Step);
    }

    void addSession(const TraceEvent& event)
    {
        if (event.name == "model_run") {
            m_tables.addRun({ .startNs = *event.startNs, .wallNs = *event.durationNs },
                m_tables.track(event.process, event.thread, TrackKind::Thread));
            return;
        }
        m_tables.add({ .startNs = *event.startNs,
                         .durationNs = *event.durationNs,
                         .track = m_tables.track(event.process, "session", TrackKind::Other),
                         .kind = SliceKind::Note },
            { .label = event.name, .opType = "session", .insertedReason = "work around the runs" });
    }

    void addOperator(const TraceEvent& event, std::string_view name, SliceKind kind)
    {
        const auto type = event.argument("op_name");
        const auto provider = event.argument("provider");
        const bool isCpu = provider.empty() || provider == "CPUExecutionProvider";
        const auto track = m_tables.track(event.process, event.thread,
            kind == SliceKind::Gpu ? TrackKind::Stream : TrackKind::Thread);
        std::string label(name);
        if (label.empty())
            label = std::string(type) + "_" + std::string(event.argument("node_index"));
        m_tables.add({ .startNs = *event.startNs,
                         .durationNs = *event.durationNs,
                         .track = track,
                         .kind = kind },
            { .label = label,
                .opType = type.empty() ? std::string_view(event.category) : type,
                .implementation = provider,
                .device = isCpu ? "cpu" : "device",
                .insertedReason = insertedReason(name, type),
                .kind = type.starts_with("Memcpy")       ? StepKind::Copy
                    : insertedReason(name, type).empty() ? StepKind::Operator
                                                         : StepKind::Reorder });
        if (!isCpu && kind == SliceKind::Step && !m_hasDeviceNote) {
            m_hasDeviceNote = true;
            m_tables.note("times of operators on " + std::string(provider)
                + " are those of enqueuing, not of computing");
        }
    }

    TraceTables m_tables;
    std::string m_text;
    std::uint64_t m_events = 0;
    std::uint64_t m_bad = 0;
    std::uint64_t m_repaired = 0;
    bool m_hasDeviceNote = false;
};

bool looksLikeOnnxRuntime(std::string_view head)
{
    const auto start = head.find_first_not_of(" \t\r\n");
    if (start == std::string_view::npos || head[start] != '[')
        return false;
    const auto next = head.find_first_not_of(" \t\r\n", start + 1);
    const bool isEmptyList = next != std::string_view::npos && head[next] == ']';
    return isEmptyList || head.find(eventStart) != std::string_view::npos;
}

Result<std::shared_ptr<const Profile>> readOnnxRuntime(
    const std::filesystem::path& path, std::stop_token stop, const support::Progress& progress)
{
    auto text = TRY(TextFile::open(path));
    OnnxRuntimeReader reader;
    TRY(text.forEachPiece("reading events", stop, progress,
        [&reader](std::string_view piece) { reader.feed(piece); }));
    return reader.finish(text.problem());
}

} // namespace

constinit const Importer onnxRuntimeFormat { "ONNX Runtime", looksLikeOnnxRuntime,
    readOnnxRuntime };

} // namespace profiler
