#include "profiler/counters/count_runs.h"

#include "model/support/catch_exceptions.h"
#include "profiler/counters/processor_topology.h"
#include "profiler/counters/step_counter.h"
#include "profiler/counters/system_events.h"
#include "profiler/record/clock.h"
#include "profiler/statistics/rank_statistics.h"
#include "profiler/tables/profile_builder.h"

#include <sched.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <mutex>
#include <numeric>
#include <set>
#include <thread>
#include <utility>

namespace profiler {
namespace {

using Event = ProcessorEvent;

/// Events of the system in the order in which ThreadUsage reads them.
constexpr std::array usageEvents { EventCode { Event::MinorFaults },
    EventCode { Event::MajorFaults }, EventCode { Event::VoluntarySwitches },
    EventCode { Event::InvoluntarySwitches }, EventCode { Event::Migrations } };

/// Number of times that a thread was found on each logical processor.
using Visits = std::map<std::uint32_t, std::uint64_t>;

/// Adds the present clocks of the processors on which threads were found.
class ClockSamples {
public:
    explicit ClockSamples(const CounterKernel& kernel)
        : m_kernel(&kernel)
    {
    }
    void take(std::span<const Visits> visits)
    {
        std::set<std::uint32_t> processors;
        for (const auto& ofThread : visits)
            for (const auto& [processor, count] : ofThread)
                if (processors.size() < mostProcessors)
                    processors.insert(processor);
        for (const auto processor : processors)
            if (const auto hertz = clockOfProcessor(*m_kernel, processor))
                m_samples[processor].push_back(*hertz);
    }
    std::vector<ProcessorRecord::Clock> clocks() const
    {
        std::vector<ProcessorRecord::Clock> clocks;
        for (const auto& [processor, hertz] : m_samples) {
            const auto [least, most] = std::ranges::minmax(hertz);
            const auto mean = std::accumulate(hertz.begin(), hertz.end(), 0.0)
                / static_cast<double>(hertz.size());
            clocks.push_back({ processor, least, mean, most });
        }
        return clocks;
    }

private:
    static constexpr std::size_t mostProcessors = 64; // reading one may take a millisecond

    const CounterKernel* m_kernel;
    std::map<std::uint32_t, std::vector<double>> m_samples;
};

/// What the system counts for a thread: it costs about a microsecond to read, and no permission.
class ThreadUsage final : public ThreadCounts {
public:
    /// Only this thread uses `visits` while it runs.
    explicit ThreadUsage(Visits& visits)
        : m_visits(visits)
        , m_processor(::sched_getcpu())
    {
    }

    bool read(std::span<std::uint64_t> counts) override
    {
        rusage usage {};
        if (::getrusage(RUSAGE_THREAD, &usage) != 0)
            return false;
        const auto processor = ::sched_getcpu();
        m_migrations += processor != m_processor ? 1 : 0;
        m_processor = processor;
        if (processor >= 0)
            ++m_visits[static_cast<std::uint32_t>(processor)];
        const std::array<std::uint64_t, usageEvents.size()> now { count(usage.ru_minflt),
            count(usage.ru_majflt), count(usage.ru_nvcsw), count(usage.ru_nivcsw), m_migrations };
        std::ranges::copy(now, counts.begin());
        return true;
    }

private:
    static std::uint64_t count(long value) { return static_cast<std::uint64_t>(value); }

    Visits& m_visits;
    int m_processor;
    std::uint64_t m_migrations = 0;
};

/// Counters of the processor, then the ticks of the clock.
class ThreadEvents final : public ThreadCounts {
public:
    explicit ThreadEvents(EventGroup group)
        : m_group(std::move(group))
    {
        m_group.wasAlwaysCounting();
    }
    bool read(std::span<std::uint64_t> counts) override
    {
        counts.back() = readTicks(clockSource());
        return m_group.read(counts);
    }
    bool hasGap() override { return !m_group.wasAlwaysCounting(); }

private:
    EventGroup m_group;
};

class Counting {
public:
    Counting(const RunOnce& runOnce, const CountingOptions& options, const std::stop_token& stop)
        : m_runOnce(runOnce)
        , m_options(options)
        , m_stop(stop)
    {
    }

