#pragma once

#include <QAbstractTableModel>
#include <QPointer>

namespace ui {

class Document;
class ModelEditor;

/// The edits of a document: the opened file, then a row for each step; those that were taken back
/// are grey.
class EditHistoryModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Text, Effect, Time, ColumnCount };
    using QAbstractTableModel::QAbstractTableModel;

    void setDocument(Document* document);
    void refresh();

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QVariant text(int row, int column) const;

    QPointer<Document> m_document;
    int m_steps = 0;
};

} // namespace ui
