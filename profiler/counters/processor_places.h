#pragma once

#include "model/support/text.h"
#include "profiler/tables/processor_record.h"

#include <string>
#include <vector>

namespace profiler {

/// Returns how the counts were made: `mean of separate runs (5, in 3 passes); their times are not
/// used. misses/k: per thousand instructions`, `counters were read by rdpmc, 35 ns for all of a
/// pass`.
std::vector<support::Sentence> countingSentences(const ProcessorRecord& record);

/// Returns where each thread ran and at which clock, one line of several sentences per thread:
/// `helper 1: processor 3 (core 3, NUMA node 0) 98 %`, `elsewhere too, on 2 processors`, `3.41 GHz
/// by its cycles`, `cpufreq told 3.1 to 3.5 GHz`. A thread that shares a core with another one has
/// a remark.
std::vector<std::vector<support::Sentence>> placeSentences(const ProcessorRecord& record);
std::vector<std::string> placeLines(const ProcessorRecord& record); ///< the same in English

/// Returns what the whole machine did per run: `energy 1.2 J per run, 0.8 J above idle (all
/// packages, other programs included)`. Empty if nothing is known. `wallNs` is the time of a run.
std::vector<std::string> machineLines(const ProcessorRecord& record, double wallNs);

/// Two threads that were mostly found on logical processors of one core.
struct SharedCore {
    std::int32_t first = 0;
    std::int32_t second = 0;
    std::uint32_t core = 0;
};
/// Returns these pairs, each thread with the next one on its core.
std::vector<SharedCore> sharedCores(const ProcessorRecord& record);

} // namespace profiler
