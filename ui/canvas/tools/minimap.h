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

/// How a scene is fitted into a small area: a drawing much longer than wide is cut into strips that
/// stand side by side, as columns of a newspaper.
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

/// The whole graph in the current colours with the viewport's frame; click and drag move the view.
class Minimap : public QWidget {
    Q_OBJECT

public:
    Minimap(CanvasView* canvas, QWidget* parent = nullptr);
    QSize sizeHint() const override { return { 190, 170 }; }

    /// What a search found: dots.
    void setHits(const std::vector<FoundBox>& found);
    std::size_t hitCount() const { return m_hits.size(); }
    /// Shown as it is now: no picture is being made.
    bool isSettled() const { return m_worker.isIdle() && !m_image.isNull(); }

public slots:
    /// The scene or its colours changed.
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
    std::shared_ptr<const layout::Scene> m_scene; ///< that image and hits are of
    QImage m_image; ///< the last one stays until the next is there
    bool m_isStale = true;
    std::vector<std::uint32_t> m_hits; ///< boxes
    LatestWorker m_worker;
};

} // namespace ui
