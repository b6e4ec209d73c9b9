#pragma once

#include "ui/run/run_controller.h"

#include <QWidget>

namespace ui {

/// The range of the time axis, in nanoseconds. Most runs use most of the height; outliers far above
/// are counted and drawn at the edge.
struct RunScale {
    double from = 0;
    double to = 0;
    int above = 0; ///< number of runs beyond `to`
    double longest = 0; ///< of all runs
};
RunScale scaleOf(const std::vector<RunController::Progress::Point>& points);

/// The headline time of a run in nanoseconds: the median of the runs without recording if there are
/// any, else of all but the warm-up; 0 without runs. Must agree with Statistics::bestWall().
double headlineNs(const std::vector<RunController::Progress::Point>& points);

/// Chart of every run as a dot, with the warm-up shaded and the median as a line. Outliers are
/// drawn too.
class RunDots : public QWidget {
    Q_OBJECT

public:
    explicit RunDots(QWidget* parent = nullptr);
    void setPoints(const std::vector<RunController::Progress::Point>& points, int expected);
    /// headlineNs() of the points.
    double median() const { return m_median; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::vector<RunController::Progress::Point> m_points;
    int m_expected = 0;
    double m_median = 0;
};

} // namespace ui
