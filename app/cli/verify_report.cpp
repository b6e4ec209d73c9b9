#include "app/cli/verify_report.h"

#include "model/support/text.h"

#include <algorithm>
#include <array>

namespace cli {

using engine::VerifyOutcome;
using support::JsonValue;
using support::JsonWriter;
using support::Result;

namespace {

constexpr std::array allOutcomes { VerifyOutcome::Passed, VerifyOutcome::Failed,
    VerifyOutcome::Unsupported, VerifyOutcome::Ran };

std::size_t crashes(const std::vector<VerifyReport>& reports)
{
    return static_cast<std::size_t>(std::ranges::count_if(
        reports, [](const VerifyReport& report) { return !report.crash.empty(); }));
}

/// Returns `2 crashed: test_a (SIGSEGV), test_b (longer than 300 s)`.
std::string crashLine(const std::vector<VerifyReport>& reports)
{
    const auto count = crashes(reports);
    if (count == 0)
        return {};
    std::string names;
    for (const auto& report : reports) {
        if (!report.crash.empty())
            names += (names.empty() ? "" : ", ") + support::sanitise(report.name) + " ("
                + report.crash + ")";
    }
    return std::to_string(count) + " crashed: " + names + "\n";
}

/// The last line has a fixed form, because programs read it.
std::string closingLines(const std::vector<VerifyReport>& reports)
{
    auto text = crashLine(reports);
    if (const auto ran = countOf(reports, VerifyOutcome::Ran); ran > 0)
        text += support::countOf(ran, "model", "models")
            + " without data sets ran with seeded inputs\n";
    return text + std::to_string(countOf(reports, VerifyOutcome::Passed)) + " passed, "
        + std::to_string(countOf(reports, VerifyOutcome::Failed)) + " failed, "
        + std::to_string(countOf(reports, VerifyOutcome::Unsupported)) + " unsupported\n";
}

std::string jsonDocument(const std::vector<VerifyReport>& reports)
{
    return support::jsonDocument([&](JsonWriter& json) {
        json.key("tests").beginArray();
        for (const auto& report : reports)
            json.raw(report.json);
        json.endArray();
        for (const auto outcome : allOutcomes)
            json.member(engine::outcomeName(outcome), countOf(reports, outcome));
        json.member("crashed", crashes(reports));
    });
}

std::vector<std::string> textsOf(const JsonValue& list)
{
    std::vector<std::string> texts;
    for (const auto& item : list.items())
        texts.push_back(item.stringOr(""));
    return texts;
}

} // namespace

std::string packed(const VerifyReport& report)
{
    return support::jsonLine([&](JsonWriter& json) {
        json.members({ { "name", report.name }, { "outcome", static_cast<int>(report.outcome) },
            { "message", report.message }, { "json", report.json }, { "row", report.row },
            { "remarks", report.remarks }, { "details", report.details } });
    });
}

Result<VerifyReport> unpacked(std::string_view text)
{
    const auto json = TRY(support::parseJson(text));
    VerifyReport report;
    report.name = json["name"].stringOr("");
    const auto outcome = static_cast<std::size_t>(json["outcome"].integerOr(1));
    report.outcome = outcome < allOutcomes.size() ? allOutcomes[outcome] : VerifyOutcome::Failed;
    report.message = json["message"].stringOr("");
    report.json = json["json"].stringOr("null");
    report.row = textsOf(json["row"]);
    report.remarks = textsOf(json["remarks"]);
    for (const auto& row : json["details"].items())
        report.details.push_back(textsOf(row));
    return report;
}

std::size_t countOf(const std::vector<VerifyReport>& reports, VerifyOutcome outcome)
{
    return static_cast<std::size_t>(std::ranges::count(reports, outcome, &VerifyReport::outcome));
}

std::string verifyDocument(
    const std::vector<VerifyReport>& reports, VerifyTables tables, Format format, Colours colours)
{
    if (format == Format::Json)
        return jsonDocument(reports);
    std::string remarks;
    for (const auto& report : reports) {
        if (!report.row.empty())
            tables.reports.add(report.row);
        for (const auto& row : report.details)
            tables.details.add(row);
        for (const auto& remark : report.remarks)
            remarks += remark + "\n";
    }
    const bool isByReport = tables.leading == VerifyTables::Leading::Reports;
    if (format == Format::Csv)
        return (isByReport ? tables.reports : tables.details).text(format, colours);
    std::string text;
    for (const auto* table : { &tables.reports, &tables.details }) {
        if (!table->rows.empty())
            text += table->text(format, colours) + "\n";
    }
    if (format == Format::Markdown)
        return text.substr(0, text.empty() ? 0 : text.size() - 1);
    return text + remarks + closingLines(reports);
}

std::string nameOf(const std::filesystem::path& path)
{
    return (path.has_filename() ? path.filename() : path.parent_path().filename()).string();
}

} // namespace cli
