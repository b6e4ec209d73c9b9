#pragma once

#include "model/contents/tensor_elements.h"
#include "ui/tensors/tensor_slice.h"

#include <QAbstractTableModel>

namespace ui {

/// The cells of a slice; the background colour shows each value's magnitude. Rows and columns
/// beyond the maximum are omitted, which the tensor viewer reports (isCut()).
class TensorTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    static constexpr std::uint64_t maximumRows = 1'000'000;
    static constexpr std::uint64_t maximumColumns = 20'000;

    using QAbstractTableModel::QAbstractTableModel;

    void set(std::shared_ptr<const model::TensorElements> content, SliceView slice);
    /// Sets the magnitude that has the strongest colour; 0 = no colours.
    void setScale(double magnitude);
    bool isCut() const
    {
        return m_slice.rows() > maximumRows || m_slice.columns() > maximumColumns;
    }
    const SliceView& slice() const { return m_slice; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(
        int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    std::shared_ptr<const model::TensorElements> m_content;
    SliceView m_slice;
    double m_scale = 0;
};

} // namespace ui
