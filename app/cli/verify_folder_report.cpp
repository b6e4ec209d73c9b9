#include "app/cli/verify_report.h"

#include "app/cli/comparing/comparison.h"
#include "model/support/text.h"

#include <algorithm>

namespace cli {

using engine::VerifiedFolder;
using engine::VerifyOutcome;
using support::JsonWriter;

namespace {

void writeSet(JsonWriter& json, const engine::VerifiedSet& set)
{
    const engine::Difference none;
    const auto& worst = set.worst() != nullptr ? set.worst()->difference : none;
    json.beginObject().members(
        { { "set", set.name }, { "outcome", engine::outcomeName(set.outcome) },
            { "message", set.message }, { "largest_absolute", worst.largestAbsolute },
            { "largest_relative", worst.largestRelative }, { "where", worst.where },
            { "statistical", set.isStatistical } });
    json.key("outputs").beginArray();
    for (const auto& output : set.outputs)
        writeComparison(json, output);
    json.endArray().endObject();
}

std::string objectOf(const VerifiedFolder& folder, const std::string& crash)
{
    return support::jsonLine([&](JsonWriter& json) {
        json.members({ { "folder", folder.folder.string() },
            { "outcome", engine::outcomeName(folder.outcome) }, { "opens", folder.isOpen },
            { "runs", folder.hasRun() }, { "agrees", folder.agrees() },
            { "message", folder.message }, { "crash", support::orNull(!crash.empty(), crash) } });
        json.key("sets").beginArray();
        for (const auto& set : folder.sets)
            writeSet(json, set);
        json.endArray();
    });
}

std::string largestDifference(const VerifiedFolder& folder)
{
    if (!folder.agrees())
        return std::string(support::notMeasured);
    double largest = 0;
    for (const auto& set : folder.sets)
        largest = std::max(
            largest, set.worst() != nullptr ? set.worst()->difference.largestAbsolute : 0.0);
    return support::numberText(largest, 3, support::NumberStyle::File);
}

std::vector<std::string> rowOf(const VerifiedFolder& folder)
{
    const auto word = [](bool truth) { return std::string(truth ? "yes" : "no"); };
    const auto agrees = folder.agrees();
    return { support::sanitise(nameOf(folder.folder)),
        std::string(engine::outcomeName(folder.outcome)), word(folder.isOpen),
        word(folder.hasRun()), agrees ? word(*agrees) : std::string(support::notMeasured),
        std::to_string(folder.sets.size()), largestDifference(folder),
        support::sanitise(folder.message) };
}

} // namespace

VerifyTables folderTables()
{
    using Align = TextTable::Align;
    VerifyTables tables;
    tables.reports.columns = { { "test" }, { "outcome" }, { "opens" }, { "runs" }, { "agrees" },
        { "sets", Align::Right }, { "largest difference", Align::Right }, { "why" } };
    tables.details = comparisonTable({ "test", "set" });
    return tables;
}

VerifyReport folderReport(const VerifiedFolder& folder)
{
    VerifyReport report { nameOf(folder.folder), folder.outcome, folder.message, {}, rowOf(folder),
        {}, {}, objectOf(folder, {}) };
    for (const auto& set : folder.sets) {
        if (set.outcome != VerifyOutcome::Failed)
            continue;
        for (const auto& output : set.outputs)
            report.details.push_back(
                comparisonRow({ support::sanitise(report.name), set.name }, output));
    }
    return report;
}

VerifyReport crashedFolderReport(const std::filesystem::path& folder, const std::string& crash)
{
    VerifiedFolder crashed;
    crashed.folder = folder;
    crashed.outcome = VerifyOutcome::Failed;
    crashed.message = "crashed: " + crash;
    auto report = folderReport(crashed);
    for (const std::size_t unknown : { 2, 3 }) // unknown whether it opened and ran
        report.row[unknown] = support::notMeasured;
    report.crash = crash;
    report.json = objectOf(crashed, crash);
    return report;
}

} // namespace cli
