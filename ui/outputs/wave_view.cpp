#include "ui/outputs/wave_view.h"

#include "profiler/charts/charts.h"
#include "ui/format.h"
#include "ui/widgets/theme.h"

#include <QPainter>

namespace ui {

WaveView::WaveView(QWidget* parent)
    : QWidget(parent)
{
    setMinimumSize(160, 120);
    setAccessibleName(tr("Samples over time"));
    connect(&Theme::instance(), &Theme::changed, this, [this] { update(); });
}

void WaveView::set(Wave wave, double sampleRate)
{
    m_wave = std::move(wave);
    m_sampleRate = sampleRate;
    update();
}

void WaveView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), themeColour("panel"));
    if (m_wave.low.empty())
        return;
    painter.setFont(scaledFont(font()));
    const auto area = QRectF(rect()).adjusted(68, 12, -24, -28);
    const double largest = m_wave.largest > 0 ? m_wave.largest : 1;
    const auto yOf
        = [&](double value) { return area.center().y() - value / largest * area.height() / 2; };
    for (const double value : { -largest, 0.0, largest }) {
        painter.setPen(themeColour("canvasGrid"));
        painter.drawLine(QPointF(area.left(), yOf(value)), QPointF(area.right(), yOf(value)));
        painter.setPen(themeColour("textSecondary"));
        painter.drawText(QRectF(0, yOf(value) - 8, area.left() - 8, 16),
            Qt::AlignRight | Qt::AlignVCenter, numberText(value));
    }
    const auto samples = static_cast<double>(m_wave.samples);
    const double length = m_sampleRate > 0 ? samples / m_sampleRate : samples;
    for (const double tick : profiler::axisTicks(0, length, 6)) {
        const double x = area.left() + tick / length * area.width();
        if (x > area.right() + 1)
            continue;
        painter.setPen(themeColour("canvasGrid"));
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
        painter.setPen(themeColour("textSecondary"));
        painter.drawText(QRectF(x - 50, area.bottom() + 6, 100, 16), Qt::AlignHCenter,
            m_sampleRate > 0 ? durationText(tick * 1e9)
                             : integerText(static_cast<std::int64_t>(tick)));
    }
    painter.setPen(QPen(themeColour("accent"), 1));
    const auto parts = static_cast<double>(m_wave.low.size());
    for (std::size_t part = 0; part < m_wave.low.size(); ++part) {
        const double x = area.left() + (static_cast<double>(part) + 0.5) * area.width() / parts;
        painter.drawLine(QPointF(x, yOf(static_cast<double>(m_wave.low[part])) + 0.5),
            QPointF(x, yOf(static_cast<double>(m_wave.high[part])) - 0.5));
    }
}

PictureView::PictureView(QWidget* parent)
    : QWidget(parent)
{
    setMinimumSize(160, 120);
    setAccessibleName(tr("Picture"));
}

void PictureView::set(QImage picture)
{
    m_picture = std::move(picture);
    update();
}

void PictureView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), themeColour("panel"));
    if (m_picture.isNull())
        return;
    constexpr int margin = 8;
    const auto room = rect().adjusted(margin, margin, -margin, -margin);
    const auto size = m_picture.size().scaled(room.size(), Qt::KeepAspectRatio);
    QRect place(QPoint(), size);
    place.moveCenter(room.center());
    painter.setRenderHint(QPainter::SmoothPixmapTransform,
        size.width() < 4 * m_picture.width()); // else single pixels
    painter.drawImage(place, m_picture);
}

} // namespace ui
