#include "profiler/engines/engine_process.h"

#include "engine/inputs/value_file.h"
#include "model/process/child_program.h"
#include "model/support/text.h"
#include "profiler/engines/last_words.h"
#include "profiler/engines/value_kind.h"

#include <algorithm>
#include <fstream>

namespace profiler {

using support::ErrorKind;
using support::failAs;
using support::JsonValue;
using support::JsonWriter;
using support::Result;

namespace {

constexpr auto cancelTime = std::chrono::seconds(2);
constexpr std::streamoff lastWordsBytes = 4096;

ErrorKind kindOf(std::int64_t number)
{
    return number >= 0 && number <= static_cast<std::int64_t>(ErrorKind::Cancelled)
        ? static_cast<ErrorKind>(number)
        : ErrorKind::Failed;
}

EngineFacts factsOf(const JsonValue& json)
{
    EngineFacts facts { json["version"].stringOr(""), json["build"].stringOr(""), {}, {} };
    for (const auto& [name, value] : json["settings"].members())
        facts.settings.emplace(name, value.stringOr(""));
    for (const auto& notice : json["notices"].items())
        facts.notices.push_back(notice.stringOr(""));
    return facts;
}

} // namespace

EngineProcess::EngineProcess(OtherEngine engine, support::TemporaryFolder folder,
    support::ChildProcess process, const EngineLimits& limits)
    : m_engine(engine)
    , m_folder(std::move(folder))
    , m_process(std::move(process))
    , m_limits(limits)
{
}

Result<EngineProcess> EngineProcess::spawn(OtherEngine engine, const EngineLimits& limits)
{
    auto folder = TRY(support::TemporaryFolder::create());
    auto process = TRY(
        support::ChildProcess::spawn(support::childProgram(), std::string(engineChildOption)));
    return EngineProcess(engine, std::move(folder), std::move(process), limits);
}

Result<std::vector<std::string>> EngineProcess::providers(
    const std::filesystem::path& library, const EngineLimits& limits)
{
    auto child = TRY(spawn(OtherEngine::OnnxRuntime, limits));
    const auto answer = TRY(child.ask(
        [&](JsonWriter& json) {
            json.members({ { "do", "providers" }, { "library", library.string() },
                { "folder", child.m_folder.path().string() } });
        },
        limits.open, "opening the library"));
    std::vector<std::string> names;
    for (const auto& name : answer["providers"].items())
        names.push_back(name.stringOr(""));
    return names;
}

Result<EngineProcess> EngineProcess::start(OtherEngine engine, EngineSettings settings,
    const EngineLimits& limits, const std::stop_token& stop)
{
    auto child = TRY(spawn(engine, limits));
    settings.folder = child.m_folder.path();
    const auto start = std::chrono::steady_clock::now();
    const auto opened = TRY(child.ask(
        [&](JsonWriter& json) {
            json.members({ { "do", "open" }, { "engine", engineWord(engine) },
                { "library", settings.library.string() },
                { "model", std::filesystem::absolute(settings.model).string() },
                { "threads", settings.threads }, { "folder", settings.folder.string() },
                { "recording", settings.isRecording }, { "weights", settings.keepsWeights },
                { "memory", limits.memory }, { "clock", static_cast<int>(clockSource()) } });
            json.member("extra_outputs", settings.extraOutputs);
            json.key("options").beginObject();
            for (const auto& [name, value] : settings.options)
                json.member(name, value);
            json.endObject();
        },
        limits.open, "loading the model", stop));
    child.m_openTime = std::chrono::steady_clock::now() - start;
    child.m_facts = factsOf(opened);
    return child;
}

Result<JsonValue> EngineProcess::ask(const std::function<void(JsonWriter&)>& members,
    std::chrono::milliseconds limit, std::string_view task, const std::stop_token& stop)
{
    m_process.send(support::jsonLine(members) + "\n");
    m_process.limitTime(limit);
    bool isCancelled = false;
    std::size_t end = std::string::npos;
    while ((end = m_process.received().find('\n')) == std::string::npos) {
        if (!m_process.exchange())
            break;
        if (stop.stop_requested() && !isCancelled) {
            isCancelled = true;
            m_process.send("{\"do\":\"cancel\"}\n");
            m_process.limitTime(cancelTime);
        }
        if (!m_process.isLate())
            continue;
        if (isCancelled)
            return failAs(
                ErrorKind::Cancelled, "stopped while ", engineTitle(m_engine), " was ", task);
        const auto words = lastWords();
        return failAs(ErrorKind::Resource, engineTitle(m_engine), " did not finish ", task,
            " within ", std::chrono::duration_cast<std::chrono::seconds>(limit).count(),
            " s and was ended", words.empty() ? "" : "; it printed last: ", words);
    }
    if (end == std::string::npos)
        return diedDuring(task);
    const auto answer = support::parseJson(std::string_view(m_process.received()).substr(0, end));
    m_process.received().erase(0, end + 1);
    if (!answer)
        return failAs(ErrorKind::Failed, engineTitle(m_engine), "'s process gave no valid answer");
    m_peakBytes = static_cast<std::uint64_t>((*answer)["peak"].integerOr(0));
    if (answer->has("error") && isCancelled)
        return failAs(ErrorKind::Cancelled, "stopped while ", engineTitle(m_engine), " was ", task);
    if (answer->has("error"))
        return failAs(kindOf((*answer)["kind"].integerOr(0)),
            (*answer)["error"].stringOr("an error without text"),
            m_limits.memory == 0
                ? ""
                : "; the engine had " + support::bytesText(m_limits.memory) + " of memory");
    return *answer;
}

support::Error EngineProcess::diedDuring(std::string_view task)
{
    const auto words = lastWords();
    return failAs(ErrorKind::Resource, engineTitle(m_engine), " ", m_facts.version,
        m_facts.version.empty() ? "" : " ", endText(m_process.wait()), " while ", task,
        words.empty() ? "" : "; it printed last: ", words);
}

std::string EngineProcess::lastWords() const
{
    std::ifstream file(m_folder.path() / "printed.txt", std::ios::binary | std::ios::ate);
    const auto size = static_cast<std::streamoff>(file.tellg());
    if (!file || size <= 0)
        return {};
    const auto length = std::min(size, lastWordsBytes);
    file.seekg(size - length);
    std::string text(static_cast<std::size_t>(length), '\0');
    file.read(text.data(), length);
    return lastLines(text);
}

Result<void> EngineProcess::setInputs(
    const std::vector<engine::PreparedInput>& inputs, const std::stop_token& stop)
{
    for (std::size_t i = 0; i < inputs.size(); ++i)
        TRY(engine::writeValue(m_folder.path() / ("input_" + std::to_string(i) + ".pb"),
            inputs[i].value, inputs[i].name));
    const auto start = std::chrono::steady_clock::now();
    const auto taken = TRY(ask(
        [&](JsonWriter& json) {
            json.member("do", "inputs").key("inputs").beginArray();
            for (const auto& input : inputs)
                json.object({ { "name", input.name }, { "kind", kindWord(input.value) } });
            json.endArray();
        },
        m_limits.run, "taking the inputs", stop));
    m_openTime += std::chrono::steady_clock::now() - start; // engines may compile the model now
    m_facts = factsOf(taken);
    return {};
}

Result<RunTicks> EngineProcess::run(bool isRecorded, const std::stop_token& stop)
{
    const auto answer = TRY(ask(
        [&](JsonWriter& json) {
            json.members({ { "do", "run" }, { "recorded", isRecorded } });
        },
        m_limits.run, "running the model", stop));
    return RunTicks { static_cast<std::uint64_t>(answer["start"].integerOr(0)),
        static_cast<std::uint64_t>(answer["stop"].integerOr(0)) };
}

Result<std::vector<engine::NamedValue>> EngineProcess::outputs()
{
    const auto answer = TRY(ask([](JsonWriter& json) { json.member("do", "outputs"); },
        m_limits.run, "giving the outputs"));
    std::vector<engine::NamedValue> outputs;
    for (const auto& output : answer["outputs"].items()) {
        const auto file = m_folder.path() / ("output_" + std::to_string(outputs.size()) + ".pb");
        outputs.push_back({ output["name"].stringOr(""), {} });
        if (output["kind"].stringOr("") != "absent")
            outputs.back().value
                = TRY(engine::readValue(file, typeOfKind(output["kind"].stringOr(""))));
        std::error_code ignored;
        std::filesystem::remove(file, ignored);
    }
    return outputs;
}

Result<RecordedOperators> EngineProcess::operatorTimes()
{
    const auto answer = TRY(ask(
        [](JsonWriter& json) { json.member("do", "times"); }, m_limits.run, "writing its profile"));
    RecordedOperators recorded;
    for (const auto& node : answer["nodes"].items())
        recorded.nodes.push_back({ node["name"].stringOr(""), node["type"].stringOr(""),
            node["kernel"].stringOr(""), node["provider"].stringOr(""),
            static_cast<std::int32_t>(node["parent"].integerOr(-1)) });
    for (const auto& notice : answer["notices"].items())
        m_facts.notices.push_back(notice.stringOr(""));
    std::ifstream file(m_folder.path() / operatorTimesFile, std::ios::binary);
    for (const auto& count : answer["counts"].items()) {
        auto& times = recorded.runs.emplace_back(static_cast<std::size_t>(count.integerOr(0)));
        file.read(reinterpret_cast<char*>(times.data()),
            static_cast<std::streamsize>(times.size() * sizeof(OperatorTime)));
        const bool isKnown = std::ranges::all_of(
            times, [&](const OperatorTime& time) { return time.node < recorded.nodes.size(); });
        if (!file || !isKnown)
            return failAs(ErrorKind::Failed, engineTitle(m_engine),
                "'s process gave times that do not fit its operators");
    }
    return recorded;
}

Result<std::filesystem::path> EngineProcess::saveExecutedGraph()
{
    const auto answer = TRY(ask([](JsonWriter& json) { json.member("do", "graph"); }, m_limits.open,
        "saving the graph that it executes"));
    return std::filesystem::path(answer["file"].stringOr(""));
}

} // namespace profiler
