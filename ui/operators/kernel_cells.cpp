#include "ui/operators/kernel_cells.h"

#include "ui/delegates/roles.h"
#include "ui/format.h"
#include "ui/gpu/gpu_report.h"
#include "ui/gpu/kernel_text.h"
#include "ui/operators/operators_model.h"
#include "ui/widgets/plain_text.h"

namespace ui {

namespace {

using Column = OperatorsModel::Column;

bool isText(int column)
{
    return column == Column::Operator || column == Column::Type || column == Column::Device
        || column == Column::Implementation || column == Column::BoundBy;
}

double shareOf(const GpuFacts& facts, const profiler::StepKernel& kernel)
{
    return facts.report.account.share(kernel.sumNs);
}

QString textOf(const profiler::Profile& profile, const GpuFacts& facts,
    const profiler::StepKernel& kernel, int column)
{
    switch (column) {
    case Column::Operator: {
        const auto label = deviceLabel(profile, kernel.slice);
        return label.isEmpty() ? deviceWorkText(kernel.work) : label;
    }
    case Column::Type:
        return deviceWorkText(kernel.work);
    case Column::Share:
        return shareText(shareOf(facts, kernel));
    case Column::Calls:
        return countText(kernel.calls);
    case Column::Implementation: {
        const auto* launch = profiler::launchOf(profile, kernel.slice);
        return launch != nullptr ? geometryText(*launch) : QString();
    }
    case Column::KernelTime:
        return durationText(kernel.sumNs);
    default:
        return {};
    }
}

} // namespace

QVariant kernelCell(const profiler::Profile& profile, const GpuFacts& facts,
    const profiler::StepKernel& kernel, int column, int role)
{
    switch (role) {
    case Qt::DisplayRole:
        return textOf(profile, facts, kernel, column);
    case Qt::TextAlignmentRole:
        return static_cast<int>(
            (isText(column) ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    case Qt::ToolTipRole:
        return toolTipOf(deviceFacts(profile, kernel.slice).join(u'\n'));
    case SortRole:
        return isText(column)         ? QVariant(textOf(profile, facts, kernel, column))
            : column == Column::Calls ? QVariant(kernel.calls)
                                      : QVariant(static_cast<double>(kernel.sumNs));
    case ShareRole:
        return column == Column::Share ? QVariant(shareOf(facts, kernel)) : QVariant();
    default:
        return {};
    }
}

} // namespace ui
