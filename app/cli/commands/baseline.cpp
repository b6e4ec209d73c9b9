#include "app/cli/commands.h"
#include "app/cli/comparing/compare_outcome.h"
#include "app/cli/comparing/github_output.h"
#include "app/cli/text_table.h"

#include "model/support/json.h"
#include "model/support/text.h"
#include "profiler/build_servers/github.h"
#include "profiler/history/baselines.h"
#include "profiler/importers/importer.h"

#include <filesystem>

namespace cli {

using profiler::Baseline;
using support::ErrorKind;
using support::failAs;
using support::JsonWriter;
using support::Result;

namespace {

constexpr std::size_t hashShown = 12;

void writeBaseline(JsonWriter& json, const Baseline& row)
{
    json.object({ { "model", row.model }, { "model_sha256", row.modelSha256 },
        { "machine", row.machine }, { "settings", row.settings }, { "commit", row.commit },
        { "measured", row.measured }, { "wall_ns", row.wallNs }, { "file", row.file } });
}

Result<int> list(const Invocation& invocation, const std::filesystem::path& folder)
{
    const auto rows = TRY(profiler::readBaselines(folder));
    if (invocation.format == Format::Json) {
        TRY(invocation.write(support::jsonDocument([&](JsonWriter& json) {
            json.key("baselines").beginArray();
            for (const auto& row : rows)
                writeBaseline(json, row);
            json.endArray();
        })));
        return exitDone;
    }
    TextTable table { { { "model" }, { "sha256" }, { "wall", TextTable::Align::Right },
        { "commit" }, { "measured" }, { "settings" }, { "machine" }, { "file" } } };
    for (const auto& row : rows)
        table.add({ support::sanitise(row.model), row.modelSha256.substr(0, hashShown),
            invocation.duration(static_cast<double>(row.wallNs), 4), support::sanitise(row.commit),
            support::sanitise(row.measured), support::sanitise(row.settings),
            support::sanitise(row.machine), support::sanitise(row.file) });
    TRY(invocation.write(table.text(invocation.format, invocation.colours)));
    return exitDone;
}

Result<int> save(const Invocation& invocation, const std::filesystem::path& folder,
    const profiler::Profile& profile)
{
    const auto saved = TRY(profiler::saveBaseline(folder, profile));
    if (invocation.format == Format::Json) {
        TRY(invocation.write(support::jsonDocument([&](JsonWriter& json) {
            writeBaseline(json.key("saved"), saved.baseline);
            json.key("replaced");
            saved.replaced ? writeBaseline(json, *saved.replaced) : void(json.null());
        })));
        return exitDone;
    }
    TRY(invocation.write("saved " + support::sanitise(saved.baseline.file) + "  "
        + invocation.duration(static_cast<double>(saved.baseline.wallNs), 4) + "\n"
        + (saved.replaced ? "replaces " + support::sanitise(saved.replaced->name()) + "  "
                    + invocation.duration(static_cast<double>(saved.replaced->wallNs), 4) + "\n"
                          : std::string())));
    return exitDone;
}

/// Returns why no baseline can be compared, one line for each of the model.
std::string refusalText(const profiler::BaselineMatch& match, const std::filesystem::path& folder,
    const profiler::Profile& profile)
{
    const auto& metadata = profile.metadata;
    if (match.refused.empty())
        return "no baseline of " + support::sanitise(metadata.text(profiler::keys::modelName))
            + " (sha256 " + metadata.text(profiler::keys::modelSha256).substr(0, hashShown)
            + ") in " + support::sanitise(folder.string())
            + ": save one, or compare another version of the model with --by-name\n";
    std::string text = "no baseline can be compared:\n";
    for (const auto& [baseline, differences] : match.refused)
        text += "  " + support::sanitise(baseline.name()) + ": "
            + support::joined(differences, "; ",
                [](const profiler::SettingDifference& row) {
                    return support::sanitise(row.name) + " differs: " + support::sanitise(row.a)
                        + " → " + support::sanitise(row.b) + " (--allow-different "
                        + std::string(settingKindName(row.kind)) + ")";
                })
            + "\n";
    return text;
}

Result<int> refuse(const Invocation& invocation, const profiler::BaselineMatch& match,
    const std::string& reason, const std::string& file)
{
    if (invocation.format == Format::Json)
        TRY(invocation.write(support::jsonDocument([&](JsonWriter& json) {
            json.member("reason", reason).key("refused").beginArray();
            for (const auto& [baseline, differences] : match.refused) {
                json.beginObject();
                writeBaseline(json.key("baseline"), baseline);
                json.key("differences").beginArray();
                for (const auto& row : differences)
                    json.object({ { "kind", settingKindName(row.kind) }, { "name", row.name },
                        { "a", row.a }, { "b", row.b } });
                json.endArray().endObject();
            }
            json.endArray();
        })));
    else if (invocation.arguments.has("--github") && !invocation.arguments.has("--output"))
        TRY(invocation.print(guardedForGithub(reason)));
    else
        TRY(invocation.write(reason));
    if (invocation.arguments.has("--github"))
        TRY(invocation.print(profiler::githubCommand(
            profiler::AnnotationKind::Warning, file, "Not compared", reason)));
    return exitUndecided;
}

Result<int> compare(const Invocation& invocation, const profiler::GateLimits& limits,
    const std::filesystem::path& folder, const std::string& path,
    std::shared_ptr<const profiler::Profile> profile)
{
    const auto& arguments = invocation.arguments;
    const auto options = TRY(recordedOptions(arguments));
    const auto identity = arguments.has("--by-name") ? profiler::ModelIdentity::Name
                                                     : profiler::ModelIdentity::Hash;
    const auto match
        = TRY(profiler::findBaseline(folder, *profile, identity, options, invocation.stop));
    if (!match.baseline)
        return refuse(invocation, match, refusalText(match, folder, *profile),
            arguments.text("--source", path));
    CompareResult result;
    result.nameA = "baseline " + match.baseline->name();
    result.nameB = std::filesystem::path(path).filename().string();
    result.time = profiler::compareProfiles(match.profile, std::move(profile), options);
    return writeOutcome(invocation, result, limits, path);
}

Result<int> runBaseline(const Invocation& invocation)
{
    enum { Save, Compare, List };
    const auto& arguments = invocation.arguments;
    const auto what
        = TRY(placeOfWord("WHAT", arguments.text("WHAT", ""), { "save", "compare", "list" }));
    const auto limits = TRY(gateLimits(invocation));
    const std::filesystem::path folder(arguments.text("DIR", ""));
    TRY(invocation.files.checkInput({ "DIR", folder / "index.tsv" }));
    const auto path = arguments.text("PROFILE");
    if (what == List && path)
        return failAs(ErrorKind::Usage, "baseline list shows the folder: leave out ", *path);
    if (what == List)
        return list(invocation, folder);
    if (!path)
        return failAs(ErrorKind::Usage, "baseline ", what == Save ? "save" : "compare",
            " needs a profile: baseline ", what == Save ? "save" : "compare", " DIR PROFILE");
    auto profile = TRY(profiler::importProfile(*path, invocation.stop));
    if (what == Save)
        return save(invocation, folder, *profile);
    return compare(invocation, limits, folder, *path, std::move(profile));
}

std::vector<Option> baselineOptions()
{
    auto options = outcomeOptions();
    for (auto& option : options)
        option.help = "compare: " + option.help;
    options.push_back({ "--by-name", "",
        "compare: with the baseline of another version of the model, by the name of its file" });
    return options;
}

} // namespace

Command baselineCommand()
{
    return { .name = "baseline",
        .summary = "Keeps profiles by model, machine and settings, and compares new ones with them",
        .positionals = { { "WHAT", "save, compare or list", Positional::Count::One, FileUse::None },
            { "DIR", "folder of the baselines", Positional::Count::One, FileUse::None },
            { "PROFILE", "save, compare: the new profile", Positional::Count::ZeroOrOne } },
        .options = baselineOptions(),
        .examples = { "baseline save perf/baselines new.opscope",
            "baseline compare perf/baselines new.opscope --gate 10% --github" },
        .formats = { Format::Text, Format::Json, Format::Csv, Format::Markdown },
        .run = runBaseline,
        .readsModels = false,
        .sandbox = Command::Sandbox::AnyFile };
}

} // namespace cli
