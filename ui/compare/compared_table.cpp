#include "ui/compare/compared_table.h"

#include "ui/delegates/roles.h"
#include "ui/widgets/plain_text.h"

namespace ui {

void ComparedTable::set(Content content)
{
    beginResetModel();
    m_content = std::move(content);
    endResetModel();
}

int ComparedTable::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_content.rows.size());
}

int ComparedTable::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_content.titles.size());
}

QVariant ComparedTable::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const auto& row = m_content.rows[static_cast<std::size_t>(index.row())];
    const auto column = static_cast<std::size_t>(index.column());
    const auto& cell = row.cells[column];
    switch (role) {
    case Qt::DisplayRole:
        return cell.text;
    case Qt::ToolTipRole:
        return toolTipOf(cell.text);
    case Qt::TextAlignmentRole:
        return static_cast<int>(
            (m_content.areNumbers[column] ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case SortRole:
        return cell.sort.isValid() ? cell.sort : QVariant(cell.text);
    case ToneRole:
        return cell.tone.isEmpty() ? QVariant() : QVariant(cell.tone);
    case ShareRole:
        return cell.share ? QVariant(*cell.share) : QVariant();
    case CategoryRole:
        return column == 0 && row.category ? QVariant(*row.category) : QVariant();
    case ItemRole:
        return row.nodes.a.isValid() ? toVariant({ SelectedItem::Kind::Node, row.nodes.a.value() })
                                     : toVariant({});
    default:
        return {};
    }
}

QVariant ComparedTable::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>(
            (m_content.areNumbers[static_cast<std::size_t>(section)] ? Qt::AlignRight
                                                                     : Qt::AlignLeft)
            | Qt::AlignVCenter);
    return role == Qt::DisplayRole ? QVariant(m_content.titles[section]) : QVariant();
}

} // namespace ui
