#include "profiler/build_servers/junit.h"

#include "profiler/exporters/html_text.h"

#include <array>
#include <vector>

namespace profiler {
namespace {

/// Median of B in seconds. B is the side that the gate tests.
std::string seconds(const Change& change)
{
    return support::numberText(change.b.median / 1e9, 9, support::NumberStyle::File);
}

std::string caseText(const GateRow& row, std::string_view suite)
{
    static constexpr std::array<std::string_view, 3> elements { "", "failure", "error" };
    std::string text = "    <testcase classname=\"" + escaped(suite) + "\" name=\""
        + escaped(row.name) + "\" time=\"" + seconds(row.change) + "\"";
    if (row.result == GateResult::Within)
        return text + "/>\n";
    const std::string element(elements[static_cast<std::size_t>(row.result)]);
    return text + ">\n      <" + element + " type=\"" + std::string(gateResultName(row.result))
        + "\" message=\"" + escaped(row.reason) + "\"/>\n    </testcase>\n";
}

std::string suiteText(std::string_view name, const std::vector<const GateRow*>& rows)
{
    std::size_t failures = 0;
    std::size_t errors = 0;
    std::string cases;
    for (const auto* row : rows) {
        failures += row->result == GateResult::Beyond ? 1 : 0;
        errors += row->result == GateResult::Undecided ? 1 : 0;
        cases += caseText(*row, name);
    }
    return "  <testsuite name=\"" + escaped(name) + "\" tests=\"" + std::to_string(rows.size())
        + "\" failures=\"" + std::to_string(failures) + "\" errors=\"" + std::to_string(errors)
        + "\">\n" + cases + "  </testsuite>\n";
}

} // namespace

std::string junitText(const GateOutcome& outcome, std::string_view title)
{
    std::vector<const GateRow*> walls;
    std::vector<const GateRow*> operators;
    for (const auto& row : outcome.rows)
        (row.isWall() ? walls : operators).push_back(&row);
    // Advice of the gate belongs to no row, so it becomes a suite of its own.
    std::vector<GateRow> help;
    for (const auto& text : outcome.help)
        help.push_back({ "comparison", false, 0, {}, GateResult::Undecided, text });
    std::vector<const GateRow*> comparison;
    for (const auto& row : help)
        comparison.push_back(&row);

    std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\""
        + escaped(title) + "\">\n";
    if (!walls.empty())
        text += suiteText("wall", walls);
    if (!operators.empty())
        text += suiteText("operators", operators);
    if (!comparison.empty())
        text += suiteText("comparison", comparison);
    return text + "</testsuites>\n";
}

} // namespace profiler
