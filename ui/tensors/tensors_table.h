#pragma once

#include "model/inference/analysis.h"
#include "model/model.h"

#include <QAbstractTableModel>

#include <memory>
#include <vector>

namespace ui {

/// Table of all weights of a model, including those of subgraphs and functions. Sorts itself,
/// because comparing hundreds of thousands of rows as QVariant is too slow.
class TensorsTable : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Name, Shape, Type, Size, Readers, Place, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void setModel(std::shared_ptr<const model::Model> model);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(
        int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    void sort(int column, Qt::SortOrder order) override;
    /// The row of a value; -1 if it is not a weight.
    int rowOf(model::ValueId value) const;

private:
    QString text(const model::Value& value, const model::Tensor& tensor, int column) const;
    void sortRows();

    std::shared_ptr<const model::Model> m_model;
    std::vector<model::ValueId> m_values; ///< in row order
    int m_sortColumn = Size;
    Qt::SortOrder m_sortOrder = Qt::DescendingOrder;
};

} // namespace ui
