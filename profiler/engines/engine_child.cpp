#include "engine/inputs/value_file.h"
#include "model/support/atomic_file.h"
#include "model/support/catch_exceptions.h"
#include "profiler/engines/engine_process.h"
#include "profiler/engines/value_kind.h"
#include "profiler/record/environment.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

namespace profiler {

using support::Descriptor;
using support::ErrorKind;
using support::failAs;
using support::JsonValue;
using support::JsonWriter;
using support::Result;

namespace {

/// The requests of the parent. A thread reads them, so that a request to cancel is seen during a
/// run.
class Requests {
public:
    explicit Requests(Descriptor input)
        : m_input(std::move(input))
        , m_reader([this] { read(); })
    {
        m_reader.detach(); // it waits for the parent until this process ends
    }

    /// Waits for the next request; nothing at the end.
    std::optional<std::string> next()
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [this] { return m_isAtEnd || !m_lines.empty(); });
        if (m_lines.empty())
            return std::nullopt;
        auto line = std::move(m_lines.front());
        m_lines.pop_front();
        return line;
    }

    /// Sets the session that a request to cancel is for.
    void setSession(EngineSession* session)
    {
        const std::scoped_lock lock(m_mutex);
        m_session = session;
    }

private:
    void read()
    {
        std::string text;
        char buffer[65536];
        for (;;) {
            const auto count = ::read(m_input.number(), buffer, sizeof buffer);
            if (count < 0 && errno == EINTR)
                continue;
            if (count <= 0)
                break;
            text.append(buffer, static_cast<std::size_t>(count));
            for (auto end = text.find('\n'); end != std::string::npos; end = text.find('\n')) {
                take(text.substr(0, end));
                text.erase(0, end + 1);
            }
        }
        const std::scoped_lock lock(m_mutex);
        m_isAtEnd = true;
        m_changed.notify_one();
    }

    void take(std::string line)
    {
        const std::scoped_lock lock(m_mutex);
        if (line == "{\"do\":\"cancel\"}") {
            if (m_session != nullptr)
                m_session->cancel();
            return;
        }
        m_lines.push_back(std::move(line));
        m_changed.notify_one();
    }

    Descriptor m_input;
    std::mutex m_mutex; // guards what follows
    std::condition_variable m_changed;
    std::deque<std::string> m_lines;
    bool m_isAtEnd = false;
    EngineSession* m_session = nullptr;
    std::thread m_reader;
};

/// Carries out requests of the parent.
class Child {
public:
    explicit Child(Requests& requests)
        : m_requests(requests)
    {
    }

    std::string answerTo(const std::string& line)
    {
        const auto request = support::parseJson(line);
        auto answer = request
            ? support::catchExceptions("the engine", [&] { return carryOut(*request); })
            : Result<std::string>(failAs(ErrorKind::Failed, "a request that is no JSON"));
        if (answer)
            return std::move(*answer);
        return support::jsonLine([&](JsonWriter& json) {
            json.members({ { "error", answer.error().message() },
                { "kind", static_cast<int>(answer.error().kind()) }, { "peak", peakBytes() } });
        });
    }

private:
    Result<std::string> carryOut(const JsonValue& request)
    {
        const auto task = request["do"].stringOr("");
        if (task == "open")
            return open(request);
        if (task == "providers")
            return providers(request);
        if (m_session == nullptr)
            return failAs(ErrorKind::Failed, "no model is open");
        if (task == "run")
            return run(request);
        if (task == "inputs")
            return setInputs(request);
        if (task == "outputs")
            return outputs();
        if (task == "times")
            return times();
        if (task == "graph")
            return graph();
        return failAs(ErrorKind::Failed, "an unknown request");
    }

    Result<std::string> open(const JsonValue& request)
    {
        EngineSettings settings;
        settings.library = request["library"].stringOr("");
        settings.model = request["model"].stringOr("");
        settings.threads = static_cast<int>(request["threads"].integerOr(0));
        settings.isRecording = request["recording"].booleanOr(false);
        settings.keepsWeights = request["weights"].booleanOr(false);
        m_folder = request["folder"].stringOr("");
        settings.folder = m_folder;
        for (const auto& [name, value] : request["options"].members())
            settings.options.emplace(name, value.stringOr(""));
        for (const auto& name : request["extra_outputs"].items())
            settings.extraOutputs.push_back(name.stringOr(""));
        m_clock = static_cast<ClockSource>(request["clock"].integerOr(0));
        if (const auto memory = request["memory"].integerOr(0); memory > 0)
            support::limitResource(RLIMIT_DATA, static_cast<std::uint64_t>(memory));
        keepPrintedText();
        const auto word = request["engine"].stringOr("");
        auto* const open = openerOf(word);
        if (open == nullptr)
            return failAs(ErrorKind::Unsupported, "this build cannot run ", word);
        m_session = TRY(open(settings));
        m_requests.setSession(m_session.get());
        return facts();
    }

    Result<std::string> providers(const JsonValue& request)
    {
        m_folder = request["folder"].stringOr("");
        keepPrintedText();
        const auto names = TRY(onnxRuntimeProviders(request["library"].stringOr("")));
        return support::jsonLine([&](JsonWriter& json) { json.member("providers", names); });
    }

