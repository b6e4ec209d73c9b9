#pragma once

#include <QString>

class QWidget;

namespace ui {

struct Context;
class TableView;

/// Which rows of a table a file has.
enum class ExportedRows {
    TopLevel, ///< what is folded out below a row stays out
    Leaves, ///< rows that stand for several are left out for those below them
};

/// Asks for a file and writes all rows of the table that its filter lets through, whatever is
/// selected, as plain numbers with units in the heading (FileRole). The end of the file's name
/// decides the form: CSV, Markdown, tab-separated text. Says in the status bar how many rows were
/// written, and how many the table itself leaves out.
void exportTable(Context& context, const TableView& table, ExportedRows rows, const QString& name,
    QWidget* parent);

} // namespace ui
