#pragma once

#include "model/support/diagnostic.h"
#include "ui/explorer/model_tree.h"

#include <QAbstractItemModel>

#include <memory>
#include <vector>

namespace profiler {
struct Statistics;
}

namespace ui {

/// ModelTree as an item model: name, and number of nodes, shape, size or number of errors.
class ExplorerModel : public QAbstractItemModel {
    Q_OBJECT

public:
    enum Column { Name, Detail, ColumnCount };

    using QAbstractItemModel::QAbstractItemModel;

    void setTree(std::shared_ptr<const ModelTree> tree);
    const ModelTree* tree() const { return m_tree.get(); }
    /// Rows that hold nodes with errors show how many instead of their size.
    void setProblems(const support::Diagnostics& problems);
    /// After a run: rows of nodes, and of what holds them, show their time. Null takes it away.
    void setStatistics(const profiler::Statistics* statistics);

    QModelIndex indexOf(const SelectedItem& item) const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(
        int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QString name(const TreeRow& row) const;
    QString detail(std::uint32_t row) const;
    QString toolTip(const TreeRow& row) const;
    QVariant decoration(const TreeRow& row) const;
    std::uint32_t errorsAt(std::uint32_t row) const
    {
        return row < m_errors.size() ? m_errors[row] : 0;
    }

    std::shared_ptr<const ModelTree> m_tree;
    void refreshDetails();

    std::vector<std::uint32_t> m_errors; ///< by row, with those below
    std::vector<double> m_times; ///< nanoseconds by row, with those below; negative = not measured
};

} // namespace ui
