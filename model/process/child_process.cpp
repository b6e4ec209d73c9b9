#include "model/process/child_process.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>

namespace support {

namespace {

/// Interval at which callers can check stop requests and time limits.
constexpr int pollMilliseconds = 20;

struct Pipe {
    Descriptor reading;
    Descriptor writing;
};

Result<Pipe> makePipe()
{
    std::array<int, 2> ends {};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
        return failAs(ErrorKind::Resource, "no pipe to a child process: ", std::strerror(errno));
    return Pipe { Descriptor(ends[0]), Descriptor(ends[1]) };
}

/// Blocks SIGPIPE while it exists, so that writing to a dead child fails with an error and does
/// not end the process. SIGPIPE goes to the writing thread, so it is blocked there only. The
/// process's handler stays unchanged, because other threads write to their own pipes.
class NoPipeSignal {
public:
    NoPipeSignal()
    {
        sigemptyset(&m_signal);
        sigaddset(&m_signal, SIGPIPE);
        m_wasPending = isPending();
        pthread_sigmask(SIG_BLOCK, &m_signal, &m_before);
    }
    NoPipeSignal(const NoPipeSignal&) = delete;
    NoPipeSignal& operator=(const NoPipeSignal&) = delete;
    ~NoPipeSignal()
    {
        const timespec now {};
        if (!m_wasPending && isPending())
            sigtimedwait(&m_signal, nullptr, &now);
        pthread_sigmask(SIG_SETMASK, &m_before, nullptr);
    }

private:
    static bool isPending()
    {
        sigset_t pending;
        return sigpending(&pending) == 0 && sigismember(&pending, SIGPIPE) == 1;
    }

