#pragma once

#include "ui/canvas/canvas_content.h"

#include <QColor>
#include <QFont>
#include <QPainter>
#include <QRectF>
#include <QString>

#include <vector>

namespace ui {

/// What the colours of an overlay mean, as rows above an exported picture: its scale, or its
/// classes. Empty where colours are categories, which cards say in words. In units of the picture.
class LegendStrip {
public:
    /// As wide as `width` if entries need it, but never narrower than a scale.
    LegendStrip(const CanvasContent& content, model::ThemeKind theme, double width);

    bool isEmpty() const { return m_pieces.empty(); }
    /// With its margins; 0 by 0 if it is empty.
    QSizeF size() const { return m_size; }
    /// Its upper left corner at (0, 0).
    void paint(QPainter& painter) const;

private:
    struct Piece {
        QRectF rect;
        QColor fill; ///< of a swatch; invalid: text, or an outline where there is none
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
