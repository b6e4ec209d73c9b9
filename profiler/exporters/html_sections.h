#pragma once

#include "profiler/exporters/report.h"

#include <string>

namespace profiler {

/// The cards of the HTML report, each complete HTML. Some are empty if the profile does not have
/// their part.
/// Empty for a profile without generations.
std::string generationCard(const Report& report);
std::string loadCard(const Report& report); ///< of a measurement under load
std::string timelineCard(const Report& report);
std::string operatorsCard(const Report& report);
std::string typesCard(const Report& report);
std::string accountCard(const Report& report);
std::string deviceCard(const Report& report); ///< of runs on a GPU
std::string processorCard(const Report& report); ///< of what was counted in runs of their own
std::string rooflineCard(const Report& report);
std::string memoryCard(const Report& report);
std::string runsCard(const Report& report);
std::string fallbacksCard(const Report& report);
std::string fatesCard(const Report& report);
std::string originCard(const Report& report);
std::string methodCard(const Report& report);
std::string conditionsCard(const Report& report);

} // namespace profiler
