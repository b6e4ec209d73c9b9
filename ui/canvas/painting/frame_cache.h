#pragma once

#include "ui/canvas/painting/canvas_painter.h"
#include "ui/jobs/latest_worker.h"

#include <QElapsedTimer>
#include <QImage>
#include <QObject>
#include <QTimer>

#include <array>
#include <deque>
#include <memory>

namespace ui {

/// Estimates how long painting a view takes on this machine: by the number of items in view,
/// corrected by the times of earlier frames of the same detail.
class PaintCosts {
public:
    /// Returns the estimate in milliseconds.
    double estimate(const layout::Scene& scene, const ViewState& view, Detail detail) const;
    void learn(const layout::Scene& scene, const ViewState& view, Detail detail, double took);

private:
    std::array<double, 4> m_factors { 1, 1, 1, 1 }; ///< by Detail
};

/// Raises the zooms at which more detail is drawn if this machine is too slow, and lowers them
/// again. Uses the 95th percentile of the last thirty complete frames.
class DetailBudget {
public:
    void add(double took);
    double zoomFactor() const { return m_zoomFactor; }

private:
    std::deque<double> m_last;
    double m_zoomFactor = 1; ///< factor of those zooms, 1 to 1.25²
};

/// Keeps the last frame as an image, without selection and pointer, so that painting never blocks
/// the window noticeably:
///
///  - same view: the image;
///  - moved by whole pixels: the image shifted, the uncovered strips painted;
///  - anything else: painted at once if that is cheap; otherwise the old image is scaled to the new
///    view, and a worker paints the exact image once the view rests.
///
/// The shown view may differ by less than a pixel from the requested one, so that images can be
/// reused. What is painted over the image must use the shown view.
class FrameCache : public QObject {
    Q_OBJECT

public:
    explicit FrameCache(QObject* parent = nullptr);
    ~FrameCache() override;

    /// Sets another picture. If the scene is the same, the old image stays until the new one is
    /// ready.
    void setContent(const CanvasContent& content, model::ThemeKind theme);
    void setUnfaded(UnfadedBoxes kept);
    /// Null while there is nothing to paint.
    CanvasPainter* painter() const { return m_painter.get(); }

    /// Paints and returns the view that is shown.
    ViewState paint(QPainter& painter, const ViewState& view);
    /// How much is drawn at this zoom.
    Detail detail(double zoom) const { return detailAt(zoom / m_budget.zoomFactor()); }
    /// True if no better picture is being made.
    bool isSettled() const { return !m_settle.isActive() && m_worker.isIdle(); }

signals:
    void improved(); ///< a better picture of the last view is ready

private:
    struct WorkerPainter; ///< its painter is made and used on the worker's thread only

    bool isReady(const ViewState& view) const;
    bool showShifted(const ViewState& view);
    void paintStrip(const QRect& pixels);
    bool paintAtOnce(const ViewState& view);
    void drawScaled(QPainter& painter, const ViewState& view) const;
    void requestFrame();
    void startFrame();
    void learn(const ViewState& view, double took);

    CanvasContent m_content;
    model::ThemeKind m_theme = model::ThemeKind::Light;
    UnfadedBoxes m_kept;
    std::unique_ptr<CanvasPainter> m_painter;
    std::shared_ptr<WorkerPainter> m_workerPainter;
    QImage m_image;
    ViewState m_shown; ///< what the image shows
    ViewState m_wanted; ///< the view that was requested last
    bool m_isStale = true; ///< the image shows other colours or another selection
    PaintCosts m_costs;
    DetailBudget m_budget;
    QTimer m_settle;
    LatestWorker m_worker;
};

} // namespace ui
