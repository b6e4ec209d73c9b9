#include "app/cli/profiling/profile_files.h"

#include "model/support/hash.h"
#include "profiler/importers/importer.h"

namespace cli {

using support::ErrorKind;
using support::failAs;
using support::Result;

Result<std::shared_ptr<const profiler::Profile>> profileOfModel(
    const std::string& path, const std::filesystem::path& model, std::stop_token stop)
{
    auto profile = TRY(profiler::importProfile(path, stop));
    const auto sha256 = TRY(support::sha256OfFile(model, std::move(stop)));
    if (profile->metadata.text(profiler::keys::modelSha256) != sha256)
        return failAs(ErrorKind::Usage, "--profile ", path, " is of another model: ",
            support::quote(profile->metadata.text(profiler::keys::modelName)));
    return profile;
}

Result<std::string> profileTarget(const Arguments& arguments, std::string_view what)
{
    if (auto target = arguments.text("--output"))
        return *std::move(target);
    return failAs(ErrorKind::Usage, "say where ", what, " goes: -o FILE.opscope");
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
