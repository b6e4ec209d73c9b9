#pragma once

#include "profiler/statistics/roofline.h"

#include <QAbstractTableModel>

#include <cstddef>
#include <memory>
#include <vector>

namespace ui {

/// Table of operators against the machine's ceilings; at most mostRows, those with the longest
/// times.
class RooflineTable : public QAbstractTableModel {
    Q_OBJECT

public:
    static constexpr std::size_t mostRows = 20'000;
    enum Column { Operator, Type, Time, Intensity, Rate, RooflineShare, Bound, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void set(std::shared_ptr<const profiler::Profile> profile,
        std::shared_ptr<const profiler::Roofline> roofline); ///< null clears
    engine::StepId stepOf(int row) const { return roofRow(row).step; }
    /// The row of a step; -1 if it has none.
    int rowOf(engine::StepId step) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(
        int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QString text(const profiler::RoofRow& row, int column) const;
    const profiler::RoofRow& roofRow(int row) const
    {
        return m_roofline->rows[m_shown[static_cast<std::size_t>(row)]];
    }

    std::shared_ptr<const profiler::Profile> m_profile;
    std::shared_ptr<const profiler::Roofline> m_roofline;
    std::vector<std::size_t> m_shown; ///< indices into its rows, longest time first
};

} // namespace ui
