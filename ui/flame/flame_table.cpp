#include "ui/flame/flame_table.h"

#include "profiler/charts/charts.h"
#include "ui/delegates/roles.h"
#include "ui/flame/flame_text.h"
#include "ui/format.h"
#include "ui/widgets/plain_text.h"

#include <algorithm>
#include <numeric>

namespace ui {

FlameTable::FlameTable(QObject* parent)
    : TableModel({ { tr("Frame") }, { tr("Kind") }, { tr("Time"), Qt::AlignRight, tr("Time (ns)") },
                     { tr("Share"), Qt::AlignRight, tr("Share (%)") },
                     { tr("Executions"), Qt::AlignRight }, { tr("Operators"), Qt::AlignRight } },
        parent)
{
}

void FlameTable::set(std::shared_ptr<const ComputedFlame> computed)
{
    beginResetModel();
    m_computed = std::move(computed);
    endResetModel();
}

std::size_t FlameTable::omittedRows() const
{
    // The root frame has no row.
    return m_computed != nullptr ? m_computed->flame.frames.size() - 1 - m_computed->widest.size()
                                 : 0;
}

QString FlameTable::text(int row, int column) const
{
    const auto id = frameOf(row);
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

QVariant FlameTable::cell(int row, int column, int role) const
{
    const auto id = frameOf(row);
    const auto& frame = m_computed->flame.frames[id];
    switch (role) {
    case Qt::ToolTipRole:
        return toolTipOf(
            frameText(*m_computed->profile, *m_computed->statistics, m_computed->flame, id));
    case SortRole:
        return column == Calls    ? QVariant(frame.calls)
            : column == Operators ? QVariant(frame.steps)
            : isNumber(column)    ? QVariant(frame.ns)
                                  : QVariant(text(row, column));
    case ShareRole:
        return column == Share ? QVariant(m_computed->flame.share(frame)) : QVariant();
    case FileRole:
        switch (column) {
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
        return column == Time ? QVariant(QString::number(frame.ns, 'f', 0)) : QVariant();
    case CategoryRole:
        return column == Frame && frame.step.isValid()
            ? QVariant(static_cast<int>(
                profiler::categoryOf(*m_computed->profile, m_computed->profile->step(frame.step))))
            : QVariant();
    default:
        return TableModel::cell(row, column, role);
    }
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
    const auto kept = std::min(widest.size(), ComputedFlame::maxRows);
    std::ranges::partial_sort(widest, widest.begin() + static_cast<std::ptrdiff_t>(kept),
        std::greater<>(), [&](std::uint32_t i) { return frames[i].ns; });
    widest.resize(kept);
    return computed;
}

} // namespace ui
