#pragma once

#include <QWidget>

#include <vector>

namespace ui {

/// Every run as a dot along a line of time, with the median and its interval: how far one figure
/// stands for all of them.
class RunStrip : public QWidget {
    Q_OBJECT

public:
    struct Content {
        std::vector<double> samples; ///< nanoseconds, in order of the runs
        double median = 0;
        double low = 0; ///< of the 95 % interval; equal to `high` if there is none
        double high = 0;
    };

    /// Empty until it is told.
    explicit RunStrip(QWidget* parent = nullptr);
    void set(Content content);

    /// Ends of the drawn line: most samples; those beyond lie at its end, so that one slow run does
    /// not press the others together.
    struct Range {
        double low = 0;
        double high = 0;
        std::size_t beyond = 0;
    };
    static Range rangeOf(std::vector<double> samples);

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    double xOf(double value) const;
    void paintScale(QPainter& painter) const;

    Content m_content;
    Range m_range;
};

} // namespace ui
