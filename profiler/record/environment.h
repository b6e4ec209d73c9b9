#pragma once

#include "profiler/tables/profile_builder.h"

#include <functional>
#include <string>
#include <vector>

namespace profiler {

/// Writes machine, system and clock to the metadata. What the system does not report is left out.
void describeMachine(Metadata& metadata);

/// One reading of a condition; becomes a Condition of a profile.
struct ConditionReading {
    std::string name;
    std::string value; ///< empty = could not be read
    std::string reason; ///< why it could not be read, or why it is important
    bool isRemark = false;
};

/// Reads governor, turbo, frequency, load, temperature and power source. Each has an entry; if it
/// cannot be read, the entry has the reason. `root` is a prefix of /sys and /proc, for tests.
std::vector<ConditionReading> readConditions(const std::string& root = {});

void addConditions(ProfileBuilder& builder, const std::vector<ConditionReading>& readings);

/// Returns the peak resident memory of this process in bytes; 0 if unknown.
std::uint64_t peakResidentBytes();

} // namespace profiler
