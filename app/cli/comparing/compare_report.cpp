#include "app/cli/comparing/compare_document.h"

#include "model/support/text.h"
#include "profiler/exporters/comparison_html.h"

namespace cli {
namespace {

profiler::FactTable numbersFacts(const NumbersDifference& numbers)
{
    profiler::FactTable facts;
    facts.note = support::countOf(numbers.tensors.size(), "tensor", "tensors") + " compared, "
        + support::countText(numbers.pastTolerance()) + " past tolerance";
    const auto table = numbersTable(numbers, numbers.tensors.size());
    for (const auto& column : table.columns)
        facts.titles.push_back({ column.title, column.align == TextTable::Align::Right });
    for (const auto& row : table.rows) {
        auto& cells = facts.rows.emplace_back();
        for (const auto& text : row)
            cells.push_back({ text });
    }
    return facts;
}

} // namespace

support::Result<void> writeCompareReport(
    const CompareResult& result, const std::filesystem::path& target)
{
    profiler::ComparisonReport report;
    report.names = { result.nameA, result.nameB };
    report.time = result.time ? &*result.time : nullptr;
    report.gate = result.gate ? &*result.gate : nullptr;
    report.structure = result.structure ? &*result.structure : nullptr;
    report.models = { result.modelA.get(), result.modelB.get() };
    std::optional<profiler::FactTable> numbers;
    if (result.numbers)
        numbers = numbersFacts(*result.numbers);
    report.numbers = numbers ? &*numbers : nullptr;
    return profiler::comparisonToFile(report, target);
}

} // namespace cli
