#pragma once

#include "model/inference/analysis.h"
#include "model/model.h"
#include "ui/tables/table_model.h"

#include <memory>
#include <vector>

namespace ui {

/// Table of all weights of a model, including those of subgraphs and functions. Sorts itself,
/// because comparing hundreds of thousands of rows as QVariant is too slow.
class TensorsTable : public TableModel {
    Q_OBJECT

public:
    enum Column { Name, Shape, Type, Size, Readers, Place, ColumnCount };

    explicit TensorsTable(QObject* parent = nullptr);

    void setModel(std::shared_ptr<const model::Model> model);

    void sort(int column, Qt::SortOrder order) override;
    /// The row of a value; -1 if it is not a weight.
    int rowOf(model::ValueId value) const;

protected:
    std::size_t rows() const override { return m_values.size(); }
    QString text(int row, int column) const override;
    QVariant cell(int row, int column, int role) const override;

private:
    void sortRows();

    std::shared_ptr<const model::Model> m_model;
    std::vector<model::ValueId> m_values; ///< in row order
    int m_sortColumn = Size;
    Qt::SortOrder m_sortOrder = Qt::DescendingOrder;
};

} // namespace ui
