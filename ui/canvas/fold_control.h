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

/// What folds and unfolds groups of the shown graph, whatever asked for it: keys, mouse, menus, or
/// a selection whose node is hidden in a folded group.
class FoldControl : public QObject {
    Q_OBJECT

public:
    FoldControl(Document* document, CanvasView* canvas, QObject* parent);

    /// Opens a folded group; a stack of equal ones first shows its members. Folds an open one.
    void toggle(quint32 group);
    /// The body of a call in the place of the call; enters the graph if that is not possible.
    /// False if nothing is inside.
    bool openBody(model::NodeId node);
    /// For the selection: the selected group, else the group around the selected node.
    void fold();
    void unfold();
    void foldAll();
    void unfoldAll();
    void unfoldOneLevel();
    void addActions(QMenu& menu, const layout::Hit& hit);

    /// Unfolds what hides the item. True if a new picture is on its way; the item is to be
    /// revealed in it.
    bool unfoldFor(const SelectedItem& item);
    /// What stands for an item that is not drawn itself: the frame of its body, the card it is in.
    /// noGroup if it is drawn, or if nothing does.
    std::uint32_t standIn(model::NodeId node) const;
    /// The group that the item is directly in; 0 if it is in none.
    std::uint32_t groupOf(const SelectedItem& item) const;
    /// `10,214 nodes, 24 groups folded · 146 drawn`.
    QString facts() const;

private:
    void set(layout::OpenGroups open, std::uint32_t kept);
    std::uint32_t bodyOf(model::NodeId node) const;
    std::uint32_t target() const;
    void foldGroup(std::uint32_t group);

    Document* m_document;
    CanvasView* m_canvas;
};

} // namespace ui
