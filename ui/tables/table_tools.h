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

/// A flat button with an icon, as they stand in title bars.
QToolButton* makeToolButton(const char* iconName, const QString& toolTip, QWidget* parent);

/// What the tools of a panel with tables work on.
struct TableToolsSpec {
    QList<TableView*> tables; ///< the one that has the focus, else the first that is visible
    QLineEdit* filter = nullptr; ///< null if the panel has none
    QString name; ///< offered for the file, `operators`
    ExportedRows exported = ExportedRows::TopLevel;
};

/// The buttons filter, copy and export, for the right end of a dock's tabs (Panel::titleTools).
QWidget* makeTableTools(Context& context, const TableToolsSpec& spec, QWidget* parent);

} // namespace ui
