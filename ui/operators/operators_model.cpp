#include "ui/operators/operators_model.h"

#include "model/palette.h"
#include "model/support/text.h"
#include "profiler/roofline.h"
#include "ui/delegates/roles.h"
#include "ui/gpu/gpu_report.h"
#include "ui/operators/kernel_cells.h"
#include "ui/plain_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <functional>
#include <numeric>
#include <unordered_set>

namespace ui {

namespace {

/// One row, whichever grouping: what the columns read.
struct Row {
    const profiler::Profile& profile;
    const QString& prefix;
    const profiler::StepRow* step = nullptr;
    const profiler::TypeRow* type = nullptr;
    const profiler::SummedSteps* group = nullptr; ///< then `type` is its figures
    bool isKernel = false; ///< of a group
    const OperatorsModel::OfRoof* ofRoof = nullptr; ///< null: no ceilings are known
    const profiler::DeviceOperator* gpu = nullptr; ///< of a step: what a GPU did for it
    const profiler::DeviceVerdict* verdict = nullptr;

    const profiler::Step& description() const { return profile.step(step->step); }
    const profiler::Distribution& time() const { return step != nullptr ? step->time : type->time; }
    double share() const { return step != nullptr ? step->share : type->share; }
    const std::optional<double>& threadsBusy() const
    {
        return step != nullptr ? step->threadsBusy : type->threadsBusy;
    }
    profiler::StringId opType() const
    {
        return step != nullptr ? description().opType : type->opType;
    }
    profiler::StringId domain() const
    {
        return step != nullptr ? description().domain : type->domain;
    }
};

QString text(const std::string& utf8) { return QString::fromStdString(utf8); }

QString duration(const Row& row, double ns)
{
    return row.time().samples == 0 ? text(std::string(support::notMeasured))
                                   : text(support::durationText(ns));
}

/// The label without what all labels begin with.
QString shortLabel(const Row& row)
{
    const auto label = plain(row.profile.text(row.description().label));
    return !row.prefix.isEmpty() && label.startsWith(row.prefix) ? label.mid(row.prefix.size())
                                                                 : label;
}

QString countOfSteps(const Row& row)
{
    return QCoreApplication::translate(
        "OperatorsModel", "%n step(s)", nullptr, static_cast<int>(row.type->steps));
}

QString groupLabel(const Row& row)
{
    if (row.group == nullptr)
        return countOfSteps(row);
    if (row.group->isInserted)
        return QCoreApplication::translate("OperatorsModel", "inserted by the engine");
    if (!row.group->name.empty())
        return plain(row.group->name);
    return row.isKernel ? QCoreApplication::translate("OperatorsModel", "not recorded")
                        : QCoreApplication::translate("OperatorsModel", "top level");
}

/// FLOP a second of the median; of many steps a lower bound if the work of some is not known.
std::optional<double> workRate(const Row& row)
{
    if (row.step != nullptr)
        return row.step->flopsPerSecond;
    if (row.type->flops == 0 || row.time().median <= 0)
        return {};
    return static_cast<double>(row.type->flops) * 1e9 / row.time().median;
}

QString lowerBound(const Row& row)
{
    return row.step == nullptr && row.type->unknownCosts > 0 ? QStringLiteral("≥ ") : QString();
}

SelectedItem itemOf(const profiler::Step& step, engine::StepId id)
{
    if (!step.origins.empty() && step.origins.front().node.isValid())
        return { SelectedItem::Kind::Node, step.origins.front().node.value() };
    return { SelectedItem::Kind::Step, id.value() };
}

std::optional<double> shareOfRoof(const Row& row)
{
    return row.ofRoof != nullptr && row.ofRoof->known > 0 ? std::optional(row.ofRoof->share)
                                                          : std::nullopt;
}

using Number = std::optional<double>;

Number measured(const Row& row, double ns)
{
    return row.time().samples == 0 ? std::nullopt : std::optional(ns);
}

Number ofGpu(const Row& row, std::int64_t profiler::DeviceOperator::*ns)
{
    return row.gpu != nullptr ? std::optional(static_cast<double>(row.gpu->*ns)) : std::nullopt;
}

Number percent(const Number& share) { return share ? std::optional(*share * 100) : std::nullopt; }

Number flopsOf(const Row& row)
{
    if (row.step == nullptr)
        return static_cast<double>(row.type->flops);
    return row.description().flops ? Number(static_cast<double>(*row.description().flops))
                                   : std::nullopt;
}

QString gpuTime(const Row& row, std::int64_t profiler::DeviceOperator::*ns)
{
    return text(row.gpu != nullptr ? support::durationText(static_cast<double>(row.gpu->*ns))
                                   : std::string(support::notMeasured));
}

QString boundText(profiler::DeviceBound bound)
{
    return QCoreApplication::translate(
        "OperatorsModel", std::string(profiler::deviceBoundName(bound)).c_str());
}

struct Column {
    const char* title; ///< translated with context "OperatorsModel"
    std::function<QString(const Row&)> text;
    /// Of a column of numbers, to sort by and for files; nothing where none is known.
    std::function<Number(const Row&)> number;
    const char* fileTitle = nullptr; ///< with the unit; null: `title`

