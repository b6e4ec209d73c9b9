#include "app/cli/serve/server.h"

#include "app/cli/commands.h"
#include "app/cli/serve/frames.h"
#include "app/cli/serve/served_models.h"
#include "model/support/catch_exceptions.h"
#include "model/support/descriptor.h"
#include "model/support/text.h"
#include "model/support/truncated_files.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <condition_variable>
#include <csignal>
#include <mutex>
#include <system_error>
#include <thread>

namespace cli {

using support::Descriptor;
using support::ErrorKind;
using support::failAs;
using support::JsonValue;
using support::JsonWriter;
using support::Result;

namespace {

constexpr int protocolVersion = 1;
/// Commands that a request may name. `profile` and `verify` need a process of their own: what ran
/// before them in this one would change what they measure.
constexpr std::array<std::string_view, 5> servedCommands { "inspect", "check", "operators",
    "compare", "export" };

/// Sends messages. Both threads do.
class Answers {
public:
    explicit Answers(Descriptor output)
        : m_output(std::move(output))
    {
    }

    Result<void> send(std::string_view json)
    {
        const std::scoped_lock lock(m_mutex);
        return writeFrame(m_output.number(), json);
    }

private:
    Descriptor m_output;
    std::mutex m_mutex;
};

std::string errorText(std::int64_t id, const support::Error& error)
{
    return support::jsonLine([&](JsonWriter& json) {
        json.members({ { "id", id }, { "ok", false } });
        json.key("error").object({ { "kind", kindName(error.kind()) },
            { "message", error.message() }, { "code", exitCodeOf(error.kind()) } });
    });
}

struct Request {
    std::int64_t id = 0;
    JsonValue content;
    std::stop_source stop;
};

/// The requests of the caller, read by a thread of its own.
class Requests {
public:
    explicit Requests(Answers& answers)
        : m_answers(answers)
        , m_reader([this] { read(); })
    {
        m_reader.detach(); // it waits for the caller until this process ends
    }

    /// Waits for the next request; null at the end.
    std::shared_ptr<Request> next()
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [this] { return m_isAtEnd || m_waiting != nullptr; });
        m_current = std::exchange(m_waiting, nullptr);
        return m_current;
    }

    /// The current request is carried out.
    void finish()
    {
        const std::scoped_lock lock(m_mutex);
        m_current = nullptr;
    }

    /// No request follows; the current one is stopped.
    void end(std::optional<support::Error> problem)
    {
        const std::scoped_lock lock(m_mutex);
        m_problem = std::move(problem);
        m_isAtEnd = true;
        if (m_current != nullptr)
            m_current->stop.request_stop();
        m_changed.notify_one();
    }

    /// Why the input ended, if it was no clean end.
    std::optional<support::Error> problem()
    {
        const std::scoped_lock lock(m_mutex);
        return m_problem;
    }

private:
    void read()
    {
        for (;;) {
            auto frame = readFrame(STDIN_FILENO);
            if (!frame)
                return end(frame.error());
            if (!*frame)
                return end({});
            take(**frame);
        }
    }

    void take(const std::string& text)
    {
        constexpr support::JsonLimits limits { .depth = 16 };
        auto content = support::parseJson(text, limits);
        if (!content || content->kind() != JsonValue::Kind::Object) {
            refuse(0,
                content ? failAs(ErrorKind::Usage, "a request is no JSON object")
                        : failAs(
                            ErrorKind::Usage, "a request is no JSON: ", content.error().message()));
            return;
        }
        const auto id = (*content)["id"].integerOr(0);
        const std::scoped_lock lock(m_mutex);
        if ((*content)["op"].stringOr("") == "cancel") {
            // A request that has ended meanwhile has its answer.
            for (const auto& request : { m_current, m_waiting })
                if (request != nullptr && request->id == id)
                    request->stop.request_stop();
            return;
        }
        if (m_current != nullptr || m_waiting != nullptr) {
            refuse(id,
                failAs(ErrorKind::Usage, "request ", (m_current ? m_current : m_waiting)->id,
                    " has no answer yet; one is carried out at a time"));
            return;
        }
        m_waiting = std::make_shared<Request>(Request { id, std::move(*content), {} });
        m_changed.notify_one();
    }

    void refuse(std::int64_t id, const support::Error& error)
    {
        // If nobody reads the answer, the input ends too.
        static_cast<void>(m_answers.send(errorText(id, error)));
    }

    Answers& m_answers;
    std::mutex m_mutex; // guards what follows
    std::condition_variable m_changed;
    std::shared_ptr<Request> m_current;
    std::shared_ptr<Request> m_waiting;
    std::optional<support::Error> m_problem;
    bool m_isAtEnd = false;
    std::thread m_reader;
};

Result<std::vector<std::string>> wordsOf(const JsonValue& list, std::string_view name)
{
    std::vector<std::string> words;
    for (const auto& item : list.items()) {
        const auto word = item.string();
        if (!word)
            return failAs(ErrorKind::Usage, name, " is no list of texts");
        words.emplace_back(*word);
    }
    return words;
}

