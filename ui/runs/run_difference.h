#pragma once

#include "profiler/statistics/statistics.h"
#include "profiler/tables/profile.h"
#include "ui/tables/table_model.h"

#include <optional>
#include <string>
#include <vector>

namespace ui {

/// An operator in two runs, matched by label, with medians and confidence intervals. There is no
/// significance test, because the two runs were not interleaved.
struct DifferenceRow {
    std::string label;
    std::string opType;
    std::optional<profiler::Distribution> a; ///< empty: the operator did not run in A
    std::optional<profiler::Distribution> b;
    /// Median of b minus median of a, in nanoseconds; empty if one is missing.
    std::optional<double> changeNs() const;
    enum class Intervals { Apart, Overlap, Unknown };
    Intervals intervals() const;
};

struct MeasuredProfile {
    const profiler::Profile& profile;
    const profiler::Statistics& statistics;
};
/// Compares all operators. Largest change first; rows of only one run come last.
std::vector<DifferenceRow> differenceOf(const MeasuredProfile& a, const MeasuredProfile& b);
/// Compares the wall times.
DifferenceRow wallDifference(const MeasuredProfile& a, const MeasuredProfile& b);

class DifferenceTable : public TableModel {
    Q_OBJECT

public:
    enum Column { Operator, Type, A, B, Change, Relative, Intervals, ColumnCount };

    explicit DifferenceTable(QObject* parent = nullptr);
    void set(std::vector<DifferenceRow> rows);

protected:
    std::size_t rows() const override { return m_rows.size(); }
    QString text(int row, int column) const override;
    QVariant cell(int row, int column, int role) const override;

private:
    std::vector<DifferenceRow> m_rows;
};

/// `+1.2 ms`, `−30 µs`; relativeText: `+4.9 %`.
QString changeText(const DifferenceRow& row);
QString relativeText(const DifferenceRow& row);

} // namespace ui
