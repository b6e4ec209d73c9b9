#pragma once

#include "profiler/charts/charts.h"
#include "profiler/charts/processor_tracks.h"
#include "profiler/charts/timeline.h"
#include "profiler/statistics/scope_spans.h"
#include "ui/charts/accessible_chart.h"
#include "ui/document/time_marks.h"
#include "ui/timeline/device_looks.h"
#include "ui/timeline/timeline_geometry.h"

#include <QPointer>
#include <QSet>

#include <map>

class QMenu;

namespace ui {

class Document;
class GpuReport;

/// Timeline of a profile's slices: ruler, marks, rows, scopes, live memory, range. Draws from
/// profiler::Timeline. Shows and sets the document's Selection and TimeRange.
class TimelineView : public AccessibleChart {
    Q_OBJECT

public:
    explicit TimelineView(QWidget* parent = nullptr);

    void setDocument(Document* document);
    /// Sets the report of the same document, which explains idle gaps of its device. Null: no gaps
    /// are explained.
    void setGpuReport(GpuReport* report);
    /// Shows the run closest to the median, with a margin.
    void showMedianRun();
    /// Shows a run, with a margin.
    void showRun(std::uint32_t run);
    void zoomBy(double factor);
    /// Moves the view by a share of its length.
    void panBy(double share);
    /// Fits the view to the range, else to the selected slice.
    void fitSelection();
    /// Adds a mark for the range, else the selected slice, else the time under the pointer or in
    /// the middle.
    void addMark();
    /// Selects the next mark's range and shows it; `by`: 1 = next, -1 = previous.
    void goToMark(int by);
    /// Deletes the mark whose range is selected.
    void deleteMark();
    /// Selects the next (`by` = 1) or previous (-1) kernel whose name contains these words. Starts
    /// at the clicked slice, else at the view's start (or its end for -1), and wraps around. False
    /// if there is none.
    bool findKernel(const QString& words, int by);
    void setCompact(bool isCompact);
    const TimelineGeometry& geometryOfView() const { return m_geometry; }
    QSize sizeHint() const override { return { 600, 220 }; }

    /// Parts for assistive tools: the visible bars, row by row.
    int partCount() const override { return static_cast<int>(parts().size()); }
    QString partText(int part) const override;
    QRectF partRect(int part) const override;
    bool isPartSelected(int part) const override;
    int currentPart() const override;
    void choosePart(int part) override;

signals:
    void kernelSearchRequested(); ///< its key was pressed, and the profile has device work

protected:
    void paintChart(QPainter& painter) override;
    QString tipAt(QPoint position) const override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void refresh();
    void refreshLanes();
    void refreshProcessor();
    void showSelection(const QObject* origin);
    void syncVisible();
    void setVisible(profiler::TimeSpan span);
    void showSpan(TimeInterval span);
    void scrollTo(int y);
    void selectSlice(std::optional<std::uint32_t> slice);
    void selectScope(const profiler::ScopeLevel& level, std::size_t span);
    void click(QPoint position);
    std::optional<std::uint32_t> sliceAt(QPoint position) const;
    std::optional<std::size_t> markAt(QPoint position) const;
    std::optional<std::uint32_t> currentSlice() const;
    std::optional<TimeInterval> range() const;
    QString spanTipAt(QPoint position, const profiler::TimelineRow& row) const;
    QString memoryTipAt(std::int64_t timeNs) const;
    QString deviceGapTipAt(std::int64_t timeNs) const;
    QString processorTipAt(const profiler::ProcessorTrack& track, std::int64_t timeNs) const;
    /// Number of kernels in the range; empty without a device, or if there are too many to count.
    std::optional<std::size_t> kernelsIn(TimeInterval span) const;
    const profiler::DeviceAccount* accountOf(std::uint32_t run) const;
    const profiler::LiveMemory& memoryOf(std::uint32_t run) const;
    std::optional<std::uint32_t> sliceInAdjacentRow(std::uint32_t slice, int by) const;
    /// The other edge of the range if there is an edge at `x` to drag; empty if there is none.
    std::optional<std::int64_t> otherEdge(int x) const;
    bool moveSelection(int key, bool isBack);
    bool moveView(int key);
    bool changeMarks(int key, bool isBack);
    void copySpan() const;
    void addMarkActions(QMenu& menu, QPoint position);
    void renameMark(std::size_t index);

    /// A visible bar.
    struct Part {
        std::size_t row = 0; ///< of the timeline
        profiler::TimelineBar bar;
        QRectF rect;
    };
    const std::vector<Part>& parts() const;

    enum class Drag { None, Range, Edge, Pan };

    QPointer<Document> m_document;
    std::shared_ptr<const profiler::Timeline> m_timeline;
    /// Cached for runs that were shown.
    mutable std::map<std::uint32_t, profiler::LiveMemory> m_memory;
    std::vector<profiler::ProcessorTrack> m_processor; ///< empty until statistics are computed
    std::uint64_t m_memoryPeak = 0; ///< in bytes, of the median run; maximum of the lane's axis
    TimelineGeometry m_geometry;
    QSet<QString> m_folded; ///< names of folded groups
    bool m_isCompact = false;
    std::vector<StepLook> m_looks; ///< by step, in the current theme
    DeviceLooks m_deviceLooks;
    QPointer<GpuReport> m_gpu;
    std::vector<bool> m_isSelectedStep; ///< by step: part of the selection
    std::optional<std::uint32_t> m_slice; ///< the slice that was clicked
    Drag m_drag = Drag::None;
    QPoint m_pressed;
    bool m_hasMoved = false;
    profiler::TimeSpan m_pressedVisible;
    std::int64_t m_fixedEdge = 0;
    /// The state for which m_parts was computed.
    struct PartsOf {
        const profiler::Timeline* timeline = nullptr;
        profiler::TimeSpan visible;
        QSize size;
        int scroll = 0;
        std::size_t lanes = 0;
        int height = 0; ///< of all lanes
        bool operator==(const PartsOf&) const = default;
    };
    mutable PartsOf m_partsOf;
    mutable std::vector<Part> m_parts;
    QString m_prefix; ///< prefix that all labels share; omitted in bars
    std::optional<std::uint32_t> m_typicalRun;
};

} // namespace ui
