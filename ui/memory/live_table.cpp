#include "ui/memory/live_table.h"

#include "ui/delegates/roles.h"
#include "ui/format.h"
#include "ui/widgets/plain_text.h"

#include <algorithm>

namespace ui {

LiveTable::LiveTable(QObject* parent)
    : TableModel({ { tr("Tensor") }, { tr("Size"), Qt::AlignRight, tr("Size (B)") },
                     { tr("Share of live"), Qt::AlignRight, tr("Share of live (%)") },
                     { tr("Produced by") }, { tr("Last read by") },
                     { tr("Peak without it"), Qt::AlignRight, tr("Peak without it (B)") } },
        parent)
{
}

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

QString LiveTable::stepText(engine::StepId step, const QString& absent) const
{
    return step.isValid() && step.value() < m_profile->steps.size()
        ? plain(m_profile->text(m_profile->step(step).label))
        : absent;
}

QString LiveTable::text(int index, int column) const
{
    const auto& row = m_rows[static_cast<std::size_t>(index)];
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

QVariant LiveTable::cell(int index, int column, int role) const
{
    const auto& row = m_rows[static_cast<std::size_t>(index)];
    const auto& lifetime = m_profile->memory.lifetimes[row.lifetime];
    switch (role) {
    case SortRole:
        if (column == Size || column == Share)
            return static_cast<qulonglong>(lifetime.bytes);
        return column == Without ? QVariant(static_cast<qulonglong>(row.peakWithout))
                                 : QVariant(text(index, column));
    case ShareRole:
        return column == Share ? QVariant(row.share) : QVariant();
    case FileRole:
        if (column == Name)
            return plain(m_profile->text(lifetime.name), 100'000);
        return column == Size   ? QVariant(static_cast<qulonglong>(lifetime.bytes))
            : column == Without ? QVariant(static_cast<qulonglong>(row.peakWithout))
            : column == Share   ? QVariant(row.share * 100)
                                : QVariant();
    case CopyRole:
        return column == Size   ? QVariant(QString::number(lifetime.bytes))
            : column == Without ? QVariant(QString::number(row.peakWithout))
                                : QVariant();
    case ItemRole:
        if (lifetime.value.isValid())
            return toVariant({ SelectedItem::Kind::Value, lifetime.value.value() });
        return lifetime.first.isValid()
            ? toVariant({ SelectedItem::Kind::Step, lifetime.first.value() })
            : QVariant();
    default:
        return TableModel::cell(index, column, role);
    }
}

} // namespace ui
