#pragma once

#include "profiler/statistics/roofline.h"

#include <QAbstractTableModel>

#include <cstddef>
#include <memory>
#include <vector>

namespace ui {

/// Operators against what the machine allows, as rows: the longest, if there are very many.
class RooflineTable : public QAbstractTableModel {
    Q_OBJECT

public:
    static constexpr std::size_t mostRows = 20'000;
    enum Column { Operator, Type, Time, Intensity, Rate, OfRoof, Bound, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void set(std::shared_ptr<const profiler::Profile> profile,
        std::shared_ptr<const profiler::Roofline> roofline); ///< null clears
    engine::StepId stepOf(int row) const { return roofRow(row).step; }
    /// -1 if the step has no row.
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
    std::vector<std::size_t> m_shown; ///< positions in its rows, longest first
};

} // namespace ui
