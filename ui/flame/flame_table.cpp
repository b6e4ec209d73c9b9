#include "ui/flame/flame_table.h"

#include "profiler/charts/charts.h"
#include "ui/delegates/roles.h"
#include "ui/flame/flame_text.h"
#include "ui/format.h"
#include "ui/widgets/plain_text.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace ui {

namespace {

constexpr bool isNumber(int column) { return column >= FlameTable::Time; }

} // namespace

void FlameTable::set(std::shared_ptr<const ComputedFlame> computed)
{
    beginResetModel();
    m_computed = std::move(computed);
    endResetModel();
}

int FlameTable::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || m_computed == nullptr ? 0
                                                     : static_cast<int>(m_computed->widest.size());
}
int FlameTable::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString FlameTable::text(std::uint32_t id, int column) const
{
    const auto& flame = m_computed->flame;
    const auto& frame = flame.frames[id];
    switch (column) {
    case Frame:
        return plain(flame.path(id));
    case Kind:
        return frameKind(frame.kind);
    case Time:
        return durationText(frame.ns);
    case Share:
        return shareText(flame.share(frame));
    case Calls:
        return frame.calls > 0 ? numberText(frame.calls) : notMeasuredText();
    case Operators:
        return countText(frame.steps);
    default:
        return {};
    }
}

QVariant FlameTable::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const auto id = frameOf(index.row());
    const auto& frame = m_computed->flame.frames[id];
    switch (role) {
    case Qt::DisplayRole:
        return text(id, index.column());
    case Qt::ToolTipRole:
        return toolTipOf(
            frameText(*m_computed->profile, *m_computed->statistics, m_computed->flame, id));
    case Qt::TextAlignmentRole:
        return static_cast<int>(
            (isNumber(index.column()) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case SortRole:
        return index.column() == Calls    ? QVariant(frame.calls)
            : index.column() == Operators ? QVariant(frame.steps)
            : isNumber(index.column())    ? QVariant(frame.ns)
                                          : QVariant(text(id, index.column()));
    case ShareRole:
        return index.column() == Share ? QVariant(m_computed->flame.share(frame)) : QVariant();
    case FileRole:
        switch (index.column()) {
        case Frame:
            return plain(m_computed->flame.path(id), 100'000);
        case Time:
            return frame.ns;
        case Share:
            return m_computed->flame.share(frame) * 100;
        case Calls:
            return fileNumber(frame.calls > 0 ? std::optional(frame.calls) : std::nullopt);
        case Operators:
            return static_cast<qlonglong>(frame.steps);
        default:
            return {};
        }
    case CopyRole:
        return index.column() == Time ? QVariant(QString::number(frame.ns, 'f', 0)) : QVariant();
    case CategoryRole:
        return index.column() == Frame && frame.step.isValid()
            ? QVariant(static_cast<int>(
                profiler::categoryOf(*m_computed->profile, m_computed->profile->step(frame.step))))
            : QVariant();
    default:
        return {};
    }
}

QVariant FlameTable::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role == OmittedRole) // the root frame has no row
        return m_computed != nullptr ? static_cast<qlonglong>(
                   m_computed->flame.frames.size() - 1 - m_computed->widest.size())
                                     : 0;
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>(
            (isNumber(section) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role == FileRole && section == Time)
        return tr("Time (ns)");
    if (role == FileRole && section == Share)
        return tr("Share (%)");
    if (role != Qt::DisplayRole)
        return {};
    const std::array<QString, ColumnCount> titles { tr("Frame"), tr("Kind"), tr("Time"),
        tr("Share"), tr("Executions"), tr("Operators") };
    return titles[static_cast<std::size_t>(section)];
}

std::shared_ptr<const ComputedFlame> computeFlame(std::shared_ptr<const profiler::Profile> profile,
    std::shared_ptr<const profiler::Statistics> statistics, profiler::FlameTime time,
    std::optional<profiler::TimeSpan> range, std::stop_token stop)
{
    auto computed = std::make_shared<ComputedFlame>();
    computed->flame = profiler::flameOf(*profile, *statistics, time, range, stop);
    computed->profile = std::move(profile);
    computed->statistics = std::move(statistics);
    const auto& frames = computed->flame.frames;
    auto& widest = computed->widest;
    widest.resize(frames.size() - 1);
    std::iota(widest.begin(), widest.end(), 1u);
    const auto kept = std::min(widest.size(), ComputedFlame::mostRows);
    std::ranges::partial_sort(widest, widest.begin() + static_cast<std::ptrdiff_t>(kept),
        std::greater<>(), [&](std::uint32_t i) { return frames[i].ns; });
    widest.resize(kept);
    return computed;
}

} // namespace ui
