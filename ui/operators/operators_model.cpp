#include "ui/operators/operators_model.h"

#include "model/palette.h"
#include "profiler/statistics/roofline.h"
#include "ui/delegates/roles.h"
#include "ui/gpu/gpu_report.h"
#include "ui/operators/kernel_cells.h"
#include "ui/operators/operators_columns.h"
#include "ui/widgets/plain_text.h"

#include <algorithm>
#include <numeric>
#include <unordered_set>

namespace ui {

namespace {

SelectedItem itemOf(const profiler::Step& step, engine::StepId id)
{
    if (!step.origins.empty() && step.origins.front().node.isValid())
        return { SelectedItem::Kind::Node, step.origins.front().node.value() };
    return { SelectedItem::Kind::Step, id.value() };
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

bool OperatorsModel::applies(int column) const
{
    if (column < Kernels)
        return true;
    if (column <= BoundBy)
        return m_gpu != nullptr;
    const auto& number = operatorColumns()[static_cast<std::size_t>(column)].number;
    for (int row = 0; row < rowCount() && !m_counted.empty(); ++row)
        if (number(rowAt(row)))
            return true;
    return false;
}

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
    fillCounted();
    if (m_rows.empty())
        return;
    emit dataChanged(index(0, OfRoofShare), index(rowCount() - 1, OfRoofShare));
    emit dataChanged(index(0, OfBandwidth), index(rowCount() - 1, OfBandwidth));
}

void OperatorsModel::refill()
{
    m_rows.clear();
    if (m_statistics != nullptr && m_grouping == Grouping::Each) {
        m_rows = profiler::slowestSteps(*m_statistics);
    } else if (m_statistics != nullptr) {
        m_rows.resize(needsGroups(m_grouping) ? m_groups[std::size_t(m_grouping)].size()
                                              : m_statistics->types.size());
        std::iota(m_rows.begin(), m_rows.end(), 0U);
    }
    fillRoofs();
    fillCounted();
}

void OperatorsModel::fillCounted()
{
    m_counted.clear();
    if (m_statistics == nullptr || m_profile->processor == nullptr)
        return;
    const auto bandwidth = profiler::memoryBandwidth(m_roofline.get());
    if (m_grouping == Grouping::Each) {
        m_counted = profiler::processorFigures(*m_profile, *m_statistics, bandwidth);
        return;
    }
    const auto counts = profiler::countsOfSteps(*m_profile);
    m_counted.resize(m_rows.size());
    for (const auto place : m_rows) {
        const auto& figures = needsGroups(m_grouping)
            ? m_groups[std::size_t(m_grouping)][place].figures
            : m_statistics->types[place];
        m_counted[place]
            = profiler::figuresOfSteps(counts, stepsOf(place), figures.time.median, bandwidth);
    }
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
            made.row = m_grouping == Grouping::Each ? row : nullptr;
            if (!row->ofRoof)
                continue;
            ++made.known;
            ideal += *row->ofRoof * row->medianNs;
            time += row->medianNs;
        }
        made.share = time > 0 ? ideal / time : 0;
    }
}

QString OperatorsModel::columnName(int column)
{
    return QString::fromUtf8(operatorColumns()[static_cast<std::size_t>(column)].title);
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
    if (needsGroups(m_grouping))
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
    std::unordered_set<std::uint32_t> nodes; // a node may have several steps
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

/// Children have as internal id the row of their parent + 1; rows without parent have 0.
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
    return static_cast<int>(operatorColumns().size());
}

OperatorRow OperatorsModel::rowAt(int index) const
{
    const auto place = m_rows[static_cast<std::size_t>(index)];
    OperatorRow row { *m_profile, m_prefix };
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
    if (place < m_counted.size())
        row.counted = &m_counted[place];
    return row;
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
    const auto row = rowAt(index.row());
    const auto& column = operatorColumns()[static_cast<std::size_t>(index.column())];
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
        return operatorFileCell(row, index.column());
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
            return toolTipOf(QString::fromStdString(row.verdict->text));
        return index.column() == OfRoofShare ? roofTip(row) : operatorToolTip(row);
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
    const auto& column = operatorColumns()[static_cast<std::size_t>(section)];
    if (role == FileRole)
        return operatorFileHeading(section);
    if (role == Qt::DisplayRole)
        return tr(column.title);
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>(
            (column.isNumber() ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    return {};
}

} // namespace ui
