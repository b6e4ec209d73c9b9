#include "model/support/contained_jobs.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <list>
#include <optional>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace support {

namespace {

using Clock = std::chrono::steady_clock;

/// Interval at which stop requests and time limits are checked.
constexpr int pollMilliseconds = 20;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool hasShadowMemory = true; // shadow memory counts as memory of the process
#else
constexpr bool hasShadowMemory = false;
#endif

bool writeAll(int pipe, const void* data, std::size_t bytes)
{
    const auto* at = static_cast<const char*>(data);
    while (bytes > 0) {
        const auto written = ::write(pipe, at, bytes);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        at += written;
        bytes -= static_cast<std::size_t>(written);
    }
    return true;
}

bool readAll(int pipe, void* data, std::size_t bytes)
{
    auto* at = static_cast<char*>(data);
    while (bytes > 0) {
        const auto count = ::read(pipe, at, bytes);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return false;
        at += count;
        bytes -= static_cast<std::size_t>(count);
    }
    return true;
}

/// Owns a file descriptor; the destructor closes it.
class Descriptor {
public:
    explicit Descriptor(int number)
        : m_number(number)
    {
    }
    Descriptor(Descriptor&& other) noexcept
        : m_number(std::exchange(other.m_number, -1))
    {
    }
    Descriptor& operator=(Descriptor&&) = delete;
    ~Descriptor() { close(); }

    int number() const { return m_number; }
    void close()
    {
        if (m_number >= 0)
            ::close(std::exchange(m_number, -1));
    }

private:
    int m_number;
};

struct Pipe {
    Descriptor out; ///< to read from
    Descriptor in;
};

Result<Pipe> makePipe()
{
    std::array<int, 2> ends {};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
        return failAs(ErrorKind::Resource, "no pipe to a worker: ", std::strerror(errno));
    return Pipe { Descriptor(ends[0]), Descriptor(ends[1]) };
}

/// Blocks SIGPIPE while it exists, so that writing to a dead worker fails with an error and does
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

void limit(int resource, std::uint64_t most)
{
    rlimit both { most, most };
    ::setrlimit(static_cast<__rlimit_resource_t>(resource), &both);
}

/// Resets signal handling and sets the limits in a worker. It dies at once of the signals that end
/// it, and when the parent process dies.
void resetSignalsAndLimits(const ContainedLimits& limits)
{
    for (const int signal : { SIGINT, SIGTERM })
        std::signal(signal, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    pthread_sigmask(SIG_SETMASK, &none, nullptr);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    limit(RLIMIT_CORE, 0);
    if (limits.memory > 0 && !hasShadowMemory)
        limit(RLIMIT_DATA, limits.memory);
}

/// noexcept: an exception must end the worker. The stack above belongs to the parent's code, which
/// might catch it.
[[noreturn]] void serve(int requests, int results, const ContainedJobs& jobs) noexcept
{
    std::uint64_t number = 0;
    while (readAll(requests, &number, sizeof(number))) {
        const auto text = jobs.job(number);
        const std::uint64_t bytes = text.size();
        if (!writeAll(results, &bytes, sizeof(bytes))
            || !writeAll(results, text.data(), text.size()))
            break;
    }
    ::_exit(0); // no exit handlers: what they clean up belongs to the parent
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
    Worker(pid_t process, Descriptor requests, Descriptor results)
        : m_process(process)
        , m_requests(std::move(requests))
        , m_results(std::move(results))
    {
    }
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;
    ~Worker() { kill(); }

    int results() const { return m_results.number(); }
    std::optional<std::size_t> job() const { return m_job; }

    void give(std::size_t job)
    {
        m_job = job;
        m_begun = Clock::now();
        const std::uint64_t number = job;
        writeAll(m_requests.number(), &number, sizeof(number)); // read() notices a dead worker
    }

    /// Closes the descriptors that a forked worker has inherited.
    void closeEnds()
    {
        m_requests.close();
        m_results.close();
    }

    /// Reads available data; false at the end of the stream.
    bool read()
    {
        std::array<char, 65536> block {};
        const auto received = ::read(results(), block.data(), block.size());
        if (received < 0 && errno == EINTR)
            return true;
        if (received <= 0)
            return false;
        m_received.append(block.data(), static_cast<std::size_t>(received));
        return true;
    }

    /// Returns the result of the job once it is complete.
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

    /// Waits for the end of the process and returns how it ended.
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
    Descriptor m_requests;
    Descriptor m_results;
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
        auto requests = TRY(makePipe());
        auto results = TRY(makePipe());
        const auto process = ::fork();
        if (process < 0)
            return failAs(ErrorKind::Resource, "no process for a worker: ", std::strerror(errno));
        if (process == 0) {
            requests.in.close();
            results.out.close();
            for (auto& other : m_workers)
                other.closeEnds();
            resetSignalsAndLimits(m_limits);
            serve(requests.out.number(), results.in.number(), m_jobs);
        }
        m_workers.emplace_back(process, std::move(requests.in), std::move(results.out));
        giveNext(m_workers.back());
        return {};
    }

    void giveNext(Worker& worker)
    {
        if (m_next < m_jobs.count)
            worker.give(m_next++);
    }

    void wait()
    {
        std::vector<pollfd> polled;
        for (const auto& worker : m_workers)
            polled.push_back({ worker.results(), POLLIN, 0 });
        ::poll(polled.data(), polled.size(), pollMilliseconds);
        auto worker = m_workers.begin();
        for (const auto& state : polled) {
            const auto now = worker++;
            if (state.revents != 0 && !now->read())
                endJob(now, now->end());
            else if (state.revents != 0)
                takeResult(now);
            else if (now->isLate(m_limits.time))
                endJob(now, "longer than " + secondsText(m_limits.time));
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

    void endJob(std::list<Worker>::iterator worker, std::string reason)
    {
        const auto job = worker->job();
        m_workers.erase(worker);
        if (job)
            m_ended({ *job, {}, std::move(reason) });
    }

    const ContainedJobs& m_jobs;
    const ContainedLimits& m_limits;
    const std::function<void(ContainedEnd)>& m_ended;
    NoPipeSignal m_noPipeSignal;
    std::list<Worker> m_workers; ///< each has a current job
    std::size_t m_next = 0;
};

} // namespace

Result<void> runContained(const ContainedJobs& jobs, const ContainedLimits& limits,
    const std::function<void(ContainedEnd)>& ended, const std::stop_token& stop)
{
    return Pool(jobs, limits, ended).run(stop);
}

} // namespace support
