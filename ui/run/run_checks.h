#pragma once

#include <QStringList>

namespace ui {

class Document;

/// What can be said of a model before it runs: what is missing, what stops a run. One sentence per
/// line, with a tick or a warning sign. The document has a model.
QStringList checkLines(const Document& document);

} // namespace ui
