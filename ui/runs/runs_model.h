#pragma once

#include <QAbstractTableModel>
#include <QPointer>

namespace ui {

class Document;

/// Table of all runs and attached profiles of a document, newest first. The name can be edited.
class RunsModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Started, Name, Where, Dims, Runs, Wall, Interval, State, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void setDocument(Document* document);
    /// Converts between a row and an index of Document::runs().
    int runOf(int row) const { return rowCount() - 1 - row; }
    int rowOf(int run) const { return rowCount() - 1 - run; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    QVariant headerData(
        int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    void refresh();
    QString text(int run, int column) const;
    QVariant sortKey(int run, int column) const;
    QVariant fileCell(int run, int column) const;

    QPointer<Document> m_document;
    int m_count = 0; ///< number of rows that the views know
};

} // namespace ui
