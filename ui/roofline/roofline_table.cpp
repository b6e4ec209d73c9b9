#include "ui/roofline/roofline_table.h"

#include "ui/delegates/roles.h"
#include "ui/format.h"
#include "ui/translation/translations.h"
#include "ui/widgets/plain_text.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace ui {

namespace {

double numberOf(const profiler::RoofRow& row, int column)
{
    switch (column) {
    case RooflineTable::Time:
        return row.medianNs;
    case RooflineTable::Intensity:
        return row.flopsPerByte;
    case RooflineTable::Rate:
        return row.flopsPerSecond;
    default:
        return row.ofRoof.value_or(-1);
    }
}

/// Two values for a file: FLOP per second, or bytes per second for steps that compute nothing.
QVariant fileCell(const profiler::RoofRow& row, int column)
{
    if (column == RooflineTable::Rate) {
        const bool isComputing = row.flopsPerSecond > 0;
        return QVariantList { fileNumber(
                                  isComputing ? std::optional(row.flopsPerSecond) : std::nullopt),
            fileNumber(isComputing || !row.ofRoof ? std::nullopt
                                                  : std::optional(*row.ofRoof * row.bandwidth)) };
    }
    if (column == RooflineTable::RooflineShare)
        return fileNumber(row.ofRoof ? std::optional(*row.ofRoof * 100) : std::nullopt);
    return numberOf(row, column);
}

} // namespace

RooflineTable::RooflineTable(QObject* parent)
    : TableModel(
        { { tr("Operator") }, { tr("Type") }, { tr("Median"), Qt::AlignRight, tr("Median (ns)") },
            { tr("FLOP per byte"), Qt::AlignRight, tr("Intensity (FLOP/B)") },
            { tr("Rate"), Qt::AlignRight, QStringList { tr("Rate (FLOP/s)"), tr("Rate (B/s)") } },
            { tr("Of roof"), Qt::AlignRight, tr("Of roof (%)") }, { tr("Bound by") } },
        parent)
{
}

void RooflineTable::set(std::shared_ptr<const profiler::Profile> profile,
    std::shared_ptr<const profiler::Roofline> roofline)
{
    beginResetModel();
    m_profile = std::move(profile);
    m_roofline = std::move(roofline);
    m_shown.resize(m_roofline != nullptr ? m_roofline->rows.size() : 0);
    std::iota(m_shown.begin(), m_shown.end(), std::size_t(0));
    const auto kept = std::min(m_shown.size(), maxRows);
    std::ranges::partial_sort(m_shown, m_shown.begin() + static_cast<std::ptrdiff_t>(kept),
        std::greater<>(), [&](std::size_t i) { return m_roofline->rows[i].medianNs; });
    m_shown.resize(kept);
    endResetModel();
}

int RooflineTable::rowOf(engine::StepId step) const
{
    const auto found = std::ranges::find_if(
        m_shown, [&](std::size_t i) { return m_roofline->rows[i].step == step; });
    return found == m_shown.end() ? -1 : static_cast<int>(found - m_shown.begin());
}

std::size_t RooflineTable::omittedRows() const
{
    return m_roofline != nullptr ? m_roofline->rows.size() - m_shown.size() : 0;
}

QString RooflineTable::text(int index, int column) const
{
    const auto& row = roofRow(index);
    const auto& step = m_profile->step(row.step);
    switch (column) {
    case Operator:
        return plain(m_profile->text(step.label));
    case Type:
        return plain(m_profile->text(step.opType));
    case Time:
        return durationText(row.medianNs);
    case Intensity:
        return row.flopsPerByte > 0 ? numberText(row.flopsPerByte) : tr("moves only");
    case Rate:
        return row.flopsPerSecond > 0 ? workRateText(row.flopsPerSecond)
                                      : byteRateText(row.ofRoof.value_or(0) * row.bandwidth);
    case RooflineShare:
        return row.ofRoof ? shareText(*row.ofRoof) : notMeasuredText();
    case Bound:
        return !row.ofRoof                             ? notMeasuredText()
            : row.bound == profiler::RoofBound::Memory ? tr("memory")
                                                       : tr("compute", "opposite of memory");
    default:
        return {};
    }
}

QVariant RooflineTable::cell(int index, int column, int role) const
{
    const auto& row = roofRow(index);
    switch (role) {
    case Qt::ToolTipRole:
        return toolTipOf(plain(m_profile->text(m_profile->step(row.step).label)) + u'\n'
            + sentenceText(profiler::roofVerdict(row)));
    case SortRole:
        return isNumber(column) ? QVariant(numberOf(row, column)) : QVariant(text(index, column));
    case ShareRole:
        return column == RooflineShare ? QVariant(std::min(1.0, row.ofRoof.value_or(0)))
                                       : QVariant();
    case FileRole:
        return column == Operator
            ? QVariant(plain(m_profile->text(m_profile->step(row.step).label), 100'000))
            : isNumber(column) ? fileCell(row, column)
                               : QVariant();
    case CopyRole:
        return isNumber(column) ? QVariant(QString::number(numberOf(row, column))) : QVariant();
    case CategoryRole:
        return column == Operator ? QVariant(
                   static_cast<int>(profiler::categoryOf(*m_profile, m_profile->step(row.step))))
                                  : QVariant();
    default:
        return TableModel::cell(index, column, role);
    }
}

} // namespace ui
