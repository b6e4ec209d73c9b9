#pragma once

#include "ui/charts/chart_view.h"
#include "ui/flame/flame_table.h"

#include <QPointer>

#include <memory>
#include <vector>

namespace ui {

class Document;

/// Flame graph: time by scope, with the outermost scope at the top. The width of a frame is its
/// time. A click selects the steps in a frame, a double click zooms into it, Backspace and Esc zoom
/// out.
class FlameView : public ChartView {
    Q_OBJECT

public:
    explicit FlameView(ActionTable& actions, QWidget* parent = nullptr);

    void setDocument(Document* document);
    /// Null clears the view. The zoom is kept if its frame still exists.
    void set(std::shared_ptr<const ComputedFlame> computed);
    const ComputedFlame* computed() const { return m_computed.get(); }

    /// The frame that fills the width.
    std::uint32_t top() const { return m_top; }
    void zoomInto(std::uint32_t frame);
    void zoomOut();
    /// Selects the steps in the frame and makes it the current one.
    void chooseFrame(std::uint32_t frame);
    std::uint32_t currentFrame() const { return m_current; }
    bool isHit(std::uint32_t frame) const { return m_isHit[frame] != 0; }
    /// Total time of the search results, in nanoseconds. Nested results are counted once.
    double hitsNs() const { return m_hitsNs; }

    int partCount() const override { return static_cast<int>(boxes().size()); }
    QString partText(int part) const override;
    QRectF partRect(int part) const override;
    bool isPartSelected(int part) const override;
    int currentPart() const override;
    void choosePart(int part) override;
    QString chartText(TableForm form) const override;

    QSize sizeHint() const override { return { 600, 220 }; }

signals:
    void topChanged();
    void hitsChanged();

protected:
    void paintChart(QPainter& painter) override;
    std::optional<int> partAt(QPointF point) const override;
    void fillMenu(QMenu& menu) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    const std::vector<profiler::FlameBox>& boxes() const;
    void forgetBoxes();
    void showSelection(const QObject* origin);
    void showHits();
    void reveal(std::uint32_t frame);
    void scrollTo(int y);
    void scrollToRow(std::uint32_t row);
    int contentHeight() const;
    void moveSelection(int key);
    void drawBox(QPainter& painter, std::size_t index) const;

    QPointer<Document> m_document;
    std::shared_ptr<const ComputedFlame> m_computed;
    std::uint32_t m_top = 0;
    std::uint32_t m_current = profiler::FlameFrame::none;
    std::vector<char> m_isSelected; ///< by frame
    std::vector<char> m_isHit; ///< by frame: a search result
    double m_hitsNs = 0;
    int m_scroll = 0;
    /// For the current width; empty = to be computed.
    mutable std::vector<profiler::FlameBox> m_boxes;
};

} // namespace ui
