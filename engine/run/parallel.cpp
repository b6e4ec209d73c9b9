#include "engine/kernel/kernel.h"
#include "engine/run/thread_team.h"
#include "engine/run/work_scope.h"

#include <algorithm>
#include <atomic>
#include <exception>

namespace engine {

WorkTarget& currentWorkTarget()
{
    thread_local WorkTarget target;
    return target;
}

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

/// A loop that is divided among the members of a team.
struct Loop {
    std::int64_t count;
    const std::function<void(std::int64_t, std::int64_t)>& body;
    WorkDivision work;
    FirstFailure failure;
};

void runShare(void* content)
{
    auto& loop = *static_cast<Loop*>(content);
    const auto& member = ThreadTeam::current();
    const std::int64_t number = member.number;
    const auto share = loop.count / member.count;
    const auto rest = loop.count % member.count;
    const auto begin = number * share + std::min(number, rest);
    const auto end = begin + share + (number < rest ? 1 : 0);
    if (begin == end)
        return;
    const ReportedWorkPiece piece(loop.work.target(), member.thread);
    loop.failure.guard([&] { loop.body(begin, end); });
}

} // namespace

void parallelFor(std::int64_t count, std::int64_t grain, int threads,
    const std::function<void(std::int64_t, std::int64_t)>& body)
{
    if (count <= 0)
        return;
    const auto pieces = std::min<std::int64_t>(threads, count / std::max<std::int64_t>(grain, 1));
    if (pieces <= 1)
        return body(0, count);
    Loop loop { count, body, {}, {} };
    ThreadTeam::run(runShare, &loop, static_cast<unsigned>(pieces));
    loop.failure.rethrow();
}

} // namespace engine
