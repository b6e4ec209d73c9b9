#pragma once

#include "model/support/result.h"
#include "ui/canvas/canvas_content.h"

#include <QString>

class QPrinter;

namespace ui {

/// Writes the whole picture at full detail, by the file's extension: `svg`, `png` or `pdf`. A PNG
/// larger than an image can be is scaled down, a PDF to the largest page. Works on any thread.
support::Result<void> exportPicture(
    const CanvasContent& content, model::ThemeKind theme, const QString& path);

/// Draws the whole picture onto one page, as large as it fits; always in the light theme, because
/// paper is white.
void printPicture(const CanvasContent& content, QPrinter& printer);

/// For file dialogs.
QString pictureFilters();

} // namespace ui
