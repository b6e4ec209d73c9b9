#include "app/cli/commands.h"
#include "app/cli/profiling/profile_files.h"

#include "model/support/json.h"
#include "model/support/text.h"
#include "profiler/file/profile_file.h"

#include <filesystem>

namespace cli {

using support::JsonWriter;
using support::Result;

namespace {

std::string recoveredDocument(const profiler::Profile& profile)
{
    return support::jsonDocument([&](JsonWriter& json) {
        json.members({ { "runs", profile.runs.size() }, { "steps", profile.steps.size() },
            { "records", profile.slices.size() } });
        writeProblems(json, profile);
    });
}

std::string recoveredLines(const profiler::Profile& profile)
{
    auto text = support::countOf(profile.runs.size(), "run", "runs") + ", "
        + support::countOf(profile.steps.size(), "step", "steps") + ", "
        + support::countOf(profile.slices.size(), "record", "records") + " recovered\n";
    return text + problemLines(profile);
}

Result<int> runRecover(const Invocation& invocation)
{
    const auto target = TRY(profileTarget(invocation.arguments, "the recovered profile"));
    const auto path = invocation.arguments.text("FILE", "");
    const auto profile
        = TRY(profiler::readProfileFile(path, profiler::FileTail::Recover, invocation.stop));
    TRY(profiler::writeProfileFile(target, *profile, {}, invocation.stop));
    // The part file of the target is not needed any more.
    std::error_code ignored;
    if (std::filesystem::equivalent(path, target + ".part", ignored))
        std::filesystem::remove(path, ignored);
    const auto text = invocation.format == Format::Json ? recoveredDocument(*profile)
                                                        : recoveredLines(*profile);
    TRY(invocation.print(text));
    return exitDone;
}

} // namespace

Command recoverCommand()
{
    return { .name = "recover",
        .summary = "Writes the complete runs of a truncated profile to a new profile",
        .positionals = { { "FILE", "profile file, or the .part that a killed run left" } },
        .options = {},
        .examples = { "recover run.opscope.part -o run.opscope",
            "recover cut.opscope -o rest.opscope --format json" },
        .formats = { Format::Text, Format::Json },
        .run = runRecover,
        .readsModels = false };
}

} // namespace cli
