#include "ui/compare/compared_table.h"

#include "ui/delegates/roles.h"

#include <QFont>

namespace ui {

void ComparedTable::set(Content content)
{
    beginResetModel();
    m_content = std::move(content);
    setColumns(m_content.columns);
    endResetModel();
}

QString ComparedTable::text(int row, int column) const
{
    return m_content.rows[static_cast<std::size_t>(row)]
        .cells[static_cast<std::size_t>(column)]
        .text;
}

QVariant ComparedTable::cell(int index, int column, int role) const
{
    const auto& row = m_content.rows[static_cast<std::size_t>(index)];
    const auto& cell = row.cells[static_cast<std::size_t>(column)];
    switch (role) {
    case SortRole:
        return cell.sort.isValid() ? cell.sort : QVariant(cell.text);
    case ToneRole:
        return cell.tone.isEmpty() ? QVariant() : QVariant(cell.tone);
    case ShareRole:
        return cell.share ? QVariant(*cell.share) : QVariant();
    case Qt::FontRole: {
        QFont font;
        font.setWeight(QFont::DemiBold);
        return cell.isStrong ? QVariant(font) : QVariant();
    }
    case CategoryRole:
        return column == 0 && row.category ? QVariant(*row.category) : QVariant();
    case ItemRole:
        return row.nodes.a.isValid() ? toVariant({ SelectedItem::Kind::Node, row.nodes.a.value() })
                                     : toVariant({});
    default:
        return TableModel::cell(index, column, role);
    }
}

} // namespace ui
