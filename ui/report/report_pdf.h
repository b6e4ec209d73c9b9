#pragma once

#include "model/support/result.h"

#include <QString>

#include <string>

namespace ui {

/// Writes an HTML page of profiler/exporters as a PDF of A4 sheets with the same cards, charts and
/// tables. Long tables show only their first rows, as the printed page does. Writes through
/// AtomicFile. May be called on any thread.
support::Result<void> writePagePdf(const std::string& html, const QString& path);

} // namespace ui
