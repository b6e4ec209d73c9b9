#pragma once

#include "profiler/comparison/comparison.h"
#include "ui/document/selection.h"
#include "ui/tables/table_model.h"

#include <memory>

namespace ui {

/// The operators of a comparison with their verdicts, largest difference first. A snapshot.
class ComparisonTable : public TableModel {
    Q_OBJECT

public:
    enum Column {
        Operator,
        Type,
        Structure,
        A,
        B,
        Difference,
        Change,
        Interval,
        Probability,
        Verdict,
        ColumnCount
    };

    explicit ComparisonTable(QObject* parent = nullptr);
    void set(std::shared_ptr<const profiler::Comparison> comparison);
    /// True if the row's verdict is faster, slower, new or gone.
    bool isDifference(int row) const;
    /// The first node of A that the row covers; an empty item if the row is only in B.
    SelectedItem itemOf(int row) const;

protected:
    std::size_t rows() const override
    {
        return m_comparison != nullptr ? m_comparison->rows.size() : 0;
    }
    QString text(int row, int column) const override;
    QVariant cell(int row, int column, int role) const override;

private:
    std::shared_ptr<const profiler::Comparison> m_comparison;
    double m_largestNs = 0; ///< largest absolute difference, in nanoseconds
};

/// A duration with its sign: `+1.2 ms`, `−30 µs`.
QString signedDuration(double ns);
QString verdictText(profiler::Verdict verdict);
/// The colour token of a verdict; empty for the usual text colour.
QByteArray verdictTone(profiler::Verdict verdict);

} // namespace ui
