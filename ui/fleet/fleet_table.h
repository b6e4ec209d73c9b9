#pragma once

#include "profiler/fleet/fleet_index.h"
#include "ui/tables/table_model.h"

#include <QSortFilterProxyModel>

#include <memory>
#include <vector>

namespace ui {

/// Table of the profiles of a folder, a row each.
class FleetTable : public TableModel {
    Q_OBJECT

public:
    enum Column {
        Model,
        Machine,
        Host,
        Settings,
        Date,
        Wall,
        Confidence,
        Runs,
        Commit,
        Label,
        File
    };

    explicit FleetTable(QObject* parent = nullptr);

    void set(std::shared_ptr<const profiler::fleet::FleetIndex> index);
    const profiler::fleet::ProfileFacts& facts(int row) const
    {
        return m_index->profiles[static_cast<std::size_t>(row)];
    }
    /// True if the texts of the row contain all words, which are in lower case.
    bool matches(int row, const QStringList& words) const;

protected:
    std::size_t rows() const override { return m_index ? m_index->profiles.size() : 0; }
    QString text(int row, int column) const override;
    QVariant cell(int row, int column, int role) const override;

private:
    std::shared_ptr<const profiler::fleet::FleetIndex> m_index;
    std::vector<QString> m_searched; ///< by row: its texts in lower case
};

/// Sorts the table and shows the rows that contain all words.
class FleetFilter : public QSortFilterProxyModel {
    Q_OBJECT

public:
    explicit FleetFilter(FleetTable& table, QObject* parent = nullptr);
    void setWords(const QString& text);

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    FleetTable& m_table;
    QStringList m_words;
};

/// `Intel(R) Xeon(R) CPU @ 2.80GHz, 8 cores`.
QString machineText(const profiler::fleet::ProfileFacts& facts);
/// Date and time of the start, in local time; empty if unknown.
QString startText(const profiler::fleet::ProfileFacts& facts);

} // namespace ui
