#pragma once

#include "ui/tables/table_model.h"

#include <QPointer>

namespace ui {

class Document;

/// Table of all runs and attached profiles of a document, newest first. The name can be edited.
class RunsModel : public TableModel {
    Q_OBJECT

public:
    enum Column { Started, Name, Where, Dims, Runs, Wall, Interval, State, ColumnCount };

    explicit RunsModel(QObject* parent = nullptr);

    void setDocument(Document* document);
    /// Converts between a row and an index of Document::runs().
    int runOf(int row) const { return rowCount() - 1 - row; }
    int rowOf(int run) const { return rowCount() - 1 - run; }

    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

protected:
    std::size_t rows() const override { return static_cast<std::size_t>(m_count); }
    QString text(int row, int column) const override;
    QVariant cell(int row, int column, int role) const override;

private:
    void refresh();
    QVariant sortKey(int run, int column) const;
    QVariant fileCell(int run, int column) const;

    QPointer<Document> m_document;
    int m_count = 0; ///< number of rows that the views know
};

} // namespace ui
