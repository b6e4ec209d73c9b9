#pragma once

#include "model/support/progress.h"
#include "model/support/result.h"
#include "ui/canvas/canvas_content.h"
#include "ui/canvas/export/picture_pages.h"

#include <QString>
#include <QStringList>

#include <stop_token>

class QPrinter;

namespace ui {

/// A picture to be written. Snapshots, so that a worker may write it.
struct PictureRequest {
    CanvasContent content;
    model::ThemeKind theme = model::ThemeKind::Light;
    layout::Rect area; ///< of the scene
    double scale = 1; ///< pixels (PNG) or points (PDF) per unit; not for SVG
    PdfPages pages = PdfPages::Long;
    QString path; ///< `.svg`, `.png` or `.pdf`
};

/// Writes the area at full detail, whatever its size: a PNG in bands, a PDF page by page, an SVG as
/// it comes. The file appears when it is complete; a failure (no room, no permission) or a stop
/// leaves what was there. Above a picture whose colours are an overlay stands its legend. Works on
/// any thread.
support::Result<void> exportPicture(const PictureRequest& request, const std::stop_token& stop = {},
    const support::Progress& progress = {});

/// What would be written, for people: `1,080 × 177,894 pixels`, `13 pages`.
QString pictureFacts(const PictureRequest& request);

/// One of the forms that pictures have.
struct PictureForm {
    const char* suffix; ///< `svg`
    const char* title; ///< translated with context "ExportPicture"
};
std::span<const PictureForm> pictureForms();

/// Draws the whole picture onto one page, as large as it fits; always in the light theme, because
/// paper is white.
void printPicture(const CanvasContent& content, QPrinter& printer);

} // namespace ui
