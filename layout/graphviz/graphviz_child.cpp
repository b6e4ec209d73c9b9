#include "layout/graphviz/graphviz_child.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <string>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <type_traits>
#include <unistd.h>
#include <utility>

namespace layout {
namespace {

using support::ErrorKind;
using support::failAs;
using support::Result;

constexpr int lookEveryMs = 20;

std::filesystem::path& chosenProgram()
{
    static std::filesystem::path program;
    return program;
}

template <typename T>
void append(std::string& bytes, const T& value)
{
    static_assert(std::is_trivially_copyable_v<T>);
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

template <typename T>
void append(std::string& bytes, const std::vector<T>& values)
{
    static_assert(std::is_trivially_copyable_v<T>);
    append(bytes, static_cast<std::uint64_t>(values.size()));
    bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
}

/// Reads what `append` wrote. For invalid data it never reads past the end.
class Reader {
public:
    explicit Reader(std::string_view bytes)
        : m_rest(bytes)
    {
    }
    template <typename T>
    bool read(T& value)
    {
        if (m_rest.size() < sizeof value)
            return false;
        std::memcpy(&value, m_rest.data(), sizeof value);
        m_rest.remove_prefix(sizeof value);
        return true;
    }
    template <typename T>
    bool read(std::vector<T>& values)
    {
        std::uint64_t count = 0;
        if (!read(count) || count > m_rest.size() / sizeof(T))
            return false;
        values.resize(count);
        std::memcpy(values.data(), m_rest.data(), count * sizeof(T));
        m_rest.remove_prefix(count * sizeof(T));
        return true;
    }
    bool isAtEnd() const { return m_rest.empty(); }

private:
    std::string_view m_rest;
};

std::string bytesOf(const DotRequest& request)
{
    std::string bytes;
    append(bytes, request.direction);
    append(bytes, request.rankGap);
    append(bytes, request.boxGap);
    append(bytes, request.boxes);
    append(bytes, request.edges);
    return bytes;
}

bool parse(std::string_view bytes, DotRequest& request)
{
    Reader reader(bytes);
    const bool isWhole = reader.read(request.direction) && reader.read(request.rankGap)
        && reader.read(request.boxGap) && reader.read(request.boxes) && reader.read(request.edges)
        && reader.isAtEnd();
    if (!isWhole)
        return false;
    for (const auto& edge : request.edges) {
        if (edge.tail >= request.boxes.size() || edge.head >= request.boxes.size())
            return false;
    }
    return true;
}

std::string bytesOf(const DotPlacement& placed)
{
    std::string bytes;
    append(bytes, placed.centres);
    append(bytes, placed.ranks);
    append(bytes, placed.routeStart);
    append(bytes, placed.points);
    return bytes;
}

bool parse(std::string_view bytes, const DotRequest& request, DotPlacement& placed)
{
    Reader reader(bytes);
    const bool isWhole = reader.read(placed.centres) && reader.read(placed.ranks)
        && reader.read(placed.routeStart) && reader.read(placed.points) && reader.isAtEnd();
    if (!isWhole || placed.centres.size() != request.boxes.size()
        || placed.ranks.size() != request.boxes.size()
        || placed.routeStart.size() != request.edges.size() + 1 || placed.routeStart.front() != 0
        || placed.routeStart.back() != placed.points.size())
        return false;
    for (std::size_t i = 0; i + 1 < placed.routeStart.size(); ++i) {
        if (placed.routeStart[i] > placed.routeStart[i + 1])
            return false;
    }
    for (const auto rank : placed.ranks) {
        if (rank > request.boxes.size() + request.edges.size())
            return false;
    }
    return true;
}

/// Owns a file descriptor; the destructor closes it.
class Descriptor {
public:
    explicit Descriptor(int number = -1)
        : m_number(number)
    {
    }
    Descriptor(Descriptor&& other) noexcept
        : m_number(std::exchange(other.m_number, -1))
    {
    }
    Descriptor& operator=(Descriptor&& other) noexcept
    {
        std::swap(m_number, other.m_number);
        return *this;
    }
    ~Descriptor() { close(); }
    void close()
    {
        if (m_number >= 0)
            ::close(std::exchange(m_number, -1));
    }
    int get() const { return m_number; }
    bool isOpen() const { return m_number >= 0; }

private:
    int m_number;
};

struct Pipe {
    Descriptor reading;
    Descriptor writing;
};

Result<Pipe> makePipe()
{
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0)
        return failAs(
            ErrorKind::Resource, "no pipe to a child process for Graphviz: ", strerror(errno));
    return Pipe { Descriptor(ends[0]), Descriptor(ends[1]) };
}

/// The child process. The destructor kills it and waits for it.
class Child {
public:
    static Result<Child> start(const std::filesystem::path& program)
    {
        Child child;
        auto in = TRY(makePipe());
        auto out = TRY(makePipe());
        posix_spawn_file_actions_t actions;
        ::posix_spawn_file_actions_init(&actions);
        ::posix_spawn_file_actions_adddup2(&actions, in.reading.get(), STDIN_FILENO);
        ::posix_spawn_file_actions_adddup2(&actions, out.writing.get(), STDOUT_FILENO);
        ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
        std::string name = program.string();
        std::string option(graphvizChildOption);
        char* arguments[] = { name.data(), option.data(), nullptr };
        const int failure
            = ::posix_spawn(&child.m_process, name.c_str(), &actions, nullptr, arguments, environ);
        ::posix_spawn_file_actions_destroy(&actions);
        if (failure != 0) {
            child.m_process = -1;
            return failAs(
                ErrorKind::Resource, name, " cannot be started for Graphviz: ", strerror(failure));
        }
        child.m_in = std::move(in.writing);
        child.m_out = std::move(out.reading);
        ::fcntl(child.m_in.get(), F_SETFL, O_NONBLOCK);
        ::fcntl(child.m_out.get(), F_SETFL, O_NONBLOCK);
        return child;
    }
    Child(Child&& other) noexcept
        : m_process(std::exchange(other.m_process, -1))
        , m_in(std::move(other.m_in))
        , m_out(std::move(other.m_out))
    {
    }
    Child& operator=(Child&&) = delete;
    ~Child()
    {
        if (m_process > 0) {
            ::kill(m_process, SIGKILL);
            wait();
        }
    }

