#pragma once

#include "profiler/statistics/roofline.h"
#include "ui/tables/table_model.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace ui {

/// Table of operators against the machine's ceilings; at most maxRows, those with the longest
/// times.
class RooflineTable : public TableModel {
    Q_OBJECT

public:
    static constexpr std::size_t maxRows = 20'000;
    enum Column { Operator, Type, Time, Intensity, Rate, RooflineShare, Bound };

    explicit RooflineTable(QObject* parent = nullptr);

    void set(std::shared_ptr<const profiler::Profile> profile,
        std::shared_ptr<const profiler::Roofline> roofline); ///< null clears
    engine::StepId stepOf(int row) const { return roofRow(row).step; }
    /// The row of a step; -1 if it has none.
    int rowOf(engine::StepId step) const;

protected:
    std::size_t rows() const override { return m_shown.size(); }
    std::size_t omittedRows() const override;
    QString text(int row, int column) const override;
    QVariant cell(int row, int column, int role) const override;

private:
    const profiler::RoofRow& roofRow(int row) const
    {
        return m_roofline->rows[m_shown[static_cast<std::size_t>(row)]];
    }

    std::shared_ptr<const profiler::Profile> m_profile;
    std::shared_ptr<const profiler::Roofline> m_roofline;
    std::vector<std::size_t> m_shown; ///< indices into its rows, longest time first
};

} // namespace ui
