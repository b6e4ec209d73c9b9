#include "profiler/tables/processor_record.h"

#include "profiler/tables/profile.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace profiler {
namespace {

constexpr std::array<std::string_view, processorEventCount> eventNames { "cycles", "instructions",
    "branch_misses", "l1_misses", "l2_misses", "last_level_misses", "frontend_stalls",
    "backend_stalls", "minor_faults", "major_faults", "voluntary_switches", "involuntary_switches",
    "migrations" };
constexpr std::array<std::string_view, processorEventCount> eventLabels { "cycles", "instructions",
    "branch misses", "L1 misses", "L2 misses", "last level misses", "frontend stalls",
    "backend stalls", "page faults", "page faults from disk", "waits", "interruptions",
    "migrations" };
constexpr std::array<std::string_view, 3> readingNames { "none", "read", "rdpmc" };

void addKnown(std::span<double> sum, std::span<const double> counts)
{
    for (std::size_t i = 0; i < sum.size(); ++i)
        if (!std::isnan(counts[i]))
            sum[i] = (std::isnan(sum[i]) ? 0 : sum[i]) + counts[i];
}

} // namespace

std::string_view processorEventName(ProcessorEvent event)
{
    return eventNames[static_cast<std::size_t>(event)];
}

std::string_view processorEventLabel(ProcessorEvent event)
{
    return eventLabels[static_cast<std::size_t>(event)];
}

std::string_view counterReadingName(CounterReading reading)
{
    return readingNames[static_cast<std::size_t>(reading)];
}

void addCounts(ProcessorCounts& sum, const ProcessorCounts& counts) { addKnown(sum, counts); }

void addNamedCounts(std::vector<double>& sum, const std::vector<double>& counts)
{
    sum.resize(std::max(sum.size(), counts.size()), unknownCount);
    addKnown(std::span(sum).first(counts.size()), counts);
}

std::vector<StepCounts> countsOfSteps(const Profile& profile)
{
    std::vector<StepCounts> steps;
    if (!profile.processor)
        return steps;
    steps.resize(profile.steps.size());
    for (const auto& row : profile.processor->rows) {
        if (!row.step.isValid() || row.step.value() >= steps.size())
            continue;
        auto& step = steps[row.step.value()];
        addCounts(step.all, row.counts);
        addNamedCounts(step.named, row.named);
        if (row.thread != ProcessorRecord::between)
            addCounts(step.work, row.counts);
        if (row.thread == 0)
            step.hertz = row.hertz;
    }
    return steps;
}

} // namespace profiler