    bool isNumber() const { return number != nullptr; }
};

const std::vector<Column>& columns()
{
    static const std::vector<Column> all {
        { QT_TRANSLATE_NOOP("OperatorsModel", "Operator"),
            [](const Row& row) { return row.step != nullptr ? shortLabel(row) : groupLabel(row); },
            {} },
        { QT_TRANSLATE_NOOP("OperatorsModel", "Type"),
            [](const Row& row) {
                return row.group != nullptr ? countOfSteps(row)
                                            : plain(row.profile.text(row.opType()));
            },
            {} },
        { QT_TRANSLATE_NOOP("OperatorsModel", "Median"),
            [](const Row& row) { return duration(row, row.time().median); },
            [](const Row& row) { return measured(row, row.time().median); },
            QT_TRANSLATE_NOOP("OperatorsModel", "Median (ns)") },
        { QT_TRANSLATE_NOOP("OperatorsModel", "95 % CI"),
            [](const Row& row) {
                const auto& interval = row.time().interval;
                return interval
                    ? QStringLiteral("± ") + text(support::durationText(interval->half(), 2))
                    : QStringLiteral("n = %1").arg(row.time().samples);
            },
            [](const Row& row) {
                return row.time().interval ? Number(row.time().interval->half()) : std::nullopt;
            } },
        { QT_TRANSLATE_NOOP("OperatorsModel", "Share of wall"),
            [](const Row& row) { return text(support::shareText(row.share())); },
            [](const Row& row) { return percent(row.share()); },
            QT_TRANSLATE_NOOP("OperatorsModel", "Share of wall (%)") },
        { QT_TRANSLATE_NOOP("OperatorsModel", "p10"),
            [](const Row& row) { return duration(row, row.time().p10); },
            [](const Row& row) { return measured(row, row.time().p10); },
            QT_TRANSLATE_NOOP("OperatorsModel", "p10 (ns)") },
        { QT_TRANSLATE_NOOP("OperatorsModel", "p90"),
            [](const Row& row) { return duration(row, row.time().p90); },
            [](const Row& row) { return measured(row, row.time().p90); },
            QT_TRANSLATE_NOOP("OperatorsModel", "p90 (ns)") },
        { QT_TRANSLATE_NOOP("OperatorsModel", "p95"),
            [](const Row& row) { return duration(row, row.time().p95); },
            [](const Row& row) { return measured(row, row.time().p95); },
            QT_TRANSLATE_NOOP("OperatorsModel", "p95 (ns)") },
        { QT_TRANSLATE_NOOP("OperatorsModel", "Calls"),
            [](const Row& row) {
                return text(support::numberText(
                    row.step != nullptr ? row.step->callsPerRun : row.type->callsPerRun));
            },
            [](const Row& row) {
                return Number(row.step != nullptr ? row.step->callsPerRun : row.type->callsPerRun);
            },
            QT_TRANSLATE_NOOP("OperatorsModel", "Calls per run") },
        { QT_TRANSLATE_NOOP("OperatorsModel", "Device"),
            [](const Row& row) {
                return row.step != nullptr ? plain(row.profile.text(row.description().device))
                                           : QString();
            },
            {} },
        { QT_TRANSLATE_NOOP("OperatorsModel", "Implementation"),
            [](const Row& row) {
                if (row.step != nullptr)
                    return plain(row.profile.text(row.description().implementation));
                return row.isKernel ? groupLabel(row) : QString();
            },
            {} },
        { QT_TRANSLATE_NOOP("OperatorsModel", "FLOP"),
            [](const Row& row) {
                const auto flops = flopsOf(row);
                return flops ? lowerBound(row) + text(support::workText(*flops))
                             : text(std::string(support::notMeasured));
            },
            flopsOf },
        { QT_TRANSLATE_NOOP("OperatorsModel", "Least traffic"),
            [](const Row& row) {
                return row.step != nullptr && row.description().bytes
                    ? text(support::bytesText(*row.description().bytes))
                    : text(std::string(support::notMeasured));
            },
            [](const Row& row) {
                return row.step != nullptr && row.description().bytes
                    ? Number(static_cast<double>(*row.description().bytes))
                    : std::nullopt;
            },
            QT_TRANSLATE_NOOP("OperatorsModel", "Least traffic (B)") },
        { QT_TRANSLATE_NOOP("OperatorsModel", "Rate"),
            [](const Row& row) {
                const auto rate = workRate(row);
                return rate ? lowerBound(row) + text(support::workRateText(*rate))
                            : text(std::string(support::notMeasured));
            },
            workRate, QT_TRANSLATE_NOOP("OperatorsModel", "Rate (FLOP/s)") },
        { QT_TRANSLATE_NOOP("OperatorsModel", "Of roof"),
            [](const Row& row) {
                const auto share = shareOfRoof(row);
                return text(share ? support::shareText(*share) : std::string(support::notMeasured));
            },
            [](const Row& row) { return percent(shareOfRoof(row)); },
            QT_TRANSLATE_NOOP("OperatorsModel", "Of roof (%)") },
        { QT_TRANSLATE_NOOP("OperatorsModel", "Threads busy"),
            [](const Row& row) {
                return text(row.threadsBusy() ? support::shareText(*row.threadsBusy())
                                              : std::string(support::notMeasured));
            },
            [](const Row& row) { return percent(row.threadsBusy()); },
            QT_TRANSLATE_NOOP("OperatorsModel", "Threads busy (%)") },
        { QT_TRANSLATE_NOOP("OperatorsModel", "Kernels"),
            [](const Row& row) {
                return text(row.gpu != nullptr ? support::countText(row.gpu->kernels)
                                               : std::string(support::notMeasured));
            },
            [](const Row& row) {
                return row.gpu != nullptr ? Number(double(row.gpu->kernels)) : std::nullopt;
            } },
        { QT_TRANSLATE_NOOP("OperatorsModel", "Kernel time"),
            [](const Row& row) { return gpuTime(row, &profiler::DeviceOperator::kernelNs); },
            [](const Row& row) { return ofGpu(row, &profiler::DeviceOperator::kernelNs); },
            QT_TRANSLATE_NOOP("OperatorsModel", "Kernel time (ns)") },
        { QT_TRANSLATE_NOOP("OperatorsModel", "Gap before"),
            [](const Row& row) { return gpuTime(row, &profiler::DeviceOperator::gapNs); },
            [](const Row& row) { return ofGpu(row, &profiler::DeviceOperator::gapNs); },
            QT_TRANSLATE_NOOP("OperatorsModel", "Gap before (ns)") },
        { QT_TRANSLATE_NOOP("OperatorsModel", "Bound by"),
            [](const Row& row) {
                return row.verdict != nullptr ? boundText(row.verdict->bound)
                                              : text(std::string(support::notMeasured));
            },
            {} },
    };
    return all;
}

/// Columns that hold more than one number for a program: the interval's ends, and how many steps a
/// sum of FLOP leaves out.
QVariant fileCell(const Row& row, int index)
{
    const auto& column = columns()[static_cast<std::size_t>(index)];
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

QVariant fileHeading(int index)
{
    const auto tr
        = [](const char* words) { return QCoreApplication::translate("OperatorsModel", words); };
    const auto& column = columns()[static_cast<std::size_t>(index)];
    if (index == OperatorsModel::Interval)
        return QStringList { tr("95 % CI low (ns)"), tr("95 % CI high (ns)"), tr("Samples") };
    if (index == OperatorsModel::Flops)
        return QStringList { tr("FLOP"), tr("Steps of unknown FLOP") };
    return column.fileTitle != nullptr ? QVariant(tr(column.fileTitle)) : QVariant();
}

QString roofTip(const Row& row)
{
    const auto tr
        = [](const char* words) { return QCoreApplication::translate("OperatorsModel", words); };
    if (row.ofRoof == nullptr)
        return toolTipOf(tr("The ceilings of the machine of this profile are not known. Measure "
                            "peaks in Roofline measures those of this machine."));
    if (row.ofRoof->known == 0)
        return toolTipOf(
            tr("FLOP or bytes are not known, so what the machine allows is not either."));
    if (row.ofRoof->row != nullptr)
        return toolTipOf(text(profiler::roofVerdict(*row.ofRoof->row)));
    return toolTipOf(tr("Time that the roofs of its steps allow, of the time they took. Work is "
                        "known of %1 of %2 steps.")
                         .arg(row.ofRoof->known)
                         .arg(row.ofRoof->steps));
}

QString toolTip(const Row& row)
{
    if (row.step == nullptr) // a name may be cut off
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

} // namespace

void OperatorsModel::set(std::shared_ptr<const profiler::Profile> profile,
    std::shared_ptr<const profiler::Statistics> statistics)
{
    beginResetModel();
    m_profile = std::move(profile);
    m_statistics = std::move(statistics);
    m_prefix = m_profile != nullptr ? plain(profiler::commonPrefix(*m_profile), 1000) : QString();
    m_groups = {};
    m_roofline = nullptr;
    m_gpu = nullptr;
    refill();
    endResetModel();
}

void OperatorsModel::setGpu(std::shared_ptr<const GpuFacts> facts)
{
    beginResetModel();
    m_gpu = facts != nullptr && facts->profile == m_profile ? std::move(facts) : nullptr;
    endResetModel();
}

bool OperatorsModel::isGpuColumn(int column) { return column >= Kernels; }

void OperatorsModel::setGrouping(Grouping grouping)
{
    beginResetModel();
    m_grouping = grouping;
    refill();
    endResetModel();
}

void OperatorsModel::setGroups(Grouping grouping, std::vector<profiler::SummedSteps> groups)
{
    beginResetModel();
    m_groups[std::size_t(grouping)] = std::move(groups);
    refill();
    endResetModel();
}

void OperatorsModel::setRoofline(std::shared_ptr<const profiler::Roofline> roofline)
{
    m_roofline = std::move(roofline);
    fillRoofs();
    if (!m_rows.empty())
        emit dataChanged(index(0, OfRoofShare), index(rowCount() - 1, OfRoofShare));
}

void OperatorsModel::refill()
{
    m_rows.clear();
    if (m_statistics != nullptr && m_grouping == Grouping::Each) {
        m_rows = profiler::slowestSteps(*m_statistics);
    } else if (m_statistics != nullptr) {
        m_rows.resize(isSummedUp(m_grouping) ? m_groups[std::size_t(m_grouping)].size()
                                             : m_statistics->types.size());
        std::iota(m_rows.begin(), m_rows.end(), 0U);
    }
    fillRoofs();
}

void OperatorsModel::fillRoofs()
{
    m_roofs.clear();
    if (m_roofline == nullptr || m_statistics == nullptr)
        return;
    std::vector<const profiler::RoofRow*> rowOf(m_profile->steps.size());
    for (const auto& row : m_roofline->rows)
        rowOf[row.step.value()] = &row;
    for (const auto place : m_rows) {
        if (place >= m_roofs.size())
            m_roofs.resize(place + std::size_t(1));
        auto& made = m_roofs[place];
        double ideal = 0;
        double time = 0;
        for (const auto step : stepsOf(place)) {
            ++made.steps;
            const auto* row = rowOf[step.value()];
            if (row == nullptr)
                continue;
            ++made.known;
            ideal += row->ofRoof * row->medianNs;
            time += row->medianNs;
            made.row = m_grouping == Grouping::Each ? row : nullptr;
        }
        made.share = time > 0 ? ideal / time : 0;
    }
}

QString OperatorsModel::columnName(int column)
{
    return QString::fromUtf8(columns()[static_cast<std::size_t>(column)].title);
}

int OperatorsModel::ofRoofColumn() { return OfRoofShare; }

engine::StepId OperatorsModel::stepOf(int row) const
{
    return m_grouping == Grouping::Each
        ? m_statistics->steps[m_rows[static_cast<std::size_t>(row)]].step
        : engine::StepId();
}

std::vector<engine::StepId> OperatorsModel::stepsOf(std::uint32_t place) const
{
    if (m_grouping == Grouping::Each)
        return { m_statistics->steps[place].step };
    if (isSummedUp(m_grouping))
        return m_groups[std::size_t(m_grouping)][place].steps;
    std::vector<engine::StepId> steps;
    const auto& type = m_statistics->types[place];
    for (const auto& ran : m_statistics->steps) {
        const auto& step = m_profile->step(ran.step);
        if (ran.time.samples > 0 && step.opType == type.opType && step.domain == type.domain)
            steps.push_back(ran.step);
    }
    return steps;
}

QList<SelectedItem> OperatorsModel::itemsOf(int row) const
{
    if (m_grouping == Grouping::Each)
        return { itemOf(m_profile->step(stepOf(row)), stepOf(row)) };
    QList<SelectedItem> items;
    std::unordered_set<std::uint32_t> nodes; // one may have several steps
    for (const auto id : stepsOf(m_rows[static_cast<std::size_t>(row)])) {
        const auto& step = m_profile->step(id);
        if (!itemOf(step, id).isNode())
            items.append(itemOf(step, id));
        for (const auto& origin : step.origins) {
            if (origin.node.isValid() && nodes.insert(origin.node.value()).second)
                items.append({ SelectedItem::Kind::Node, origin.node.value() });
        }
    }
    return items;
}

QModelIndex OperatorsModel::indexOf(const SelectedItem& item) const
{
    if (m_grouping != Grouping::Each || m_statistics == nullptr)
        return {};
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const auto id = m_statistics->steps[m_rows[i]].step;
        const auto& origins = m_profile->step(id).origins;
        const bool isStep = item.kind == SelectedItem::Kind::Step && id.value() == item.id;
        const bool isNode
            = item.isNode() && std::ranges::any_of(origins, [&](const profiler::Origin& origin) {
                  return origin.node == model::NodeId(item.id);
              });
        if (isStep || isNode)
            return index(static_cast<int>(i), 0);
    }
    return {};
}

std::span<const profiler::StepKernel> OperatorsModel::kernelsOf(int row) const
{
    if (m_gpu == nullptr || m_grouping != Grouping::Each)
        return {};
    return profiler::kernelsOfStep(m_gpu->kernels, stepOf(row));
}

/// The internal id of a child is the row of its parent plus one.
QModelIndex OperatorsModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(
        row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : quintptr(0));
}

QModelIndex OperatorsModel::parent(const QModelIndex& index) const
{
    return index.isValid() && index.internalId() != 0
        ? createIndex(static_cast<int>(index.internalId() - 1), 0, quintptr(0))
        : QModelIndex();
}

int OperatorsModel::rowCount(const QModelIndex& parent) const
{
    if (!parent.isValid())
        return static_cast<int>(m_rows.size());
    return parent.internalId() == 0 && parent.column() == 0
        ? static_cast<int>(kernelsOf(parent.row()).size())
        : 0;
}

int OperatorsModel::columnCount(const QModelIndex&) const
{
    return static_cast<int>(columns().size());
}

QVariant OperatorsModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    if (index.internalId() != 0)
        return kernelCell(*m_profile, *m_gpu,
            kernelsOf(
                static_cast<int>(index.internalId() - 1))[static_cast<std::size_t>(index.row())],
            index.column(), role);
    const auto place = m_rows[static_cast<std::size_t>(index.row())];
    Row row { *m_profile, m_prefix };
    switch (m_grouping) {
    case Grouping::Each:
        row.step = &m_statistics->steps[place];
        row.gpu = m_gpu != nullptr ? m_gpu->of(row.step->step) : nullptr;
        row.verdict = m_gpu != nullptr ? m_gpu->verdictOf(row.step->step) : nullptr;
        break;
    case Grouping::ByType:
        row.type = &m_statistics->types[place];
        break;
    case Grouping::ByScope:
    case Grouping::ByKernel:
        row.group = &m_groups[std::size_t(m_grouping)][place];
        row.type = &row.group->figures;
        row.isKernel = m_grouping == Grouping::ByKernel;
        break;
    }
    if (place < m_roofs.size())
        row.ofRoof = &m_roofs[place];
    const auto& column = columns()[static_cast<std::size_t>(index.column())];
    switch (role) {
    case Qt::DisplayRole:
        return column.text(row);
    case Qt::TextAlignmentRole:
        return static_cast<int>(
            (column.isNumber() ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case SortRole:
        return column.isNumber() ? QVariant(column.number(row).value_or(-1))
                                 : QVariant(column.text(row));
    case FileRole:
        return fileCell(row, index.column());
    case ShareRole:
        return index.column() == Share ? QVariant(row.share()) : QVariant();
    case CategoryRole:
        if (index.column() == 0 && row.group == nullptr)
            return static_cast<int>(model::Palette::instance().category(
                m_profile->text(row.domain()), m_profile->text(row.opType())));
        return {};
    case CopyRole:
        return index.column() == 0 && row.step != nullptr
            ? QVariant(plain(m_profile->text(row.description().label), 100'000))
            : QVariant();
    case Qt::ToolTipRole:
        if (index.column() == BoundBy && row.verdict != nullptr)
            return toolTipOf(text(row.verdict->text));
        return index.column() == OfRoofShare ? roofTip(row) : toolTip(row);
    case ItemRole:
        return row.step != nullptr ? toVariant(itemOf(row.description(), row.step->step))
                                   : QVariant();
    default:
        return {};
    }
}

QVariant OperatorsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    const auto& column = columns()[static_cast<std::size_t>(section)];
    if (role == FileRole)
        return fileHeading(section);
    if (role == Qt::DisplayRole)
        return QCoreApplication::translate("OperatorsModel", column.title);
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>(
            (column.isNumber() ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    return {};
}

} // namespace ui
