#include "ui/fleet/history_table.h"

#include "profiler/comparison/comparison.h"
#include "profiler/statistics/measurement.h"
#include "ui/delegates/roles.h"
#include "ui/format.h"
#include "ui/widgets/plain_text.h"

#include <cmath>

namespace ui {

HistoryTable::HistoryTable(QObject* parent)
    : TableModel(
        { { tr("Operator") }, { tr("Type") }, { tr("Before"), Qt::AlignRight, tr("Before (ns)") },
            { tr("After"), Qt::AlignRight, tr("After (ns)") },
            { tr("Difference"), Qt::AlignRight, tr("Difference (ns)") },
            { tr("Change"), Qt::AlignRight, tr("Change (ratio)") },
            { tr("95 %"), Qt::AlignRight,
                QStringList { tr("95 % CI low (ratio)"), tr("95 % CI high (ratio)") } },
            { tr("First at") }, { tr("Date") }, { tr("What else changed there") } },
        parent)
{
}

void HistoryTable::set(std::shared_ptr<const profiler::HistorySeries> series)
{
    beginResetModel();
    m_series = std::move(series);
    m_rows.clear();
    if (m_series != nullptr) {
        for (const auto& change : m_series->changes)
            m_rows.push_back({ nullptr, &change, {} });
        for (auto& entry : profiler::operatorChanges(*m_series))
            m_rows.push_back(std::move(entry));
    }
    endResetModel();
}

QString HistoryTable::text(int row, int column) const
{
    const auto& entry = m_rows[static_cast<std::size_t>(row)];
    const auto& change = *entry.change;
    switch (column) {
    case Operator:
        return entry.row == nullptr ? tr("Wall") : plain(entry.name());
    case Type:
        return entry.row == nullptr ? QString() : plain(entry.row->type);
    case Before:
        return durationText(change.before);
    case After:
        return durationText(change.after);
    case Difference: {
        const auto difference = entry.differenceNs();
        return (difference < 0 ? QStringLiteral("−") : QStringLiteral("+"))
            + durationText(std::abs(difference));
    }
    case Ratio:
        return (change.ratio > 0 ? QStringLiteral("▲ ") : QStringLiteral("▼ "))
            + QString::fromStdString(profiler::ratioText(change.ratio));
    case Confidence:
        return change.interval
            ? QString::fromStdString(profiler::rangeText(*change.interval, profiler::Unit::Ratio))
            : notMeasuredText();
    case FirstAt:
        return plain(profiler::placeText(*m_series, change));
    case Date:
        return QString::fromStdString(profiler::dateText(m_series->points[change.at].timeNs));
    default:
        return entry.implementation.empty()
            ? QString()
            : tr("implementation: %1").arg(plain(entry.implementation));
    }
}

QVariant HistoryTable::cell(int row, int column, int role) const
{
    const auto& entry = m_rows[static_cast<std::size_t>(row)];
    const auto& change = *entry.change;
    const auto number = [&]() -> std::optional<double> {
        switch (column) {
        case Before:
            return change.before;
        case After:
            return change.after;
        case Difference:
            return entry.differenceNs();
        case Ratio:
            return change.ratio;
        default:
            return std::nullopt;
        }
    }();
    switch (role) {
    case SortRole:
        if (column == Confidence)
            return change.interval ? change.interval->half() : 0.0;
        if (column == FirstAt || column == Date)
            return static_cast<qlonglong>(change.at);
        return number ? QVariant(*number) : QVariant(text(row, column));
    case FileRole:
        if (column == Confidence)
            return QVariantList { fileNumber(change.interval ? std::optional(change.interval->low)
                                                             : std::nullopt),
                fileNumber(change.interval ? std::optional(change.interval->high) : std::nullopt) };
        return number ? fileNumber(number) : QVariant(text(row, column));
    case ToneRole:
        return column == Ratio || column == Difference
            ? QVariant(change.ratio > 0 ? QByteArrayLiteral("error") : QByteArrayLiteral("good"))
            : QVariant();
    default:
        return TableModel::cell(row, column, role);
    }
}

} // namespace ui
