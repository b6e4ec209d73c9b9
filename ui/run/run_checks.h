#pragma once

#include <QStringList>

namespace ui {

class Document;

/// Checks of a model before a run: what is missing, what prevents a run. One sentence per line,
/// with a check mark or a warning sign. The document must have a model.
QStringList checkLines(const Document& document);

} // namespace ui
