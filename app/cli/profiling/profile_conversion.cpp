#include "app/cli/profiling/profile_conversion.h"

namespace cli {

using support::Result;

Result<std::string> profileTarget(const Arguments& arguments, std::string_view what)
{
    if (auto target = arguments.text("--output"))
        return *std::move(target);
    return support::failAs(support::ErrorKind::Usage, "say where ", what, " goes: -o FILE.opscope");
}

void writeProblems(support::JsonWriter& json, const profiler::Profile& profile)
{
    json.key("problems").array(profile.diagnostics, [&](const auto& problem) {
        return problem.message;
    });
}

std::string problemLines(const profiler::Profile& profile)
{
    std::string text;
    for (const auto& problem : profile.diagnostics)
        text += "note: " + support::sanitise(problem.message) + "\n";
    return text;
}

} // namespace cli
