#include "ui/tables/table_model.h"

#include "ui/delegates/roles.h"
#include "ui/widgets/plain_text.h"

namespace ui {

TableModel::TableModel(std::vector<TableColumn> columns, QObject* parent)
    : QAbstractTableModel(parent)
    , m_columns(std::move(columns))
{
}

int TableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(rows());
}

int TableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_columns.size());
}

QVariant TableModel::alignment(int column) const
{
    const auto& shown = m_columns[static_cast<std::size_t>(column)];
    return static_cast<int>(shown.alignment | Qt::AlignVCenter);
}

QVariant TableModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    return role == Qt::TextAlignmentRole ? alignment(index.column())
                                         : cell(index.row(), index.column(), role);
}

QVariant TableModel::cell(int row, int column, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
    case SortRole:
        return text(row, column);
    case Qt::ToolTipRole:
        return toolTipOf(text(row, column));
    default:
        return {};
    }
}

QVariant TableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role == OmittedRole)
        return static_cast<qlonglong>(omittedRows());
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    const auto& column = m_columns[static_cast<std::size_t>(section)];
    switch (role) {
    case Qt::DisplayRole:
        return column.title;
    case Qt::TextAlignmentRole:
        return alignment(section);
    case FileRole:
        return column.fileTitle;
    default:
        return {};
    }
}

} // namespace ui
