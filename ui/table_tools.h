#pragma once

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
};

/// The buttons filter, copy and export, for the right end of a dock's tabs (Panel::titleTools).
QWidget* makeTableTools(Context& context, const TableToolsSpec& spec, QWidget* parent);

/// Asks for a file and writes the rows of the table as viewText gives them; the end of its name
/// decides the form.
void exportTable(Context& context, const TableView& table, const QString& name, QWidget* parent);

} // namespace ui
