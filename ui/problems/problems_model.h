#pragma once

#include "model/model.h"
#include "ui/document/selection.h"
#include "ui/problems/problem_groups.h"

#include <QAbstractItemModel>

#include <array>
#include <memory>

namespace ui {

/// Findings grouped by cause. A group with several places has them as its children. A snapshot.
class ProblemsModel : public QAbstractItemModel {
    Q_OBJECT

public:
    enum Column { Problem, Where, Rule, Advice, ColumnCount };

    using QAbstractItemModel::QAbstractItemModel;

    /// `model` provides names of nodes and values; null if the file could not be opened.
    void set(support::Diagnostics problems, std::shared_ptr<const model::Model> model);
    /// Shows or hides the findings of a severity.
    void setShown(support::Severity severity, bool isShown);
    /// Number of findings of a severity, including hidden ones.
    int count(support::Severity severity) const
    {
        return m_counts[static_cast<std::size_t>(severity)];
    }

    /// The finding of a row; for a group, its first finding.
    const support::Diagnostic& at(const QModelIndex& index) const;
    /// The first row of an item; invalid if there is none.
    QModelIndex indexOf(const SelectedItem& item) const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(
        int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    void regroup();
    QVariant text(const QModelIndex& index) const;
    QVariant fileText(const QModelIndex& index) const;
    QString where(const support::Diagnostic& problem, qsizetype limit) const;
    QString toolTip(const support::Diagnostic& problem) const;
    SelectedItem itemOf(const support::Diagnostic& problem) const;

    std::shared_ptr<const model::Model> m_model;
    support::Diagnostics m_problems;
    std::vector<ProblemGroup> m_groups;
    std::array<bool, 3> m_isShown { true, true, true };
    std::array<int, 3> m_counts {};
};

/// Names of the icon and of the colour token of a severity.
const char* iconOf(support::Severity severity);
const char* toneOf(support::Severity severity);

} // namespace ui
