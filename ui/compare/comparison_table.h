#pragma once

#include "profiler/comparison/comparison.h"
#include "ui/document/selection.h"

#include <QAbstractTableModel>

#include <memory>

namespace ui {

/// The operators of a comparison with their verdicts, largest difference first. A snapshot.
class ComparisonTable : public QAbstractTableModel {
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

    using QAbstractTableModel::QAbstractTableModel;
    void set(std::shared_ptr<const profiler::Comparison> comparison);
    /// True if the row's verdict is faster, slower, new or gone.
    bool isDifference(int row) const;
    /// The first node of A that the row covers; an empty item if the row is only in B.
    SelectedItem itemOf(int row) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(
        int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QString text(const profiler::ComparedRow& row, int column) const;
    QVariant sortKey(const profiler::ComparedRow& row, int column) const;

    std::shared_ptr<const profiler::Comparison> m_comparison;
    double m_largestNs = 0; ///< largest absolute difference, in nanoseconds
};

/// A duration with its sign: `+1.2 ms`, `−30 µs`.
QString signedDuration(double ns);
QString verdictText(profiler::Verdict verdict);
/// The colour token of a verdict; empty for the usual text colour.
QByteArray verdictTone(profiler::Verdict verdict);

} // namespace ui