    /// Sends and receives what is possible, waiting a short time for either. Returns false when the
    /// child has closed its output.
    bool exchange(std::string_view& toSend, std::string& received)
    {
        pollfd ends[2] = { { m_out.get(), POLLIN, 0 }, { m_in.get(), POLLOUT, 0 } };
        ::poll(ends, m_in.isOpen() ? 2 : 1, lookEveryMs);
        if (m_in.isOpen() && ends[1].revents != 0)
            send(toSend);
        return ends[0].revents == 0 || receive(received);
    }

    /// Waits for the child and returns the status of waitpid.
    int wait()
    {
        int status = 0;
        while (::waitpid(m_process, &status, 0) < 0 && errno == EINTR) { }
        m_process = -1;
        return status;
    }

private:
    Child() = default;

    void send(std::string_view& bytes)
    {
        const auto written = ::write(m_in.get(), bytes.data(), bytes.size());
        if (written > 0)
            bytes.remove_prefix(static_cast<std::size_t>(written));
        const bool isBroken = written < 0 && errno != EAGAIN && errno != EINTR;
        if (bytes.empty() || isBroken)
            m_in.close();
    }

    bool receive(std::string& bytes)
    {
        char buffer[65536];
        const auto got = ::read(m_out.get(), buffer, sizeof buffer);
        if (got > 0)
            bytes.append(buffer, static_cast<std::size_t>(got));
        return got > 0 || (got < 0 && (errno == EAGAIN || errno == EINTR));
    }

