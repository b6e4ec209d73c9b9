#pragma once

#include "model/inference/analysis.h"
#include "model/query/query.h"
#include "model/query/query_contents.h"
#include "model/query/query_index.h"
#include "profiler/statistics/query_figures.h"
#include "ui/document/selection.h"
#include "ui/tables/table_model.h"

#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace ui {

/// The data of a search: snapshots, for a worker thread.
struct FindSource {
    std::shared_ptr<const model::Model> model;
    std::shared_ptr<const model::Analysis> analysis; ///< may be null
    /// May be null; then it is built for each search.
    std::shared_ptr<const model::QueryIndex> index;
    std::shared_ptr<model::ContentCache> contents; ///< may be null
    std::shared_ptr<const profiler::QueryFigures> figures; ///< null without a profile

    model::QueryContext context() const;
};

/// The result of a search: nodes, then values, each in file order.
struct FindAnswer {
    std::shared_ptr<const model::Model> model;
    std::vector<SelectedItem> items;
    /// Number of results in a graph, largest first.
    struct GraphCount {
        model::GraphId graph;
        std::size_t results = 0;
    };
    std::vector<GraphCount> graphs;
    std::size_t unreadable = 0; ///< number of tensors whose contents could not be read
    model::ContentCache::Scan scan; ///< of a query that compares elements
    /// Only for a search without result: the number of results without its last term, and that
    /// term.
    std::size_t withoutLastTerm = 0;
    std::string lastTerm;
};

/// Runs a query. To be called from a worker thread.
std::variant<FindAnswer, model::QueryError> answerOf(
    const model::Query& query, const FindSource& source, std::stop_token stop);

/// Table of results. Columns: name; operator type, or shape and element type.
class FindResults : public TableModel {
    Q_OBJECT

public:
    enum Column { Name, Detail };

    explicit FindResults(QObject* parent = nullptr);

    void set(FindAnswer answer, std::shared_ptr<const model::Analysis> analysis);
    const FindAnswer& answer() const { return m_answer; }
    const std::vector<SelectedItem>& items() const { return m_answer.items; }
    QModelIndex indexOf(const SelectedItem& item) const;

protected:
    std::size_t rows() const override { return m_answer.items.size(); }
    QString text(int row, int column) const override;
    QVariant cell(int row, int column, int role) const override;

private:
    QString name(const SelectedItem& item) const;
    QString detail(const SelectedItem& item) const;
    QString toolTip(const SelectedItem& item) const;

    FindAnswer m_answer;
    std::shared_ptr<const model::Analysis> m_analysis;
};

} // namespace ui
