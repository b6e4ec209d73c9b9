#include "profiler/exporters/html_sections.h"

#include "profiler/charts/device_charts.h"
#include "profiler/exporters/html_cells.h"
#include "profiler/exporters/html_text.h"
#include "profiler/exporters/svg.h"
#include "profiler/exporters/trace_slices.h"

#include <algorithm>

namespace profiler {
namespace {

using Kind = Column::Kind;
using Order = Column::Order;

std::string spanCell(std::int64_t ns) { return durationCell(static_cast<double>(ns)); }

std::string kernelTable(const Report& report)
{
    const auto& profile = *report.profile;
    const auto& kernels = report.device->kernels;
    const auto largest = largestShare(kernels);
    const auto rows = tableRows(kernels, [&](const KernelRow& row) {
        return tableRow(textCell(nameHtml(profile.text(row.name)), "name") + countCell(row.launches)
            + spanCell(row.sumNs) + shareCell(row.share, largest)
            + spanCell(row.launches > 0 ? row.sumNs / row.launches : 0)
            + textCell(escaped(extentText(row.launch.grid) + " · " + extentText(row.launch.block)))
            + countCell(row.launch.registersPerThread) + bytesCell(row.launch.sharedBytes())
            + (row.occupancy ? numberCell(row.occupancy->share,
                   escaped(support::shareText(row.occupancy->share) + ", "
                       + std::string(occupancyLimitName(row.occupancy->limit))))
                             : emptyCell())
            + countCell(row.steps.size()));
    });
    return sortedTable(
        { { "Kernel" }, { "Launches", Kind::Number }, { "Time", Kind::Number, Order::Descending },
            { "Of wall", Kind::Number }, { "Mean", Kind::Number }, { "Grid · block" },
            { "Registers", Kind::Number }, { "Shared", Kind::Number },
            { "Occupancy, at most", Kind::Number }, { "Operators", Kind::Number } },
        rows);
}

std::string operatorTable(const Report& report)
{
    const auto& profile = *report.profile;
    const auto& account = report.device->account;
    std::string rows;
    for (std::size_t i = 0; i < std::min(maxTableRows, account.operators.size()); ++i) {
        const auto& row = account.operators[i];
        const auto& step = profile.step(row.step);
        rows += tableRow(stepCell(profile, step) + textCell(escaped(profile.text(step.opType)))
            + spanCell(row.kernelNs) + countCell(row.kernels) + spanCell(row.copyNs)
            + countCell(row.copies) + spanCell(row.launchNs) + spanCell(row.gapNs)
            + textCell(escaped(report.device->verdicts[i].text), "impl wide"));
    }
    return foldedTable(
        support::countOf(account.operators.size(), "operator", "operators") + " on the device",
        { { "Operator" }, { "Type" }, { "Kernels", Kind::Number, Order::Descending },
            { "Launches", Kind::Number }, { "Copies", Kind::Number },
            { "Copies, count", Kind::Number }, { "Host calls", Kind::Number },
            { "Idle before", Kind::Number }, { "Verdict" } },
        rows);
}

} // namespace

std::string deviceCard(const Report& report)
{
    if (!report.device)
        return report.deviceFacts.empty()
            ? std::string()
            : cardStart("GPU", "no work of a device was recorded", Width::Full)
                + factList(report.deviceFacts) + cardEnd();
    const auto& account = report.device->account;
    return cardStart("GPU", "the median run; all rows are of this run, so they add up exactly",
               Width::Full)
        + listHtml(report.device->headlines, [](const auto& words) { return escaped(words); })
        + svgOf(deviceAccountStrip(account, pageWidth), "Parts of the median run on the GPU")
        + accountTable(deviceAccountParts(account), account.wallNs, { "Operators" })
        + kernelTable(report) + operatorTable(report) + factList(report.deviceFacts) + cardEnd();
}

} // namespace profiler
