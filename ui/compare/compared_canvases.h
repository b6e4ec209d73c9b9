#pragma once

#include "ui/canvas/canvas_view.h"
#include "ui/compare/compared_picture.h"
#include "ui/window/panel.h"

#include <QPointF>
#include <QWidget>

#include <array>

class QLabel;

namespace ui {

/// Both graphs side by side, with aligned nodes at the same height. Zoom, position and folding are
/// synchronised while the views are linked. Has no access to documents: the owner sets the
/// selection.
class ComparedCanvases : public QWidget {
    Q_OBJECT

public:
    explicit ComparedCanvases(Context& context, QWidget* parent = nullptr);

    /// Both sides must have models. The layout is made in a job.
    void set(const Compared& compared);
    /// Marks a pair and scrolls both of its nodes into view, side by side; opens the groups that
    /// hide them.
    void show(NodePair pair);
    /// Marks a pair without scrolling, so that a clicked node stays under the pointer.
    void mark(NodePair pair);
    void setLinked(bool isLinked);
    bool isLinked() const { return m_isLinked; }
    CanvasView* canvas(std::size_t side) const { return m_sides[side].canvas; }
    /// True if the requested layout is shown.
    bool isPlaced() const { return m_isPlaced; }

signals:
    void nodeChosen(int side, model::NodeId node); ///< an invalid node: nothing is selected
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
    /// Opens the groups that hide the pair. Returns true if a new layout is under way because of
    /// this.
    bool openGroupsOf(NodePair pair);
    CanvasContent contentOf(std::size_t side, std::shared_ptr<const layout::Scene> scene) const;
    /// Sets the other canvas to the view of `leader`.
    void follow(std::size_t leader);
    void showBothFromTop();

    Context& m_context;
    Compared m_compared;
    std::array<Side, 2> m_sides;
    layout::CardOptions m_cards;
    std::optional<layout::OpenGroups> m_open; ///< empty before the first layout
    NodePair m_marked;
    NodePair m_awaited; ///< shown when the next layout is ready
    QPointF m_originDifference; ///< origin of B's view minus that of A's, in scene units
    bool m_isLinked = true;
    bool m_isFollowing = false;
    bool m_isPlaced = false;
};

} // namespace ui
