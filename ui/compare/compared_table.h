#pragma once

#include "ui/compare/compared.h"
#include "ui/compare/compared_numbers.h"
#include "ui/tables/table_model.h"

#include <QStringList>
#include <QVariant>

#include <optional>
#include <vector>

namespace ui {

/// Table model for the tables of comparisons except that of the operators (ComparisonTable). Each
/// row has its cells and the nodes that it refers to. A snapshot.
class ComparedTable : public TableModel {
    Q_OBJECT

public:
    struct Cell {
        QString text;
        QVariant sort; ///< sort key; invalid: sorted by text
        QByteArray tone; ///< colour token of the text; may be empty
        std::optional<double> share; ///< length of the bar behind the text, 0 to 1
        bool isStrong = false; ///< semibold
    };
    struct Row {
        std::vector<Cell> cells;
        NodePair nodes;
        bool isDifference = true; ///< "next difference" stops at this row
        std::optional<int> category; ///< model::Category, shown as a swatch in the first cell
    };
    struct Content {
        std::vector<TableColumn> columns;
        std::vector<int> widths; ///< by column, in pixels
        std::vector<Row> rows;
    };

    explicit ComparedTable(QObject* parent = nullptr)
        : TableModel({}, parent)
    {
    }
    void set(Content content);
    const Content& content() const { return m_content; }

protected:
    std::size_t rows() const override { return m_content.rows.size(); }
    QString text(int row, int column) const override;
    QVariant cell(int row, int column, int role) const override;

private:
    Content m_content;
};

/// Added, removed, changed and renamed nodes; empty without models.
ComparedTable::Content structureRows(const Compared& compared);
/// Values and their tolerances, in A's order of execution.
ComparedTable::Content tensorRows(const ComparedNumbers& numbers);
/// Sums by operator type, as in the waterfall; empty unless both sides were measured.
ComparedTable::Content typeRows(const Compared& compared);
/// Settings that differ between the two measurements; empty unless both sides were measured.
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
