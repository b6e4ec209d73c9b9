#pragma once

#include "ui/run/run_controller.h"

#include <QWidget>

namespace ui {

/// Every run as a dot, the warm-up shaded, the median as a line (run-panel.png). Nothing is left
/// out: outliers are drawn.
class RunDots : public QWidget {
    Q_OBJECT

public:
    explicit RunDots(QWidget* parent = nullptr);
    void setPoints(const std::vector<RunController::Progress::Point>& points, int expected);
    /// Median of the runs that count, in ns; 0 without any.
    double median() const { return m_median; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::vector<RunController::Progress::Point> m_points;
    int m_expected = 0;
    double m_median = 0;
};

} // namespace ui
