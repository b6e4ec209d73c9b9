#include "ui/sweep/sweep_table.h"

#include "ui/delegates/roles.h"
#include "ui/format.h"
#include "ui/widgets/plain_text.h"

#include <algorithm>

namespace ui {

void SweepTable::set(profiler::Sweep sweep, std::vector<profiler::SweepCurve> curves)
{
    beginResetModel();
    m_sweep = std::move(sweep);
    m_curves = std::move(curves);
    std::erase_if(m_curves, [](const profiler::SweepCurve& curve) { return curve.isWall; });
    endResetModel();
}

int SweepTable::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_sweep.points.size());
}
int SweepTable::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : FirstCurve + static_cast<int>(m_curves.size());
}

std::optional<double> SweepTable::timeOf(const profiler::SweepPoint& point, int column) const
{
    if (!point.hasRun())
        return std::nullopt;
    if (column == Wall)
        return point.medianNs;
    if (column < FirstCurve || column >= columnCount())
        return std::nullopt;
    const auto& curve = m_curves[static_cast<std::size_t>(column - FirstCurve)];
    const auto found
        = std::ranges::find(curve.points, static_cast<double>(point.size), &profiler::Point::x);
    return found == curve.points.end() ? std::nullopt : std::optional(found->y);
}

QString SweepTable::text(const profiler::SweepPoint& point, int column) const
{
    if (column == Size)
        return integerText(point.size);
    if (column == Why)
        return plain(point.problem);
    if (column == Confidence && point.hasRun())
        return QString::fromStdString(profiler::intervalText(point.measurement()));
    const auto time = timeOf(point, column);
    return time ? durationText(*time, column == Wall ? 4 : 3) : notMeasuredText();
}

QVariant SweepTable::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const auto& point = m_sweep.points[static_cast<std::size_t>(index.row())];
    const int column = index.column();
    const auto time = timeOf(point, column);
    switch (role) {
    case Qt::DisplayRole:
        return text(point, column);
    case Qt::ToolTipRole:
        return toolTipOf(column == Why ? plainLines(point.problem) : text(point, column));
    case Qt::TextAlignmentRole:
        return static_cast<int>(
            (column == Why ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    case SortRole:
        if (column == Size)
            return static_cast<qlonglong>(point.size);
        return column == Confidence ? QVariant(point.interval ? point.interval->half() : 0.0)
            : time                  ? QVariant(*time)
                                    : QVariant(text(point, column));
    case FileRole:
        if (column == Size)
            return static_cast<qlonglong>(point.size);
        if (column == Confidence)
            return QVariantList { fileNumber(point.interval ? std::optional(point.interval->low)
                                                            : std::nullopt),
                fileNumber(point.interval ? std::optional(point.interval->high) : std::nullopt),
                static_cast<qlonglong>(point.samples) };
        return column == Why ? QVariant(plain(point.problem, 2000)) : fileNumber(time);
    case CopyRole: // copied as nanoseconds
        if (column == Size)
            return QString::number(point.size);
        if (column == Confidence && point.interval)
            return QString::number(point.interval->half(), 'f', 0);
        return time                                 ? QVariant(QString::number(*time, 'f', 0))
            : column == Confidence || column == Why ? QVariant()
                                                    : QVariant(QString());
    case ToneRole:
        return column == Why ? QVariant(QByteArrayLiteral("error")) : QVariant();
    default:
        return {};
    }
}

QVariant SweepTable::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>(
            (section == Why ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role == FileRole && section == Confidence)
        return QStringList { tr("95 % CI low (ns)"), tr("95 % CI high (ns)"), tr("Samples") };
    if (role == FileRole && section != Size && section != Why)
        return tr("%1 (ns)").arg(headerData(section, orientation, Qt::DisplayRole).toString());
    if (role != Qt::DisplayRole)
        return {};
    if (section == Size)
        return plain(m_sweep.plan.dimension, 60);
    if (section == Wall)
        return tr("Wall");
    if (section == Confidence)
        return tr("95 %");
    return section == Why
        ? tr("Why not")
        : plain(m_curves[static_cast<std::size_t>(section - FirstCurve)].name, 60);
}

} // namespace ui
