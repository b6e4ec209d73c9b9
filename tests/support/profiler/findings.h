#pragma once

#include "profiler/exporters/report.h"

#include <QString>

#include <algorithm>

namespace testing {

/// The first finding of a rule; null if there is none.
inline const profiler::Finding* findingOf(const profiler::Report& report, std::string_view rule)
{
    const auto found = std::ranges::find(report.findings, rule, &profiler::Finding::rule);
    return found == report.findings.end() ? nullptr : &*found;
}

inline QString evidenceOf(const profiler::Finding& finding, std::string_view name)
{
    const auto found = std::ranges::find(finding.evidence, name, &profiler::Evidence::name);
    return found == finding.evidence.end() ? QString() : QString::fromStdString(found->value);
}

} // namespace testing
