#include "ui/compare/comparison_table.h"

#include "model/palette.h"
#include "ui/delegates/roles.h"
#include "ui/format.h"
#include "ui/translation/text.h"
#include "ui/widgets/plain_text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ui {

using profiler::ComparedRow;

namespace {

QString timeText(const profiler::Distribution& time)
{
    return time.samples > 0 ? durationText(time.median) : notMeasuredText();
}

bool isOnBothSides(const ComparedRow& row)
{
    return row.change.a.samples > 0 && row.change.b.samples > 0;
}

QString typeText(const ComparedRow& row)
{
    if (row.typeA.empty() || row.typeB.empty() || row.typeA == row.typeB)
        return plain(row.typeA.empty() ? row.typeB : row.typeA);
    return plain(row.typeA + " → " + row.typeB);
}

QString structureText(const ComparedRow& row)
{
    if (row.change.a.samples == 0)
        return ComparisonTable::tr("added");
    if (row.change.b.samples == 0)
        return ComparisonTable::tr("removed");
    if (row.steps.a.size() != row.steps.b.size())
        return ComparisonTable::tr("%1 → %2 steps").arg(row.steps.a.size()).arg(row.steps.b.size());
    return row.typeA == row.typeB ? ComparisonTable::tr("same") : ComparisonTable::tr("changed");
}

/// The colour token of the Structure column; null if the structure is the same.
const char* structureTone(const ComparedRow& row)
{
    if (row.change.a.samples == 0)
        return "good";
    if (row.change.b.samples == 0)
        return "warning";
    const bool isSame = row.steps.a.size() == row.steps.b.size() && row.typeA == row.typeB;
    return isSame ? nullptr : "accentInk";
}

/// The colour token of the bar, as in the waterfall.
QByteArray directionTone(const profiler::Change& change)
{
    const bool isNoise = change.verdict == profiler::Verdict::WithinNoise
        || change.verdict == profiler::Verdict::NotComparable;
    return isNoise ? "borderStrong" : change.differenceNs() < 0 ? "accent" : "warning";
}

/// The category of the first step of A, or of B if A has none.
int categoryOf(const ComparedRow& row, const profiler::Comparison& comparison)
{
    const bool isInA = !row.steps.a.empty();
    const auto& profile = isInA ? *comparison.a : *comparison.b;
    const auto& step = profile.step(isInA ? row.steps.a.front() : row.steps.b.front());
    return static_cast<int>(
        model::Palette::instance().category(profile.text(step.domain), profile.text(step.opType)));
}

QString probabilityText(const std::optional<double>& p)
{
    if (!p)
        return notMeasuredText();
    return *p < 0.001 ? QStringLiteral("< 0.001") : numberText(*p, 2);
}

/// The sort key of a row if it is not the text.
QVariant sortKey(const ComparedRow& row, int column)
{
    switch (column) {
    case ComparisonTable::A:
        return row.change.a.samples > 0 ? row.change.a.median : -1.0;
    case ComparisonTable::B:
        return row.change.b.samples > 0 ? row.change.b.median : -1.0;
    case ComparisonTable::Difference:
        return std::abs(row.change.differenceNs());
    case ComparisonTable::Change:
        return row.change.ratio;
    case ComparisonTable::Probability:
        return row.change.adjusted.value_or(2);
    default:
        return {};
    }
}

} // namespace

QString signedDuration(double ns)
{
    const auto text = durationText(std::abs(ns));
    return (ns < 0 ? QStringLiteral("−") : QStringLiteral("+")) + text;
}

QString verdictText(profiler::Verdict verdict)
{
    static constexpr std::array words { QT_TR_NOOP("within noise"), QT_TR_NOOP("faster"),
        QT_TR_NOOP("slower"), QT_TR_NOOP("new"), QT_TR_NOOP("gone"), QT_TR_NOOP("not comparable") };
    return tr(words[static_cast<std::size_t>(verdict)]);
}

