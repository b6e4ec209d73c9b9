#pragma once

#include "layout/group_tree.h"
#include "layout/scene/scene.h"
#include "model/graph.h"

#include <QObject>
#include <QString>

class QMenu;

namespace ui {

class CanvasView;
class Document;
struct SelectedItem;
class ShownGraph;

/// Folds and unfolds groups of the shown graph for keys, mouse and menus, and for a selected node
/// that is hidden in a folded group.
class FoldControl : public QObject {
    Q_OBJECT

public:
    FoldControl(Document* document, ShownGraph* shown, CanvasView* canvas, QObject* parent);

    /// Unfolds a folded group, folds an open one. A stack of equal groups is first shown as its
    /// members.
    void toggle(quint32 group);
    /// Unfolds the body of a node (a subgraph or function) in its place. Returns false if it has
    /// none that can be unfolded.
    bool openBody(model::NodeId node);
    /// fold() applies to the selected group, else to the group around the selected node; unfold()
    /// to the selected group, else to the body of the selected node.
    void fold();
    void unfold();
    void foldAll();
    void unfoldAll();
    void unfoldOneLevel();
    void addActions(QMenu& menu, const layout::Hit& hit);

    /// Unfolds the groups that hide the item. Returns true if a new picture follows; the item
    /// should then be revealed in it.
    bool unfoldFor(const SelectedItem& item);
    /// Returns the group that is drawn in place of a node: its open body, else the folded group
    /// that contains it; noGroup if there is none.
    std::uint32_t visibleGroupOf(model::NodeId node) const;
    /// Returns the group that directly contains a node; a group itself; 0 for all else.
    std::uint32_t groupOf(const SelectedItem& item) const;
    /// `10,214 nodes, 24 groups folded · 146 drawn`.
    QString facts() const;

private:
    void set(layout::OpenGroups open, std::uint32_t kept);
    std::uint32_t bodyOf(model::NodeId node) const;
    std::uint32_t target() const;
    void foldGroup(std::uint32_t group);

    Document* m_document;
    ShownGraph* m_shown;
    CanvasView* m_canvas;
};

} // namespace ui
