#pragma once

#include <QString>

#include <string_view>

namespace ui {

/// Text of a file for a label or a cell: sanitised, on one line and elided in the middle after
/// `limit` characters. A name of ten million characters costs no more than a short one.
QString plain(std::string_view text, qsizetype limit = 300);
/// The same with its line breaks, cut at the end.
QString plainLines(std::string_view text, qsizetype limit = 20'000);
/// With places where a label may break its line: after the signs that join words to names.
QString breakable(QString text);
/// With a capital where the sentence begins.
QString upperFirst(QString text);
/// Plain text for QWidget::setToolTip, which would otherwise guess whether it is markup.
QString toolTipOf(const QString& text);

} // namespace ui
