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

/// For people, as shown (CopyRole, else what is shown); for programs by FileRole, else the same.
enum class CellForm { Shown, File };

/// The line of headings. `columns` are logical columns in the order wanted. Of Markdown, with the
/// rule below; `rows` give its alignment.
QString headingText(const QAbstractItemModel& model, const QModelIndexList& rows,
    const QList<int>& columns, TableForm form, CellForm cells);
/// The lines of these rows.
QString rowsText(
    const QModelIndexList& rows, const QList<int>& columns, TableForm form, CellForm cells);
/// Both, as shown.
QString tableText(const QAbstractItemModel& model, const QModelIndexList& rows,
    const QList<int>& columns, TableForm form);

/// The selected rows of a view, all rows if none is selected, its visible columns in their visible
/// order; at most 100,000 rows, and a last line that says so if there are more. Where cells are
/// selected, not rows: those, and nothing if none is.
QString viewText(const QAbstractItemView& view, TableForm form);
/// The visible columns of a view in their visible order.
QList<int> visibleColumns(const QAbstractItemView& view);

/// Makes edit.copy, edit.copyCsv and edit.copyMarkdown work in this view while it has the focus,
/// and puts them into its context menu.
void addCopyActions(QAbstractItemView& view, ActionTable& actions);

} // namespace ui
