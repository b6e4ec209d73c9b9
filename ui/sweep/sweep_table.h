#pragma once

#include "profiler/sweep/sweep_curves.h"
#include "ui/tables/table_model.h"

namespace ui {

/// Table of a sweep's sizes: wall time with its confidence interval, the time of each curve, and
/// why a size could not run.
class SweepTable : public TableModel {
    Q_OBJECT

public:
    enum Column { Size, Wall, Confidence, Why, FirstCurve };

    explicit SweepTable(QObject* parent = nullptr);

    void set(profiler::Sweep sweep, std::vector<profiler::SweepCurve> curves);

protected:
    std::size_t rows() const override { return m_sweep.points.size(); }
    QString text(int row, int column) const override;
    QVariant cell(int row, int column, int role) const override;

private:
    void updateColumns();
    /// Time of a curve at a size, in nanoseconds; empty if it has none.
    std::optional<double> timeOf(const profiler::SweepPoint& point, int column) const;

    profiler::Sweep m_sweep;
    std::vector<profiler::SweepCurve> m_curves; ///< without the wall time
};

} // namespace ui