QByteArray verdictTone(profiler::Verdict verdict)
{
    switch (verdict) {
    case profiler::Verdict::Faster:
        return "good";
    case profiler::Verdict::Slower:
        return "error";
    case profiler::Verdict::WithinNoise:
    case profiler::Verdict::NotComparable:
        return "textSecondary";
    case profiler::Verdict::New:
    case profiler::Verdict::Gone:
        break;
    }
    return {};
}

ComparisonTable::ComparisonTable(QObject* parent)
    : TableModel(
        { { tr("Aligned operators") }, { tr("Type") }, { tr("Structure") },
            { tr("A"), Qt::AlignRight }, { tr("B"), Qt::AlignRight },
            { tr("Difference"), Qt::AlignRight }, { tr("Change"), Qt::AlignRight },
            { tr("95 %"), Qt::AlignRight }, { tr("p"), Qt::AlignRight }, { tr("Verdict") } },
        parent)
{
}

void ComparisonTable::set(std::shared_ptr<const profiler::Comparison> comparison)
{
    beginResetModel();
    m_comparison = std::move(comparison);
    m_largestNs = 0;
    if (m_comparison != nullptr)
        for (const auto& row : m_comparison->rows)
            m_largestNs = std::max(m_largestNs, std::abs(row.change.differenceNs()));
    endResetModel();
}

bool ComparisonTable::isDifference(int row) const
{
    const auto verdict = m_comparison->rows[static_cast<std::size_t>(row)].change.verdict;
    return verdict != profiler::Verdict::WithinNoise && verdict != profiler::Verdict::NotComparable;
}

SelectedItem ComparisonTable::itemOf(int row) const
{
    const auto& steps = m_comparison->rows[static_cast<std::size_t>(row)].steps.a;
    for (const auto step : steps)
        for (const auto& origin : m_comparison->a->step(step).origins)
            if (origin.node.isValid())
                return { SelectedItem::Kind::Node, origin.node.value() };
    return {};
}

QString ComparisonTable::text(int index, int column) const
{
    const auto& row = m_comparison->rows[static_cast<std::size_t>(index)];
    const auto& change = row.change;
    const bool isBoth = isOnBothSides(row);
    switch (column) {
    case Operator:
        return plain(row.label);
    case Type:
        return typeText(row);
    case Structure:
        return structureText(row);
    case A:
        return timeText(change.a);
    case B:
        return timeText(change.b);
    case Difference:
        return signedDuration(change.differenceNs());
    case Change:
        return isBoth ? QString::fromStdString(profiler::ratioText(change.ratio))
                      : notMeasuredText();
    case Interval:
        return isBoth ? QString::fromStdString(intervalText(change)) : notMeasuredText();
    case Probability:
        return probabilityText(change.adjusted);
    default:
        return row.isIgnored ? tr("left out") : verdictText(change.verdict);
    }
}

QVariant ComparisonTable::cell(int index, int column, int role) const
{
    const auto& row = m_comparison->rows[static_cast<std::size_t>(index)];
    switch (role) {
    case SortRole: {
        const auto key = sortKey(row, column);
        return key.isValid() ? key : text(index, column);
    }
    case ItemRole:
        return toVariant(itemOf(index));
    case CategoryRole:
        return column == Operator ? QVariant(categoryOf(row, *m_comparison)) : QVariant();
    case BarToneRole:
        return directionTone(row.change);
    case ShareRole:
        if (column == Difference && m_largestNs > 0)
            return std::abs(row.change.differenceNs()) / m_largestNs;
        return {};
    case ToneRole:
        if (column == Structure && structureTone(row) != nullptr)
            return QByteArray(structureTone(row));
        if (column == Verdict)
            if (const auto tone = verdictTone(row.change.verdict); !tone.isEmpty())
                return tone;
        return {};
    default:
        return TableModel::cell(index, column, role);
    }
}

} // namespace ui
