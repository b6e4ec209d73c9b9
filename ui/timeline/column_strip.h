#pragma once

#include <QImage>
#include <QRectF>

class QPainter;

namespace ui {

/// A row of bars that are one pixel wide, of two colours each: gathered, then drawn as one picture.
/// That many rectangles would cost a painter more than all else in a frame.
class ColumnStrip {
public:
    explicit ColumnStrip(double pixels);

    /// Premultiplied colours; `x` from the left of the strip, in pixels.
    void set(double x, QRgb upper, QRgb lower)
    {
        const int column = static_cast<int>(x);
        if (x < 0 || column >= m_image.width())
            return;
        m_upper[column] = upper;
        m_lower[column] = lower;
        m_isEmpty = false;
    }
    /// From the left edge of `at`, over its height; its width does not matter.
    void draw(QPainter& painter, const QRectF& at) const;

private:
    QImage m_image; // two lines
    QRgb* m_upper;
    QRgb* m_lower;
    bool m_isEmpty = true;
};

} // namespace ui
