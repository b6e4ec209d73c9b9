#include "ui/runs/runs_model.h"

#include "profiler/statistics/statistics.h"
#include "profiler/tables/profile.h"
#include "ui/delegates/roles.h"
#include "ui/document/document.h"
#include "ui/format.h"
#include "ui/runs/run_text.h"
#include "ui/widgets/plain_text.h"

#include <QFont>

namespace ui {

RunsModel::RunsModel(QObject* parent)
    : TableModel({ { tr("Started") }, { tr("Name") }, { tr("Where") }, { tr("Dimensions") },
                     { tr("Runs"), Qt::AlignRight },
                     { tr("Wall, median"), Qt::AlignRight, tr("Wall, median (ns)") },
                     { tr("95 % CI"), Qt::AlignRight,
                         QStringList { tr("95 % CI low (ns)"), tr("95 % CI high (ns)") } },
                     { tr("State") } },
        parent)
{
}

void RunsModel::setDocument(Document* document)
{
    if (m_document != nullptr)
        m_document->disconnect(this);
    m_document = document;
    if (document != nullptr) {
        connect(document, &Document::runsChanged, this, &RunsModel::refresh);
        connect(document, &Document::profileChanged, this, &RunsModel::refresh);
    }
    refresh();
}

void RunsModel::refresh()
{
    const int count = m_document != nullptr ? static_cast<int>(m_document->runs().size()) : 0;
    if (count == m_count && count > 0) { // only a name or the current run changed
        emit dataChanged(index(0, 0), index(count - 1, ColumnCount - 1));
        return;
    }
    beginResetModel();
    m_count = count;
    endResetModel();
}

QString RunsModel::text(int row, int column) const
{
    const auto& shown = m_document->runs()[static_cast<std::size_t>(runOf(row))];
    const auto& profile = *shown.profile;
    if (shown.statistics == nullptr && (column == Wall || column == Interval))
        return m_document->isComputingStatistics(shown)
            ? column == Wall ? tr("computing…") : QString()
            : notMeasuredText();
    const auto wall
        = shown.statistics != nullptr ? shown.statistics->bestWall() : profiler::Distribution();
    switch (column) {
    case Started:
        return titleOf({ .profile = shown.profile });
    case Name:
        return shown.name;
    case Where:
        return placeOf(shown);
    case Dims:
        return plain(profile.metadata.text(profiler::keys::dims), 120);
    case Runs:
        return countText(profiler::recordedRuns(profile).size()
            + profiler::runsOf(profile, profiler::Side::Unprofiled).size());
    case Wall:
        return wall.samples > 0 ? durationText(wall.median, 4) : notMeasuredText();
    case Interval:
        return QString::fromStdString(profiler::intervalText(wall.measurement()));
    case State:
        return stateOf(shown);
    default:
        return {};
    }
}

QVariant RunsModel::sortKey(int run, int column) const
{
    const auto& shown = m_document->runs()[static_cast<std::size_t>(run)];
    const auto wall
        = shown.statistics != nullptr ? shown.statistics->bestWall() : profiler::Distribution();
    switch (column) {
    case Started:
        return run;
    case Runs:
        return static_cast<qulonglong>(shown.profile->runs.size());
    case Wall:
        return wall.median;
    case Interval:
        return wall.interval ? wall.interval->half() : -1.0;
    default:
        return text(rowOf(run), column);
    }
}

/// Numbers for an exported file; the interval becomes two columns.
QVariant RunsModel::fileCell(int run, int column) const
{
    const auto& shown = m_document->runs()[static_cast<std::size_t>(run)];
    const auto wall
        = shown.statistics != nullptr ? shown.statistics->bestWall() : profiler::Distribution();
    if (column == Wall)
        return fileNumber(wall.samples > 0 ? std::optional(wall.median) : std::nullopt);
    if (column == Interval)
        return QVariantList { fileNumber(
                                  wall.interval ? std::optional(wall.interval->low) : std::nullopt),
            fileNumber(wall.interval ? std::optional(wall.interval->high) : std::nullopt) };
    return column == Runs
        ? QVariant(static_cast<qulonglong>(profiler::recordedRuns(*shown.profile).size()
            + profiler::runsOf(*shown.profile, profiler::Side::Unprofiled).size()))
        : QVariant();
}

QVariant RunsModel::cell(int row, int column, int role) const
{
    const int run = runOf(row);
    if (m_document == nullptr || run >= static_cast<int>(m_document->runs().size()))
        return {};
    switch (role) {
    case Qt::EditRole:
        return text(row, column);
    case Qt::ToolTipRole:
        if (column == Where || column == State)
            return toolTipOf((text(row, column) + u'\n'
                + engineDetailsOf(m_document->runs()[static_cast<std::size_t>(run)]))
                                 .trimmed());
        return toolTipOf(column == Started
                ? tr("%1\n%2").arg(m_document->runs()[static_cast<std::size_t>(run)].path,
                    run == m_document->currentRun() ? tr("shown in all views")
                                                    : tr("double click shows it in all views"))
                : text(row, column));
    case Qt::FontRole: {
        QFont font;
        font.setBold(run == m_document->currentRun());
        return font;
    }
    case SortRole:
        return sortKey(run, column);
    case FileRole:
        return fileCell(run, column);
    default:
        return TableModel::cell(row, column, role);
    }
}

bool RunsModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (role != Qt::EditRole || index.column() != Name || m_document == nullptr)
        return false;
    m_document->renameRun(runOf(index.row()), value.toString().trimmed());
    return true;
}

Qt::ItemFlags RunsModel::flags(const QModelIndex& index) const
{
    const auto flags = TableModel::flags(index);
    return index.column() == Name ? flags | Qt::ItemIsEditable : flags;
}

} // namespace ui
