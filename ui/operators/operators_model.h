#pragma once

#include "profiler/profile.h"
#include "profiler/statistics.h"
#include "ui/selection.h"

#include <QAbstractTableModel>

#include <memory>

namespace ui {

/// Rows of a profile's statistics: each step, or each operator type. A snapshot; columns are an array of descriptors.
class OperatorsModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum class Grouping { Each, ByType };

    using QAbstractTableModel::QAbstractTableModel;

    void set(std::shared_ptr<const profiler::Profile> profile, std::shared_ptr<const profiler::Statistics> statistics);
    void setGrouping(Grouping grouping);
    Grouping grouping() const { return m_grouping; }
    /// Row of the step that does the work of this node, or of this step; invalid if there is none.
    QModelIndex indexOf(const SelectedItem& item) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    void refill();

    std::shared_ptr<const profiler::Profile> m_profile;
    std::shared_ptr<const profiler::Statistics> m_statistics;
    Grouping m_grouping = Grouping::Each;
    std::vector<std::uint32_t> m_rows; ///< indices into Statistics::steps or types, slowest first
};

} // namespace ui
