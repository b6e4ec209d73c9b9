#pragma once

#include <QImage>
#include <QRectF>

class QPainter;

namespace ui {

/// A row of bars that are one pixel wide, each with an upper and a lower colour. They are collected
/// and drawn as one image, because drawing each as a rectangle would take most of a frame's time.
class ColumnStrip {
public:
    explicit ColumnStrip(double pixels);

    /// Sets a bar; premultiplied colours. `x`: from the left edge of the strip, in pixels.
    void set(double x, QRgb upper, QRgb lower)
    {
        const int column = static_cast<int>(x);
        if (x < 0 || column >= m_image.width())
            return;
        m_upper[column] = upper;
        m_lower[column] = lower;
        m_isEmpty = false;
    }
    /// Draws at the left edge of `at`, with its height; the width of `at` is ignored.
    void draw(QPainter& painter, const QRectF& at) const;

private:
    QImage m_image; // two lines: upper and lower colours
    QRgb* m_upper;
    QRgb* m_lower;
    bool m_isEmpty = true;
};

} // namespace ui
