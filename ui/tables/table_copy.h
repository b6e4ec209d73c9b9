#pragma once

#include <QModelIndexList>
#include <QString>

class QAbstractItemModel;
class QAbstractItemView;

namespace ui {

class ActionTable;

enum class TableForm {
    Text, ///< tab-separated
    Csv, ///< RFC 4180; a text that a spreadsheet would interpret as a formula gets an apostrophe
    Markdown,
};

/// Shown: CopyRole, else the displayed text. File: FileRole, else as Shown.
enum class CellForm { Shown, File };

/// The line of headings. `columns` are logical columns in the wanted order. For Markdown, the line
/// below it too, whose alignment is that of `rows`.
QString headingText(const QAbstractItemModel& model, const QModelIndexList& rows,
    const QList<int>& columns, TableForm form, CellForm cells);
/// The lines of these rows.
QString rowsText(
    const QModelIndexList& rows, const QList<int>& columns, TableForm form, CellForm cells);
/// headingText() and rowsText() with CellForm::Shown.
QString tableText(const QAbstractItemModel& model, const QModelIndexList& rows,
    const QList<int>& columns, TableForm form);
/// All rows and columns.
QString tableText(const QAbstractItemModel& model, TableForm form);

/// The selected rows of a view, or all rows if none is selected, with the visible columns in visual
/// order. At most 100,000 rows; a last line states if there are more. If the view selects cells
/// instead of rows: the selected cells, empty if there are none.
QString viewText(const QAbstractItemView& view, TableForm form);
/// The visible columns of a view in visual order, as logical indices.
QList<int> visibleColumns(const QAbstractItemView& view);

/// Connects edit.copy, edit.copyCsv and edit.copyMarkdown to this view while it has the focus, and
/// adds them to its context menu.
void addCopyActions(QAbstractItemView& view, ActionTable& actions);

} // namespace ui