    ProcessorCounting run()
    {
        countUsage();
        const auto support = probeCounters(*m_options.kernel, m_options.named);
        auto& missing = m_result.missing;
        missing.insert(missing.end(), support.missing.begin(), support.missing.end());
        m_result.record.reading = support.reading;
        m_result.record.readNs = support.readNs;
        for (const auto& event : m_options.named)
            m_result.record.named.push_back({ event.name, event.by });
        for (const auto& pass : support.passes)
            countEvents(pass, support.reading);
        measureMachine();
        for (auto& [place, row] : m_rows) {
            if (const auto passes = m_cyclePasses.find(place);
                passes != m_cyclePasses.end() && passes->second > 0)
                row.counts[0] /= passes->second;
            m_result.record.rows.push_back(row);
        }
        return std::move(m_result);
    }

private:
    using Place = std::pair<std::uint32_t, std::int32_t>; // step and thread

    /// Executes the runs of a pass. `afterRun` is called before the counts of a run are added.
    /// Returns false if no run was kept; the reason is then in `missing`.
    template <typename AfterRun>
    bool countRuns(StepCounter& counter, const std::string& what, AfterRun afterRun)
    {
        const auto start = monotonicNs();
        const auto most = m_options.mostRuns;
        std::uint32_t voidRuns = 0;
        for (std::uint32_t run = 0; counter.keptRuns() < most && run <= 2 * most; ++run) {
            if (m_stop.stop_requested())
                break;
            if (const auto done = m_runOnce(&counter); !done) {
                m_result.missing.push_back(
                    { what, "a counted run failed: " + done.error().message() });
                return false;
            }
            afterRun(run);
            const bool isWhole
                = counter.finishRun(run == 0 ? StepCounter::Keep::No : StepCounter::Keep::Yes);
            voidRuns += run > 0 && !isWhole ? 1 : 0;
            if (run > 0
                && monotonicNs() - start > static_cast<std::uint64_t>(m_options.passLimit.count()))
                break;
        }
        auto& record = m_result.record;
        ++record.passes;
        record.voidRuns += voidRuns;
        if (counter.keptRuns() == 0) {
            m_result.missing.push_back({ what,
                m_stop.stop_requested() ? "stopped before a run was counted"
                    : !m_openError.empty()
                    ? "a thread could not be counted: " + m_openError
                    : "the events were counted only at times in each run: another program may "
                      "hold counters of the processor" });
            return false;
        }
        record.runs
            = record.runs == 0 ? counter.keptRuns() : std::min(record.runs, counter.keptRuns());
        return true;
    }

    /// Adds the counts of a pass. `eventOf(i)` is the event of count `i`.
    void addRows(const StepCounter& counter, std::span<const EventCode> events)
    {
        const auto runs = static_cast<double>(counter.keptRuns());
        counter.forRows(
            [&](std::uint32_t step, std::int32_t thread, std::span<const double> counts) {
                const Place place { step, thread };
                auto& row = rowAt(place);
                for (std::size_t i = 0; i < events.size(); ++i) {
                    auto& sum = countIn(row, events[i]);
                    sum = (std::isnan(sum) ? 0 : sum) + counts[i] / runs;
                    const bool isCycles = &sum == row.counts.data();
                    m_cyclePasses[place] += isCycles ? 1 : 0;
                }
            });
    }

    double& countIn(ProcessorRecord::Row& row, const EventCode& code) const
    {
        if (code.named == EventCode::notNamed)
            return row.counts[static_cast<std::size_t>(code.event)];
        row.named.resize(m_options.named.size(), unknownCount);
        return row.named[static_cast<std::size_t>(code.named)];
    }

    ProcessorRecord::Row& rowAt(const Place& place)
    {
        const auto [found, isNew] = m_rows.try_emplace(place);
        if (isNew) {
            found->second.step = engine::StepId(place.first);
            found->second.thread = place.second;
        }
        return found->second;
    }

    StepCounter counterOf(std::size_t counts, OpenThreadCounts open) const
    {
        return StepCounter({ m_options.steps, counts, m_options.threads, std::move(open) });
    }

