#include "profiler/record/run_log.h"

#include "profiler/statistics/rank_statistics.h"

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <random>

namespace profiler {

using support::Result;

namespace {

/// Resource usage of this thread.
struct Usage {
    rusage values {};

    static Usage now()
    {
        Usage usage;
#ifdef RUSAGE_THREAD
        getrusage(RUSAGE_THREAD, &usage.values);
#else
        getrusage(RUSAGE_SELF, &usage.values);
#endif
        return usage;
    }
};

void addUsage(Run& run, const Usage& before, const Usage& after)
{
    const auto difference
        = [](long a, long b) { return static_cast<std::uint32_t>(std::max(0L, b - a)); };
    run.voluntarySwitches = difference(before.values.ru_nvcsw, after.values.ru_nvcsw);
    run.involuntarySwitches = difference(before.values.ru_nivcsw, after.values.ru_nivcsw);
    run.minorFaults = difference(before.values.ru_minflt, after.values.ru_minflt);
    run.majorFaults = difference(before.values.ru_majflt, after.values.ru_majflt);
}

} // namespace

Result<Run> RunLog::run(const RunOnce& runOnce, Side side, std::uint32_t round, Recorder* recorder)
{
    Run run;
    run.number = static_cast<std::uint32_t>(m_runs.size() + 1);
    run.side = side;
    run.round = round;
    if (recorder != nullptr)
        recorder->prepareRun(run.number - 1);
    const auto droppedBefore = recorder != nullptr ? recorder->dropped() : 0;
    const auto before = Usage::now();
    RunTicks ticks;
    ticks.start = readTicks(clockSource());
    auto result = runOnce(recorder);
    ticks.stop = readTicks(clockSource());
    addUsage(run, before, Usage::now());
    if (!result)
        return std::move(result).error();
    if (m_ticksOfRun)
        ticks = m_ticksOfRun();
    run.wallNs = m_scale.lengthNs(ticks.stop - ticks.start);
    run.hasGap = recorder != nullptr && recorder->dropped() != droppedBefore;
    m_runs.push_back(run);
    m_ticks.push_back(ticks);
    m_walls[static_cast<std::size_t>(side)].push_back(static_cast<double>(run.wallNs));
    return run;
}

std::vector<Run> RunLog::timed(const ClockScale& scale, std::int64_t zeroNs) const
{
    auto runs = m_runs;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        auto& run = runs[i];
        run.startNs = scale.toNs(m_ticks[i].start) - zeroNs;
        run.wallNs = scale.toNs(m_ticks[i].stop) - zeroNs - run.startNs;
    }
    return runs;
}

bool isSteady(std::span<const double> walls)
{
    if (walls.size() < 6)
        return false;
    const auto last = walls.last(6);
    const auto early = medianOf(last.first(3));
    const auto late = medianOf(last.last(3));
    return std::abs(early - late) < 0.03 * late;
}

std::uint64_t randomSeed()
{
    std::random_device device;
    return (std::uint64_t(device()) << 32 | device()) >> 1;
}

std::int64_t utcNowNs()
{
    using namespace std::chrono;
    return duration_cast<nanoseconds>(system_clock::now().time_since_epoch()).count();
}

} // namespace profiler
