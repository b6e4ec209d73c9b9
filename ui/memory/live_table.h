#pragma once

#include "profiler/charts/charts.h"
#include "profiler/tables/profile.h"

#include <QAbstractTableModel>

#include <memory>
#include <vector>

namespace ui {

/// Tensors that are live at one moment of a run, largest first.
class LiveTable : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Name, Size, Share, Producer, LastReader, Without, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    /// Positions in PlannedMemory::lifetimes; a null profile clears.
    void set(std::shared_ptr<const profiler::Profile> profile, const profiler::LiveMemory& memory,
        std::vector<std::size_t> living);
    /// Row of a model's value; -1 if it is not live.
    int rowOf(model::ValueId value) const;
    /// Position in PlannedMemory::lifetimes.

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(
        int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    struct Row {
        std::size_t lifetime = 0;
        double share = 0; ///< of all that is live then
        std::uint64_t peakWithout = 0;
    };
    QString text(const Row& row, int column) const;
    QString stepText(engine::StepId step, const QString& absent) const;

    std::shared_ptr<const profiler::Profile> m_profile;
    std::uint64_t m_peak = 0;
    std::vector<Row> m_rows;
};

} // namespace ui
