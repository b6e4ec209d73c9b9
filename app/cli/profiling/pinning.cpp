#include "app/cli/profiling/pinning.h"

#include "engine/run/thread_team.h"
#include "profiler/counters/processor_topology.h"
#include "profiler/record/thread_affinity.h"

#include <map>

namespace cli {

support::Result<std::vector<std::uint32_t>> placeThreadsOnCores()
{
    std::map<std::uint32_t, std::vector<std::uint32_t>> cores;
    for (const auto processor : profiler::allowedProcessors())
        cores[profiler::placeOfProcessor(profiler::systemCounterKernel(), processor).core]
            .push_back(processor);
    if (cores.empty())
        return support::failAs(support::ErrorKind::Resource,
            "--pin needs the list of processors that this program may use, which the system does "
            "not tell");
    std::vector<std::vector<std::uint32_t>> places;
    for (auto& [core, processors] : cores)
        places.push_back(std::move(processors));
    auto first = places.front();
    engine::placeThreads(std::move(places));
    return first;
}

} // namespace cli
