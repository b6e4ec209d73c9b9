#pragma once

#include "profiler/profile.h"
#include "profiler/scope_rows.h"
#include "profiler/statistics.h"
#include "ui/selection.h"

#include <QAbstractTableModel>

#include <memory>

namespace ui {

/// Rows of a profile's statistics: each step, each operator type or each scope. A snapshot; columns
/// are an array of descriptors.
class OperatorsModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum class Grouping { Each, ByType, ByScope };

    using QAbstractTableModel::QAbstractTableModel;

    void set(std::shared_ptr<const profiler::Profile> profile,
        std::shared_ptr<const profiler::Statistics> statistics);
    void setGrouping(Grouping grouping);
    /// Rows of grouping by scope take a while where a profile is long, so they are handed in before
    /// that is chosen.
    void setScopes(std::vector<profiler::ScopeRow> scopes);
    bool hasScopes() const { return !m_scopes.empty(); }
    Grouping grouping() const { return m_grouping; }
    /// Untranslated title of a column, for settings.
    static QString columnName(int column);
    /// The step of a row; invalid for rows that stand for many.
    engine::StepId stepOf(int row) const;
    /// Row of the step that does the work of this node, or of this step; invalid if there is none.
    QModelIndex indexOf(const SelectedItem& item) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(
        int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    void refill();

    std::shared_ptr<const profiler::Profile> m_profile;
    std::shared_ptr<const profiler::Statistics> m_statistics;
    Grouping m_grouping = Grouping::Each;
    std::vector<std::uint32_t>
        m_rows; ///< indices into Statistics::steps or types, or m_scopes, slowest first
    std::vector<profiler::ScopeRow> m_scopes; ///< empty before they were asked for
    QString m_prefix; ///< what all labels begin with; left out in the table
};

} // namespace ui
