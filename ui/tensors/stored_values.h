#pragma once

#include "model/contents/sparse_elements.h"
#include "ui/tables/table_model.h"
#include "ui/tables/table_view.h"
#include "ui/tensors/tensor_source.h"

#include <QWidget>

class QLabel;

namespace ui {

class JobRunner;

/// The stored values of a sparse tensor with their indices, in the order of the file.
class StoredValuesTable : public TableModel {
    Q_OBJECT

public:
    static constexpr std::uint64_t maximumRows = 1'000'000;

    explicit StoredValuesTable(QObject* parent = nullptr);

    void set(std::shared_ptr<const model::SparseElements> content);

protected:
    std::size_t rows() const override;
    std::size_t omittedRows() const override;
    QString text(int row, int column) const override;
    QVariant cell(int row, int column, int role) const override;

private:
    std::shared_ptr<const model::SparseElements> m_content;
};

/// Shows a sparse tensor as it is stored: a sentence with the share of stored elements, and a table
/// of index and value. Reads it in a job that is cancelled when the widget is deleted.
class StoredValues : public QWidget {
    Q_OBJECT

public:
    StoredValues(JobRunner& jobs, ActionTable& actions, QWidget* parent = nullptr);
    ~StoredValues() override;

    void load(const TensorSource& source);

private:
    void describe(const model::SparseElements& content);

    JobRunner& m_jobs;
    QLabel* m_summary;
    StoredValuesTable* m_model;
    TableView* m_table;
};

} // namespace ui
