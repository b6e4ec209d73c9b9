#pragma once

#include "ui/run/run_controller.h"

#include <QWidget>

namespace ui {

/// Which times a chart of runs spans, ns. Most runs get most of its height: the few that lie far
/// above them are counted, and drawn at its edge.
struct RunScale {
    double from = 0;
    double to = 0;
    int above = 0; ///< runs beyond `to`
    double longest = 0; ///< of all
};
RunScale scaleOf(const std::vector<RunController::Progress::Point>& points);

/// The headline of a run: median of the runs without recording if there are any, else of all that
/// count, ns; 0 without any. Statistics::bestWall() is chosen in the same way.
double headlineNs(const std::vector<RunController::Progress::Point>& points);

/// Every run as a dot, the warm-up shaded, the median as a line (run-panel.png). Nothing is left
/// out: outliers are drawn.
class RunDots : public QWidget {
    Q_OBJECT

public:
    explicit RunDots(QWidget* parent = nullptr);
    void setPoints(const std::vector<RunController::Progress::Point>& points, int expected);
    /// headlineNs of what is shown.
    double median() const { return m_median; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::vector<RunController::Progress::Point> m_points;
    int m_expected = 0;
    double m_median = 0;
};

} // namespace ui