    pid_t m_process = -1;
    Descriptor m_in;
    Descriptor m_out;
};

/// While it exists, writing to a closed pipe fails and does not end the process. SIGPIPE is blocked
/// for this thread only, so the process's handler stays.
class NoBrokenPipe {
public:
    NoBrokenPipe()
    {
        sigset_t signals;
        ::sigemptyset(&signals);
        ::sigaddset(&signals, SIGPIPE);
        ::pthread_sigmask(SIG_BLOCK, &signals, &m_before);
    }
    ~NoBrokenPipe()
    {
        sigset_t signals;
        ::sigemptyset(&signals);
        ::sigaddset(&signals, SIGPIPE);
        const timespec now { 0, 0 };
        while (::sigtimedwait(&signals, nullptr, &now) > 0) { }
        ::pthread_sigmask(SIG_SETMASK, &m_before, nullptr);
    }
    NoBrokenPipe(const NoBrokenPipe&) = delete;
    NoBrokenPipe& operator=(const NoBrokenPipe&) = delete;

private:
    sigset_t m_before {};
};

std::string readAll(int descriptor)
{
    std::string bytes;
    char buffer[65536];
    for (;;) {
        const auto got = ::read(descriptor, buffer, sizeof buffer);
        if (got > 0)
            bytes.append(buffer, static_cast<std::size_t>(got));
        else if (got == 0 || errno != EINTR)
            return bytes;
    }
}

bool writeAll(int descriptor, std::string_view bytes)
{
    while (!bytes.empty()) {
        const auto written = ::write(descriptor, bytes.data(), bytes.size());
        if (written > 0)
            bytes.remove_prefix(static_cast<std::size_t>(written));
        else if (errno != EINTR)
            return false;
    }
    return true;
}

/// Ends this child process when its parent dies, and limits its CPU time.
void endWithParent()
{
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    const auto seconds = static_cast<rlim_t>(2 * graphvizTimeLimit.count());
    const rlimit limit { seconds, seconds };
    ::setrlimit(RLIMIT_CPU, &limit);
    const rlimit noCore { 0, 0 };
    ::setrlimit(RLIMIT_CORE, &noCore);
}

}

std::filesystem::path graphvizChildProgram()
{
    if (!chosenProgram().empty())
        return chosenProgram();
    std::error_code failure;
    return std::filesystem::read_symlink("/proc/self/exe", failure).parent_path() / "opscope-cli";
}

void useGraphvizChildProgram(std::filesystem::path program)
{
    chosenProgram() = std::move(program);
}

support::Result<DotPlacement> placeInChild(
    const DotRequest& request, const std::stop_token& stop, std::chrono::milliseconds limit)
{
    const NoBrokenPipe noBrokenPipe;
    const auto deadline = std::chrono::steady_clock::now() + limit;
    auto child = TRY(Child::start(graphvizChildProgram()));
    const std::string asked = bytesOf(request);
    std::string_view toSend = asked;
    std::string answer;
    while (child.exchange(toSend, answer)) {
        if (stop.stop_requested())
            return failAs(ErrorKind::Cancelled, "layout cancelled");
        if (std::chrono::steady_clock::now() > deadline)
            return failAs(ErrorKind::Resource, "Graphviz did not finish within ",
                std::chrono::duration_cast<std::chrono::seconds>(limit).count(),
                " s; use the layered layout");
    }
    const int status = child.wait();
    if (WIFSIGNALED(status))
        return failAs(ErrorKind::Resource, "Graphviz crashed on this drawing (",
            strsignal(WTERMSIG(status)), "); use the layered layout");
    DotPlacement placed;
    if (WEXITSTATUS(status) != 0 || !parse(answer, request, placed))
        return failAs(ErrorKind::Resource, graphvizChildProgram().string(),
            " gave no layout by Graphviz, exit code ", WEXITSTATUS(status));
    return placed;
}

int serveGraphviz()
{
    endWithParent();
    DotRequest request;
    if (!parse(readAll(STDIN_FILENO), request))
        return 2;
    const auto placed = placeWithDot(request);
    return placed && writeAll(STDOUT_FILENO, bytesOf(*placed)) ? 0 : 1;
}

} // namespace layout
