#pragma once

#include "profiler/timeline.h"
#include "ui/timeline/timeline_geometry.h"

#include <QPointer>
#include <QWidget>

namespace ui {

class Document;

/// Spans of a profile over time: ruler, rows, range (ux.md 5). Everything is drawn from
/// profiler::Timeline; it shows and sets the document's Selection and TimeRange.
class TimelineView : public QWidget {
    Q_OBJECT

public:
    explicit TimelineView(QWidget* parent = nullptr);

    void setDocument(Document* document);
    /// Shows the run that is closest to the median, with a margin.
    void showMedianRun();
    void zoomBy(double factor);
    /// Moves the view by a share of its length.
    void panBy(double share);
    void fitSelection();
    const TimelineGeometry& geometryOfView() const { return m_geometry; }
    QSize sizeHint() const override { return { 600, 220 }; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool event(QEvent* event) override;

private:
    void refresh();
    void showSelection(const QObject* origin);
    void syncVisible();
    void setVisible(profiler::TimeSpan span);
    void selectSlice(std::optional<std::uint32_t> slice);
    std::optional<std::uint32_t> sliceAt(QPoint position) const;
    std::optional<std::uint32_t> currentSlice() const;
    QString toolTipAt(QPoint position) const;
    void drawGrid(QPainter& painter) const;
    void drawRuler(QPainter& painter) const;
    void drawRow(QPainter& painter, std::size_t row) const;
    void drawBar(QPainter& painter, const QRectF& rect, const profiler::TimelineBar& bar) const;
    void drawRange(QPainter& painter) const;
    void drawBadge(QPainter& painter) const;
    std::optional<std::uint32_t> inNextRow(std::uint32_t slice, int by) const;
    /// The edge of the range that stays when the one at `x` is dragged; nothing if none is there.
    std::optional<std::int64_t> otherEdge(int x) const;

    enum class Drag { None, Range, Edge, Pan };

    QPointer<Document> m_document;
    std::shared_ptr<const profiler::Timeline> m_timeline;
    TimelineGeometry m_geometry;
    std::vector<bool> m_isSelectedStep; ///< by step: part of the selection
    std::optional<std::uint32_t> m_slice; ///< the slice that was clicked
    Drag m_drag = Drag::None;
    QPoint m_pressed;
    bool m_hasMoved = false;
    profiler::TimeSpan m_pressedVisible;
    std::int64_t m_fixedEdge = 0;
    QString m_prefix; ///< what all labels begin with; left out in bars
};

} // namespace ui
