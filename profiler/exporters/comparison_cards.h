#pragma once

#include "profiler/exporters/comparison_html.h"

#include <array>
#include <string>

namespace profiler {

/// The reports of A and B: facts about model, machine and method.
using SideReports = std::array<Report, 2>;

/// The cards of a comparison, each complete HTML. Some return an empty text if the comparison does
/// not have their part. settingsCard() and comparedMethodCard() need `report.time`.
std::string comparisonFigures(const ComparisonReport& report);
std::string highlights(const ComparisonReport& report);
std::string waterfallCard(const Comparison& time);
std::string effectsCard(const Comparison& time);
std::string comparedOperatorsCard(const Comparison& time);
std::string gateCard(const ComparisonReport& report);
std::string settingsCard(const ComparisonReport& report);
std::string structureCard(const ComparisonReport& report);
std::string numbersCard(const ComparisonReport& report);
std::string comparedRunsCard(const Report& side, std::string_view letter);
std::string comparedOriginCard(const ComparisonReport& report, const SideReports& sides);
std::string comparedMethodCard(const ComparisonReport& report, const SideReports& sides);

} // namespace profiler
