#include "ui/edit/edit_history_model.h"

#include "ui/document/document.h"
#include "ui/edit/model_editor.h"
#include "ui/widgets/icon.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/theme.h"

#include <QFont>
#include <QLocale>

namespace ui {

void EditHistoryModel::setDocument(Document* document)
{
    m_document = document;
    refresh();
}

void EditHistoryModel::refresh()
{
    beginResetModel();
    const auto* editor = m_document != nullptr ? m_document->editor() : nullptr;
    m_steps = editor != nullptr ? editor->steps().count() : 0;
    endResetModel();
}

int EditHistoryModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || m_steps == 0 ? 0 : m_steps + 1;
}

int EditHistoryModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant EditHistoryModel::text(int row, int column) const
{
    const auto& editor = *m_document->editor();
    const bool isUndone = row > editor.count();
    if (column == Text)
        return row == 0 ? tr("Opened") : plain(editor.stepText(row - 1).toStdString(), 300);
    if (row == 0)
        return {};
    if (column == Effect)
        return editor.stepEffect(row - 1);
    return isUndone
        ? tr("redo")
        : QLocale().toString(editor.stepTime(row - 1).time(), QStringLiteral("HH:mm:ss"));
}

QVariant EditHistoryModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || m_document == nullptr || index.row() >= rowCount())
        return {};
    const int current = m_document->editor()->count();
    switch (role) {
    case Qt::DisplayRole:
        return text(index.row(), index.column());
    case Qt::ToolTipRole:
        return toolTipOf(text(index.row(), Text).toString());
    case Qt::ForegroundRole:
        return index.row() > current ? QVariant(themeColour("textDisabled")) : QVariant();
    case Qt::TextAlignmentRole:
        return index.column() == Time ? int(Qt::AlignRight | Qt::AlignVCenter)
                                      : int(Qt::AlignLeft | Qt::AlignVCenter);
    case Qt::DecorationRole:
        return index.column() == Text && index.row() == current
            ? QVariant(icon("forward", "accent"))
            : QVariant();
    case Qt::FontRole:
        if (index.row() == current) {
            QFont font;
            font.setWeight(QFont::DemiBold);
            return font;
        }
        return {};
    default:
        return {};
    }
}

QVariant EditHistoryModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return section == Text ? tr("Edit", "noun") : section == Effect ? tr("Errors") : tr("At");
}

} // namespace ui
