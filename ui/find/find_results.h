#pragma once

#include "model/analysis.h"
#include "model/query.h"
#include "ui/selection.h"

#include <QAbstractTableModel>

#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace ui {

/// What a search gave: nodes, then values, each in file order.
struct FindAnswer {
    std::shared_ptr<const model::Model> model;
    std::vector<SelectedItem> items;
    /// Of a search without result: how many would match without its last term.
    std::size_t withoutLastTerm = 0;
};

/// Runs a query on a worker; `analysis` may be null.
std::variant<FindAnswer, model::QueryError> answerOf(const model::Query& query,
    std::shared_ptr<const model::Model> model, const model::Analysis* analysis,
    std::stop_token stop);

/// Results as a table: name, and operator type or shape and element type.
class FindResults : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Name, Detail, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void set(FindAnswer answer, std::shared_ptr<const model::Analysis> analysis);
    const std::vector<SelectedItem>& items() const { return m_answer.items; }
    QModelIndex indexOf(const SelectedItem& item) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(
        int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QString name(const SelectedItem& item) const;
    QString detail(const SelectedItem& item) const;
    QString toolTip(const SelectedItem& item) const;

    FindAnswer m_answer;
    std::shared_ptr<const model::Analysis> m_analysis;
};

} // namespace ui
