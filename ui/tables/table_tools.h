#pragma once

#include "ui/tables/table_export.h"

#include <QList>
#include <QString>

class QLineEdit;
class QToolButton;
class QWidget;

namespace ui {

struct Context;
class TableView;

/// A flat button with an icon, for title bars.
QToolButton* makeToolButton(const char* iconName, const QString& toolTip, QWidget* parent);

/// What the table tools of a panel work on.
struct TableToolsSpec {
    /// The tools use the table with the focus, else the first visible one.
    QList<TableView*> tables;
    QLineEdit* filter = nullptr; ///< null if the panel has no filter
    QString name; ///< suggested file name, as `operators`
    ExportedRows exported = ExportedRows::TopLevel;
};

/// Creates the buttons for filter, copy and export, for the right end of a dock's tab bar
/// (Panel::titleTools).
QWidget* makeTableTools(Context& context, const TableToolsSpec& spec, QWidget* parent);

} // namespace ui