    static OpenSession* openerOf(std::string_view word)
    {
        return word == engineWord(OtherEngine::OnnxRuntime) ? openOnnxRuntime
            : word == engineWord(OtherEngine::OpenVino)     ? openOpenVino
            : word == engineWord(OtherEngine::TensorRt)     ? openTensorRt
            : word == engineWord(OtherEngine::Opscope)      ? openOpscope
                                                            : nullptr;
    }

    std::string facts() const
    {
        const auto& facts = m_session->facts();
        return support::jsonLine([&](JsonWriter& json) {
            json.members({ { "version", facts.version }, { "build", facts.build },
                { "notices", facts.notices }, { "peak", peakBytes() } });
            json.key("settings").beginObject();
            for (const auto& [name, value] : facts.settings)
                json.member(name, value);
            json.endObject();
        });
    }

    /// Leads stdout and stderr into a file: engines print to both.
    void keepPrintedText()
    {
        const Descriptor file(::open(
            (m_folder / "printed.txt").c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
        if (!file.isOpen())
            return;
        ::dup2(file.number(), STDOUT_FILENO);
        ::dup2(file.number(), STDERR_FILENO);
    }

    Result<std::string> setInputs(const JsonValue& request)
    {
        std::vector<engine::NamedValue> inputs;
        for (const auto& input : request["inputs"].items()) {
            const auto file = m_folder / ("input_" + std::to_string(inputs.size()) + ".pb");
            auto value = TRY(engine::readValue(file, typeOfKind(input["kind"].stringOr(""))));
            inputs.push_back({ input["name"].stringOr(""), std::move(value) });
            std::error_code ignored;
            std::filesystem::remove(file, ignored);
        }
        TRY(m_session->setInputs(std::move(inputs)));
        return facts(); // engines may compile the model only now
    }

    Result<std::string> run(const JsonValue& request)
    {
        const bool isRecorded = request["recorded"].booleanOr(false);
        auto start = readTicks(m_clock);
        const auto done = m_session->run(isRecorded);
        auto stop = readTicks(m_clock);
        TRY(done);
        if (const auto ns = m_session->lastRunNs()) {
            // The run ended before; it is placed behind the run before it.
            start = std::max(start, m_lastStop);
            stop = start + ticksOf(*ns);
        }
        m_lastStop = stop;
        return support::jsonLine([&](JsonWriter& json) {
            json.members({ { "start", start }, { "stop", stop }, { "peak", peakBytes() } });
        });
    }

    std::uint64_t ticksOf(std::int64_t ns)
    {
        if (!m_scale)
            m_scale = calibrateClock(m_clock);
        return static_cast<std::uint64_t>(static_cast<double>(ns) * m_scale->hertz() / 1e9);
    }

    /// Returns the peak of the resident memory of this process, or of a program that it started.
    static std::uint64_t peakBytes()
    {
        rusage started {};
        ::getrusage(RUSAGE_CHILDREN, &started);
        return std::max(peakResidentBytes(), static_cast<std::uint64_t>(started.ru_maxrss) * 1024);
    }

    Result<std::string> outputs()
    {
        const auto outputs = TRY(m_session->outputs());
        for (std::size_t i = 0; i < outputs.size(); ++i)
            if (outputs[i].value.isPresent())
                TRY(engine::writeValue(m_folder / ("output_" + std::to_string(i) + ".pb"),
                    outputs[i].value, outputs[i].name));
        return support::jsonLine([&](JsonWriter& json) {
            json.key("outputs").beginArray();
            for (const auto& output : outputs)
                json.object({ { "name", output.name }, { "kind", kindWord(output.value) } });
            json.endArray().member("peak", peakBytes());
        });
    }

    Result<std::string> times()
    {
        const auto runs = TRY(m_session->operatorTimes(true));
        const Descriptor file(::open((m_folder / operatorTimesFile).c_str(),
            O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
        for (const auto& run : runs)
            TRY(support::writeAll(file.number(),
                { reinterpret_cast<const char*>(run.data()), run.size() * sizeof(OperatorTime) },
                "the operators' times"));
        return support::jsonLine([&](JsonWriter& json) {
            json.key("nodes").beginArray();
            for (const auto& node : m_session->executedNodes())
                json.object(
                    { { "name", node.name }, { "type", node.type }, { "kernel", node.kernel },
                        { "provider", node.provider }, { "parent", node.parent } });
            json.endArray().key("counts").array(runs, [](const auto& run) { return run.size(); });
            json.member("notices", m_session->facts().notices);
        });
    }

    Result<std::string> graph()
    {
        const auto file = TRY(m_session->saveExecutedGraph(m_folder));
        return support::jsonLine([&](JsonWriter& json) { json.member("file", file.string()); });
    }

    Requests& m_requests;
    std::unique_ptr<EngineSession> m_session;
    std::filesystem::path m_folder;
    ClockSource m_clock = ClockSource::Monotonic;
    std::optional<ClockScale> m_scale; ///< of m_clock
    std::uint64_t m_lastStop = 0; ///< end of the last run in ticks
};

} // namespace

int serveEngine()
{
    support::endWithParent();
    // The pipe of the answers gets a number of its own before a library can print to stdout.
    const Descriptor answers(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
    static auto& requests
        = *new Requests(Descriptor(::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)));
    static auto& child = *new Child(requests);
    while (const auto line = requests.next())
        if (!support::writeAll(answers.number(), child.answerTo(*line) + "\n", "an answer"))
            break;
    // Exit handlers of foreign libraries may crash or wait; what they clean up ends with the
    // process.
    ::_exit(0);
}

} // namespace profiler
