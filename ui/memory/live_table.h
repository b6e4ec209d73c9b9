#pragma once

#include "profiler/charts/charts.h"
#include "profiler/tables/profile.h"
#include "ui/tables/table_model.h"

#include <memory>
#include <vector>

namespace ui {

/// Tensors that are live at one time of a run, largest first.
class LiveTable : public TableModel {
    Q_OBJECT

public:
    enum Column { Name, Size, Share, Producer, LastReader, Without, ColumnCount };

    explicit LiveTable(QObject* parent = nullptr);

    /// `living`: indices into PlannedMemory::lifetimes. A null profile clears the table.
    void set(std::shared_ptr<const profiler::Profile> profile, const profiler::LiveMemory& memory,
        std::vector<std::size_t> living);
    /// The row of a value of the model; -1 if it is not live.
    int rowOf(model::ValueId value) const;

protected:
    std::size_t rows() const override { return m_rows.size(); }
    QString text(int row, int column) const override;
    QVariant cell(int row, int column, int role) const override;

private:
    struct Row {
        std::size_t lifetime = 0;
        double share = 0; ///< of all bytes live at that time
        std::uint64_t peakWithout = 0;
    };
    QString stepText(engine::StepId step, const QString& absent) const;

    std::shared_ptr<const profiler::Profile> m_profile;
    std::uint64_t m_peak = 0;
    std::vector<Row> m_rows;
};

} // namespace ui
