#include "ui/operators/operators_columns.h"

#include "profiler/statistics/roofline.h"
#include "ui/delegates/roles.h"
#include "ui/format.h"
#include "ui/gpu/gpu_report.h"
#include "ui/translation/translations.h"
#include "ui/widgets/plain_text.h"

#include <algorithm>

namespace ui {

namespace {

using Number = std::optional<double>;

/// A column of a time of `Distribution`, over all runs.
OperatorColumn timeColumn(
    const char* title, const char* fileTitle, double profiler::Distribution::*ns)
{
    const auto time = [ns](const OperatorRow& row) {
        return row.time().samples == 0 ? std::nullopt : Number(row.time().*ns);
    };
    const auto text = [time](const OperatorRow& row) {
        return time(row) ? durationText(*time(row)) : notMeasuredText();
    };
    return { title, text, time, fileTitle };
}

/// A column of a time of a step's device work.
OperatorColumn gpuTimeColumn(
    const char* title, const char* fileTitle, std::int64_t profiler::DeviceOperator::*ns)
{
    const auto text = [ns](const OperatorRow& row) {
        return row.gpu != nullptr ? durationText(row.gpu->*ns) : notMeasuredText();
    };
    const auto time = [ns](const OperatorRow& row) {
        return row.gpu != nullptr ? Number(static_cast<double>(row.gpu->*ns)) : std::nullopt;
    };
    return { title, text, time, fileTitle };
}

/// A column of what was counted in runs of their own.
OperatorColumn countedColumn(
    const char* title, std::string_view name, const char* fileTitle = nullptr)
{
    const auto figures = profiler::processorFigureList();
    const auto& figure = *std::ranges::find(figures, name, &profiler::ProcessorFigure::name);
    const auto value = [&figure](const OperatorRow& row) {
        return row.counted != nullptr ? row.counted->*figure.value : std::nullopt;
    };
    const auto text = [&figure, value](const OperatorRow& row) {
        return QString::fromStdString(profiler::processorFigureText(figure, value(row)));
    };
    return { title, text, value, fileTitle };
}

/// The label without the prefix that all labels share.
QString shortLabel(const OperatorRow& row)
{
    const auto label = plain(row.profile.text(row.description().label));
    return !row.prefix.isEmpty() && label.startsWith(row.prefix) ? label.mid(row.prefix.size())
                                                                 : label;
}

QString countOfSteps(const OperatorRow& row)
{
    return OperatorsModel::tr("%n step(s)", nullptr, static_cast<int>(row.type->steps));
}

QString groupLabel(const OperatorRow& row)
{
    if (row.group == nullptr)
        return countOfSteps(row);
    if (row.group->isInserted)
        return OperatorsModel::tr("inserted by the engine");
    if (!row.group->name.empty())
        return plain(row.group->name);
    return row.isKernel ? OperatorsModel::tr("not recorded") : OperatorsModel::tr("top level");
}

/// FLOP per second, from the median time. For a row of several steps, a lower bound if the FLOP of
/// some are unknown.
std::optional<double> workRate(const OperatorRow& row)
{
    if (row.step != nullptr)
        return row.step->flopsPerSecond;
    if (row.type->flops == 0 || row.time().median <= 0)
        return {};
    return static_cast<double>(row.type->flops) * 1e9 / row.time().median;
}

QString lowerBound(const OperatorRow& row)
{
    return row.step == nullptr && row.type->unknownCosts > 0 ? QStringLiteral("≥ ") : QString();
}

std::optional<double> shareOfRoof(const OperatorRow& row)
{
    return row.ofRoof != nullptr && row.ofRoof->known > 0 ? std::optional(row.ofRoof->share)
                                                          : std::nullopt;
}

Number percent(const Number& share) { return share ? std::optional(*share * 100) : std::nullopt; }

Number flopsOf(const OperatorRow& row)
{
    if (row.step == nullptr)
        return static_cast<double>(row.type->flops);
    return row.description().flops ? Number(static_cast<double>(*row.description().flops))
                                   : std::nullopt;
}

QString boundText(profiler::DeviceBound bound)
{
    return nameText(profiler::deviceBoundName(bound));
}

} // namespace

const std::vector<OperatorColumn>& operatorColumns()
{
    static const std::vector<OperatorColumn> all {
        { QT_TR_NOOP("Operator"),
            [](const OperatorRow& row) {
                return row.step != nullptr ? shortLabel(row) : groupLabel(row);
            },
            {} },
        { QT_TR_NOOP("Type"),
            [](const OperatorRow& row) {
                return row.group != nullptr ? countOfSteps(row)
                                            : plain(row.profile.text(row.opType()));
            },
            {} },
        timeColumn(
            QT_TR_NOOP("Median"), QT_TR_NOOP("Median (ns)"), &profiler::Distribution::median),
        { QT_TR_NOOP("95 % CI"),
            [](const OperatorRow& row) {
                return QString::fromStdString(profiler::intervalText(row.time().measurement()));
            },
            [](const OperatorRow& row) {
                return row.time().interval ? Number(row.time().interval->half()) : std::nullopt;
            } },
        { QT_TR_NOOP("Share of wall"),
            [](const OperatorRow& row) { return shareText(row.share()); },
            [](const OperatorRow& row) { return percent(row.share()); },
            QT_TR_NOOP("Share of wall (%)") },
        timeColumn(QT_TR_NOOP("p10"), QT_TR_NOOP("p10 (ns)"), &profiler::Distribution::p10),
        timeColumn(QT_TR_NOOP("p90"), QT_TR_NOOP("p90 (ns)"), &profiler::Distribution::p90),
        timeColumn(QT_TR_NOOP("p95"), QT_TR_NOOP("p95 (ns)"), &profiler::Distribution::p95),
        { QT_TR_NOOP("Calls"),
            [](const OperatorRow& row) {
                return numberText(
                    row.step != nullptr ? row.step->callsPerRun : row.type->callsPerRun);
            },
            [](const OperatorRow& row) {
                return Number(row.step != nullptr ? row.step->callsPerRun : row.type->callsPerRun);
            },
            QT_TR_NOOP("Calls per run") },
        { QT_TR_NOOP("Device"),
            [](const OperatorRow& row) {
                return row.step != nullptr ? plain(row.profile.text(row.description().device))
                                           : QString();
            },
            {} },
        { QT_TR_NOOP("Implementation"),
            [](const OperatorRow& row) {
                if (row.step != nullptr)
                    return plain(row.profile.text(row.description().implementation));
                return row.isKernel ? groupLabel(row) : QString();
            },
            {} },
        { QT_TR_NOOP("FLOP"),
            [](const OperatorRow& row) {
                const auto flops = flopsOf(row);
                return flops ? lowerBound(row) + workText(*flops) : notMeasuredText();
            },
            flopsOf },
        { QT_TR_NOOP("Least traffic"),
            [](const OperatorRow& row) {
                return row.step != nullptr && row.description().bytes
                    ? bytesText(*row.description().bytes)
                    : notMeasuredText();
            },
            [](const OperatorRow& row) {
                return row.step != nullptr && row.description().bytes
                    ? Number(static_cast<double>(*row.description().bytes))
                    : std::nullopt;
            },
            QT_TR_NOOP("Least traffic (B)") },
        { QT_TR_NOOP("Rate"),
            [](const OperatorRow& row) {
                const auto rate = workRate(row);
                return rate ? lowerBound(row) + workRateText(*rate) : notMeasuredText();
            },
            workRate, QT_TR_NOOP("Rate (FLOP/s)") },
        { QT_TR_NOOP("Of roof"),
            [](const OperatorRow& row) {
                const auto share = shareOfRoof(row);
                return share ? shareText(*share) : notMeasuredText();
            },
            [](const OperatorRow& row) { return percent(shareOfRoof(row)); },
            QT_TR_NOOP("Of roof (%)") },
        { QT_TR_NOOP("Threads busy"),
            [](const OperatorRow& row) {
                return row.threadsBusy() ? shareText(*row.threadsBusy()) : notMeasuredText();
            },
            [](const OperatorRow& row) { return percent(row.threadsBusy()); },
            QT_TR_NOOP("Threads busy (%)") },
        { QT_TR_NOOP("Kernels"),
            [](const OperatorRow& row) {
                return row.gpu != nullptr ? countText(row.gpu->kernels) : notMeasuredText();
            },
            [](const OperatorRow& row) {
                return row.gpu != nullptr ? Number(double(row.gpu->kernels)) : std::nullopt;
            } },
        gpuTimeColumn(QT_TR_NOOP("Kernel time"), QT_TR_NOOP("Kernel time (ns)"),
            &profiler::DeviceOperator::kernelNs),
        gpuTimeColumn(QT_TR_NOOP("Gap before"), QT_TR_NOOP("Gap before (ns)"),
            &profiler::DeviceOperator::gapNs),
        { QT_TR_NOOP("Bound by"),
            [](const OperatorRow& row) {
                return row.verdict != nullptr ? boundText(row.verdict->bound) : notMeasuredText();
            },
            {} },
        countedColumn(QT_TR_NOOP("IPC"), "ipc"),
        countedColumn(QT_TR_NOOP("L1 misses/k"), "l1_misses_per_1000"),
        countedColumn(QT_TR_NOOP("L2 misses/k"), "l2_misses_per_1000"),
        countedColumn(QT_TR_NOOP("LLC misses/k"), "last_level_misses_per_1000"),
        countedColumn(
            QT_TR_NOOP("From memory"), "memory_bytes_per_s", QT_TR_NOOP("From memory (B/s)")),
        countedColumn(
            QT_TR_NOOP("Of bandwidth"), "of_bandwidth", QT_TR_NOOP("Of bandwidth (0 to 1)")),
        countedColumn(QT_TR_NOOP("Stalled"), "backend_stalls", QT_TR_NOOP("Stalled (0 to 1)")),
        countedColumn(QT_TR_NOOP("Clock"), "clock_hertz", QT_TR_NOOP("Clock (Hz)")),
        countedColumn(QT_TR_NOOP("Page faults"), "page_faults", QT_TR_NOOP("Page faults per run")),
        countedColumn(QT_TR_NOOP("Switches"), "switches", QT_TR_NOOP("Switches per run")),
        countedColumn(QT_TR_NOOP("Migrations"), "migrations", QT_TR_NOOP("Migrations per run")),
    };
    return all;
}

QVariant operatorFileCell(const OperatorRow& row, int index)
{
    const auto& column = operatorColumns()[static_cast<std::size_t>(index)];
    if (index == OperatorsModel::Interval) {
        const auto& interval = row.time().interval;
        return QVariantList { fileNumber(interval ? Number(interval->low) : std::nullopt),
            fileNumber(interval ? Number(interval->high) : std::nullopt),
            static_cast<double>(row.time().samples) };
    }
    if (index == OperatorsModel::Flops) {
        const auto unknown = row.step == nullptr ? static_cast<double>(row.type->unknownCosts)
            : flopsOf(row)                       ? 0.0
                                                 : 1.0;
        return QVariantList { fileNumber(flopsOf(row)), unknown };
    }
    return column.isNumber() ? fileNumber(column.number(row)) : QVariant();
}

QVariant operatorFileHeading(int index)
{
    const auto& column = operatorColumns()[static_cast<std::size_t>(index)];
    if (index == OperatorsModel::Interval)
        return QStringList { OperatorsModel::tr("95 % CI low (ns)"),
            OperatorsModel::tr("95 % CI high (ns)"), OperatorsModel::tr("Samples") };
    if (index == OperatorsModel::Flops)
        return QStringList { OperatorsModel::tr("FLOP"),
            OperatorsModel::tr("Steps of unknown FLOP") };
    return column.fileTitle != nullptr ? QVariant(OperatorsModel::tr(column.fileTitle))
                                       : QVariant();
}

QString roofTip(const OperatorRow& row)
{
    if (row.ofRoof == nullptr)
        return toolTipOf(
            OperatorsModel::tr("The ceilings of the machine of this profile are not known. Measure "
                               "peaks in Roofline measures those of this machine."));
    if (row.ofRoof->row != nullptr)
        return toolTipOf(sentenceText(profiler::roofVerdict(*row.ofRoof->row)));
    if (row.ofRoof->known == 0)
        return toolTipOf(
            OperatorsModel::tr("FLOP, bytes or the peak of their type are not known, so what the "
                               "machine allows is not either."));
    return toolTipOf(
        OperatorsModel::tr("Time that the roofs of its steps allow, of the time they took. Work is "
                           "known of %1 of %2 steps.")
            .arg(row.ofRoof->known)
            .arg(row.ofRoof->steps));
}

QString operatorToolTip(const OperatorRow& row)
{
    if (row.step == nullptr) // the name may be elided
        return row.group != nullptr ? toolTipOf(groupLabel(row)) : QString();
    const auto& step = row.description();
    QString tip = plain(row.profile.text(step.label)) + QStringLiteral("\n")
        + plain(row.profile.text(step.inputTypes)) + QStringLiteral(" → ")
        + plain(row.profile.text(step.outputTypes));
    for (const auto& origin : step.origins)
        tip += QStringLiteral("\n· ") + plain(row.profile.text(origin.label));
    if (const auto refusals = row.profile.text(step.refusals); !refusals.empty())
        tip += QStringLiteral("\n") + plainLines(refusals, 600);
    return toolTipOf(tip);
}

} // namespace ui
