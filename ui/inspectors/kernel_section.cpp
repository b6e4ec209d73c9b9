#include "profiler/statistics/statistics.h"
#include "ui/format.h"
#include "ui/gpu/gpu_report.h"
#include "ui/gpu/kernel_text.h"
#include "ui/inspectors/bar_row.h"
#include "ui/inspectors/elided_label.h"
#include "ui/inspectors/fact_list.h"
#include "ui/inspectors/sections.h"
#include "ui/inspectors/words.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_text.h"

#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

namespace {

constexpr std::size_t maxKernels = 12;

/// Scrolls the timeline to a slice and selects it.
void showInTimeline(Document& document, std::uint32_t slice)
{
    const auto profile = document.profile();
    if (profile == nullptr || slice >= profile->slices.size())
        return;
    const TimeInterval span { profile->slices.startNs[slice], profile->slices.endNs(slice) };
    const auto margin = std::max<std::int64_t>(span.lengthNs() * 2, 1000);
    document.timeRange()->setVisible({ span.startNs - margin, span.endNs + margin });
    document.timeRange()->select(span);
}

void addKernel(QVBoxLayout& column, const InspectorTarget& target, const GpuFacts& facts,
    const profiler::StepKernel& kernel, double fraction)
{
    auto* page = column.parentWidget();
    auto name = deviceLabel(*facts.profile, kernel.slice);
    if (name.isEmpty())
        name = deviceWorkText(kernel.work);
    if (kernel.calls > 1)
        name += QStringLiteral(" × %1").arg(kernel.calls);
    auto* row = new BarRow(name, durationText(kernel.sumNs), fraction, std::nullopt, page);
    row->setFollowable(Inspector::tr("Show it in the timeline"));
    QObject::connect(row, &QAbstractButton::clicked, row,
        target.link(
            [slice = kernel.slice](Document& shown, QObject*) { showInTimeline(shown, slice); }));
    column.addWidget(row);
    const auto lines = deviceFacts(*facts.profile, kernel.slice);
    if (!lines.isEmpty())
        column.addWidget(makeSecondaryText(breakable(lines.join(u'\n')), page));
}

void addSums(FactList& list, const GpuFacts& facts, const profiler::DeviceOperator& row)
{
    const auto& account = facts.report.account;
    const auto share
        = [&](std::int64_t ns) { return QStringLiteral(" · ") + cardShareText(account.share(ns)); };
    list.add(Inspector::tr("Kernels"),
        countText(row.kernels) + QStringLiteral(" · ") + durationText(row.kernelNs)
            + share(row.kernelNs));
    if (row.copies > 0)
        list.add(Inspector::tr("Copies"),
            countText(row.copies) + QStringLiteral(" · ") + bytesText(row.copiedBytes)
                + QStringLiteral(" · ") + durationText(row.copyNs));
    list.add(Inspector::tr("GPU idle before it"), durationText(row.gapNs) + share(row.gapNs));
    if (row.launchGapNs > 0)
        list.add(Inspector::tr("of it for launches"), durationText(row.launchGapNs));
    if (row.launchNs > 0)
        list.add(Inspector::tr("CPU time of its calls"), durationText(row.launchNs));
}

} // namespace

SectionBody makeKernels(const InspectorTarget& target, QWidget* parent)
{
    const auto statistics = target.document.statistics();
    const auto* node = target.node() != nullptr && statistics != nullptr
        ? statistics->node(target.nodeId())
        : nullptr;
    const auto facts = GpuReport::of(target.document, target.context.jobs).facts();
    if (node == nullptr || facts == nullptr || facts->profile != target.document.profile())
        return nullptr;
    auto* page = new QWidget(parent);
    auto* column = makeColumn(page, {}, 4);
    std::size_t shown = 0;
    for (const auto step : node->steps) {
        const auto* row = facts->of(step);
        if (row == nullptr)
            continue;
        auto* list = new FactList(page);
        addSums(*list, *facts, *row);
        column->addWidget(list);
        if (const auto* verdict = facts->verdictOf(step))
            column->addWidget(makeText(plain(verdict->text, 300), page));
        const auto kernels = profiler::kernelsOfStep(facts->kernels, step);
        const auto most = std::max<double>(1, kernels.empty() ? 1 : double(kernels[0].sumNs));
        for (std::size_t i = 0; i < kernels.size() && i < maxKernels; ++i)
            addKernel(*column, target, *facts, kernels[i], double(kernels[i].sumNs) / most);
        if (kernels.size() > maxKernels)
            column->addWidget(makeSecondaryText(Inspector::tr("%n more in Operators", nullptr,
                                                    static_cast<int>(kernels.size() - maxKernels)),
                page));
        shown += kernels.size();
    }
    if (shown > 0)
        return { page,
            Inspector::tr("run %1, median").arg(facts->profile->runs[facts->run()].number) };
    delete page;
    return nullptr;
}

} // namespace ui
