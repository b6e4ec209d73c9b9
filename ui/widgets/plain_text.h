#pragma once

#include <QString>

#include <string_view>

namespace ui {

/// Returns text of a file for a label or a cell: sanitised, on one line and elided in the middle
/// after `limit` characters. Of a very long text only both ends are read.
QString plain(std::string_view text, qsizetype limit = 300);
/// The same with its line breaks, and cut at the end after `limit` bytes.
QString plainLines(std::string_view text, qsizetype limit = 20'000);
/// Inserts zero-width spaces after `_ < , : = /`, where a label may then break a long name.
QString breakable(QString text);
/// Makes the first letter a capital. A first word with capitals stays as it is: `cuDNN`.
QString upperFirst(QString text);
/// The text of an action without its mnemonic: `Open…` of `&Open…`, `打开…` of `打开(&O)…`.
QString withoutMnemonic(QString text);
/// Returns plain text as HTML for QWidget::setToolTip, which would otherwise guess whether it is
/// markup.
QString toolTipOf(const QString& text);

} // namespace ui
