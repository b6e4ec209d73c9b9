#pragma once

class QBoxLayout;
class QDialog;
class QPushButton;
class QString;

namespace ui {

/// Adds the buttons at the end of a dialog: Cancel, which rejects it, and the default button, which
/// is returned.
QPushButton* addDialogButtons(QDialog& dialog, QBoxLayout& column, const QString& text);

} // namespace ui
