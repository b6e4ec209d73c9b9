#pragma once

#include "ui/canvas/canvas_content.h"
#include "ui/canvas/fold_motion.h"
#include "ui/canvas/line_drag.h"
#include "ui/canvas/painting/canvas_painter.h"
#include "ui/canvas/painting/frame_cache.h"
#include "ui/canvas/view_state.h"
#include "ui/canvas/walk.h"
#include "ui/widgets/tip_widget.h"

#include <QElapsedTimer>
#include <QList>
#include <QPoint>
#include <QTimer>
#include <QVariantAnimation>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace ui {

/// Draws the graph in one widget. Mouse and keys move the view or are emitted as signals. The
/// selection is set from outside (setMarks): the widget does not know the document.
class CanvasView : public TipWidget {
    Q_OBJECT

public:
    enum class Motion { Animated, Immediate };
    enum class Wheel { Zooms, Scrolls };
    /// How a new picture replaces the shown one.
    enum class Arrival {
        Fresh, ///< another graph: shown by openingView
        Same, ///< the same graph laid out again: the current box stays in place
    };

    explicit CanvasView(QWidget* parent = nullptr);
    ~CanvasView() override;

    void setContent(CanvasContent content, Arrival arrival);
    /// Called when the file was read again and the next content will have other ids. `names` maps
    /// items to their new ids. Returns true if a visible box exists in the new model; Arrival::Same
    /// can then be used.
    using ItemNames = std::function<std::optional<layout::Item>(const layout::Item&)>;
    bool rename(const ItemNames& names);
    const CanvasContent& content() const { return m_content; }
    /// Replaces colours, badges and analysis of the same scene. The view does not move.
    void replaceContent(CanvasContent content);

    /// Marks the selected items by id; `current` has the keyboard focus.
    void setMarks(
        const std::vector<model::NodeId>& nodes, model::NodeId current, model::ValueId value);
    /// Marks selected groups, by index in Scene::groups, in addition to setMarks: the card of a
    /// folded group, the frame of an open one.
    void markGroups(const std::vector<std::uint32_t>& groups);
    /// Marks the boxes that a search found.
    void markFound(std::vector<FoundBox> found);
    const CanvasMarks& marks() const { return m_marks; }
    /// The selected group to which the folding keys apply; noIndex if there is none.
    std::uint32_t currentGroup() const;
    /// The open group at the middle of the viewport; 0 = the root.
    std::uint32_t groupInView() const;

    /// Sets up to how many steps neighbours of the selection are marked, 1 to maxNeighbourSteps.
    void setNeighbourSteps(int steps);
    int neighbourSteps() const { return m_neighbourSteps; }
    static constexpr int maxNeighbourSteps = 4;
    /// Fades everything but the selection and its neighbours.
    void setIsolating(bool isOn);
    bool isIsolating() const { return m_isIsolating; }

    const ViewState& view() const { return m_view; }
    void setView(ViewState view, Motion motion = Motion::Immediate);
    void setWheel(Wheel wheel) { m_wheel = wheel; }
    /// Lets the user drag an end of a line to another card (lineDropped).
    void setLinesDraggable(bool areDraggable) { m_areLinesDraggable = areDraggable; }

    void zoomBy(double factor);
    /// Shows the picture at this zoom with this point in the middle, instead of the opening view,
    /// as soon as the widget is visible. It stays in the middle until the user moves the view.
    void openAt(QPointF centre, double zoom);
    /// True once a view of the picture was chosen.
    bool isOpened() const { return !m_needsOpening && !m_content.isEmpty(); }
    void showActualSize();
    /// Shows the complete graph. If it would be too thin to see, shows a part of it and emits
    /// partFitted (see fittedWithMinimumSize).
    void fitAll();
    void fitWidth();
    /// Shows the selection, or the complete graph if nothing is selected.
    void fitSelection();
    /// Brings a box into view with as little movement as possible.
    void reveal(std::uint32_t box, Motion motion = Motion::Animated);
    void reveal(model::NodeId node);
    /// Brings the title of an open group or the card of a folded one into view. Returns false if
    /// neither is drawn.
    bool revealGroup(std::uint32_t group);
    /// Screen rectangle of an open group's frame or a folded one's card; empty if not drawn.
    QRectF groupRect(std::uint32_t group) const;
    /// Requests an animation to the next picture of the same graph, in which the title of this
    /// group stays in place.
    void keepInPlace(std::uint32_t group);
    bool isFolding() const { return m_folding != nullptr; }

    /// Paints the graph as on screen, for screenshots in tests.
    void paintTo(QPainter& painter, const ViewState& view);
    CanvasPainter* painter() const { return m_frames.painter(); }
    /// True if no better picture of this view is being painted.
    bool isSettled() const { return m_frames.isSettled(); }

