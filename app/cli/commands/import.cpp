#include "app/cli/commands.h"
#include "app/cli/profiling/profile_files.h"
#include "app/cli/profiling/run_options.h"

#include "model/onnx/parser.h"
#include "model/support/json.h"
#include "model/support/text.h"
#include "profiler/file/profile_file.h"
#include "profiler/importers/importer.h"
#include "profiler/importers/match_nodes.h"
#include "profiler/tables/plan_tables.h"

namespace cli {

using support::JsonWriter;
using support::Result;

namespace {

std::string document(const profiler::Profile& profile)
{
    return support::jsonDocument([&](JsonWriter& json) {
        json.members({ { "importer", profile.metadata.text(profiler::keys::importer) },
            { "records", profile.metadata.integer("profile.imported_records") },
            { "runs", profile.runs.size() }, { "steps", profile.steps.size() } });
        if (profile.match) {
            json.key("match").beginObject().members({ { "exact", profile.match->exactShare },
                { "derived", profile.match->derivedShare },
                { "inserted", profile.match->insertedShare },
                { "unmatched", profile.match->unmatchedShare } });
            json.key("unmatched_steps")
                .array(
                    profile.match->unmatched, [&](const auto& name) { return profile.text(name); })
                .endObject();
        }
        writeProblems(json, profile);
    });
}

std::string lines(const profiler::Profile& profile)
{
    constexpr std::size_t maxNames = 10;
    auto text = profile.metadata.text(profiler::keys::importer) + ": "
        + support::countOf(static_cast<std::uint64_t>(
                               profile.metadata.integer("profile.imported_records").value_or(0)),
            "record", "records")
        + ", " + support::countOf(profile.runs.size(), "run", "runs") + ", "
        + support::countOf(profile.steps.size(), "step", "steps") + "\n"
        + profiler::matchText(profile) + "\n";
    if (profile.match) {
        for (std::size_t i = 0; i < std::min(maxNames, profile.match->unmatched.size()); ++i)
            text += "unmatched: " + support::sanitise(profile.text(profile.match->unmatched[i]))
                + "\n";
        if (profile.match->unmatched.size() > maxNames)
            text += "and " + std::to_string(profile.match->unmatched.size() - maxNames) + " more\n";
    }
    return text + problemLines(profile);
}

Result<int> runImport(const Invocation& invocation)
{
    const auto& arguments = invocation.arguments;
    const auto target = TRY(profileTarget(arguments, "the profile"));
    auto profile = TRY(profiler::importProfile(arguments.text("FILE", ""), invocation.stop));
    if (const auto path = arguments.text("--model")) {
        const auto model = TRY(model::onnx::openModel(*path, {}, invocation.stop));
        auto matched = std::make_shared<profiler::Profile>(*profiler::matchNodes(*profile, *model));
        profiler::describeModel(matched->metadata, *model);
        profile = std::move(matched);
    }
    TRY(profiler::writeProfileFile(target, *profile, {}, invocation.stop));
    const auto text = invocation.format == Format::Json ? document(*profile) : lines(*profile);
    TRY(invocation.print(text));
    return exitDone;
}

} // namespace

Command importCommand()
{
    return { .name = "import",
        .summary = "Converts a profile of another tool to an Opscope profile and matches it to the "
                   "nodes of a model",
        .positionals = { { "FILE",
            "profile of ONNX Runtime, PyTorch or Chrome (JSON), trtexec, Nsight Systems (SQLite), "
            "oneDNN verbose; JSON also as .gz" } },
        .options = { { "--model", "MODEL",
            "the ONNX file that was run; steps are matched to its nodes", false, FileUse::Input } },
        .examples = { "import onnxruntime_profile.json --model model.onnx -o run.opscope",
            "import trace.json.gz -o trace.opscope --format json" },
        .formats = { Format::Text, Format::Json },
        .run = runImport };
}

} // namespace cli
