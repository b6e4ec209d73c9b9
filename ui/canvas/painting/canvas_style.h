#pragma once

#include "layout/card/text_measurer.h"
#include "model/palette.h"

#include <QColor>
#include <QFont>

class QPainter;
class QRect;

namespace ui {

inline QColor toColour(model::Rgb rgb) { return QColor::fromRgb(0xff000000U | rgb); }

/// Theme colours that the canvas uses, resolved once. Independent of the window's theme, because
/// exports choose their own.
struct CanvasStyle {
    explicit CanvasStyle(model::ThemeKind kind);

    model::ThemeKind theme;
    QColor canvas;
    QColor canvasGrid;
    QColor edge;
    QColor edgeFaint;
    QColor nodeFill;
    QColor nodeBorder;
    QColor text;
    QColor textSecondary;
    QColor selection;
    QColor selectionHalo;
    QColor accent;
    QColor neighbourIn;
    QColor neighbourOut;
    QColor groupFill;
    QColor groupBorder;
    QColor raised;
    QColor border;
    QColor shadow;

    /// One of eight hues for a value that is drawn as chips, by its id.
    QColor hue(std::uint32_t value) const;
    /// Draws the background of a tool that floats over the canvas, with rounded corners.
    void paintTool(QPainter& painter, const QRect& rect) const;
};

/// The system font in the size of a text role at a zoom. Sizes are whole pixels, so that glyphs are
/// reused while zooming. Texts are never wider than the layout measured.
QFont canvasFont(layout::TextRole role, double zoom);
/// Height of that font in pixels; text below six is not drawn.
double fontPixels(layout::TextRole role, double zoom);
constexpr double minTextPixels = 6;
/// Titles are not drawn smaller than this as long as cards are drawn.
constexpr int smallTitlePixels = 8;
QFont smallTitleFont();

} // namespace ui
