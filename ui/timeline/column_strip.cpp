#include "ui/timeline/column_strip.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace ui {

ColumnStrip::ColumnStrip(double pixels)
    : m_image(
        std::max(1, static_cast<int>(std::ceil(pixels))), 2, QImage::Format_ARGB32_Premultiplied)
{
    m_image.fill(Qt::transparent);
    m_upper = reinterpret_cast<QRgb*>(m_image.scanLine(0));
    m_lower = reinterpret_cast<QRgb*>(m_image.scanLine(1));
}

void ColumnStrip::draw(QPainter& painter, const QRectF& at) const
{
    if (!m_isEmpty)
        painter.drawImage(QRectF(at.left(), at.top(), m_image.width(), at.height()), m_image,
            QRectF(m_image.rect()));
}

} // namespace ui
