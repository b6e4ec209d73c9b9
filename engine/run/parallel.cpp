#include "engine/kernel/kernel.h"
#include "engine/run/threads.h"
#include "engine/run/work_scope.h"

#include <omp.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

namespace engine {

WorkTarget& currentWorkTarget()
{
    thread_local WorkTarget target;
    return target;
}

void setLibraryThreads(int threads) { omp_set_num_threads(threads); }

namespace {

/// Keeps the first exception of a parallel region until the region ends: none may leave it.
class FirstFailure {
public:
    template <typename Work>
    void guard(const Work& work) noexcept
    {
        try {
            work();
        } catch (...) {
            if (!m_isKept.test_and_set())
                m_failure = std::current_exception();
        }
    }
    void rethrow() const
    {
        if (m_failure)
            std::rethrow_exception(m_failure);
    }

private:
    std::atomic_flag m_isKept;
    std::exception_ptr m_failure;
};

/// Starts this many threads, all at the same time, to check that the system allows it. Ends them.
Result<void> tryThreads(int wanted)
{
    std::vector<std::jthread> threads;
    std::stop_source stop;
    try {
        threads.reserve(wanted);
        for (int i = 0; i < wanted; ++i)
            threads.emplace_back([token = stop.get_token()] {
                std::mutex mutex;
                std::unique_lock lock(mutex);
                std::condition_variable_any().wait(lock, token, [] { return false; });
            });
    } catch (const std::exception& error) {
        stop.request_stop();
        return support::failAs(support::ErrorKind::Resource, "of ", wanted + 1, " threads only ",
            threads.size() + 1, " can be started (", error.what(),
            "): take fewer, or raise the limits of address space and processes");
    }
    stop.request_stop();
    return {};
}

} // namespace

Result<void> checkThreads(int threads)
{
    return threads > 1 ? tryThreads(threads - 1) : Result<void>();
}

Result<void> startThreads(int threads)
{
    // The OpenMP runtime keeps a team per calling thread. It ends the program if a thread cannot
    // start.
    thread_local int started = 1;
    if (threads <= started)
        return {};
    TRY(tryThreads(threads - 1));
#pragma omp parallel num_threads(threads)
    {
    }
    started = threads;
    return {};
}

// Uses the OpenMP runtime of oneDNN: two pools of spinning threads would compete for the cores.
void parallelFor(std::int64_t count, std::int64_t grain, int threads,
    const std::function<void(std::int64_t, std::int64_t)>& body)
{
    if (count <= 0)
        return;
    const auto pieces = std::min<std::int64_t>(threads, count / std::max<std::int64_t>(grain, 1));
    if (pieces <= 1)
        return body(0, count);

    const WorkDivision work;
    FirstFailure failure;
#pragma omp parallel num_threads(static_cast <int>(pieces))
    {
        const std::int64_t team = omp_get_num_threads(); // may be smaller than requested
        const std::int64_t member = omp_get_thread_num();
        const auto share = count / team;
        const auto rest = count % team;
        const auto begin = member * share + std::min(member, rest);
        const auto end = begin + share + (member < rest ? 1 : 0);
        if (begin < end) {
            const ReportedWorkPiece piece(work.target(), static_cast<std::uint32_t>(member));
            failure.guard([&] { body(begin, end); });
        }
    }
    failure.rethrow();
}

} // namespace engine
