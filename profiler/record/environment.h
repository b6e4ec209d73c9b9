#pragma once

#include "profiler/tables/profile_builder.h"

#include <functional>
#include <string>
#include <vector>

namespace profiler {

/// Machine, system and clock as metadata (keys.h). What this system does not tell is left out.
void describeMachine(Metadata& metadata);

/// One reading of a condition, before it is in a profile.
struct ConditionReading {
    std::string name;
    std::string value; ///< empty = could not be read
    std::string reason; ///< why it could not, or why it matters
    bool isRemark = false;
};

/// Governor, turbo, frequency, load, temperature, power source. Each is a row even when it is
/// absent: then with the reason. `root` is put before /sys and /proc, for tests.
std::vector<ConditionReading> readConditions(const std::string& root = {});

void addConditions(ProfileBuilder& builder, const std::vector<ConditionReading>& readings);

/// Most memory that this process ever had in RAM, bytes; 0 if unknown.
std::uint64_t peakResidentBytes();

} // namespace profiler
