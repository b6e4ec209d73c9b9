#pragma once

#include "ui/canvas/canvas_view.h"
#include "ui/compare/compared_picture.h"
#include "ui/window/panel.h"

#include <QPointF>
#include <QWidget>

#include <array>

class QLabel;

namespace ui {

/// Both graphs beside each other: aligned nodes at the same height, zoom, place and folds together
/// unless they are taken apart. Knows no document: what is selected comes from outside.
class ComparedCanvases : public QWidget {
    Q_OBJECT

public:
    explicit ComparedCanvases(Context& context, QWidget* parent = nullptr);

    /// Both sides have models. The pictures follow from a worker.
    void set(const Compared& compared);
    /// Marks a pair and brings it into view, beside each other; opens what hides it.
    void show(NodePair pair);
    /// Marks it alone: whoever was clicked does not move under the pointer.
    void mark(NodePair pair);
    void setLinked(bool isLinked);
    bool isLinked() const { return m_isLinked; }
    CanvasView* canvas(std::size_t side) const { return m_sides[side].canvas; }
    /// The pictures that were asked for are shown.
    bool isPlaced() const { return m_isPlaced; }

signals:
    void nodeChosen(int side, model::NodeId node); ///< invalid: nothing
    void placed();

private:
    struct Side {
        CanvasView* canvas = nullptr;
        QLabel* name = nullptr;
        std::shared_ptr<const layout::GroupTree> tree;
        std::shared_ptr<const layout::Overlay> times;
        std::shared_ptr<const layout::Badges> badges;
    };
    struct Placed;

    void buildSide(std::size_t side);
    void place();
    void take(Placed made);
    void setOpen(layout::OpenGroups open);
    void fold(std::size_t side, quint32 group);
    /// Whether something has to open first: the pair is shown when the picture comes.
    bool opensFor(NodePair pair);
    CanvasContent contentOf(std::size_t side, std::shared_ptr<const layout::Scene> scene) const;
    /// The other one shows what this one shows.
    void follow(std::size_t leader);
    void startAlike();

    Context& m_context;
    Compared m_compared;
    std::array<Side, 2> m_sides;
    layout::CardOptions m_cards;
    std::optional<layout::OpenGroups> m_open; ///< nothing before the first picture
    NodePair m_marked;
    NodePair m_awaited; ///< to be shown with the next picture
    QPointF m_apart; ///< of B's origin from A's, in scene units
    bool m_isLinked = true;
    bool m_isFollowing = false;
    bool m_isPlaced = false;
};

} // namespace ui
