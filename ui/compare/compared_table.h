#pragma once

#include "ui/compare/compared.h"
#include "ui/compare/compared_numbers.h"

#include <QAbstractTableModel>
#include <QStringList>
#include <QVariant>

#include <optional>
#include <vector>

namespace ui {

/// Rows about a comparison beside that of its operators (ComparisonTable): what is told of each,
/// and the nodes it is about. A snapshot.
class ComparedTable : public QAbstractTableModel {
    Q_OBJECT

public:
    struct Cell {
        QString text;
        QVariant sort; ///< invalid: the text
        QByteArray tone; ///< token of its colour; may be empty
        std::optional<double> share; ///< a bar behind it
    };
    struct Row {
        std::vector<Cell> cells;
        NodePair nodes;
        bool isDifference = true; ///< stepped through
        std::optional<int> category; ///< of model::Category: a swatch before the first cell
    };
    struct Content {
        QStringList titles;
        std::vector<bool> areNumbers; ///< by column: aligned right
        std::vector<int> widths; ///< by column
        std::vector<Row> rows;
    };

    using QAbstractTableModel::QAbstractTableModel;
    void set(Content content);
    const Content& content() const { return m_content; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(
        int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    Content m_content;
};

/// Added, removed, changed and renamed nodes, and what differs around them; empty without models.
ComparedTable::Content structureRows(const Compared& compared);
/// Values against their tolerance, in A's order of computing.
ComparedTable::Content tensorRows(const ComparedNumbers& numbers);
/// Operator types, with the sums that the waterfall has; empty unless measured.
ComparedTable::Content typeRows(const Compared& compared);
/// What is not the same in both measurements; empty unless measured.
ComparedTable::Content settingRows(const Compared& compared);

/// Columns of tensorRows.
enum TensorColumn {
    TensorNode,
    TensorName,
    TensorType,
    TensorBeyond,
    TensorLargest,
    TensorAllowed,
    TensorWhere,
    TensorA,
    TensorB,
    TensorOutcome,
    TensorColumnCount
};

} // namespace ui
