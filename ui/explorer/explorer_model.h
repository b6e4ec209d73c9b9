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

/// Item model of a ModelTree. The first column is the name; the second one a measure of nodes and
/// groups, a shape, a size or a number of errors.
class ExplorerModel : public QAbstractItemModel {
    Q_OBJECT

public:
    enum Column { Name, Detail, ColumnCount };
    /// What the second column shows for nodes and groups. Time falls back to Nodes until a run was
    /// measured.
    enum class Measure { Nodes, Parameters, Work, Time };

    using QAbstractItemModel::QAbstractItemModel;

    void setTree(std::shared_ptr<const ModelTree> tree);
    const ModelTree* tree() const { return m_tree.get(); }
    std::shared_ptr<const ModelTree> share() const { return m_tree; }
    /// Rows of nodes with errors, and the rows above them, show the number of errors instead of
    /// their measure.
    void setProblems(const support::Diagnostics& problems);
    /// Sets the times after a run, for nodes and the rows above them. Null clears them.
    void setStatistics(const profiler::Statistics* statistics);
    /// Sets the FLOP counts of nodes and the rows above them. Null clears them.
    void setAnalysis(const model::Analysis* analysis);

    Measure measure() const { return m_measure; }
    void setMeasure(Measure measure);

    /// The index of an item; groups are those of `graph`'s tree.
    QModelIndex indexOf(const SelectedItem& item, model::GraphId graph) const;
    /// The position in ModelTree::rows of an index.
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
    /// The first row of a node; ModelTree::none if it has no row.
    std::uint32_t rowOfNode(model::NodeId node) const;
    std::uint32_t errorsAt(std::uint32_t row) const
    {
        return row < m_errors.size() ? m_errors[row] : 0;
    }

    std::shared_ptr<const ModelTree> m_tree;
    Measure m_measure = Measure::Time;
    std::vector<std::uint32_t> m_errors; ///< by row, including the rows below
    // By row, including the rows below; negative = unknown.
    std::vector<double> m_times; ///< nanoseconds
    std::vector<double> m_work; ///< FLOP
    std::vector<double> m_parameters; ///< number of elements; a weight counts at its first reader
};

} // namespace ui
