#pragma once

#include "ui/canvas/canvas_content.h"
#include "ui/canvas/fold_motion.h"
#include "ui/canvas/painting/canvas_painter.h"
#include "ui/canvas/painting/frame_cache.h"
#include "ui/canvas/view_state.h"
#include "ui/canvas/walk.h"

#include <QElapsedTimer>
#include <QList>
#include <QPoint>
#include <QTimer>
#include <QVariantAnimation>
#include <QWidget>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace ui {

/// The graph on screen: one self-painted widget. Turns mouse and keys into signals and movements;
/// what is selected comes from outside (setMarks), so that it knows no document.
class CanvasView : public QWidget {
    Q_OBJECT

public:
    enum class Motion { Animated, Immediate };
    enum class Wheel { Zooms, Scrolls };
    /// How a picture takes the place of another.
    enum class Arrival {
        Fresh, ///< another graph: opens as openingView says
        Same, ///< the same graph placed anew: what was current stays where it was
    };

    explicit CanvasView(QWidget* parent = nullptr);
    ~CanvasView() override;

    void setContent(CanvasContent content, Arrival arrival);
    /// The file was read again: the next content has other ids. Whether anything visible is still
    /// there by its name; if so, it can arrive as the same.
    using ItemNames = std::function<std::optional<layout::Item>(const layout::Item&)>;
    bool rename(const ItemNames& names);
    const CanvasContent& content() const { return m_content; }
    /// Colours, badges, analysis: same scene, nothing moves.
    void replaceContent(CanvasContent content);

    /// Selected items by id; `current` is where the keyboard stands.
    void setMarks(
        const std::vector<model::NodeId>& nodes, model::NodeId current, model::ValueId value);
    /// Selected groups, by index in Scene::groups, beside what setMarks was told. Cards that stand
    /// for them, and frames.
    void markGroups(const std::vector<std::uint32_t>& groups);
    /// What a search found, in this picture.
    void markFound(std::vector<FoundBox> found);
    const CanvasMarks& marks() const { return m_marks; }
    /// The selected group that the keys of folding are for; noIndex if none is.
    std::uint32_t currentGroup() const;
    /// The group whose inside is in the middle of the viewport; 0 = the root.
    std::uint32_t groupInView() const;

    /// How far neighbours of the selection are marked, from 1 to mostNeighbourSteps.
    void setNeighbourSteps(int steps);
    int neighbourSteps() const { return m_neighbourSteps; }
    static constexpr int mostNeighbourSteps = 4;
    /// Everything but the selection and its neighbours fades.
    void setIsolating(bool isOn);
    bool isIsolating() const { return m_isIsolating; }

    const ViewState& view() const { return m_view; }
    void setView(ViewState view, Motion motion = Motion::Immediate);
    void setWheel(Wheel wheel) { m_wheel = wheel; }

    void zoomBy(double factor);
    void showActualSize();
    /// Everything; of what would be a line then as much as shows something, and says partFitted.
    void fitAll();
    void fitWidth();
    /// The selection, or everything if nothing is selected.
    void fitSelection();
    /// Brings a box into view with as little movement as possible.
    void reveal(std::uint32_t box, Motion motion = Motion::Animated);
    void reveal(model::NodeId node);
    /// The title of an open group, or the card of a folded one. False if neither is drawn.
    bool revealGroup(std::uint32_t group);
    /// Screen rectangle of an open group's frame or a folded one's card; empty if not drawn.
    QRectF groupRect(std::uint32_t group) const;
    /// In the next picture of the same graph the title of this group stays where it is now, and
    /// all boxes move to their new places.
    void keepInPlace(std::uint32_t group);
    bool isFolding() const { return m_folding != nullptr; }

    /// Painted as on screen, for screenshots of tests and exports.
    void paintTo(QPainter& painter, const ViewState& view);
    CanvasPainter* painter() const { return m_frames.painter(); }
    /// The picture is complete: no better one of this view is being painted.
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
    void selectionCleared();
    void nodeEntered(model::NodeId node); ///< double click, Enter
    void groupSelected(quint32 group);
    void foldAsked(quint32 group); ///< open what is folded, fold what is open
    void bodyAsked(model::NodeId node); ///< show what is inside of a call in its place
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
    bool event(QEvent* event) override;

private:
    enum class Drag { None, Pressed, Pan, Band };

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
    void walk(Step step, Qt::KeyboardModifiers modifiers);
    void walkTo(std::uint32_t box, Qt::KeyboardModifiers modifiers);
    bool walkByKey(int key, Qt::KeyboardModifiers modifiers);
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
    QString toolTipAt(const layout::Hit& hit) const;
    QString shortName(std::uint32_t box) const;

    CanvasContent m_content;
    FrameCache m_frames;
    CanvasMarks m_marks;
    int m_neighbourSteps = 1;
    bool m_isIsolating = false;
    ViewState m_view;
    QVariantAnimation m_motion;
    std::unique_ptr<FoldMotion> m_folding; ///< while boxes move to the places of a new picture
    QVariantAnimation m_foldTime;
    std::uint32_t m_keptGroup = layout::noIndex;
    /// A box of the content, and what it is called in the one that comes.
    struct Renamed {
        std::uint32_t box = layout::noIndex;
        layout::Item item;
    };
    std::optional<Renamed> m_renamed;
    Wheel m_wheel = Wheel::Zooms;
    bool m_needsOpening = false; ///< the first size decides the first view
    bool m_isAsOpened = false; ///< nobody has moved the view since
    Drag m_drag = Drag::None;
    QPointF m_pressed;
    Qt::KeyboardModifiers m_pressedWith;
    QPointF m_last;
    /// Where the smooth zoom under way will end.
    double m_zoomTarget = 0;
    /// The pan's speed in pixels a millisecond, for what follows when the button is let go.
    QPointF m_speed;
    QElapsedTimer m_sinceMove;
    QTimer m_coasting;
    /// Where the last step along edges could also have led: digits choose.
    std::vector<std::uint32_t> m_fork;
};

} // namespace ui
