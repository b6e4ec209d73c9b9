#pragma once

#include "ui/charts/chart_view.h"
#include "ui/quantisation/channel_reading.h"

namespace ui {

/// The range of each channel: a line from the smallest to the largest number, a box from p25 to
/// p75. More than 256 channels share a bar in neighbours, which then shows the widest range and the
/// worst finding. Left and Right choose another bar.
class ChannelRanges : public ChartView {
    Q_OBJECT

public:
    static constexpr std::size_t maximumBars = 256;

    ChannelRanges(ActionTable& actions, QWidget* parent);

    /// `order`: channels from left to right.
    void set(std::shared_ptr<const ChannelReading> reading, std::vector<std::size_t> order);
    void setChannel(std::size_t channel);

    int partCount() const override { return static_cast<int>(m_bars.size()); }
    QString partText(int part) const override;
    QRectF partRect(int part) const override;
    int currentPart() const override { return m_current; }
    void choosePart(int part) override;

    QSize sizeHint() const override { return { 640, 300 }; }

signals:
    void channelChosen(std::size_t channel);

protected:
    void paintChart(QPainter& painter) override;
    std::optional<int> partAt(QPointF point) const override;

private:
    /// One or several channels.
    struct Bar {
        std::size_t first = 0; ///< in the order
        std::size_t count = 1;
        std::size_t worst = 0; ///< channel
        double low = 0;
        double p25 = 0;
        double p75 = 0;
        double high = 0;
        model::ChannelFinding finding = model::ChannelFinding::None;
    };

    Bar barOf(std::size_t first, std::size_t count) const;
    QRectF plot() const;
    double yOf(double number) const;
    void drawAxes(QPainter& painter) const;
    void drawBar(QPainter& painter, int part) const;
    QString labelOf(const Bar& bar) const;

    std::shared_ptr<const ChannelReading> m_reading;
    std::vector<std::size_t> m_order;
    std::vector<Bar> m_bars;
    double m_low = 0;
    double m_high = 0;
    int m_current = -1;
};

/// The colour token of a finding; empty if it has none of its own.
QByteArray toneOf(model::ChannelFinding finding);

} // namespace ui
