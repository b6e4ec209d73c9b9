#pragma once

#include "profiler/statistics/run_overlay.h"
#include "ui/charts/chart_view.h"
#include "ui/jobs/latest_worker.h"
#include "ui/timeline/overlay_raster.h"

#include <QPointer>

#include <memory>
#include <optional>
#include <vector>

namespace ui {

class Document;

/// Shows the recorded runs of a profile aligned at their starts, to find operators whose time
/// varies. The typical, the fastest and the slowest run are rows of bars; below the typical run is
/// the spread of each operator, and at the bottom every run as a line.
///
///     26, typical  |==Conv==|=Relu=|====MatMul====|
///     p10 – p90         _      _          #
///     7, fastest   |==Conv==|=Relu=|==MatMul==|
///     31, slowest  |==Conv==|==Relu==|======MatMul======|
///     50 runs      ::::::::::::::::::::::::::::::::::::
///
/// Shows and sets the document's Selection. Its time range is its own and counts from a run's
/// start.
class OverlayView : public ChartView {
    Q_OBJECT

public:
    explicit OverlayView(ActionTable& actions, QWidget* parent = nullptr);

    void setDocument(Document* document);
    /// Nothing is computed while the view is not shown.
    void setShown(bool isShown);
    void zoomBy(double factor);
    void panBy(double share);
    void showAll();
    /// Selects the operator with the largest spread, then the next one (`by` = 1) or the previous
    /// one (-1).
    void stepVarying(int by);

    enum class Row { Typical, Spread, Fastest, Slowest, Runs, Count };
    /// The rectangle of a row; empty if it is not shown.
    QRect rowRect(Row row) const;
    profiler::TimeSpan visible() const { return m_visible; }
    const std::vector<profiler::StepSpread>& spreads() const { return m_spreads; }
    /// True if the lines at the bottom are those of the last request.
    bool isSettled() const { return m_worker.isIdle(); }
    const OverlayRaster& raster() const { return m_raster; }
    /// The operator at a point, its run, and its spread.
    QString tipAt(QPoint point) const override;

    int partCount() const override { return static_cast<int>(m_slices.size()); }
    QString partText(int part) const override;
    QRectF partRect(int part) const override;
    bool isPartSelected(int part) const override;
    int currentPart() const override;
    void choosePart(int part) override;
    QString chartText(TableForm form) const override;

signals:
    /// The user asked to see this run in the timeline.
    void runChosen(std::uint32_t run);
    void left(); ///< Escape was pressed

protected:
    void paintChart(QPainter& painter) override;
    std::optional<int> partAt(QPointF point) const override;
    void fillMenu(QMenu& menu) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void refresh();
    void refreshFigures();
    void refreshSelection();
    void refreshRaster();
    void setVisible(profiler::TimeSpan span);
    void select(std::uint32_t slice);
    double plotWidth() const;
    double xOf(std::int64_t ns) const;
    std::int64_t timeAt(double x) const;
    std::optional<std::uint32_t> runAt(QPoint position) const;
    std::optional<std::uint32_t> sliceAt(QPoint position) const;
    const profiler::StepSpread* spreadOf(std::uint32_t slice) const;
    QString textOf(std::uint32_t slice) const;
    QString labelOf(Row row) const;

    void drawRuler(QPainter& painter);
    void drawLabels(QPainter& painter);
    void drawRun(QPainter& painter, std::uint32_t run, const QRect& rect);
    void drawSpreads(QPainter& painter, const QRect& rect);
    void drawSpreadNames(QPainter& painter, const QRect& rect);
    void drawRuns(QPainter& painter, const QRect& rect);
    QString nameOf(std::uint32_t slice) const;

    QPointer<Document> m_document;
    bool m_isShown = false;
    /// Null: not shown, or without a profile.
    std::shared_ptr<const profiler::RunOverlay> m_overlay;
    std::vector<profiler::StepSpread> m_spreads; ///< empty until the statistics are computed
    double m_largestSpread = 0;
    std::vector<std::uint32_t> m_slices; ///< steps of the typical run
    std::vector<StepLook> m_looks;
    std::vector<bool> m_isSelected; ///< by step
    QString m_prefix;
    profiler::TimeSpan m_visible { 0, 1 };
    OverlayRaster m_raster;
    LatestWorker m_worker;
    std::optional<QPoint> m_pressed;
    profiler::TimeSpan m_pressedVisible;
    bool m_hasMoved = false;
};

} // namespace ui