    sigset_t m_signal {};
    sigset_t m_before {};
    bool m_wasPending = false;
};

void resetSignals()
{
    for (const int signal : { SIGINT, SIGTERM })
        std::signal(signal, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    pthread_sigmask(SIG_SETMASK, &none, nullptr);
}

/// noexcept: an exception must end the child. The stack above belongs to the parent's code, which
/// might catch it.
[[noreturn]] void runForked(const ChildProcess::Body& body, int input, int output) noexcept
{
    resetSignals();
    endWithParent();
    body(input, output);
    ::_exit(0); // no exit handlers: what they clean up belongs to the parent
}

bool isTemporary(int error) { return error == EAGAIN || error == EINTR; }

} // namespace

Result<ChildProcess> ChildProcess::spawn(const std::filesystem::path& program, std::string argument)
{
    auto input = TRY(makePipe());
    auto output = TRY(makePipe());
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, input.reading.number(), STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, output.writing.number(), STDOUT_FILENO);
    ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    std::string name = program.string();
    std::array<char*, 3> arguments { name.data(), argument.data(), nullptr };
    pid_t process = -1;
    const int failure
        = ::posix_spawn(&process, name.c_str(), &actions, nullptr, arguments.data(), environ);
    ::posix_spawn_file_actions_destroy(&actions);
    if (failure != 0)
        return failAs(ErrorKind::Resource, name, " cannot be started: ", std::strerror(failure));
    return ChildProcess(process, std::move(input.writing), std::move(output.reading));
}

Result<ChildProcess> ChildProcess::fork(const Body& body)
{
    auto input = TRY(makePipe());
    auto output = TRY(makePipe());
    const auto process = ::fork();
    if (process < 0)
        return failAs(ErrorKind::Resource, "no child process: ", std::strerror(errno));
    if (process == 0) {
        input.writing.close();
        output.reading.close();
        runForked(body, input.reading.number(), output.writing.number());
    }
    return ChildProcess(process, std::move(input.writing), std::move(output.reading));
}

ChildProcess::ChildProcess(pid_t process, Descriptor input, Descriptor output)
    : m_process(process)
    , m_input(std::move(input))
    , m_output(std::move(output))
{
    ::fcntl(m_input.number(), F_SETFL, O_NONBLOCK);
    ::fcntl(m_output.number(), F_SETFL, O_NONBLOCK);
}

ChildProcess::ChildProcess(ChildProcess&& other) noexcept
    : m_process(std::exchange(other.m_process, -1))
    , m_input(std::move(other.m_input))
    , m_output(std::move(other.m_output))
    , m_queued(std::move(other.m_queued))
    , m_sent(other.m_sent)
    , m_isInputEnding(other.m_isInputEnding)
    , m_received(std::move(other.m_received))
    , m_deadline(other.m_deadline)
{
}

ChildProcess::~ChildProcess()
{
    if (m_process < 0)
        return;
    ::kill(m_process, SIGKILL);
    wait();
}

void ChildProcess::send(std::string_view bytes)
{
    m_queued += bytes;
    sendQueued();
}

void ChildProcess::endInput()
{
    m_isInputEnding = true;
    if (m_queued.empty())
        m_input.close();
}

void ChildProcess::sendQueued()
{
    const NoPipeSignal noPipeSignal;
    const auto written
        = ::write(m_input.number(), m_queued.data() + m_sent, m_queued.size() - m_sent);
    if (written > 0)
        m_sent += static_cast<std::size_t>(written);
    const bool isBroken = written < 0 && !isTemporary(errno);
    if (!isBroken && m_sent < m_queued.size())
        return;
    m_queued.clear();
    m_sent = 0;
    if (isBroken || m_isInputEnding)
        m_input.close();
}

void ChildProcess::receive()
{
    std::array<char, 65536> block;
    const auto count = ::read(m_output.number(), block.data(), block.size());
    if (count > 0)
        m_received.append(block.data(), static_cast<std::size_t>(count));
    else if (count == 0 || !isTemporary(errno))
        m_output.close();
}

void ChildProcess::exchange(std::span<ChildProcess* const> children, int other)
{
    std::vector<pollfd> polled; // the output and the input of each; poll ignores negative numbers
    for (const auto* child : children) {
        const bool hasQueued = !child->m_queued.empty();
        polled.push_back({ child->m_output.number(), POLLIN, 0 });
        polled.push_back({ hasQueued ? child->m_input.number() : -1, POLLOUT, 0 });
    }
    polled.push_back({ other, POLLIN, 0 });
    ::poll(polled.data(), polled.size(), pollMilliseconds);
    for (std::size_t i = 0; i < children.size(); ++i) {
        if (polled[2 * i + 1].revents != 0)
            children[i]->sendQueued();
        if (polled[2 * i].revents != 0)
            children[i]->receive();
    }
}

bool ChildProcess::exchange(int other)
{
    const std::array children { this };
    exchange(children, other);
    return !isAtEnd();
}

void ChildProcess::limitTime(std::chrono::milliseconds time)
{
    m_deadline.reset();
    if (time.count() > 0)
        m_deadline = std::chrono::steady_clock::now() + time;
}

bool ChildProcess::isLate() const
{
    return m_deadline && std::chrono::steady_clock::now() > *m_deadline;
}

void ChildProcess::terminate()
{
    if (m_process > 0)
        ::kill(m_process, SIGTERM);
}

ProcessEnd ChildProcess::wait()
{
    int status = 0;
    while (::waitpid(m_process, &status, 0) < 0 && errno == EINTR) { }
    m_process = -1;
    return WIFSIGNALED(status) ? ProcessEnd { 0, WTERMSIG(status) }
                               : ProcessEnd { WEXITSTATUS(status), 0 };
}

void ChildProcess::closePipes()
{
    m_input.close();
    m_output.close();
}

void endWithParent()
{
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    limitResource(RLIMIT_CORE, 0);
}

void limitResource(int resource, std::uint64_t most)
{
    const rlimit both { most, most };
    ::setrlimit(static_cast<__rlimit_resource_t>(resource), &both);
}

} // namespace support
