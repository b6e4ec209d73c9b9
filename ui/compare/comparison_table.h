#pragma once

#include "profiler/comparison/comparison.h"
#include "ui/document/selection.h"

#include <QAbstractTableModel>

#include <memory>

namespace ui {

/// The rows of a comparison, largest difference first, with their verdicts. A snapshot.
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
    /// Whether the row has a verdict: faster, slower, new or gone.
    bool isDifference(int row) const;
    /// The first node of A whose work the row is; none if it is only in B.
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
    double m_largestNs = 0; ///< of the differences
};

/// `+1.2 ms`, `−30 µs`.
QString signedDuration(double ns);
QString verdictText(profiler::Verdict verdict);
/// Token of its colour; empty where it is nothing special.
QByteArray verdictTone(profiler::Verdict verdict);

} // namespace ui
