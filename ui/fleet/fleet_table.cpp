#include "ui/fleet/fleet_table.h"

#include "profiler/statistics/measurement.h"
#include "ui/delegates/roles.h"
#include "ui/format.h"
#include "ui/translation/text.h"
#include "ui/widgets/plain_text.h"

#include <QDateTime>

#include <algorithm>
#include <cmath>

namespace ui {

using profiler::fleet::ProfileFacts;

namespace {

constexpr qsizetype shownOfCommit = 10;

bool isKnown(std::int64_t value) { return value != profiler::file::noInteger; }

profiler::Measurement wallOf(const ProfileFacts& facts)
{
    profiler::Measurement wall { facts.wallNs, profiler::Unit::Nanoseconds, {},
        static_cast<std::uint32_t>(std::max<std::int64_t>(facts.samples, 0)) };
    if (!std::isnan(facts.wallLowNs))
        wall.interval = profiler::Interval { facts.wallLowNs, facts.wallHighNs };
    return wall;
}

std::optional<double> knownNumber(double number)
{
    return std::isnan(number) ? std::nullopt : std::optional(number);
}

} // namespace

QString machineText(const ProfileFacts& facts)
{
    const auto cpu = plain(facts.cpu, 60);
    if (!isKnown(facts.cores))
        return cpu;
    const auto cores = countOf(static_cast<std::uint64_t>(std::max<std::int64_t>(facts.cores, 0)),
        QT_TR_NOOP("%1 core(s)"));
    return cpu.isEmpty() ? cores : cpu + QStringLiteral(", ") + cores;
}

QString startText(const ProfileFacts& facts)
{
    if (!isKnown(facts.startedNs))
        return {};
    return QDateTime::fromMSecsSinceEpoch(facts.startedNs / 1'000'000)
        .toString(QStringLiteral("yyyy-MM-dd HH:mm"));
}

FleetTable::FleetTable(QObject* parent)
    : TableModel(
        { { tr("Model") }, { tr("Machine") }, { tr("Host") }, { tr("Settings") }, { tr("Date") },
            { tr("Wall"), Qt::AlignRight, tr("Wall (ns)") },
            { tr("95 %"), Qt::AlignRight,
                QStringList { tr("95 % CI low (ns)"), tr("95 % CI high (ns)") } },
            { tr("Runs"), Qt::AlignRight }, { tr("Commit") }, { tr("Label") }, { tr("File") } },
        parent)
{
}

void FleetTable::set(std::shared_ptr<const profiler::fleet::FleetIndex> index)
{
    beginResetModel();
    m_index = std::move(index);
    m_searched.clear();
    for (int row = 0; row < static_cast<int>(rows()); ++row) {
        QString all;
        for (const auto column : { Model, Machine, Host, Settings, Date, Label, File })
            all += text(row, column) + u'\n';
        all += plain(facts(row).commit, 100) + u'\n' + plain(facts(row).machine, 20);
        m_searched.push_back(all.toLower());
    }
    endResetModel();
}

bool FleetTable::matches(int row, const QStringList& words) const
{
    return std::ranges::all_of(words, [&](const QString& word) {
        return m_searched[static_cast<std::size_t>(row)].contains(word);
    });
}

QString FleetTable::text(int row, int column) const
{
    const auto& of = facts(row);
    switch (column) {
    case Model:
        return plain(of.model);
    case Machine:
        return machineText(of);
    case Host:
        return plain(of.host);
    case Settings:
        return plain(of.settingsText);
    case Date:
        return startText(of);
    case Wall:
        return std::isnan(of.wallNs) ? notMeasuredText() : durationText(of.wallNs, 4);
    case Confidence:
        return std::isnan(of.wallNs) ? notMeasuredText()
                                     : QString::fromStdString(profiler::intervalText(wallOf(of)));
    case Runs:
        return integerText(of.samples);
    case Commit:
        return plain(of.commit, 100).left(shownOfCommit);
    case Label:
        return plain(of.tag);
    default:
        return plain(of.file);
    }
}

QVariant FleetTable::cell(int row, int column, int role) const
{
    const auto& of = facts(row);
    switch (role) {
    case Qt::ToolTipRole:
        return toolTipOf(column == Commit ? plain(of.commit, 100)
                : column == File && of.interrupted == 1
                ? text(row, column) + u'\n' + tr("The measurement was interrupted")
                : text(row, column));
    case SortRole:
        if (column == Date)
            return static_cast<qlonglong>(of.startedNs);
        if (column == Wall)
            return of.wallNs;
        if (column == Confidence)
            return (of.wallHighNs - of.wallLowNs) / of.wallNs;
        return column == Runs ? QVariant(static_cast<qlonglong>(of.samples))
                              : QVariant(text(row, column));
    case FileRole:
        if (column == Wall)
            return fileNumber(knownNumber(of.wallNs));
        if (column == Confidence)
            return QVariantList { fileNumber(knownNumber(of.wallLowNs)),
                fileNumber(knownNumber(of.wallHighNs)) };
        if (column == Runs)
            return static_cast<qlonglong>(of.samples);
        return column == Commit ? QVariant(plain(of.commit, 100)) : QVariant(text(row, column));
    case ToneRole:
        return of.interrupted == 1 ? QVariant(QByteArrayLiteral("textSecondary")) : QVariant();
    default:
        return TableModel::cell(row, column, role);
    }
}

FleetFilter::FleetFilter(FleetTable& table, QObject* parent)
    : QSortFilterProxyModel(parent)
    , m_table(table)
{
}

void FleetFilter::setWords(const QString& text)
{
    m_words = text.toLower().split(u' ', Qt::SkipEmptyParts);
    invalidateFilter();
}

bool FleetFilter::filterAcceptsRow(int row, const QModelIndex&) const
{
    return m_words.isEmpty() || m_table.matches(row, m_words);
}

} // namespace ui
