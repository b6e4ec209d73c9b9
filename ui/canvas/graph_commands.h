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
class ShownGraph;
class ZoomBar;

/// The commands for the selection of a graph: select ancestors, descendants, neighbours and paths,
/// isolate, go back to an earlier view, notes and marks.
class GraphCommands : public QObject {
    Q_OBJECT

public:
    GraphCommands(
        Context& context, Document* document, ShownGraph* shown, CanvasView* canvas, ZoomBar& bar);

    Notes* notes() const { return m_notes; }
    /// Checks the actions whose state is one of this view.
    void checkActions();
    /// Returns `badges` with those of the user's notes and marks added.
    std::shared_ptr<const layout::Badges> withNotes(
        std::shared_ptr<const layout::Badges> badges) const;

signals:
    void notesChanged();

private:
    void connectActions();
    void connectHistory();
    void addTools(ZoomBar& bar);
    void onAction(const char* id, std::function<void()> slot);
    bool isActive() const;
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
    ShownGraph* m_shown;
    CanvasView* m_canvas;
    Notes* m_notes;
    QTimer m_rest; ///< active until 250 ms after the view moved
    ViewState m_lastStillView; ///< the view at the last timeout of m_rest
    std::optional<ViewState> m_awaited; ///< the view to set once the graph is laid out
};

} // namespace ui
