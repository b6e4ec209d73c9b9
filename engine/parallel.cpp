#include "engine/kernel.h"
#include "engine/work_scope.h"

#include <omp.h>

#include <algorithm>

namespace engine {

WorkEars& workEars()
{
    thread_local WorkEars ears;
    return ears;
}

void setLibraryThreads(int threads) { omp_set_num_threads(threads); }

// The same runtime that oneDNN uses: two pools of spinning threads would fight for the cores.
void parallelFor(std::int64_t count, std::int64_t grain, int threads,
    const std::function<void(std::int64_t, std::int64_t)>& body)
{
    if (count <= 0)
        return;
    const auto pieces = std::min<std::int64_t>(threads, count / std::max<std::int64_t>(grain, 1));
    if (pieces <= 1)
        return body(0, count);

    const DividedWork work;
#pragma omp parallel num_threads(static_cast <int>(pieces))
    {
        const std::int64_t team = omp_get_num_threads(); // may be smaller than asked for
        const std::int64_t member = omp_get_thread_num();
        const auto share = count / team;
        const auto rest = count % team;
        const auto begin = member * share + std::min(member, rest);
        const auto end = begin + share + (member < rest ? 1 : 0);
        if (begin < end) {
            const WorkPiece piece(work.ears(), static_cast<std::uint32_t>(member));
            body(begin, end);
        }
    }
}

} // namespace engine
