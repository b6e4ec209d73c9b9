#pragma once

#include "profiler/statistics/flame.h"

#include <QAbstractTableModel>

#include <memory>

namespace ui {

/// A flame graph of a profile, with its widest frames for the table.
struct ComputedFlame {
    static constexpr std::size_t mostRows = 20'000;

    std::shared_ptr<const profiler::Profile> profile;
    std::shared_ptr<const profiler::Statistics> statistics;
    profiler::Flame flame;
    /// Ids of the widest frames, widest first; at most mostRows, without the root.
    std::vector<std::uint32_t> widest;
};

/// Table of a flame graph's frames, widest first.
class FlameTable : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Frame, Kind, Time, Share, Calls, Operators, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void set(std::shared_ptr<const ComputedFlame> computed); ///< null clears
    std::uint32_t frameOf(int row) const
    {
        return m_computed->widest[static_cast<std::size_t>(row)];
    }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(
        int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QString text(std::uint32_t frame, int column) const;

    std::shared_ptr<const ComputedFlame> m_computed;
};

/// Computes a flame graph. To be called from a worker thread.
std::shared_ptr<const ComputedFlame> computeFlame(std::shared_ptr<const profiler::Profile> profile,
    std::shared_ptr<const profiler::Statistics> statistics, profiler::FlameTime time,
    std::optional<profiler::TimeSpan> range, std::stop_token stop);

} // namespace ui