    void countUsage()
    {
        std::vector<Visits> visits(std::max(m_options.threads, 1U));
        auto counter = counterOf(usageEvents.size(),
            [&](std::uint32_t thread) { return std::make_unique<ThreadUsage>(visits[thread]); });
        ClockSamples samples(*m_options.kernel);
        const auto afterRun = [&](std::uint32_t run) {
            if (run > 0)
                return samples.take(visits);
            std::ranges::for_each(visits, &Visits::clear);
        };
        if (!countRuns(counter, "page faults, switches, cores", afterRun))
            return;
        m_result.record.clocks = samples.clocks();
        if (m_result.record.clocks.empty())
            m_result.missing.push_back(
                { "clock of each core", "no cpufreq on this machine (usual in virtual machines)" });
        addRows(counter, usageEvents);
        for (std::size_t thread = 0; thread < visits.size(); ++thread)
            addPlaces(static_cast<std::int32_t>(thread), visits[thread]);
    }

    void addPlaces(std::int32_t thread, const Visits& visits)
    {
        double sum = 0;
        for (const auto& [processor, count] : visits)
            sum += static_cast<double>(count);
        auto& places = m_result.record.places;
        const auto first = static_cast<std::ptrdiff_t>(places.size());
        for (const auto& [processor, count] : visits) {
            const auto at = placeOfProcessor(*m_options.kernel, processor);
            places.push_back(
                { thread, processor, at.core, at.node, static_cast<double>(count) / sum });
        }
        std::stable_sort(places.begin() + first, places.end(),
            [](const auto& a, const auto& b) { return a.share > b.share; });
    }

    void countEvents(const std::vector<EventCode>& pass, CounterReading reading)
    {
        m_openError.clear();
        std::mutex opening; // guards m_openError
        std::string names;
        for (const auto& code : pass)
            names += (names.empty() ? "" : ", ") + eventLabel(code, m_options.named);
        auto counter
            = counterOf(pass.size() + 1, [&](std::uint32_t) -> std::unique_ptr<ThreadCounts> {
                  auto group = EventGroup::open(*m_options.kernel, pass, reading);
                  if (group)
                      return std::make_unique<ThreadEvents>(*std::move(group));
                  const std::scoped_lock lock(opening);
                  m_openError = group.error().message();
                  return nullptr;
              });
        // Cycles per tick, by step of the engine's thread and by thread.
        std::vector<std::vector<double>> clocks(m_options.steps);
        std::vector<std::vector<double>> threadClocks(std::max(m_options.threads, 1U));
        const auto takeClocks = [&](std::uint32_t run) {
            for (std::uint32_t step = 0; step < m_options.steps && run > 0; ++step)
                if (const auto counts = counter.lastOfEngine(step); counts.back() > 0)
                    clocks[step].push_back(counts.front() / counts.back());
            for (std::uint32_t thread = 0; thread < threadClocks.size() && run > 0; ++thread)
                if (const auto counts = counter.lastOfThread(thread); counts.back() > 0)
                    threadClocks[thread].push_back(counts.front() / counts.back());
        };
        if (!countRuns(counter, names, takeClocks))
            return;
        addRows(counter, pass);
        addClocks(clocks, threadClocks);
    }

    /// Adds the clocks of the engine's thread by step, and of all threads: the median over the
    /// runs, since a run in which the thread lost its core has more ticks.
    void addClocks(const std::vector<std::vector<double>>& clocks,
        const std::vector<std::vector<double>>& threadClocks)
    {
        const auto ticksPerSecond = calibrateClock(clockSource()).hertz();
        for (auto& [place, row] : m_rows)
            if (place.second == 0 && !clocks[place.first].empty() && std::isnan(row.hertz))
                row.hertz = medianOf(clocks[place.first]) * ticksPerSecond;
        auto& hertz = m_result.record.threadHertz;
        hertz.resize(threadClocks.size(), unknownCount);
        for (std::size_t thread = 0; thread < hertz.size(); ++thread)
            if (!threadClocks[thread].empty() && std::isnan(hertz[thread]))
                hertz[thread] = medianOf(threadClocks[thread]) * ticksPerSecond;
    }

