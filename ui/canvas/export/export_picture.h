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

/// Writes the area at full detail, in pieces: a PNG in bands, a PDF page by page, an SVG as a
/// stream. An existing file is replaced when the new one is complete; a failure (disk full, no
/// permission) or a stop leaves it unchanged. If colours come from an overlay, its legend is above
/// the picture. May be called on any thread.
support::Result<void> exportPicture(const PictureRequest& request, const std::stop_token& stop = {},
    const support::Progress& progress = {});

/// Describes the result for the user: `1,080 × 177,894 pixels`, `13 pages`. Empty if nothing can be
/// written.
QString pictureFacts(const PictureRequest& request);

/// A file format of pictures.
struct PictureForm {
    const char* suffix; ///< `svg`
    const char* title; ///< translated with context "ExportPicture"
};
std::span<const PictureForm> pictureForms();

/// Draws the complete picture on one page, as large as possible. Uses the light theme, because
/// paper is white.
void printPicture(const CanvasContent& content, QPrinter& printer);

} // namespace ui
