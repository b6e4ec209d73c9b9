#pragma once

#include <QAbstractTableModel>
#include <QVariant>

#include <vector>

namespace ui {

/// A column of a TableModel.
struct TableColumn {
    QString title;
    Qt::AlignmentFlag alignment = Qt::AlignLeft; ///< right for numbers
    QVariant fileTitle = {}; ///< FileRole of the heading, if it differs from the title
};

/// Base of flat tables: headings, alignment and the number of columns come from a list of columns.
/// A subclass gives the number of rows, the text of a cell, and the roles that are not its text.
class TableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    explicit TableModel(std::vector<TableColumn> columns, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const final;
    int columnCount(const QModelIndex& parent = {}) const final;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const final;
    QVariant headerData(
        int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const final;

protected:
    /// To be called between beginResetModel() and endResetModel().
    void setColumns(std::vector<TableColumn> columns) { m_columns = std::move(columns); }
    bool isNumber(int column) const
    {
        return m_columns[static_cast<std::size_t>(column)].alignment == Qt::AlignRight;
    }

    virtual std::size_t rows() const = 0;
    virtual std::size_t omittedRows() const { return 0; } ///< OmittedRole
    virtual QString text(int row, int column) const = 0;
    /// The value of a cell for any role but Qt::TextAlignmentRole. Here: the text, which is also
    /// the tool tip and the sort key.
    virtual QVariant cell(int row, int column, int role) const;

private:
    QVariant alignment(int column) const;

    std::vector<TableColumn> m_columns;
};

} // namespace ui
