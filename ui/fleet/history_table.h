#pragma once

#include "profiler/history/history.h"
#include "ui/tables/table_model.h"

#include <memory>
#include <vector>

namespace ui {

/// Table of the changes of a series: those of the wall, then those of operators, largest difference
/// first.
class HistoryTable : public TableModel {
    Q_OBJECT

public:
    enum Column {
        Operator,
        Type,
        Before,
        After,
        Difference,
        Ratio,
        Confidence,
        FirstAt,
        Date,
        Why
    };

    explicit HistoryTable(QObject* parent = nullptr);

    void set(std::shared_ptr<const profiler::HistorySeries> series);
    const profiler::ChangePoint& change(int row) const
    {
        return *m_rows[static_cast<std::size_t>(row)].change;
    }

protected:
    std::size_t rows() const override { return m_rows.size(); }
    QString text(int row, int column) const override;
    QVariant cell(int row, int column, int role) const override;

private:
    std::shared_ptr<const profiler::HistorySeries> m_series;
    std::vector<profiler::OperatorChange> m_rows; ///< `row` is null for the wall
};

} // namespace ui
