#pragma once

#include <QString>

class QWidget;

namespace ui {

struct Context;
class TableView;

/// The rows of a table that are exported.
enum class ExportedRows {
    TopLevel, ///< without the children of rows
    Leaves, ///< rows without children only: a group is replaced by its children
};

/// Asks for a file and writes all rows that pass the table's filter, independent of the selection,
/// as numbers with units in the heading (FileRole). The file's suffix selects the form: CSV,
/// Markdown or tab-separated text. Shows in the status bar how many rows were written, and how many
/// the table itself omits.
void exportTable(Context& context, const TableView& table, ExportedRows rows, const QString& name,
    QWidget* parent);

} // namespace ui
