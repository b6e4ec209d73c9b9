#pragma once

#include <QWidget>

#include <vector>

namespace ui {

/// Draws the time of every run as a dot on a time axis, with the median and its confidence
/// interval.
class RunStrip : public QWidget {
    Q_OBJECT

public:
    struct Content {
        std::vector<double> samples; ///< nanoseconds, in order of the runs
        double median = 0;
        double low = 0; ///< lower end of the 95 % interval; equal to `high` if there is none
        double high = 0;
    };

    /// Empty until set() is called.
    explicit RunStrip(QWidget* parent = nullptr);
    void set(Content content);

    /// The displayed range. Outliers beyond it are drawn at its end, so that one slow run does not
    /// compress the others.
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
