#pragma once

#include <QModelIndexList>
#include <QString>

class QAbstractItemModel;
class QAbstractItemView;

namespace ui {

class ActionTable;

enum class TableForm {
    Text, ///< tab-separated
    Csv, ///< RFC 4180; a text that a spreadsheet would take for a formula gets an apostrophe
    Markdown,
};

/// The rows as text with a line of headings. `columns` are logical columns in the order wanted.
/// Cells are CopyRole, else what is shown.
QString tableText(const QAbstractItemModel& model, const QModelIndexList& rows,
    const QList<int>& columns, TableForm form);

/// The selected rows of a view, all rows if none is selected, its visible columns in their visible
/// order; at most 100,000 rows. Where cells are selected, not rows: those, and nothing if none is.
QString viewText(const QAbstractItemView& view, TableForm form);

/// Makes edit.copy, edit.copyCsv and edit.copyMarkdown work in this view while it has the focus,
/// and puts them into its context menu.
void addCopyActions(QAbstractItemView& view, ActionTable& actions);

} // namespace ui
