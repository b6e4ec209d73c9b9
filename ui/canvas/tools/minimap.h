#pragma once

#include "layout/scene/geometry.h"
#include "layout/scene/scene.h"
#include "ui/canvas/canvas_content.h"
#include "ui/jobs/latest_worker.h"

#include <QImage>
#include <QPainterPath>
#include <QRectF>
#include <QWidget>

#include <memory>
#include <vector>

namespace ui {

class CanvasView;

/// Maps a scene into a small area. A drawing that is much longer than wide is cut into strips side
/// by side, like the columns of a newspaper.
struct MinimapFolding {
    int strips = 1;
    double scale = 1; ///< map pixels per unit
    double stripLength = 0; ///< units of the long side in one strip
    double stripPitch = 0; ///< map pixels from strip to strip
    QPointF offset; ///< where the first strip begins
    bool isDown = true; ///< long side is y

    QPointF toMap(QPointF scene) const;
    QPointF toScene(QPointF map) const;
    /// The pieces of a scene rectangle, one per strip it touches.
    std::vector<QRectF> pieces(const layout::Rect& rect) const;
};
MinimapFolding foldInto(const layout::Rect& bounds, QSize area);

/// Shows the complete graph in the current colours, with the frame of the viewport. Click and drag
/// move the view.
class Minimap : public QWidget {
    Q_OBJECT

public:
    Minimap(CanvasView* canvas, QWidget* parent = nullptr);
    QSize sizeHint() const override { return { 190, 170 }; }

    /// Draws a dot for each box that a search found.
    void setHits(const std::vector<FoundBox>& found);
    std::size_t hitCount() const { return m_hits.size(); }
    /// True if the picture is up to date: no new one is being made.
    bool isSettled() const { return m_worker.isIdle() && !m_image.isNull(); }

public slots:
    /// Called when the scene or its colours changed.
    void refresh();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    void render();
    void paintHits(QPainter& painter) const;
    QPainterPath viewportPath() const;
    void moveTo(QPointF position);

    CanvasView* m_canvas;
    MinimapFolding m_folding;
    std::shared_ptr<const layout::Scene> m_scene; ///< the scene of image and hits
    QImage m_image; ///< the last one stays until the next one is ready
    bool m_isStale = true;
    std::vector<std::uint32_t> m_hits; ///< boxes
    LatestWorker m_worker;
};

} // namespace ui
