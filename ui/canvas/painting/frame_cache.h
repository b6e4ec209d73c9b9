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

/// What painting a view costs on this machine, learned while painting: a guess by the number of
/// items in view, corrected by what earlier frames of the same detail took.
class PaintCosts {
public:
    /// Milliseconds that a view would take.
    double estimate(const layout::Scene& scene, const ViewState& view, Detail detail) const;
    void learn(const layout::Scene& scene, const ViewState& view, Detail detail, double took);

private:
    std::array<double, 4> m_factors { 1, 1, 1, 1 }; ///< by Detail
};

/// Raises the zooms at which more is drawn where this machine cannot keep up, and lowers them
/// again: measured over the last thirty whole frames.
class DetailBudget {
public:
    void add(double took);
    double leniency() const { return m_leniency; }

private:
    std::deque<double> m_last;
    double m_leniency = 1; ///< 1 to 1.25²
};

/// The last frame as an image, without selection and pointer, so that no frame takes longer than a
/// person notices:
///
///  - same view: the image;
///  - moved by whole pixels: the image shifted, the uncovered strips painted;
///  - anything else: painted at once if that is cheap, otherwise the old image scaled to the new
///    view, and the true one painted on a worker once the view rests, which then takes its place.
///
/// The view that is shown is moved by less than a pixel from the one asked for, so that images fit:
/// what is painted over it has to use it too.
class FrameCache : public QObject {
    Q_OBJECT

public:
    explicit FrameCache(QObject* parent = nullptr);
    ~FrameCache() override;

    /// Another picture. The same scene in other colours keeps the old image until the new one is
    /// there.
    void setContent(const CanvasContent& content, model::ThemeKind theme);
    void setKept(KeptBoxes kept);
    /// Null while there is nothing to paint.
    CanvasPainter* painter() const { return m_painter.get(); }

    /// Paints and gives the view that is shown.
    ViewState paint(QPainter& painter, const ViewState& view);
    /// How much is drawn at this zoom.
    Detail detail(double zoom) const { return detailAt(zoom / m_budget.leniency()); }
    /// Nothing better is on its way.
    bool isSettled() const { return !m_settle.isActive() && m_worker.isIdle(); }

signals:
    void improved(); ///< a better picture of the last view is there

private:
    struct WorkerPainter; ///< made and used by the worker's thread only

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
    KeptBoxes m_kept;
    std::unique_ptr<CanvasPainter> m_painter;
    std::shared_ptr<WorkerPainter> m_workerPainter;
    QImage m_image;
    ViewState m_shown; ///< what the image shows
    ViewState m_wanted; ///< what was last asked for
    bool m_isStale = true; ///< the image shows other colours or another selection
    PaintCosts m_costs;
    DetailBudget m_budget;
    QTimer m_settle;
    LatestWorker m_worker;
};

} // namespace ui
