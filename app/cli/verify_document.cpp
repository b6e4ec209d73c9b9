#include "app/cli/verify_document.h"

#include "app/cli/comparison.h"
#include "model/support/json.h"
#include "model/support/text.h"

#include <algorithm>

namespace cli {

using engine::VerifiedFolder;
using engine::VerifyOutcome;
using support::JsonWriter;

namespace {

/// The last line is a contract: programs read it.
std::string closingLines(const std::vector<VerifiedFolder>& folders)
{
    std::string text;
    if (const auto ran = countOf(folders, VerifyOutcome::Ran); ran > 0)
        text = support::countOf(ran, "model", "models")
            + " without data sets ran with seeded inputs\n";
    return text + std::to_string(countOf(folders, VerifyOutcome::Passed)) + " passed, "
        + std::to_string(countOf(folders, VerifyOutcome::Failed)) + " failed, "
        + std::to_string(countOf(folders, VerifyOutcome::Unsupported)) + " unsupported\n";
}

void writeSet(JsonWriter& json, const engine::VerifiedSet& set)
{
    json.beginObject()
        .member("set", set.name)
        .member("outcome", engine::outcomeName(set.outcome))
        .member("message", set.message);
    const engine::Difference none;
    const auto& worst = set.worst() != nullptr ? set.worst()->difference : none;
    json.member("largest_absolute", worst.largestAbsolute)
        .member("largest_relative", worst.largestRelative);
    json.member("where", worst.where).member("statistical", set.isStatistical);
    json.key("outputs").beginArray();
    for (const auto& output : set.outputs)
        writeComparison(json, output);
    json.endArray().endObject();
}

void writeFolder(JsonWriter& json, const VerifiedFolder& folder)
{
    json.beginObject()
        .member("folder", folder.folder.string())
        .member("outcome", engine::outcomeName(folder.outcome));
    json.member("opens", folder.isOpen)
        .member("runs", folder.hasRun())
        .member("agrees", folder.agrees())
        .member("message", folder.message);
    json.key("sets").beginArray();
    for (const auto& set : folder.sets)
        writeSet(json, set);
    json.endArray().endObject();
}

std::string jsonDocument(const std::vector<VerifiedFolder>& folders)
{
    std::string text;
    JsonWriter json(text, JsonWriter::Layout::Indented);
    json.beginObject().key("tests").beginArray();
    for (const auto& folder : folders)
        writeFolder(json, folder);
    json.endArray();
    for (const auto outcome : { VerifyOutcome::Passed, VerifyOutcome::Failed,
             VerifyOutcome::Unsupported, VerifyOutcome::Ran })
        json.member(engine::outcomeName(outcome), countOf(folders, outcome));
    json.endObject().flush();
    return text + "\n";
}

std::string nameOf(const std::filesystem::path& folder)
{
    return (folder.has_filename() ? folder.filename() : folder.parent_path().filename()).string();
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

TextTable table(const std::vector<VerifiedFolder>& folders)
{
    using Align = TextTable::Align;
    TextTable result { { { "test" }, { "outcome" }, { "opens" }, { "runs" }, { "agrees" },
                           { "sets", Align::Right }, { "largest difference", Align::Right },
                           { "why" } },
        {}, {} };
    const auto word = [](bool truth) { return std::string(truth ? "yes" : "no"); };
    for (const auto& folder : folders) {
        const auto agrees = folder.agrees();
        result.add({ support::sanitise(nameOf(folder.folder)),
            std::string(engine::outcomeName(folder.outcome)), word(folder.isOpen),
            word(folder.hasRun()), agrees ? word(*agrees) : std::string(support::notMeasured),
            std::to_string(folder.sets.size()), largestDifference(folder),
            support::sanitise(folder.message) });
    }
    return result;
}

/// Every output of the data sets that failed.
TextTable outputTable(const std::vector<VerifiedFolder>& folders)
{
    auto result = comparisonTable({ "test", "set" });
    for (const auto& folder : folders) {
        for (const auto& set : folder.sets) {
            if (set.outcome != VerifyOutcome::Failed)
                continue;
            for (const auto& output : set.outputs)
                addComparison(
                    result, { support::sanitise(nameOf(folder.folder)), set.name }, output);
        }
    }
    return result;
}

} // namespace

std::size_t countOf(const std::vector<VerifiedFolder>& folders, VerifyOutcome outcome)
{
    return static_cast<std::size_t>(std::ranges::count(folders, outcome, &VerifiedFolder::outcome));
}

std::string verifyDocument(
    const std::vector<VerifiedFolder>& folders, Format format, Colours colours)
{
    if (format == Format::Json)
        return jsonDocument(folders);
    auto text = table(folders).text(format, colours);
    if (format == Format::Csv)
        return text;
    if (const auto outputs = outputTable(folders); !outputs.rows.empty())
        text += "\n" + outputs.text(format, colours) + (format == Format::Text ? "\n" : "");
    return text + (format == Format::Text ? closingLines(folders) : "");
}

} // namespace cli
