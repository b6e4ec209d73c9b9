#include "ui/memory/live_table.h"

#include "ui/delegates/roles.h"
#include "ui/format.h"
#include "ui/widgets/plain_text.h"

#include <algorithm>
#include <array>

namespace ui {

namespace {

constexpr bool isNumber(int column)
{
    return column == LiveTable::Size || column == LiveTable::Share || column == LiveTable::Without;
}

} // namespace

void LiveTable::set(std::shared_ptr<const profiler::Profile> profile,
    const profiler::LiveMemory& memory, std::vector<std::size_t> living)
{
    beginResetModel();
    m_profile = std::move(profile);
    m_rows.clear();
    m_peak = memory.peakBytes;
    double all = 0;
    for (const auto lifetime : living)
        all += static_cast<double>(m_profile->memory.lifetimes[lifetime].bytes);
    for (const auto lifetime : living) {
        const auto size = static_cast<double>(m_profile->memory.lifetimes[lifetime].bytes);
        m_rows.push_back({ lifetime, all > 0 ? size / all : 0,
            profiler::peakWithout(*m_profile, memory, lifetime) });
    }
    endResetModel();
}

int LiveTable::rowOf(model::ValueId value) const
{
    const auto found = std::ranges::find_if(m_rows, [&](const Row& row) {
        return value.isValid() && m_profile->memory.lifetimes[row.lifetime].value == value;
    });
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

int LiveTable::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}
int LiveTable::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString LiveTable::stepText(engine::StepId step, const QString& absent) const
{
    return step.isValid() && step.value() < m_profile->steps.size()
        ? plain(m_profile->text(m_profile->step(step).label))
        : absent;
}

QString LiveTable::text(const Row& row, int column) const
{
    const auto& lifetime = m_profile->memory.lifetimes[row.lifetime];
    switch (column) {
    case Name:
        return plain(m_profile->text(lifetime.name));
    case Size:
        return bytesText(lifetime.bytes);
    case Share:
        return shareText(row.share);
    case Producer:
        return stepText(lifetime.first, tr("input"));
    case LastReader:
        return stepText(lifetime.last, tr("output, stays"));
    case Without:
        return row.peakWithout == m_peak ? tr("the same") : bytesText(row.peakWithout);
    default:
        return {};
    }
}

QVariant LiveTable::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const auto& row = m_rows[static_cast<std::size_t>(index.row())];
    const auto& lifetime = m_profile->memory.lifetimes[row.lifetime];
    switch (role) {
    case Qt::DisplayRole:
        return text(row, index.column());
    case Qt::ToolTipRole:
        return toolTipOf(text(row, index.column()));
    case Qt::TextAlignmentRole:
        return static_cast<int>(
            (isNumber(index.column()) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case SortRole:
        if (index.column() == Size || index.column() == Share)
            return static_cast<qulonglong>(lifetime.bytes);
        return index.column() == Without ? QVariant(static_cast<qulonglong>(row.peakWithout))
                                         : QVariant(text(row, index.column()));
    case ShareRole:
        return index.column() == Share ? QVariant(row.share) : QVariant();
    case FileRole:
        if (index.column() == Name)
            return plain(m_profile->text(lifetime.name), 100'000);
        return index.column() == Size   ? QVariant(static_cast<qulonglong>(lifetime.bytes))
            : index.column() == Without ? QVariant(static_cast<qulonglong>(row.peakWithout))
            : index.column() == Share   ? QVariant(row.share * 100)
                                        : QVariant();
    case CopyRole:
        return index.column() == Size   ? QVariant(QString::number(lifetime.bytes))
            : index.column() == Without ? QVariant(QString::number(row.peakWithout))
                                        : QVariant();
    case ItemRole:
        if (lifetime.value.isValid())
            return toVariant({ SelectedItem::Kind::Value, lifetime.value.value() });
        return lifetime.first.isValid()
            ? toVariant({ SelectedItem::Kind::Step, lifetime.first.value() })
            : QVariant();
    default:
        return {};
    }
}

QVariant LiveTable::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>(
            (isNumber(section) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role == FileRole)
        return section == Size   ? QVariant(tr("Size (B)"))
            : section == Share   ? QVariant(tr("Share of live (%)"))
            : section == Without ? QVariant(tr("Peak without it (B)"))
                                 : QVariant();
    if (role != Qt::DisplayRole)
        return {};
    const std::array<QString, ColumnCount> titles { tr("Tensor"), tr("Size"), tr("Share of live"),
        tr("Produced by"), tr("Last read by"), tr("Peak without it") };
    return titles[static_cast<std::size_t>(section)];
}

} // namespace ui
