#pragma once

#include "profiler/sweep/sweep_curves.h"

#include <QAbstractTableModel>

namespace ui {

/// Table of a sweep's sizes: wall time with its confidence interval, the time of each curve, and
/// why a size could not run.
class SweepTable : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Size, Wall, Confidence, Why, FirstCurve };

    using QAbstractTableModel::QAbstractTableModel;

    void set(profiler::Sweep sweep, std::vector<profiler::SweepCurve> curves);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(
        int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    /// Time of a curve at a size, in nanoseconds; empty if it has none.
    std::optional<double> timeOf(const profiler::SweepPoint& point, int column) const;
    QString text(const profiler::SweepPoint& point, int column) const;

    profiler::Sweep m_sweep;
    std::vector<profiler::SweepCurve> m_curves; ///< without the wall time
};

} // namespace ui