    /// Screen rectangle of a box; visible boxes, ascending: for accessibility and tests.
    QRectF boxRect(std::uint32_t box) const;
    std::vector<std::uint32_t> visibleBoxes() const;
    /// `MatMul, layers.12/attn, node 1,734 of 3,464`.
    QString boxName(std::uint32_t box) const;
    QString boxDescription(std::uint32_t box) const;

signals:
    void nodeSelected(model::NodeId node);
    void nodeToggled(model::NodeId node);
    void nodesSelected(const QList<quint32>& nodes);
    void valueSelected(model::ValueId value);
    void lineClicked(std::uint32_t line, const QPoint& globalPosition); ///< after valueSelected
    /// An end of a line was dragged to a box.
    void lineDropped(const LineDrag& drag, std::uint32_t box, const QPoint& globalPosition);
    void selectionCleared();
    void nodeEntered(model::NodeId node); ///< double click, Enter
    void groupSelected(quint32 group);
    void foldRequested(quint32 group); ///< unfold a folded group, fold an open one
    void bodyRequested(model::NodeId node);
    void menuRequested(const layout::Hit& hit, const QPoint& globalPosition);
    void viewChanged();
    void partFitted(); ///< fitAll shows the part around the middle of the viewport
    void contentPlaced(); ///< another scene is shown

protected:
    void paintEvent(QPaintEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    QString tipAt(QPoint point) const override;

private:
    struct OpeningPlace {
        QPointF centre;
        double zoom;
    };
    enum class Drag { None, Pressed, Pan, Band, Line };

    bool canMove() const;
    void rebuildPainter();
    void markNeighbours();
    void keepSelection();
    layout::Hit hitAt(QPointF position) const;
    void setHover(const layout::Hit& hit);
    void click(const layout::Hit& hit, Qt::KeyboardModifiers modifiers);
    void clickChip(std::uint32_t chip);
    void zoomSmoothly(double factor, QPointF anchor);
    void startCoasting();
    void coast();
    void chooseEnd(const layout::Chip& chip, std::vector<std::uint32_t> ends);
    void select(std::uint32_t box, Qt::KeyboardModifiers modifiers);
    void selectBand();
    void moveSelection(Step step, Qt::KeyboardModifiers modifiers);
    void moveSelectionTo(std::uint32_t box, Qt::KeyboardModifiers modifiers);
    bool moveSelectionByKey(int key, Qt::KeyboardModifiers modifiers);
    bool chooseForkTarget(int key);
    bool moveByKey(int key, Qt::KeyboardModifiers modifiers);
    void jumpToProducer();
    bool clickGroup(const layout::Hit& hit);
    bool foldAt(const layout::Hit& hit);
    bool foldByKey(int key, Qt::KeyboardModifiers modifiers);
    bool isOnArrow(const layout::Hit& hit, QPointF position) const;
    QString groupToolTip(const layout::Hit& hit) const;
    QString groupName(std::uint32_t box) const;
    void paintSelectedFrames(QPainter& painter) const;
    void startFolding(const std::shared_ptr<const layout::Scene>& old, const ViewState& oldView);
    void stopFolding();
    void open();
    void paintFork(QPainter& painter);
    QString tipOf(const layout::Hit& hit) const;
    QString shortName(std::uint32_t box) const;

    CanvasContent m_content;
    FrameCache m_frames;
    CanvasMarks m_marks;
    int m_neighbourSteps = 1;
    bool m_isIsolating = false;
    ViewState m_view;
    QVariantAnimation m_motion;
    std::unique_ptr<FoldMotion> m_folding; ///< not null while boxes move to their new places
    QVariantAnimation m_foldTime;
    std::uint32_t m_keptGroup = layout::noIndex;
    /// A box of the content, and its item in the next content.
    struct Renamed {
        std::uint32_t box = layout::noIndex;
        layout::Item item;
    };
    std::optional<Renamed> m_renamed;
    Wheel m_wheel = Wheel::Zooms;
    bool m_needsOpening = false; ///< the view is chosen when the size is known
    bool m_isAsOpened = false; ///< the view was not moved since it opened
    bool m_isUsed = false; ///< the pointer was in the view since the graph is shown
    int m_top = 0; ///< of the view in the window, when it was resized last
    std::optional<OpeningPlace> m_openAt; ///< where it opened; empty: openingView
    Drag m_drag = Drag::None;
    QPointF m_pressed;
    Qt::KeyboardModifiers m_pressedWith;
    bool m_areLinesDraggable = false;
    std::optional<LineDrag> m_lineDrag; ///< the end under the pointer when the button was pressed
    QPointF m_last;
    /// Target zoom of the running animation; 0 if none runs.
    double m_zoomTarget = 0;
    /// Speed of the pan in pixels per millisecond, for coasting after the button is released.
    QPointF m_speed;
    QElapsedTimer m_sinceMove;
    QTimer m_coasting;
    /// All targets of the last step along edges; digit keys choose one.
    std::vector<std::uint32_t> m_fork;
};

} // namespace ui
