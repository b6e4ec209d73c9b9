#pragma once

#include "model/support/diagnostic.h"
#include "ui/explorer/model_tree.h"

#include <QAbstractItemModel>

#include <memory>
#include <vector>

namespace model {
struct Analysis;
}
namespace profiler {
struct Statistics;
}

namespace ui {

/// ModelTree as an item model: name, and number of nodes (or another measure), shape, size or
/// number of errors.
class ExplorerModel : public QAbstractItemModel {
    Q_OBJECT

public:
    enum Column { Name, Detail, ColumnCount };
    /// What the second column says of nodes and groups. Time shows nodes until something ran.
    enum class Measure { Nodes, Parameters, Work, Time };

    using QAbstractItemModel::QAbstractItemModel;

    void setTree(std::shared_ptr<const ModelTree> tree);
    const ModelTree* tree() const { return m_tree.get(); }
    std::shared_ptr<const ModelTree> share() const { return m_tree; }
    /// Rows that hold nodes with errors show how many instead of their size.
    void setProblems(const support::Diagnostics& problems);
    /// After a run: rows of nodes, and of what holds them, have a time. Null takes it away.
    void setStatistics(const profiler::Statistics* statistics);
    /// Their work is known then. Null takes it away.
    void setAnalysis(const model::Analysis* analysis);

    Measure measure() const { return m_measure; }
    void setMeasure(Measure measure);

    /// Groups are those of `graph`'s tree.
    QModelIndex indexOf(const SelectedItem& item, model::GraphId graph) const;
    /// The row of the tree that an index stands for.
    static std::uint32_t rowAt(const QModelIndex& index)
    {
        return static_cast<std::uint32_t>(index.internalId());
    }

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
    QString measured(std::uint32_t row) const;
    QString counted(std::uint32_t row) const;
    QString toolTip(std::uint32_t row) const;
    QVariant decoration(const TreeRow& row) const;
    void refreshDetails();
    void sumUp(std::vector<double>& values) const;
    void countParameters();
    /// Row of a node if this is the one that counts for it, else none.
    std::uint32_t rowOfNode(model::NodeId node) const;
    std::uint32_t errorsAt(std::uint32_t row) const
    {
        return row < m_errors.size() ? m_errors[row] : 0;
    }

    std::shared_ptr<const ModelTree> m_tree;
    Measure m_measure = Measure::Time;
    std::vector<std::uint32_t> m_errors; ///< by row, with those below
    // By row, with those below; negative = nothing known.
    std::vector<double> m_times; ///< nanoseconds
    std::vector<double> m_work; ///< FLOP
    std::vector<double> m_parameters; ///< elements of weights, each at its first reader
};

} // namespace ui
