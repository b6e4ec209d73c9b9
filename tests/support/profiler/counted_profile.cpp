#include "tests/support/profiler/counted_profile.h"

#include "profiler/counters/processor_figures.h"

namespace testing {

using namespace profiler;

std::shared_ptr<const Profile> withCounts(const Profile& profile)
{
    auto counted = profile;
    ProcessorRecord record;
    record.passes = 3;
    record.runs = 5;
    record.reading = CounterReading::Instruction;
    record.readNs = 35;
    record.places = { { 0, 1, 1, 0, 0.98 }, { 0, 0, 0, 0, 0.02 } };
    record.clocks = { { 1, 3.1e9, 3.2e9, 3.3e9 } };
    record.threadHertz = { countedHertz };
    for (std::uint32_t i = 0; i < profile.steps.size(); ++i) {
        ProcessorRecord::Row row;
        row.step = engine::StepId(i);
        double ns = 0;
        for (std::size_t slice = 0; slice < profile.slices.size() && ns == 0; ++slice)
            if (profile.slices.step[slice] == i && profile.slices.kind[slice] == SliceKind::Step)
                ns = double(profile.slices.durationNs[slice]);
        const auto set
            = [&](ProcessorEvent event, double value) { row.counts[std::size_t(event)] = value; };
        const auto lines = double(profile.steps[i].bytes.value_or(0)) / lineBytes;
        set(ProcessorEvent::Cycles, ns * countedHertz / 1e9);
        set(ProcessorEvent::Instructions, ns * countedHertz / 1e9 * (1 + i % 3));
        set(ProcessorEvent::L1Misses, lines * countedL1);
        set(ProcessorEvent::L2Misses, lines * countedL2);
        set(ProcessorEvent::LastLevelMisses, lines * countedLastLevel);
        set(ProcessorEvent::MinorFaults, i % 4);
        set(ProcessorEvent::VoluntarySwitches, 0);
        set(ProcessorEvent::InvoluntarySwitches, i == 2 ? 1 : 0);
        row.hertz = countedHertz;
        record.rows.push_back(row);
    }
    counted.processor = std::make_shared<const ProcessorRecord>(std::move(record));
    return std::make_shared<const Profile>(std::move(counted));
}

} // namespace testing