    /// Returns a total, or adds the reason why it cannot be read.
    std::optional<SystemTotal> totalOf(std::string_view name, support::Result<SystemTotal> total)
    {
        if (total)
            return *std::move(total);
        m_result.missing.push_back({ std::string(name), total.error().message() });
        return std::nullopt;
    }

    support::Result<SystemTotal> energy() const
    {
        auto total = SystemTotal::ofPowercap(*m_options.kernel);
        if (total)
            return total;
        auto events = SystemTotal::ofDrivers(*m_options.kernel, "power", "energy-pkg");
        // Where both are absent or refused, the reason of powercap is the simpler one.
        return events ? std::move(events) : std::move(total);
    }

    void measureMachine()
    {
        constexpr double bytesPerMebibyte = 1024.0 * 1024.0; // the unit of these drivers
        auto joules = totalOf("energy", energy());
        auto reads = totalOf("bytes read from memory",
            SystemTotal::ofDrivers(*m_options.kernel, "uncore_imc", "cas_count_read"));
        auto writes = reads
            ? totalOf("bytes written to memory",
                SystemTotal::ofDrivers(*m_options.kernel, "uncore_imc", "cas_count_write"))
            : std::nullopt;
        if (!joules && !reads)
            return;
        const auto take = [](auto& total) {
            return total ? total->take().value_or(unknownCount) : unknownCount;
        };
        take(joules);
        const auto idleStart = monotonicNs();
        std::this_thread::sleep_for(m_options.idle);
        const auto idleWatts = take(joules) * 1e9 / static_cast<double>(monotonicNs() - idleStart);
        if (!runPlain(1))
            return;
        take(joules);
        take(reads);
        take(writes);
        const auto start = monotonicNs();
        const auto runs = static_cast<double>(runPlain(m_options.mostRuns));
        const auto seconds = static_cast<double>(monotonicNs() - start) * 1e-9;
        if (runs == 0)
            return;
        auto& machine = m_result.record.machine;
        machine.joules = take(joules) / runs;
        const auto aboveIdle = machine.joules - idleWatts * seconds / runs;
        machine.joulesAboveIdle = aboveIdle < 0 ? 0 : aboveIdle; // NaN stays unknown
        machine.readBytes = take(reads) * bytesPerMebibyte / runs;
        machine.writtenBytes = take(writes) * bytesPerMebibyte / runs;
    }

    /// Executes runs without counting, at most for the limit of a pass. Returns their number.
    std::uint32_t runPlain(std::uint32_t most)
    {
        const auto end = monotonicNs() + static_cast<std::uint64_t>(m_options.passLimit.count());
        std::uint32_t runs = 0;
        while (runs < most && !m_stop.stop_requested() && (runs == 0 || monotonicNs() < end)) {
            if (!m_runOnce(nullptr))
                break;
            ++runs;
        }
        return runs;
    }

    const RunOnce& m_runOnce;
    const CountingOptions& m_options;
    const std::stop_token& m_stop;
    ProcessorCounting m_result;
    std::map<Place, ProcessorRecord::Row> m_rows;
    std::string m_openError; // why a thread could not be counted in this pass
    std::map<Place, int> m_cyclePasses; // in how many passes the cycles were counted
};

} // namespace

ProcessorCounting countProcessor(
    const RunOnce& runOnce, const CountingOptions& options, const std::stop_token& stop)
{
    ProcessorCounting result;
    const auto done = support::catchExceptions("counting", [&]() -> support::Result<void> {
        result = Counting(runOnce, options, stop).run();
        return {};
    });
    if (!done)
        result.missing.push_back({ "the processor's events", done.error().message() });
    return result;
}

void addCounting(ProfileBuilder& builder, const ProcessorCounting& counting)
{
    auto& profile = builder.profile();
    profile.processor = std::make_shared<const ProcessorRecord>(counting.record);
    for (const auto& missing : counting.missing)
        profile.conditions.push_back(
            { builder.text(std::string(missingCounterPrefix) + missing.name), StringId(),
                builder.text(missing.reason), false });
}

} // namespace profiler
