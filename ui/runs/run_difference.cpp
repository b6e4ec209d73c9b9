#include "ui/runs/run_difference.h"

#include "ui/delegates/roles.h"
#include "ui/format.h"
#include "ui/widgets/plain_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>

namespace ui {

namespace {

QString signedText(double value, const QString& magnitude)
{
    return (value < 0 ? QStringLiteral("−") : QStringLiteral("+")) + magnitude;
}

QString timeText(const std::optional<profiler::Distribution>& time)
{
    return time ? durationText(time->median) : notMeasuredText();
}

/// The steps of a profile by label. Steps with the same label (as in copies of a Loop body) are
/// numbered, so the n-th of A is compared with the n-th of B.
std::unordered_map<std::string, const profiler::StepRow*> stepsByLabel(const MeasuredProfile& from)
{
    std::unordered_map<std::string, const profiler::StepRow*> steps;
    std::unordered_map<std::string, int> seen;
    for (const auto& row : from.statistics.steps) {
        if (row.time.samples == 0)
            continue;
        const std::string label(from.profile.text(from.profile.step(row.step).label));
        const int number = ++seen[label];
        steps.emplace(number == 1 ? label : label + " (" + std::to_string(number) + ")", &row);
    }
    return steps;
}

std::string typeOf(const MeasuredProfile& from, const profiler::StepRow& row)
{
    return std::string(from.profile.text(from.profile.step(row.step).opType));
}

} // namespace

std::optional<double> DifferenceRow::changeNs() const
{
    return a && b ? std::optional(b->median - a->median) : std::nullopt;
}

DifferenceRow::Intervals DifferenceRow::intervals() const
{
    if (!a || !b || !a->interval || !b->interval)
        return Intervals::Unknown;
    const bool isApart
        = a->interval->high < b->interval->low || b->interval->high < a->interval->low;
    return isApart ? Intervals::Apart : Intervals::Overlap;
}

std::vector<DifferenceRow> differenceOf(const MeasuredProfile& a, const MeasuredProfile& b)
{
    const auto before = stepsByLabel(a);
    auto after = stepsByLabel(b);
    std::vector<DifferenceRow> rows;
    for (const auto& [label, row] : before) {
        DifferenceRow made { label, typeOf(a, *row), row->time, std::nullopt };
        if (const auto other = after.find(label); other != after.end()) {
            made.b = other->second->time;
            after.erase(other);
        }
        rows.push_back(std::move(made));
    }
    for (const auto& [label, row] : after)
        rows.push_back({ label, typeOf(b, *row), std::nullopt, row->time });
    std::ranges::sort(rows, [](const DifferenceRow& left, const DifferenceRow& right) {
        const auto weight = [](const DifferenceRow& row) {
            return row.changeNs() ? std::abs(*row.changeNs()) : -1.0;
        };
        return weight(left) != weight(right) ? weight(left) > weight(right)
                                             : left.label < right.label;
    });
    return rows;
}

DifferenceRow wallDifference(const MeasuredProfile& a, const MeasuredProfile& b)
{
    return { "wall", {}, a.statistics.bestWall(), b.statistics.bestWall() };
}

QString changeText(const DifferenceRow& row)
{
    const auto change = row.changeNs();
    return change ? signedText(*change, durationText(std::abs(*change))) : notMeasuredText();
}

QString relativeText(const DifferenceRow& row)
{
    const auto change = row.changeNs();
    if (!change || row.a->median <= 0)
        return notMeasuredText();
    const double share = *change / row.a->median;
    return signedText(share, shareText(std::abs(share)));
}

DifferenceTable::DifferenceTable(QObject* parent)
    : TableModel({ { tr("Operator") }, { tr("Type") }, { tr("A"), Qt::AlignRight, tr("A (ns)") },
                     { tr("B"), Qt::AlignRight, tr("B (ns)") },
                     { tr("B − A"), Qt::AlignRight, tr("B − A (ns)") },
                     { tr("of A"), Qt::AlignRight, tr("of A (%)") }, { tr("95 % intervals") } },
        parent)
{
}

void DifferenceTable::set(std::vector<DifferenceRow> rows)
{
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

namespace {

QVariant fileCell(const DifferenceRow& row, int column)
{
    const auto change = row.changeNs();
    switch (column) {
    case DifferenceTable::A:
        return fileNumber(row.a ? std::optional(row.a->median) : std::nullopt);
    case DifferenceTable::B:
        return fileNumber(row.b ? std::optional(row.b->median) : std::nullopt);
    case DifferenceTable::Change:
        return fileNumber(change);
    case DifferenceTable::Relative:
        return fileNumber(change && row.a->median > 0 ? std::optional(*change / row.a->median * 100)
                                                      : std::nullopt);
    default:
        return {};
    }
}

} // namespace

QString DifferenceTable::text(int index, int column) const
{
    static const std::array<const char*, 3> intervals { QT_TR_NOOP("apart"), QT_TR_NOOP("overlap"),
        QT_TR_NOOP("not known") };
    const auto& row = m_rows[static_cast<std::size_t>(index)];
    const std::array<QString, ColumnCount> cells { plain(row.label), plain(row.opType),
        timeText(row.a), timeText(row.b), changeText(row), relativeText(row),
        tr(intervals[static_cast<std::size_t>(row.intervals())]) };
    return cells[static_cast<std::size_t>(column)];
}

QVariant DifferenceTable::cell(int index, int column, int role) const
{
    const auto& row = m_rows[static_cast<std::size_t>(index)];
    const auto change = row.changeNs();
    if (role == SortRole && column == Change)
        return change ? std::abs(*change) : -1.0;
    if (role == SortRole && column == Relative)
        return change && row.a->median > 0 ? *change / row.a->median : -1e9;
    if (role == SortRole && (column == A || column == B)) {
        const auto& side = column == A ? row.a : row.b;
        return side ? side->median : -1.0;
    }
    if (role == FileRole)
        return fileCell(row, column);
    return TableModel::cell(index, column, role);
}

} // namespace ui
