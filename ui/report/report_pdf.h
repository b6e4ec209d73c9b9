#pragma once

#include "model/support/result.h"

#include <QString>

#include <string>

namespace ui {

/// Writes an HTML page of profiler/exporters as a PDF of A4 sheets: the same cards, charts and
/// tables, of which long ones show their first rows as the page does on paper. Through AtomicFile;
/// on any thread.
support::Result<void> writePagePdf(const std::string& html, const QString& path);

} // namespace ui
