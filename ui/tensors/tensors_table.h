#pragma once

#include "model/inference/analysis.h"
#include "model/model.h"

#include <QAbstractTableModel>

#include <memory>
#include <vector>

namespace ui {

/// All weights of a model, also those of subgraphs and functions. Sorts itself: a language model
/// has hundreds of thousands, too many to be compared as variants.
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
    /// -1 if it is not a weight.
    int rowOf(model::ValueId value) const;

private:
    QString text(const model::Value& value, const model::Tensor& tensor, int column) const;
    void sortRows();

    std::shared_ptr<const model::Model> m_model;
    std::vector<model::ValueId> m_values; ///< in the order of the rows
    int m_sortColumn = Size;
    Qt::SortOrder m_sortOrder = Qt::DescendingOrder;
};

} // namespace ui
