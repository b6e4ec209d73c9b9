#include "model/process/contained_jobs.h"

#include "model/process/child_process.h"
#include "model/support/atomic_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <list>
#include <optional>
#include <utility>
#include <vector>

#include <sys/resource.h>

namespace support {

namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool hasShadowMemory = true; // shadow memory counts as memory of the process
#else
constexpr bool hasShadowMemory = false;
#endif

std::string_view bytesOf(const std::uint64_t& number)
{
    return { reinterpret_cast<const char*>(&number), sizeof number };
}

/// Reads a number that `give` has sent. A pipe transfers so few bytes in one piece.
bool readNumber(int pipe, std::uint64_t& number)
{
    ssize_t count = 0;
    do {
        count = ::read(pipe, &number, sizeof number);
    } while (count < 0 && errno == EINTR);
    return count == sizeof number;
}

/// The worker's main function: runs the requested jobs until the parent closes the pipe.
void serve(int requests, int results, const ContainedJobs& jobs)
{
    std::uint64_t number = 0;
    while (readNumber(requests, number)) {
        const auto text = jobs.job(number);
        if (!writeAll(results, bytesOf(text.size()), "a result")
            || !writeAll(results, text, "a result"))
            return;
    }
}

/// Takes the result of a job from what its worker has written, once it is complete.
std::optional<std::string> takeResult(std::string& received)
{
    std::uint64_t bytes = 0;
    if (received.size() < sizeof bytes)
        return std::nullopt;
    std::memcpy(&bytes, received.data(), sizeof bytes);
    if (received.size() - sizeof bytes < bytes)
        return std::nullopt;
    auto result = received.substr(sizeof bytes);
    received.clear();
    return result;
}

std::string endText(const ProcessEnd& end)
{
    if (end.signal == 0)
        return "exit code " + std::to_string(end.exitCode);
    const auto* name = ::sigabbrev_np(end.signal);
    return name != nullptr ? "SIG" + std::string(name) : "signal " + std::to_string(end.signal);
}

std::string secondsText(std::chrono::milliseconds time)
{
    const auto text = std::to_string(time.count() / 1000);
    const auto rest = time.count() % 1000;
    return rest == 0 ? text + " s" : std::to_string(time.count()) + " ms";
}

struct Worker {
    ChildProcess process;
    std::size_t job = 0; ///< the job that it does
};

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
        auto process = TRY(ChildProcess::fork([this](int requests, int results) {
            for (auto& other : m_workers)
                other.process.closePipes();
            if (m_limits.memory > 0 && !hasShadowMemory)
                limitResource(RLIMIT_DATA, m_limits.memory);
            serve(requests, results, m_jobs);
        }));
        m_workers.push_back({ std::move(process) });
        giveNext(m_workers.back());
        return {};
    }

    void giveNext(Worker& worker)
    {
        worker.job = m_next++;
        worker.process.limitTime(m_limits.time);
        worker.process.send(bytesOf(worker.job));
    }

    void wait()
    {
        std::vector<ChildProcess*> processes;
        for (auto& worker : m_workers)
            processes.push_back(&worker.process);
        ChildProcess::exchange(processes);
        for (auto next = m_workers.begin(); next != m_workers.end();) {
            const auto worker = next++;
            auto& process = worker->process;
            if (process.isAtEnd())
                endJob(worker, {}, endText(process.wait()));
            else if (auto result = takeResult(process.received()))
                endJob(worker, *std::move(result), {});
            else if (process.isLate())
                endJob(worker, {}, "longer than " + secondsText(m_limits.time));
        }
    }

    /// A worker that gave a result goes on with the next job. Otherwise it is killed, if it still
    /// runs.
    void endJob(std::list<Worker>::iterator worker, std::string result, std::string crash)
    {
        const auto job = worker->job;
        if (crash.empty() && m_next < m_jobs.count)
            giveNext(*worker);
        else
            m_workers.erase(worker);
        m_ended({ job, std::move(result), std::move(crash) });
    }

    const ContainedJobs& m_jobs;
    const ContainedLimits& m_limits;
    const std::function<void(ContainedEnd)>& m_ended;
    std::list<Worker> m_workers;
    std::size_t m_next = 0;
};

} // namespace

Result<void> runContained(const ContainedJobs& jobs, const ContainedLimits& limits,
    const std::function<void(ContainedEnd)>& ended, const std::stop_token& stop)
{
    return Pool(jobs, limits, ended).run(stop);
}

} // namespace support
