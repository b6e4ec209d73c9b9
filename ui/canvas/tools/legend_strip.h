#pragma once

#include "ui/canvas/canvas_content.h"

#include <QColor>
#include <QFont>
#include <QPainter>
#include <QRectF>
#include <QString>

#include <vector>

namespace ui {

/// The legend of an overlay above an exported picture: its scale, or its classes in rows. Empty if
/// the colours are categories, because the cards name these. Lengths are in units of the picture.
class LegendStrip {
public:
    /// Rows wrap at `width` units, but not below 400.
    LegendStrip(const CanvasContent& content, model::ThemeKind theme, double width);

    bool isEmpty() const { return m_pieces.empty(); }
    /// With its margins; 0 by 0 if it is empty.
    QSizeF size() const { return m_size; }
    /// Paints with the upper left corner at (0, 0).
    void paint(QPainter& painter) const;

private:
    struct Piece {
        QRectF rect;
        QColor fill; ///< of a swatch; invalid: a text, or an outline if `text` is empty
        QString text;
        bool isTitle = false;
    };
    void addTitle(const QString& text);
    void addText(const QString& text);
    void addSwatch(const QColor& fill, double width);
    void addScale(const layout::Overlay& overlay);
    void addClasses(const layout::Overlay& overlay);
    void breakBefore(double width);

    model::ThemeKind m_theme;
    double m_width;
    QFont m_font;
    QFont m_titleFont;
    double m_begin = 0; ///< of the entries, after the title
    double m_x = 0;
    double m_y = 0;
    QSizeF m_size { 0, 0 };
    std::vector<Piece> m_pieces;
};

} // namespace ui
