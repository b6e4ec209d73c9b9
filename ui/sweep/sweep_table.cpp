#include "ui/sweep/sweep_table.h"

#include "ui/delegates/roles.h"
#include "ui/format.h"
#include "ui/widgets/plain_text.h"

#include <algorithm>

namespace ui {

SweepTable::SweepTable(QObject* parent)
    : TableModel({}, parent)
{
    updateColumns();
}

void SweepTable::updateColumns()
{
    const auto time = [](const QString& title) {
        return TableColumn { title, Qt::AlignRight, tr("%1 (ns)").arg(title) };
    };
    std::vector<TableColumn> columns { { plain(m_sweep.plan.dimension, 60), Qt::AlignRight },
        time(tr("Wall")),
        { tr("95 %"), Qt::AlignRight,
            QStringList { tr("95 % CI low (ns)"), tr("95 % CI high (ns)"), tr("Samples") } },
        { tr("Why not") } };
    for (const auto& curve : m_curves)
        columns.push_back(time(plain(curve.name, 60)));
    setColumns(std::move(columns));
}

void SweepTable::set(profiler::Sweep sweep, std::vector<profiler::SweepCurve> curves)
{
    beginResetModel();
    m_sweep = std::move(sweep);
    m_curves = std::move(curves);
    std::erase_if(m_curves, [](const profiler::SweepCurve& curve) { return curve.isWall; });
    updateColumns();
    endResetModel();
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

QString SweepTable::text(int row, int column) const
{
    const auto& point = m_sweep.points[static_cast<std::size_t>(row)];
    if (column == Size)
        return integerText(point.size);
    if (column == Why)
        return plain(point.problem);
    if (column == Confidence && point.hasRun())
        return QString::fromStdString(profiler::intervalText(point.measurement()));
    const auto time = timeOf(point, column);
    return time ? durationText(*time, column == Wall ? 4 : 3) : notMeasuredText();
}

QVariant SweepTable::cell(int row, int column, int role) const
{
    const auto& point = m_sweep.points[static_cast<std::size_t>(row)];
    const auto time = timeOf(point, column);
    switch (role) {
    case Qt::ToolTipRole:
        return toolTipOf(column == Why ? plainLines(point.problem) : text(row, column));
    case SortRole:
        if (column == Size)
            return static_cast<qlonglong>(point.size);
        return column == Confidence ? QVariant(point.interval ? point.interval->half() : 0.0)
            : time                  ? QVariant(*time)
                                    : QVariant(text(row, column));
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
        return TableModel::cell(row, column, role);
    }
}

} // namespace ui