Result<ServedRun> runOf(const JsonValue& request)
{
    ServedRun run;
    run.model = request["model"].stringOr("");
    run.outputs = request["outputs"].stringOr("");
    if (run.model.empty() || run.outputs.empty())
        return failAs(ErrorKind::Usage, "a run needs `model`, a file, and `outputs`, a folder");
    run.options = TRY(wordsOf(request["options"], "`options`"));
    for (const auto& [name, file] : request["inputs"].members()) {
        if (!file.string())
            return failAs(ErrorKind::Usage, "input ", support::quote(name), " names no file");
        run.inputs[name] = *file.string();
    }
    return run;
}

class Server {
public:
    std::string answerTo(const Request& request)
    {
        const auto lost = support::lostPages();
        const auto result
            = support::catchExceptions("the request", [&] { return carryOut(request); });
        if (support::lostPages() != lost) {
            m_models = {}; // weights of a model that is kept may be lost
            return errorText(request.id, truncatedFile());
        }
        if (!result)
            return errorText(request.id, result.error());
        return support::jsonLine([&](JsonWriter& json) {
            json.members({ { "id", request.id }, { "ok", true } }).key("result").raw(*result);
        });
    }

private:
    /// Returns the result as JSON.
    Result<std::string> carryOut(const Request& request)
    {
        const auto task = request.content["op"].stringOr("");
        if (task == "run")
            return runModel(request);
        if (task == "command")
            return runCommand(request);
        return failAs(ErrorKind::Usage, "request ", support::quote(task),
            " is not known, expected run, command or cancel");
    }

    Result<std::string> runModel(const Request& request)
    {
        const auto run = TRY(runOf(request.content));
        auto* const model = TRY(m_models.get(run, request.stop.get_token()));
        const auto outcome = TRY(model->run(run, request.stop.get_token()));
        return support::jsonLine([&](JsonWriter& json) {
            json.members({ { "model_sha256", model->sha256() }, { "wall_ns", outcome.wallNs } });
            json.key("outputs").beginArray();
            for (const auto& output : outcome.outputs)
                json.object(
                    { { "name", output.name }, { "file", output.file }, { "type", output.type } });
            json.endArray().member("notices", model->report().notices);
        });
    }

    Result<std::string> runCommand(const Request& request)
    {
        const auto words = TRY(wordsOf(request.content["arguments"], "`arguments`"));
        if (words.empty()
            || std::ranges::find(servedCommands, std::string_view(words.front()))
                == servedCommands.end())
            return failAs(ErrorKind::Usage,
                "only these commands can be asked for: ", support::joined(servedCommands, ", "));
        auto parsed = TRY(parseCommand(words));
        std::string output;
        parsed.invocation.captured = &output;
        parsed.invocation.stop = request.stop.get_token();
        const auto code = TRY(parsed.command->run(parsed.invocation));
        return support::jsonLine([&](JsonWriter& json) {
            json.members({ { "code", code }, { "output", output } });
        });
    }

    ServedModels m_models;
};

/// Ends this process with its parent, also if something else holds the pipe open. Fails if the
/// parent has ended already.
Result<void> endWithParent()
{
    const auto parent = ::getppid();
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (::getppid() != parent)
        return failAs(ErrorKind::Cancelled, "the program that asked has ended");
    return {};
}

/// Takes standard output for answers: what libraries and plug-ins print then goes to standard
/// error, and cannot break a message.
Result<Descriptor> takeStandardOutput()
{
    Descriptor output(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3));
    if (!output.isOpen() || ::dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
        return failAs(ErrorKind::Resource,
            "standard output cannot be taken for answers: ", std::system_category().message(errno));
    return output;
}

} // namespace

Result<int> serve(const Invocation& invocation)
{
    TRY(endWithParent());
    std::signal(SIGPIPE, SIG_IGN); // a caller that has ended is an error of writing
    auto output = TRY(takeStandardOutput());
    // The thread that reads lives until the process ends, and so does what it uses.
    auto& answers = *new Answers(std::move(output));
    TRY(answers.send(support::jsonLine([](JsonWriter& json) {
        json.members({ { "opscope", OPSCOPE_VERSION }, { "protocol", protocolVersion } });
        json.key("ops").tuple("run", "command", "cancel");
        json.member("commands", servedCommands);
    })));
    auto& requests = *new Requests(answers);
    Server server;
    const std::stop_callback interrupted(invocation.stop, [&] { requests.end({}); });
    while (const auto request = requests.next()) {
        auto answer = server.answerTo(*request);
        if (answer.size() > mostFrameBytes)
            answer = errorText(request->id,
                failAs(ErrorKind::Usage, "the answer has ", answer.size(), " bytes, the most are ",
                    mostFrameBytes, "; the command line writes it to a file (-o)"));
        requests.finish(); // the caller may send the next one as soon as it has the answer
        TRY(answers.send(answer));
    }
    if (const auto problem = requests.problem()) {
        TRY(answers.send(errorText(0, *problem)));
        return *problem;
    }
    return invocation.stop.stop_requested() ? exitInterrupted : exitDone;
}

} // namespace cli
