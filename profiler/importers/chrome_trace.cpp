#include "model/support/json.h"
#include "model/support/text.h"
#include "profiler/exporters/trace_slices.h"
#include "profiler/importers/formats.h"
#include "profiler/importers/text_file.h"
#include "profiler/importers/trace_event.h"
#include "profiler/importers/trace_tables.h"

#include <algorithm>
#include <map>

/// Reads traces in Chrome's JSON form: of Opscope, PyTorch (Kineto), TensorFlow and others. The
/// file is an array of events, or an object with `traceEvents`. Complete events (X) and pairs (B,
/// E) become spans, counters (C) become counters, metadata (M) gives the names of threads. Work of
/// a device is recognised by its category.
///
/// In traces of Opscope `args` has the properties of a span: side and round of a run; number, kind,
/// nodes and work of a step; the kind of a phase. Figures are then the same as in the profile. In
/// traces of PyTorch the spans `ProfilerStep#N` are the runs. Spans of the category `Trace` are as
/// long as the recording; they are no work and are skipped.
///
/// Sources: Trace Event Format; pytorch/kineto, libkineto/src/output_json.cpp; pytorch,
/// torch/profiler/profiler.py.

namespace profiler {

namespace {

using support::ErrorKind;
using support::failAs;
using support::Result;

constexpr std::size_t deepestOpen = 200'000;
/// Each argument of a counter is a series with the counter's name before its own.
constexpr std::size_t longestCounter = 4096;

bool contains(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

enum class Meaning { Operator, Device, Launch, Run, Phase, Annotation, WholeTrace, Other };

/// `category` must be in lower case.
Meaning meaningOf(const std::string& category, std::string_view name)
{
    if (category == "trace")
        return Meaning::WholeTrace;
    // The category is that of operators in older versions and of annotations in newer ones. On a
    // device the same span appears again, with a category that begins with `gpu`.
    if (name.starts_with("ProfilerStep#") && !category.starts_with("gpu"))
        return Meaning::Run;
    if (contains(category, "annotation") || category == "python_function" || category == "note"
        || category == "overhead")
        return Meaning::Annotation;
    if (category == "op" || category == "cpu_op" || category == "operator")
        return Meaning::Operator;
    if (category == "run")
        return Meaning::Run;
    if (category == "phase")
        return Meaning::Phase;
    if (contains(category, "runtime") || contains(category, "driver"))
        return Meaning::Launch;
    if (category == "gpu" || contains(category, "kernel") || contains(category, "memcpy")
        || contains(category, "memset"))
        return Meaning::Device;
    return Meaning::Other;
}

std::uint32_t correlationOf(const TraceEvent& event)
{
    return static_cast<std::uint32_t>(event.number("correlation").value_or(0));
}

/// The enumerator with this name; `otherwise` if there is none.
template <typename Enum, std::size_t count>
Enum named(std::string_view word, std::string_view (*nameOf)(Enum), Enum otherwise)
{
    for (std::size_t i = 0; i < count; ++i)
        if (nameOf(static_cast<Enum>(i)) == word)
            return static_cast<Enum>(i);
    return otherwise;
}

Run runOf(const TraceEvent& event, std::int64_t start, std::int64_t duration)
{
    Run run;
    run.startNs = start;
    run.wallNs = duration;
    run.side = named<Side, sideCount>(event.argument("side"), sideName, Side::Profiled);
    run.number = static_cast<std::uint32_t>(event.number("run").value_or(0));
    run.round = static_cast<std::uint32_t>(event.number("round").value_or(0));
    run.handoverNs = static_cast<std::int64_t>(
        std::min<std::uint64_t>(event.number("handover_ns").value_or(0), std::uint64_t(duration)));
    run.hasGap = event.argument("has_gap") == "true";
    return run;
}

class ChromeReader {
public:
    ChromeReader()
        : m_tables("Chrome trace")
        , m_splitter([this](std::string_view json) { take(json); },
              [this](std::string_view name, std::string_view value) { member(name, value); })
    {
    }

    void feed(std::string_view piece) { m_splitter.feed(piece); }

    Result<std::shared_ptr<const Profile>> finish(const std::string& problem)
    {
        if (!m_splitter.problem().empty())
            return failAs(ErrorKind::File, "the trace cannot be read: ", m_splitter.problem());
        if (!m_splitter.foundEvents())
            return failAs(ErrorKind::File, "the file has no list of events (`traceEvents`)",
                problem.empty() ? "" : ": ", problem);
        for (const auto& [thread, open] : m_open)
            for (std::size_t i = 0; i < open.size(); ++i)
                m_tables.lose("a begin without end");
        if (m_splitter.oversized() > 0)
            m_tables.lose("an event of over 16 MiB");
        if (!problem.empty())
            m_tables.endsEarly(problem);
        else if (m_splitter.endedEarly())
            m_tables.endsEarly("its list is not closed");
        return std::move(m_tables).build();
    }

private:
    void member(std::string_view name, std::string_view value)
    {
        if (name == "schemaVersion")
            m_tables.builder().profile().metadata.set(keys::importer, "PyTorch profiler (Kineto)");
        else if (name == "baseTimeNanoseconds" || name == "displayTimeUnit" || name == "traceName")
            m_tables.builder().profile().metadata.set(
                "import." + std::string(name), support::validUtf8(value.substr(0, 1000)));
    }

    void take(std::string_view json)
    {
        const auto event = parseTraceEvent(json);
        if (!event)
            return m_tables.lose("an event is no JSON: " + event.error().message().substr(0, 60));
        switch (event->phase) {
        case 'X':
            return complete(*event);
        case 'B':
            return begin(*event);
        case 'E':
            return end(*event);
        case 'M':
            return name(*event);
        case 'C':
            return counter(*event);
        case 's':
        case 't':
        case 'f':
            return m_tables.skip("flows (the correlation of launches and kernels is used)");
        case 'i':
        case 'I':
        case 'R':
            return m_tables.skip("instants");
        case '\0':
            return m_tables.lose("an event has no phase");
        default:
            return m_tables.skip("events of another kind");
        }
    }

    void complete(const TraceEvent& event)
    {
        if (!event.startNs)
            return m_tables.lose("an event has no time, or one that does not fit");
        if (event.durationNs.value_or(0) < 0)
            return m_tables.lose("an event has a negative duration");
        span(event, *event.startNs, event.durationNs.value_or(0));
    }

    void begin(const TraceEvent& event)
    {
        auto& open = m_open[event.process + '\x1f' + event.thread];
        if (!event.startNs || open.size() >= deepestOpen)
            return m_tables.lose("a begin has no time, or too many are open");
        open.push_back(event);
    }

    void end(const TraceEvent& event)
    {
        const auto found = m_open.find(event.process + '\x1f' + event.thread);
        if (!event.startNs || found == m_open.end() || found->second.empty())
            return m_tables.lose("an end without begin");
        const auto opened = std::move(found->second.back());
        found->second.pop_back();
        if (*event.startNs < *opened.startNs)
            return m_tables.lose("an end lies before its begin");
        span(opened, *opened.startNs, *event.startNs - *opened.startNs);
    }

    void span(const TraceEvent& event, std::int64_t start, std::int64_t duration)
    {
        // One version of a tool writes `Kernel`, another one `kernel`.
        const auto meaning = meaningOf(support::lowered(event.category), event.name);
        if (meaning == Meaning::Run) {
            const auto run = runOf(event, start, duration);
            std::optional<TrackId> track;
            if (run.number == 0) // runs of Opscope's traces have numbers, and a track of their own
                track = m_tables.track(event.process, event.thread, TrackKind::Thread);
            m_tables.addRun(run, track);
            return;
        }
        if (meaning == Meaning::WholeTrace)
            return m_tables.skip("spans of the whole recording");
        SliceRow row;
        row.startNs = start;
        row.durationNs = duration;
        row.correlation = correlationOf(event);
        const bool isDevice = meaning == Meaning::Device;
        row.track = m_tables.track(
            event.process, event.thread, isDevice ? TrackKind::Stream : TrackKind::Thread);
        row.kind = meaning == Meaning::Operator ? SliceKind::Step
            : isDevice                          ? SliceKind::Gpu
            : meaning == Meaning::Phase         ? SliceKind::Phase
                                                : SliceKind::Note;
        // Traces of unknown writers have other categories: all their spans count as steps.
        if (meaning == Meaning::Other)
            row.kind = SliceKind::Step;
        if (meaning == Meaning::Phase)
            row.phase = named<engine::Phase, 6>(
                event.argument("phase"), phaseName, engine::Phase::Kernel);
        addStep(event, meaning, row);
    }

    void addStep(const TraceEvent& event, Meaning meaning, const SliceRow& row)
    {
        auto type = event.argument("op_type");
        if (type.empty())
            type = event.argument("op_name");
        const bool isLaunch = meaning == Meaning::Launch;
        std::vector<std::string_view> nodes;
        for (const auto& [name, value] : event.arguments)
            if (name == "nodes")
                nodes.push_back(value);
        m_tables.add(row,
            { .label = event.name,
                .opType = !type.empty()            ? type
                    : meaning == Meaning::Operator ? std::string_view(event.name)
                                                   : std::string_view(event.category),
                .implementation = event.argument("impl"),
                .device = meaning == Meaning::Device ? "device" : "cpu",
                .insertedReason
                = isLaunch ? std::string_view("launch") : event.argument("inserted"),
                .kind
                = named<StepKind, 5>(event.argument("kind"), stepKindName, StepKind::Operator),
                .identity = event.argument("step"),
                .nodes = nodes,
                .flops = event.number("flops"),
                .bytes = event.number("bytes") });
    }

    void name(const TraceEvent& event)
    {
        const auto name = event.argument("name");
        if (event.name == "process_name")
            m_tables.nameProcess(event.process, name);
        else if (event.name == "thread_name")
            m_tables.nameThread(event.process, event.thread, name);
    }

    void counter(const TraceEvent& event)
    {
        if (!event.startNs)
            return m_tables.lose("a counter has no time");
        if (event.name.size() > longestCounter)
            return m_tables.lose("a counter has a name of over 4 KiB");
        for (const auto& [series, text] : event.arguments) {
            const auto value = support::numberOf(text);
            const auto name = event.arguments.size() == 1 ? event.name : event.name + " " + series;
            m_tables.addCounter(name, "", *event.startNs, value);
        }
    }

    TraceTables m_tables;
    EventSplitter m_splitter;
    std::map<std::string, std::vector<TraceEvent>> m_open; // by thread
};

bool looksLikeChromeTrace(std::string_view head)
{
    const auto start = head.find_first_not_of(" \t\r\n");
    if (start == std::string_view::npos)
        return false;
    if (head[start] == '{')
        return contains(head, "\"traceEvents\"") || contains(head, "\"schemaVersion\"")
            || contains(head, "\"displayTimeUnit\"") || contains(head, "\"deviceProperties\"");
    return head[start] == '[' && contains(head, "\"ph\"");
}

Result<std::shared_ptr<const Profile>> readChromeTrace(
    const std::filesystem::path& path, std::stop_token stop, const support::Progress& progress)
{
    auto text = TRY(TextFile::open(path));
    ChromeReader reader;
    TRY(text.forEachPiece("reading events", stop, progress,
        [&reader](std::string_view piece) { reader.feed(piece); }));
    return reader.finish(text.problem());
}

} // namespace

constinit const Importer chromeTraceFormat { "Chrome trace, PyTorch", looksLikeChromeTrace,
    readChromeTrace };

} // namespace profiler
