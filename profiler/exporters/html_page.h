#pragma once

#include <string>
#include <string_view>

/// The frame of the HTML report: style, content-security policy, the sorting script.
namespace profiler::html {

std::string pageStart(std::string_view title);
std::string pageEnd();
/// The one script that runs in a report, for the policy's hash and tests.
std::string_view script();

} // namespace profiler::html
