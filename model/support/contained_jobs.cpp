#include "model/support/contained_jobs.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <list>
#include <optional>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace support {

namespace {

using Clock = std::chrono::steady_clock;

/// How long a stop request or a time limit may go unnoticed.
constexpr int pollMilliseconds = 20;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool hasShadowMemory = true; // counts as memory of the process
#else
constexpr bool hasShadowMemory = false;
#endif

bool sendAll(int socket, const void* data, std::size_t bytes)
{
    const auto* at = static_cast<const char*>(data);
    while (bytes > 0) {
        const auto sent = ::send(socket, at, bytes, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent <= 0)
            return false;
        at += sent;
        bytes -= static_cast<std::size_t>(sent);
    }
    return true;
}

bool receiveAll(int socket, void* data, std::size_t bytes)
{
    auto* at = static_cast<char*>(data);
    while (bytes > 0) {
        const auto received = ::recv(socket, at, bytes, 0);
        if (received < 0 && errno == EINTR)
            continue;
        if (received <= 0)
            return false;
        at += received;
        bytes -= static_cast<std::size_t>(received);
    }
    return true;
}

void limit(int resource, std::uint64_t most)
{
    rlimit both { most, most };
    ::setrlimit(static_cast<__rlimit_resource_t>(resource), &both);
}

/// A worker dies of what kills it, at once, and with the process that wants its results.
void becomeMortal(const ContainedLimits& limits)
{
    for (const int signal : { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGINT, SIGTERM })
        std::signal(signal, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    pthread_sigmask(SIG_SETMASK, &none, nullptr);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    limit(RLIMIT_CORE, 0);
    if (limits.memory > 0 && !hasShadowMemory)
        limit(RLIMIT_DATA, limits.memory);
}

/// An exception ends the worker: outside are the parent's functions, which may catch it.
[[noreturn]] void serve(int socket, const ContainedJobs& jobs) noexcept
{
    std::uint64_t number = 0;
    while (receiveAll(socket, &number, sizeof(number))) {
        const auto text = jobs.job(number);
        const std::uint64_t bytes = text.size();
        if (!sendAll(socket, &bytes, sizeof(bytes)) || !sendAll(socket, text.data(), text.size()))
            break;
    }
    ::_exit(0); // what this process has at exit is the parent's to clean up
}

std::string endText(int status)
{
    if (!WIFSIGNALED(status))
        return "exit code " + std::to_string(WEXITSTATUS(status));
    const auto* name = ::sigabbrev_np(WTERMSIG(status));
    return name != nullptr ? "SIG" + std::string(name)
                           : "signal " + std::to_string(WTERMSIG(status));
}

/// One child process, from its start to its end.
class Worker {
public:
    Worker(pid_t process, int socket)
        : m_process(process)
        , m_socket(socket)
    {
    }
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;
    ~Worker()
    {
        kill();
        ::close(m_socket);
    }

    int socket() const { return m_socket; }
    std::optional<std::size_t> job() const { return m_job; }

    /// False if the worker is dead already.
    bool give(std::size_t job)
    {
        m_job = job;
        m_begun = Clock::now();
        const std::uint64_t number = job;
        return sendAll(m_socket, &number, sizeof(number));
    }

    /// What there is to read; false at the end.
    bool read()
    {
        std::array<char, 65536> block {};
        const auto received = ::recv(m_socket, block.data(), block.size(), 0);
        if (received < 0 && errno == EINTR)
            return true;
        if (received <= 0)
            return false;
        m_received.append(block.data(), static_cast<std::size_t>(received));
        return true;
    }

    /// The result of the job, once all of it has come.
    std::optional<std::string> takeResult()
    {
        std::uint64_t bytes = 0;
        if (m_received.size() < sizeof(bytes))
            return std::nullopt;
        std::memcpy(&bytes, m_received.data(), sizeof(bytes));
        if (m_received.size() - sizeof(bytes) < bytes)
            return std::nullopt;
        auto result = m_received.substr(sizeof(bytes));
        m_received.clear();
        m_job.reset();
        return result;
    }

    bool isLate(std::chrono::milliseconds allowed) const
    {
        return m_job && allowed.count() > 0 && Clock::now() - m_begun > allowed;
    }

    /// How it ended; waits for it.
    std::string end()
    {
        int status = 0;
        while (::waitpid(m_process, &status, 0) < 0 && errno == EINTR) { }
        m_process = -1;
        return endText(status);
    }

    void kill()
    {
        if (m_process < 0)
            return;
        ::kill(m_process, SIGKILL);
        end();
    }

private:
    pid_t m_process;
    int m_socket;
    std::optional<std::size_t> m_job;
    Clock::time_point m_begun;
    std::string m_received;
};

std::string secondsText(std::chrono::milliseconds time)
{
    const auto text = std::to_string(time.count() / 1000);
    const auto rest = time.count() % 1000;
    return rest == 0 ? text + " s" : std::to_string(time.count()) + " ms";
}

class Pool {
public:
    Pool(const ContainedJobs& jobs, const ContainedLimits& limits,
        const std::function<void(ContainedEnd)>& ended)
        : m_jobs(jobs)
        , m_limits(limits)
        , m_ended(ended)
    {
    }

    Result<void> run(const std::stop_token& stop)
    {
        while (!stop.stop_requested()) {
            while (m_next < m_jobs.count
                && m_workers.size() < std::max<std::size_t>(m_limits.workers, 1))
                TRY(start());
            if (m_workers.empty())
                break;
            wait();
        }
        return {};
    }

private:
    Result<void> start()
    {
        std::array<int, 2> ends {};
        if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
            return failAs(ErrorKind::Resource, "no socket for a worker: ", std::strerror(errno));
        const auto process = ::fork();
        if (process < 0) {
            ::close(ends[0]);
            ::close(ends[1]);
            return failAs(ErrorKind::Resource, "no process for a worker: ", std::strerror(errno));
        }
        if (process == 0) {
            ::close(ends[0]);
            for (const auto& other : m_workers)
                ::close(other.socket());
            becomeMortal(m_limits);
            serve(ends[1], m_jobs);
        }
        ::close(ends[1]);
        m_workers.emplace_back(process, ends[0]);
        giveNext(m_workers.back());
        return {};
    }

    void giveNext(Worker& worker)
    {
        if (m_next < m_jobs.count)
            worker.give(m_next++); // if it is dead, its end is read next
    }

    void wait()
    {
        std::vector<pollfd> polled;
        for (const auto& worker : m_workers)
            polled.push_back({ worker.socket(), POLLIN, 0 });
        ::poll(polled.data(), polled.size(), pollMilliseconds);
        auto worker = m_workers.begin();
        for (const auto& state : polled) {
            const auto now = worker++;
            if (state.revents != 0 && !now->read())
                bury(now, now->end());
            else if (state.revents != 0)
                takeResult(now);
            else if (now->isLate(m_limits.time))
                bury(now, "longer than " + secondsText(m_limits.time));
        }
    }

    void takeResult(std::list<Worker>::iterator worker)
    {
        const auto job = worker->job();
        auto result = worker->takeResult();
        if (!result || !job)
            return;
        giveNext(*worker);
        if (!worker->job())
            m_workers.erase(worker);
        m_ended({ *job, std::move(*result), {} });
    }

    void bury(std::list<Worker>::iterator worker, std::string reason)
    {
        const auto job = worker->job();
        m_workers.erase(worker);
        if (job)
            m_ended({ *job, {}, std::move(reason) });
    }

    const ContainedJobs& m_jobs;
    const ContainedLimits& m_limits;
    const std::function<void(ContainedEnd)>& m_ended;
    std::list<Worker> m_workers; ///< each has a job
    std::size_t m_next = 0;
};

} // namespace

Result<void> runContained(const ContainedJobs& jobs, const ContainedLimits& limits,
    const std::function<void(ContainedEnd)>& ended, const std::stop_token& stop)
{
    return Pool(jobs, limits, ended).run(stop);
}

} // namespace support
