#pragma once

#include "layout/card/overlay.h"
#include "layout/reach.h"
#include "ui/canvas/view_state.h"
#include "ui/document/selection.h"
#include "ui/window/panel.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace ui {

class CanvasView;
class Notes;
class ZoomBar;

/// What can be done with the selection of a graph beyond looking at it: selecting what lies before,
/// after, around and between, isolating it, going back to where one was, notes and marks.
class GraphCommands : public QObject {
    Q_OBJECT

public:
    GraphCommands(Context& context, Document* document, CanvasView* canvas, ZoomBar& bar);

    Notes* notes() const { return m_notes; }
    /// Badges of notes and marks of the graph's nodes, added to those of the program.
    std::shared_ptr<const layout::Badges> withNotes(
        std::shared_ptr<const layout::Badges> badges) const;

signals:
    void notesChanged();

private:
    void connectActions();
    void connectHistory();
    void addTools(ZoomBar& bar);
    void onAction(const char* id, std::function<void()> slot);
    std::vector<model::NodeId> selectedNodes() const;
    void select(const std::vector<model::NodeId>& nodes);
    void selectReach(layout::Flow flow, std::uint32_t steps);
    void selectBetween();
    void setSteps(int steps);
    void leave();
    void arrive(const QVariant& place);
    void jumpTo(const std::function<void()>& move);
    void editNote();
    void toggleMark();
    void listNotes();

    Context& m_context;
    Document* m_document;
    CanvasView* m_canvas;
    Notes* m_notes;
    QTimer m_rest; ///< since the view moved last
    ViewState m_rested; ///< the view when it last rested
    std::optional<ViewState> m_awaited; ///< of the graph that is being placed
};

} // namespace ui
